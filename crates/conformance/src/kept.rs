//! What belongs to the phone's owner and is put back: the clipboard, the rotation lock and the keyboard.

use clawperator_adb::Deadline;
use clawperator_device::driver::{Act, Clip, NewClip};
use clawperator_device::line::{Command, ShellLine, Word, program};
use clawperator_device::probe::Answer;

use crate::bench::{Bench, WITHIN};
use crate::check::{Outcome, Trouble, failed, skipped};

/// A setting of the phone: its table and its name.
type Setting = (&'static str, &'static str);

const ROTATION: [Setting; 2] = [
    ("system", "accelerometer_rotation"),
    ("system", "user_rotation"),
];
const KEYBOARD: [Setting; 1] = [("secure", "default_input_method")];

const LIMIT: usize = 64 * 1024;

/// What was there before anything was tried; nothing of what could not be read.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// What was on the clipboard, where that is a text.
    clip: Option<Clip>,
    rotation: Option<Vec<String>>,
    keyboard: Option<Vec<String>>,
}

impl Kept {
    pub(crate) async fn read(bench: &Bench) -> Self {
        let clip = if bench.able().clipboard {
            bench.device.clipboard(WITHIN).await.ok().flatten()
        } else {
            None
        };
        Self {
            clip,
            rotation: values(bench, &ROTATION).await.ok(),
            keyboard: values(bench, &KEYBOARD).await.ok(),
        }
    }

    /// The text that was on the clipboard. Without one there may be something else on it, which nobody could put back.
    pub(crate) const fn clip(&self) -> Option<&Clip> {
        self.clip.as_ref()
    }

    pub(crate) async fn put_back_clip(&self, bench: &Bench) -> Outcome {
        if !bench.able().clipboard {
            return skipped("this driver does not reach the clipboard");
        }
        let Some(before) = &self.clip else {
            return skipped("no text was on the clipboard, so nothing was put there");
        };
        let now = bench.device.clipboard(WITHIN).await?;
        if now.as_ref() == Some(before) {
            return Ok(None);
        }
        let clip = NewClip {
            text: Some(before.expose()),
            is_sensitive: true,
        };
        bench.act(Act::Clip(clip)).await?;
        let again = bench.device.clipboard(WITHIN).await?;
        if again.as_ref() == Some(before) {
            failed("something else was on it; it was put back")
        } else {
            failed("something else is on it, and it could not be put back")
        }
    }

    pub(crate) async fn put_back_rotation(&self, bench: &Bench) -> Outcome {
        put_back(bench, &ROTATION, self.rotation.as_deref()).await
    }

    pub(crate) async fn put_back_keyboard(&self, bench: &Bench) -> Outcome {
        put_back(bench, &KEYBOARD, self.keyboard.as_deref()).await
    }
}

async fn put_back(bench: &Bench, settings: &[Setting], before: Option<&[String]>) -> Outcome {
    let Some(before) = before else {
        return skipped("the phone did not say how it was");
    };
    let now = values(bench, settings).await?;
    if now == before {
        return Ok(None);
    }
    for ((setting, value), other) in settings.iter().zip(before).zip(&now) {
        if value != other {
            write(bench, *setting, value).await?;
        }
    }
    let changed = format!("it was {} and became {}", before.join(", "), now.join(", "));
    if values(bench, settings).await? == before {
        failed(format!("{changed}; it was put back"))
    } else {
        failed(format!("{changed}, and could not be put back"))
    }
}

async fn values(bench: &Bench, settings: &[Setting]) -> Result<Vec<String>, Trouble> {
    let mut values = Vec::new();
    for (table, name) in settings {
        let get = Command::new(program::SETTINGS).fixed("get");
        let said = say(bench, get.fixed(table).fixed(name)).await?;
        values.push(said.output.trim().to_owned());
    }
    Ok(values)
}

async fn write(bench: &Bench, (table, name): Setting, value: &str) -> Result<(), Trouble> {
    // `settings` says this word for what is not set.
    let set = if value == "null" {
        let delete = Command::new(program::SETTINGS).fixed("delete");
        delete.fixed(table).fixed(name)
    } else {
        let word = Word::new(value).map_err(|error| Trouble::Failed(error.to_string()))?;
        let put = Command::new(program::SETTINGS).fixed("put");
        put.fixed(table).fixed(name).word(word)
    };
    say(bench, set).await.map(drop)
}

async fn say(bench: &Bench, command: Command) -> Result<Answer, Trouble> {
    let line = ShellLine::from(command);
    let answer = Answer::ask(&bench.phone, &line, LIMIT, Deadline::after(WITHIN)).await;
    answer.map_err(|error| Trouble::Failed(error.to_string()))
}
