//! Waits on screens that come, go, change, go dark and cannot be read, at times by chance. The phone's own record of what
//! each look met is the judge.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::played::{Look, Played, Pushes, Shown, buttons, data, execution_within, run};

const ROUNDS: u64 = 2_000;
/// No screen is left alone for longer than this between two looks.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Numbers by chance, the same ones for the same seed (`splitmix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Present,
    Gone,
    Changed,
}

/// What a part of the course is for the wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meets {
    /// A whole look at it meets what is waited for.
    Yes,
    No,
    /// It tells neither.
    Nothing,
    /// Nobody waits for a phone in this condition.
    Dark,
}

/// A part of a course, and what it is for each kind of wait.
fn part(dice: &mut Dice) -> (Shown, [Meets; 3]) {
    use Meets::{Dark, No, Nothing, Yes};
    let words = |words: &[&str]| Shown::Screen(buttons(words));
    // A dump that ends behind its first button.
    let half = |first: &str| {
        let whole = buttons(&[first, "B"]);
        let end = whole.find("text=\"B\"").unwrap();
        Shown::Half(whole[..end].to_owned())
    };
    match dice.below(12) {
        0..=3 => (words(&["B", "A"]), [Yes, No, No]),
        4..=6 => (words(&["B"]), [No, Yes, No]),
        7 => (words(&["B", "A later"]), [No, Yes, Yes]),
        8 => (half("A"), [Yes, No, No]),
        9 => (half("C"), [Nothing, Nothing, Nothing]),
        10 => (Shown::Unreadable, [Nothing; 3]),
        _ => (Shown::Dark, [Dark; 3]),
    }
}

#[tokio::test(start_paused = true)]
async fn no_wait_gives_up_early_or_misses_what_a_look_has_met() {
    let mut met = [0_usize; 4];
    for seed in 0..ROUNDS {
        let mut dice = Dice(seed);
        let kind = [Kind::Present, Kind::Gone, Kind::Changed][usize::try_from(seed % 3).unwrap()];
        let timeout = 1 + dice.below(6_000);
        let mut parts = vec![(Duration::ZERO, part(&mut dice))];
        if kind == Kind::Changed {
            // What changes was read before.
            parts[0].1 = (
                Shown::Screen(buttons(&["B", "A"])),
                [Meets::Yes, Meets::No, Meets::No],
            );
        }
        let mut at = 0;
        for _ in 0..dice.below(6) {
            at += 1 + dice.below(timeout / 2 + 1);
            parts.push((Duration::from_millis(at), part(&mut dice)));
        }
        let course: Vec<(Duration, Shown)> = parts
            .iter()
            .map(|(when, (shown, _))| (*when, shown.clone()))
            .collect();
        let takes = Duration::from_millis(
            [0, dice.below(50), dice.below(700)][usize::try_from(seed % 5 % 3).unwrap()],
        );
        let mut phone = Played::default().takes(takes).follows(&course);
        let is_pushed = seed % 2 == 0;
        if is_pushed {
            phone = phone.pushes(Pushes::Changes);
        }
        let of_kind = |meets: &[Meets; 3]| meets[kind as usize];
        let meets: Vec<Meets> = parts.iter().map(|(_, (_, meets))| of_kind(meets)).collect();
        let said = format!(
            "seed {seed}: {kind:?} within {timeout} ms, a look takes {takes:?}, {meets:?} at {course:?}"
        );
        let verdict = play(&phone, kind, timeout, is_pushed, &meets).await;
        match verdict {
            Ok(ended) => met[ended] += 1,
            Err(wrong) => panic!("{wrong}; {said}; {:?}", phone.looks()),
        }
    }
    println!(
        "met {}, not in time {}, dark {}, not readable {}",
        met[0], met[1], met[2], met[3]
    );
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
}

/// Waits, and judges the answer by what the looks met. Answers how it ended.
async fn play(
    phone: &Played,
    kind: Kind,
    timeout: u64,
    is_pushed: bool,
    meets: &[Meets],
) -> Result<usize, String> {
    // An empty label is no `A`, so that both kinds find the node by how its name begins.
    let actions = match kind {
        Kind::Present => json!([{ "type": "wait_for_node",
            "params": { "matcher": { "textEquals": "A" }, "timeoutMs": timeout } }]),
        Kind::Gone => json!([{ "type": "wait_for_node",
            "params": { "matcher": { "textEquals": "A" }, "until": "gone", "timeoutMs": timeout } }]),
        Kind::Changed => json!([
            { "type": "read_text", "params": { "where": { "textMatches": "A.*" } } },
            { "type": "wait_for_node", "params": { "where": { "textMatches": "A.*" },
                "until": "changed", "since": "s0", "timeoutMs": timeout } }]),
    };
    let execution = execution_within(&actions, 30_000);
    let before = usize::from(kind == Kind::Changed);
    let started = Instant::now();
    let result = run(phone, &execution)
        .await
        .map_err(|failure| failure.to_string())?;
    let ended = Instant::now();
    let step = actions.as_array().unwrap().len() - 1;
    let looks: Vec<Look> = phone.looks().split_off(before);
    let met: Vec<Meets> = looks.iter().map(|look| meets[look.part]).collect();
    // The read before a wait takes its time too.
    let started = looks.first().map_or(started, |look| look.began);
    let deadline = started + Duration::from_millis(timeout);
    for pair in looks.windows(2) {
        let pause = pair[1].began - pair[0].began;
        if pause > LONGEST_PAUSE + Duration::from_millis(700) {
            return Err(format!("nobody looked for {pause:?}"));
        }
    }
    // Of a node that goes a driver that does not wait for rest needs two looks.
    let needed = if kind == Kind::Gone && is_pushed {
        2
    } else {
        1
    };
    let holds =
        |end: usize| end >= needed && met[end - needed..end].iter().all(|met| *met == Meets::Yes);
    let earlier = (1..met.len()).find(|end| holds(*end));
    if let Some(end) = earlier {
        return Err(format!("it was met by look {end}, and the wait went on"));
    }
    if result.envelope.step_results[step].success {
        return if holds(met.len()) {
            Ok(0)
        } else {
            Err("it was never met".to_owned())
        };
    }
    let error = data(&result, step, "error").unwrap_or_default();
    if error == "DEVICE_NOT_INTERACTIVE" {
        let was_dark = met.contains(&Meets::Dark) || meets.contains(&Meets::Dark);
        return if was_dark {
            Ok(2)
        } else {
            Err("it was never dark".to_owned())
        };
    }
    if holds(met.len()) {
        return Err(format!("{error} where it was met"));
    }
    let last = looks.last().ok_or("nobody looked")?;
    if ended < deadline || last.began < deadline && needed == 1 {
        return Err(format!("{error} before its time"));
    }
    match error {
        "WAIT_TIMEOUT" => Ok(1),
        "UI_TREE_UNAVAILABLE" if met.last() == Some(&Meets::Nothing) => Ok(3),
        _ => Err(format!("{error} of a screen that was read")),
    }
}
