//! Recordings.

use clawperator_adb::Deadline;
use clawperator_device::driver::{Act, Acted, NewRecording};
use clawperator_device::line::{Command, ShellLine, Word, program};
use clawperator_device::probe::Answer;

use crate::bench::{Bench, TOUCH, WITHIN};
use crate::check::{Outcome, Trouble, failed, skipped};

const NAME: &str = "clawperator-conformance";
const MOST: usize = 1024 * 1024;

pub(super) async fn pressed(bench: &Bench) -> Outcome {
    if !bench.able().recording {
        return skipped("this driver does not record; the Operator does");
    }
    let seen = bench.open(TOUCH).await?;
    let name = format!("{NAME}-{}", bench.sources.epoch_milliseconds());
    let begun = Act::Record(NewRecording {
        name: &name,
        texts: false,
    });
    bench.act(begun).await?;
    let mark = bench.mark().await?;
    let tapped = bench.tap(&seen, "check_add").await;
    let noted = match tapped {
        Ok(_) => bench.noted_once(mark, "click", "check_add").await.map(drop),
        Err(trouble) => Err(trouble),
    };
    let ended = bench.act(Act::StopRecording { name: Some(&name) }).await?;
    let Acted::Recorded(ended) = ended else {
        return failed(format!("the answer was {ended:?}"));
    };
    let file = bench.device.recording(&name, MOST, WITHIN).await;
    remove(bench, &ended.path).await?;
    noted?;
    let Some(file) = file? else {
        return failed("the phone has no such recording afterwards");
    };
    let text = String::from_utf8_lossy(&file.bytes);
    let is_marked =
        |line: &&str| line.contains("check_add") && line.contains("\"by\":\"operator\"");
    if text.lines().any(|line| is_marked(&line)) {
        Ok(Some(format!("{} events", ended.events)))
    } else {
        failed(format!(
            "the press is not among the {} events, or not marked",
            ended.events
        ))
    }
}

/// A recording stays on the phone until somebody removes it.
async fn remove(bench: &Bench, path: &str) -> Result<(), Trouble> {
    let unremoved = |why: String| Trouble::Failed(format!("`{path}` was not removed: {why}"));
    let word = Word::new(path).map_err(|error| unremoved(error.to_string()))?;
    let line = ShellLine::from(Command::new(program::RM).fixed("-f").word(word));
    let answer = Answer::ask(&bench.phone, &line, MOST, Deadline::after(WITHIN)).await;
    answer
        .map(drop)
        .map_err(|error| unremoved(error.to_string()))
}
