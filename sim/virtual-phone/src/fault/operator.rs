//! Faults of the Operator as the programs have them.

use std::time::Duration;

use clawperator_phone_programs as programs;

use super::{Fault, KillMoment};

/// The largest tree that is asked for; nobody could send a larger one.
const LARGEST_TREE: u64 = 64 * 1024 * 1024;
/// The longest start; a day is as good as for ever.
const LONGEST_START: Duration = Duration::from_hours(24);

/// A fault of the Operator, and how often it is to happen.
pub(super) fn operator_fault(fault: &Fault) -> Option<(programs::OperatorFault, programs::Times)> {
    use programs::OperatorFault as Operator;

    let counted =
        |times: &Option<u32>| times.map_or(programs::Times::Always, programs::Times::Next);
    let always = programs::Times::Always;
    Some(match fault {
        Fault::OperatorKilled { moment, act } => {
            let killed = Operator::Killed {
                when: (*moment).into(),
                spared: act.saturating_sub(1),
            };
            (killed, programs::Times::Next(1))
        }
        Fault::OperatorHalfAnswer { answer, times } => {
            let half = Operator::HalfAnswer {
                spared: answer.saturating_sub(1),
            };
            (half, counted(times))
        }
        Fault::OperatorSilent => (Operator::Silent, always),
        Fault::OperatorWrongProof { times } => (Operator::WrongProof, counted(times)),
        Fault::OperatorWrongBuild { times } => (Operator::WrongBuild, counted(times)),
        Fault::OperatorWrongVersion { times } => (Operator::WrongVersion, counted(times)),
        Fault::OperatorJarCorrupt { times } => (Operator::CorruptJar, counted(times)),
        Fault::OperatorTreeLarge { bytes } => {
            (Operator::LargeTree((*bytes).min(LARGEST_TREE)), always)
        }
        Fault::OperatorStartSlow { delay_ms } => {
            let delay = Duration::from_millis(*delay_ms).min(LONGEST_START);
            (Operator::SlowStart(delay), always)
        }
        Fault::OperatorStartFails {
            code,
            reason,
            times,
        } => {
            let failed = Operator::FailedStart {
                code: code.clone(),
                reason: reason.clone(),
            };
            (failed, counted(times))
        }
        Fault::OperatorStartUnheard { times } => (Operator::SilentStart, counted(times)),
        _ => return None,
    })
}

/// The fault with the numbers that it has by now.
pub(super) fn operator_remaining(
    fault: &Fault,
    left: &programs::OperatorFault,
    times: programs::Times,
) -> Fault {
    let times = match times {
        programs::Times::Next(left) => Some(left),
        programs::Times::Always => None,
    };
    match (fault, left) {
        (Fault::OperatorKilled { moment, .. }, programs::OperatorFault::Killed { spared, .. }) => {
            Fault::OperatorKilled {
                moment: *moment,
                act: spared.saturating_add(1),
            }
        }
        (Fault::OperatorHalfAnswer { .. }, programs::OperatorFault::HalfAnswer { spared }) => {
            Fault::OperatorHalfAnswer {
                answer: spared.saturating_add(1),
                times,
            }
        }
        (Fault::OperatorWrongProof { .. }, _) => Fault::OperatorWrongProof { times },
        (Fault::OperatorWrongBuild { .. }, _) => Fault::OperatorWrongBuild { times },
        (Fault::OperatorWrongVersion { .. }, _) => Fault::OperatorWrongVersion { times },
        (Fault::OperatorJarCorrupt { .. }, _) => Fault::OperatorJarCorrupt { times },
        (Fault::OperatorStartUnheard { .. }, _) => Fault::OperatorStartUnheard { times },
        (Fault::OperatorStartFails { code, reason, .. }, _) => Fault::OperatorStartFails {
            code: code.clone(),
            reason: reason.clone(),
            times,
        },
        (other, _) => other.clone(),
    }
}

impl From<KillMoment> for programs::KillMoment {
    fn from(moment: KillMoment) -> Self {
        match moment {
            KillMoment::Before => Self::Before,
            KillMoment::During => Self::During,
            KillMoment::After => Self::After,
        }
    }
}
