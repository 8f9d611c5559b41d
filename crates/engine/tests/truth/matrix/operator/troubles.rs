//! What can go wrong with a deed through the Operator, as data.

use clawperator_virtual_phone::{CutDirection, Fault, KillMoment};

use super::super::deeds::{Deed, Does};
use super::super::trial::TIMES;
use super::super::troubles::{Harm, LONG};
use super::blow::Blow;
use super::course::{Call, Course};

/// Something that strikes a run.
#[derive(Debug, Clone)]
pub(super) struct Trouble {
    pub(super) blows: Vec<Blow>,
    pub(super) when: When,
    pub(super) timeout_ms: u64,
    pub(super) harm: Harm,
    /// How many times as fast the engine's clock goes. Only what keeps a run waiting is in a hurry.
    pub(super) times: u32,
    /// Whether it lasts for a while of the phone's time, which then has to pass.
    pub(super) needs_time: bool,
}

/// When it strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Before the Operator is started.
    Cold,
    /// When it runs, before the first call to the driver.
    Warm,
    /// When it runs, right before this call to the driver, from 1.
    Call(usize),
}

impl Trouble {
    /// Whether it is the Operator that goes wrong, or what ends it.
    pub(super) fn is_of_the_operator(&self) -> bool {
        self.blows.iter().any(|blow| match blow.fault() {
            Some(Fault::FrameworkRestarted) | None => true,
            Some(fault) => super::is_of_the_operator(fault.kind()),
        })
    }

    /// What it has in common with others that strike at another place of the way.
    pub(super) fn class(&self) -> String {
        let anywhere = |blow: &Blow| match blow {
            Blow::Fault(Fault::OperatorKilled { moment, .. }) => format!("killed {moment:?}"),
            Blow::Fault(Fault::OperatorHalfAnswer { times, .. }) => format!("half {times:?}"),
            blow => format!("{blow:?}"),
        };
        let blows: Vec<String> = self.blows.iter().map(anywhere).collect();
        format!("{} {}", self.when == When::Cold, blows.join(", "))
    }
}

/// More often than any run tries something.
const EVER: Option<u32> = Some(1_000);

/// The timeout of a run in which nothing more is answered: enough to come to that place on a busy machine.
const SILENCE: u64 = 40_000;

/// How much larger a large tree is, in bytes.
const LARGE: u64 = 5_242_880;

/// Everything that a deed can meet.
pub(super) fn troubles(deed: &Deed, course: &Course) -> Vec<Trouble> {
    if course.calls.is_empty() {
        return Vec::new();
    }
    let mut troubles = starting(deed);
    troubles.extend(screens(deed, course));
    troubles.extend(killing(course));
    troubles.extend(halving(course));
    troubles.extend(cutting(course));
    for (place, call) in course.calls.iter().enumerate() {
        if !call.asks() {
            continue;
        }
        let later = course.calls.get(place..).unwrap_or_default();
        let strikes = striking(deed, When::Call(place + 1), later).into_iter();
        // What was asked for together with the act before does not meet a silence that comes later.
        let is_ahead = went_ahead(deed, course.calls.get(..=place).unwrap_or_default());
        let is_silence = |trouble: &Trouble| {
            let is_silent = |blow: &Blow| matches!(blow, Blow::Fault(Fault::OperatorSilent));
            trouble.blows.iter().any(is_silent)
        };
        troubles.extend(strikes.filter(|trouble| !is_ahead || !is_silence(trouble)));
    }
    troubles
}

/// Whether the last of these calls is a look that went out together with the act before it.
fn went_ahead(deed: &Deed, calls: &[Call]) -> bool {
    let is = |place: usize, types: &[&str]| {
        let of_action = deed.actions[place]["type"].as_str();
        of_action.is_some_and(|of_action| types.contains(&of_action))
    };
    let [.., act, look] = calls else {
        return false;
    };
    act.acts()
        && look.kind == "observe"
        && is(0, &["click", "swipe", "press_key"])
        && is(1, &["snapshot_ui", "read_text", "read_key_value_pair"])
}

