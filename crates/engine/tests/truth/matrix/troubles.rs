//! Every fault of the virtual phone but those of the Operator as data: what goes wrong, when, and whether it is in the
//! way at all.

use clawperator_virtual_phone::{CutDirection, Fault, FaultKind};

use super::deeds::{Deed, Does};

/// A fault that strikes a run.
#[derive(Debug, Clone)]
pub(crate) struct Trouble {
    pub(crate) fault: Fault,
    pub(crate) when: When,
    /// The execution's timeout, in milliseconds of its own clock.
    pub(crate) timeout_ms: u64,
    pub(crate) harm: Harm,
}

/// When a fault strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// Before the run begins.
    Before,
    /// When the phone has granted so many streams of the run.
    After(u64),
}

/// What is to be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Harm {
    /// Every deed succeeds all the same.
    None,
    /// Deeds may fail.
    Some,
}

/// How long a tree may lag behind and be found out: a look takes as long at least.
const TWO_LOOKS: u64 = 500;
/// How long a tree lags behind when it lags for so long that it cannot be told from a screen that stands still.
const LAGGING: u64 = 600_000;

/// For what is over sooner or later by itself.
pub(crate) const LONG: u64 = 120_000;
/// For what lasts until the run's time is up.
const SHORT: u64 = 12_000;

impl Trouble {
    /// Whether a deed can meet it through the shell.
    pub(crate) fn can_meet(&self, deed: &Deed) -> bool {
        // Whoever presses what a swipe brought up goes by the tree; one that stays behind for longer than two looks take
        // shows the same place in both, and no eye but another one could tell.
        let blind = matches!(self.fault, Fault::TreeStale { for_ms } if for_ms > TWO_LOOKS)
            && matches!(deed.does, Does::SwipesAndTaps { .. });
        let in_time = match self.when {
            When::Before => true,
            When::After(streams) => streams <= deed.streams,
        };
        // A scroll that names no container is for whatever is in front.
        let puts_another = matches!(
            self.fault,
            Fault::OtherAppInFront { .. } | Fault::FrameworkRestarted
        );
        let for_whatever =
            puts_another && matches!(deed.does, Does::Swipes { .. } | Does::SwipesAndTaps { .. });
        in_time && !blind && !for_whatever
    }

    /// Whether it is over after a while of the phone's time, which then has to pass as the engine's does.
    pub(crate) fn needs_time(&self) -> bool {
        self.fault.kind() == FaultKind::TreeStale
    }

    /// Whether something else is on the screen while it lasts.
    pub(crate) fn changes_screen(&self) -> bool {
        changes_screen(self.fault.kind())
    }
}

/// Whether something else is on the screen while a fault lasts.
pub(crate) fn changes_screen(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::AppCrash
            | FaultKind::AppNotResponding
            | FaultKind::ScreenOffAndLocked
            | FaultKind::ScreenOff
            | FaultKind::ScreenLocked
            | FaultKind::OtherAppInFront
            | FaultKind::FrameworkRestarted
    )
}

pub(crate) fn troubles() -> Vec<Trouble> {
    let before = |fault, timeout_ms, harm| Trouble {
        fault,
        when: When::Before,
        timeout_ms,
        harm,
    };
    let mut troubles = Vec::new();
    for fault in harmless() {
        troubles.push(before(fault, LONG, Harm::None));
    }
    for fault in lasting() {
        troubles.push(before(fault, LONG, Harm::Some));
    }
    for fault in stalling() {
        troubles.push(before(fault, SHORT, Harm::Some));
    }
    for (fault, timeout_ms) in striking() {
        for streams in 1..=3 {
            troubles.push(Trouble {
                fault: fault.clone(),
                when: When::After(streams),
                timeout_ms,
                harm: Harm::Some,
            });
        }
    }
    troubles
}

/// What a driver copes with.
fn harmless() -> Vec<Fault> {
    vec![
        Fault::ShellSlow { delay_ms: 20 },
        Fault::DumpKilled { times: Some(1) },
        Fault::DumpNullRoot { times: Some(1) },
        Fault::DumpJunk {
            text: "WARNING: linker: unsupported flags DT_FLAGS_1=0x8000001\n".to_owned(),
        },
        Fault::ClockJump { by_ms: 3_600_000 },
        Fault::ClockJump { by_ms: -3_600_000 },
    ]
}

/// What lasts, and answers at once.
fn lasting() -> Vec<Fault> {
    let mut faults = vec![
        Fault::Offline,
        Fault::Unauthorized,
        Fault::DumpKilled { times: None },
        Fault::DumpNullRoot { times: None },
        Fault::DumpNotIdle { times: None },
        Fault::DumpNotIdle { times: Some(1) },
        Fault::AutomationHeld,
        Fault::EmojiInText,
        Fault::TapsLost { times: None },
        Fault::TapsLost { times: Some(1) },
        Fault::InputRefused,
        Fault::AppCrash { package: None },
        Fault::AppNotResponding {
            package: None,
            for_ms: 600_000,
        },
        Fault::StorageLow { free_bytes: 0 },
        Fault::ScreenOffAndLocked,
        Fault::ScreenOff,
        Fault::ScreenLocked { secret: false },
        Fault::ScreenLocked { secret: true },
        Fault::OtherAppInFront {
            package: "com.android.settings".to_owned(),
        },
        Fault::FrameworkDown,
        Fault::FrameworkRestarted,
    ];
    for after_bytes in [0, 512, 3_000, 9_000] {
        faults.push(Fault::DumpTruncated { after_bytes });
    }
    for for_ms in [TWO_LOOKS, 2_000, LAGGING] {
        faults.push(Fault::TreeStale { for_ms });
    }
    for after_bytes in [0, 1, 4, 100, 5_000] {
        faults.push(Fault::OutputTruncated { after_bytes });
    }
    // So that the connection ends in a request, in its answer, and between two of them.
    for after_bytes in [0, 30, 300, 1_500, 10_000] {
        for direction in [CutDirection::In, CutDirection::Out] {
            faults.push(Fault::ConnectionCut {
                after_bytes,
                direction,
            });
        }
    }
    faults
}

/// What lasts and does not answer.
fn stalling() -> Vec<Fault> {
    vec![Fault::ShellSlow { delay_ms: 2_000 }, Fault::ShellStalled]
}

/// What strikes while a run is under way.
///
/// An app that crashes or hangs, and a screen that goes dark, are not among them: no driver that reads a screen and
/// then touches it can know of what comes between the two.
fn striking() -> Vec<(Fault, u64)> {
    vec![
        (Fault::Offline, LONG),
        (Fault::Unauthorized, LONG),
        (
            Fault::ConnectionCut {
                after_bytes: 0,
                direction: CutDirection::Out,
            },
            LONG,
        ),
        (
            Fault::ConnectionCut {
                after_bytes: 60,
                direction: CutDirection::Out,
            },
            LONG,
        ),
        (
            Fault::ConnectionCut {
                after_bytes: 200,
                direction: CutDirection::In,
            },
            LONG,
        ),
        (Fault::ShellSlow { delay_ms: 2_000 }, SHORT),
        (Fault::ShellStalled, SHORT),
        (Fault::OutputTruncated { after_bytes: 3 }, LONG),
        (Fault::DumpKilled { times: None }, LONG),
        (Fault::DumpTruncated { after_bytes: 3_000 }, LONG),
        (Fault::TapsLost { times: None }, LONG),
        (Fault::InputRefused, LONG),
        (Fault::FrameworkDown, LONG),
    ]
}
