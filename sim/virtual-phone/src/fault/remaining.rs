//! What is left of a fault that does not last for ever.

use clawperator_adbd as adbd;
use clawperator_phone_programs as programs;

use super::board::Hooks;
use super::operator::{operator_fault, operator_remaining};
use super::{CutDirection, Fault};

/// The fault with the numbers that it has by now; `None` when it is used up.
pub(super) fn remaining(
    fault: &Fault,
    hooks: &Hooks,
    adb: &adbd::TransportFaults,
) -> Option<Fault> {
    if let Some((dump, _)) = dump_fault(fault) {
        let times = match hooks.programs.dump_left(&dump)? {
            programs::Times::Next(left) => Some(left),
            programs::Times::Always => None,
        };
        return Some(with_times(fault, times));
    }
    if let Some((operator, _)) = operator_fault(fault) {
        let (left, times) = hooks.programs.operator_left(&operator)?;
        return Some(operator_remaining(fault, &left, times));
    }
    match fault {
        Fault::TapsLost { times: Some(_) } => {
            let left = hooks.stage.scripted()?.faults().lose_taps;
            (left > 0).then_some(Fault::TapsLost { times: Some(left) })
        }
        Fault::ConnectionCut { direction, .. } => Some(Fault::ConnectionCut {
            after_bytes: adb.left((*direction).into())?,
            direction: *direction,
        }),
        Fault::StorageLow { .. } => Some(Fault::StorageLow {
            free_bytes: hooks.files.free(),
        }),
        other => Some(other.clone()),
    }
}

/// A fault of dumps as the programs have it, and how often it is to happen.
pub(super) fn dump_fault(fault: &Fault) -> Option<(programs::DumpFault, programs::Times)> {
    let counted =
        |times: &Option<u32>| times.map_or(programs::Times::Always, programs::Times::Next);
    match fault {
        Fault::DumpKilled { times } => Some((programs::DumpFault::Killed, counted(times))),
        Fault::DumpNullRoot { times } => Some((programs::DumpFault::NullRoot, counted(times))),
        Fault::DumpNotIdle { times } => Some((programs::DumpFault::NotIdle, counted(times))),
        Fault::DumpJunk { text } => {
            let junk = programs::DumpFault::JunkAfter(text.clone());
            Some((junk, programs::Times::Always))
        }
        Fault::DumpTruncated { after_bytes } => {
            // No dump is that long: none is cut.
            let bytes = usize::try_from(*after_bytes).unwrap_or(usize::MAX);
            Some((
                programs::DumpFault::Truncated(bytes),
                programs::Times::Always,
            ))
        }
        _ => None,
    }
}

fn with_times(fault: &Fault, times: Option<u32>) -> Fault {
    match fault {
        Fault::DumpKilled { .. } => Fault::DumpKilled { times },
        Fault::DumpNullRoot { .. } => Fault::DumpNullRoot { times },
        Fault::DumpNotIdle { .. } => Fault::DumpNotIdle { times },
        other => other.clone(),
    }
}

impl From<CutDirection> for adbd::TrafficDirection {
    fn from(direction: CutDirection) -> Self {
        match direction {
            CutDirection::In => Self::In,
            CutDirection::Out => Self::Out,
        }
    }
}