/// What goes wrong when the Operator is started.
fn starting(deed: &Deed) -> Vec<Trouble> {
    let cold = |fault, harm| Trouble {
        blows: vec![Blow::Fault(fault)],
        when: When::Cold,
        timeout_ms: LONG,
        harm,
        times: 1,
        needs_time: false,
    };
    let slow = |delay_ms, harm, times| Trouble {
        needs_time: true,
        times,
        ..cold(Fault::OperatorStartSlow { delay_ms }, harm)
    };
    let silent = Trouble {
        times: TIMES,
        ..cold(Fault::OperatorSilent, Harm::Some)
    };
    let once = Some(1);
    let mut troubles = vec![
        // These are put right by trying again.
        cold(Fault::OperatorJarCorrupt { times: once }, Harm::None),
        cold(Fault::OperatorWrongBuild { times: once }, Harm::None),
        cold(Fault::OperatorWrongVersion { times: once }, Harm::None),
        cold(Fault::OperatorJarCorrupt { times: EVER }, Harm::Some),
        cold(Fault::OperatorWrongBuild { times: EVER }, Harm::Some),
        cold(Fault::OperatorWrongVersion { times: EVER }, Harm::Some),
        cold(Fault::OperatorWrongProof { times: once }, Harm::Some),
        cold(Fault::OperatorWrongProof { times: EVER }, Harm::Some),
        cold(start_fails("FAILED", once), Harm::Some),
        cold(start_fails("FAILED", EVER), Harm::Some),
        cold(start_fails("IN_USE", EVER), Harm::Some),
        cold(Fault::OperatorStartUnheard { times: once }, Harm::Some),
        cold(Fault::OperatorStartUnheard { times: EVER }, Harm::Some),
        silent,
        cold(Fault::StorageLow { free_bytes: 0 }, Harm::Some),
        cold(Fault::FrameworkDown, Harm::Some),
        cold(Fault::Offline, Harm::Some),
        cold(Fault::Unauthorized, Harm::Some),
    ];
    // Where the phone's clock runs, how far a finger throws a list depends on how busy this machine is.
    if !matches!(deed.does, Does::Swipes { .. } | Does::SwipesAndTaps { .. }) {
        troubles.push(slow(2_000, Harm::None, 1));
        // In no hurry either: the program has to be brought before its start can be slow.
        troubles.push(slow(600_000, Harm::Some, 1));
    }
    troubles
}

/// What is wrong with the screen from the start.
fn screens(deed: &Deed, course: &Course) -> Vec<Trouble> {
    let from_the_start = |fault, harm| Trouble {
        blows: vec![Blow::Fault(fault)],
        when: When::Warm,
        timeout_ms: LONG,
        harm,
        times: if harm == Harm::None { 1 } else { TIMES },
        needs_time: false,
    };
    let mut troubles = vec![
        from_the_start(Fault::ScreenOffAndLocked, Harm::Some),
        from_the_start(Fault::ScreenOff, Harm::Some),
        from_the_start(Fault::ScreenLocked { secret: false }, Harm::Some),
        from_the_start(Fault::ScreenLocked { secret: true }, Harm::Some),
        from_the_start(Fault::EmojiInText, Harm::Some),
    ];
    if deed.page.is_some() {
        troubles.push(from_the_start(
            Fault::AppCrash { package: None },
            Harm::Some,
        ));
        let hangs = Fault::AppNotResponding {
            package: None,
            for_ms: 600_000,
        };
        troubles.push(from_the_start(hangs, Harm::Some));
    }
    // A scroll that names no container is for whatever is in front.
    if !matches!(deed.does, Does::Swipes { .. } | Does::SwipesAndTaps { .. }) {
        let package = "com.android.settings".to_owned();
        let other = Fault::OtherAppInFront { package };
        troubles.push(from_the_start(other, Harm::Some));
    }
    if course.calls.iter().any(|call| call.kind == "observe") {
        let large = Fault::OperatorTreeLarge { bytes: LARGE };
        troubles.push(from_the_start(large, Harm::None));
    }
    troubles
}

/// The Operator is killed at every act.
fn killing(course: &Course) -> Vec<Trouble> {
    let moments = [KillMoment::Before, KillMoment::During, KillMoment::After];
    let at = |act| moments.map(|moment| Fault::OperatorKilled { moment, act });
    (1..=course.acts)
        .flat_map(at)
        .map(|fault| warm(vec![Blow::Fault(fault)]))
        .collect()
}

/// Every answer breaks off once, or it and all after it; and where it is that of an act, somebody else answers then.
fn halving(course: &Course) -> Vec<Trouble> {
    let half = |answer, times| Blow::Fault(Fault::OperatorHalfAnswer { answer, times });
    let mut troubles = Vec::new();
    for answer in 1..=course.answers {
        for times in [Some(1), EVER] {
            troubles.push(warm(vec![half(answer, times)]));
        }
    }
    for answer in course.answers_of_acts() {
        let others = [
            Fault::OperatorWrongProof { times: EVER },
            Fault::OperatorWrongBuild { times: EVER },
            Fault::OperatorWrongVersion { times: EVER },
        ];
        for other in others {
            let blows = vec![half(answer, Some(1)), Blow::Fault(other)];
            troubles.push(warm(blows));
        }
    }
    troubles
}

/// The connection is cut at six places of the run, in each direction.
fn cutting(course: &Course) -> Vec<Trouble> {
    let ways = [
        (CutDirection::In, course.bytes_in),
        (CutDirection::Out, course.bytes_out),
    ];
    let cuts = ways.into_iter().flat_map(|(direction, bytes)| {
        // What the server says at the end of a run comes sooner or later, and nobody waits for it.
        (0..6).map(move |eighth| Fault::ConnectionCut {
            after_bytes: (bytes * eighth / 8).max(1),
            direction,
        })
    });
    cuts.filter(|_| course.answers > 0)
        .map(|fault| warm(vec![Blow::Fault(fault)]))
        .collect()
}

/// What strikes before a call that asks something of the Operator.
fn striking(deed: &Deed, when: When, later: &[Call]) -> Vec<Trouble> {
    let looks = later.iter().any(|call| call.kind == "observe");
    let acts = later.iter().any(Call::acts);
    let touches = later.iter().any(|call| call.kind == "touch");
    let scrolls = matches!(deed.does, Does::Swipes { .. } | Does::SwipesAndTaps { .. });
    let strikes = |blows, timeout_ms| Trouble {
        blows,
        when,
        timeout_ms,
        harm: Harm::Some,
        times: TIMES,
        needs_time: false,
    };
    let cut = Fault::ConnectionCut {
        after_bytes: 0,
        direction: CutDirection::Out,
    };
    let mut troubles = vec![
        strikes(vec![Blow::Kill], LONG),
        strikes(vec![Blow::Adbd], LONG),
        strikes(vec![Blow::Reboot], LONG),
        strikes(vec![Blow::Fault(Fault::OperatorSilent)], SILENCE),
        strikes(vec![Blow::Fault(Fault::Offline)], LONG),
        strikes(vec![Blow::Fault(Fault::Unauthorized)], LONG),
        strikes(vec![Blow::Fault(cut)], LONG),
        strikes(vec![Blow::Fault(Fault::FrameworkDown)], LONG),
    ];
    let does_not_return = [
        start_fails("FAILED", EVER),
        Fault::OperatorStartUnheard { times: EVER },
        Fault::OperatorJarCorrupt { times: EVER },
        Fault::OperatorWrongProof { times: EVER },
        Fault::OperatorWrongBuild { times: EVER },
        Fault::OperatorWrongVersion { times: EVER },
    ];
    for fault in does_not_return {
        troubles.push(strikes(vec![Blow::Kill, Blow::Fault(fault)], LONG));
    }
    if looks {
        troubles.push(strikes(vec![Blow::Fault(Fault::AutomationHeld)], LONG));
    }
    if acts {
        troubles.push(strikes(vec![Blow::Fault(Fault::InputRefused)], LONG));
    }
    if acts && !scrolls {
        // Whoever only looks is right about what was there, and a scroll may be for whatever is in front.
        let restarted = Fault::FrameworkRestarted;
        troubles.push(strikes(vec![Blow::Fault(restarted)], LONG));
    }
    if touches {
        let lost = Fault::TapsLost { times: EVER };
        troubles.push(strikes(vec![Blow::Fault(lost)], LONG));
    }
    troubles
}

fn warm(blows: Vec<Blow>) -> Trouble {
    Trouble {
        blows,
        when: When::Warm,
        timeout_ms: LONG,
        harm: Harm::Some,
        times: TIMES,
        needs_time: false,
    }
}

fn start_fails(code: &str, times: Option<u32>) -> Fault {
    Fault::OperatorStartFails {
        code: code.to_owned(),
        reason: "on purpose".to_owned(),
        times,
    }
}
