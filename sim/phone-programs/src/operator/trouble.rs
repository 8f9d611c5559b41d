//! Faults of the Operator, as it meets them.

use clawperator_operator_protocol::{Name, Node, NodeFlags, Texts};
use clawperator_phone_operator::{Moment, Shown, Trouble};

use crate::faults::ProgramFaults;
use crate::operator_faults::{KillMoment, OperatorFault};

/// The longest text of a node.
const LONGEST_TEXT: u64 = 131_072;

/// What goes wrong at a moment.
pub(super) fn at(faults: &ProgramFaults, at: Moment) -> Option<Trouble> {
    match at {
        Moment::Greeting => {
            let meets = |fault: &OperatorFault| {
                matches!(
                    fault,
                    OperatorFault::Silent
                        | OperatorFault::WrongProof
                        | OperatorFault::WrongBuild
                        | OperatorFault::WrongVersion
                )
            };
            Some(match faults.take_operator(meets)? {
                OperatorFault::WrongProof => Trouble::WrongProof,
                OperatorFault::WrongBuild => Trouble::WrongBuild,
                OperatorFault::WrongVersion => Trouble::WrongVersion,
                _ => Trouble::Silence,
            })
        }
        Moment::Request => faults
            .take_operator(|fault| *fault == OperatorFault::Silent)
            .map(|_| Trouble::Silence),
        Moment::Answer => faults.take_half().then_some(Trouble::HalfAnswer),
        Moment::Act => faults.take_kill().map(|when| match when {
            KillMoment::Before => Trouble::KilledBefore,
            KillMoment::During => Trouble::KilledDuring,
            KillMoment::After => Trouble::KilledAfter,
        }),
    }
}

/// Makes a tree as large as a fault asks for: the window in front has further nodes with long texts.
pub(super) fn enlarge(faults: &ProgramFaults, shown: &mut Shown) {
    let meets = |fault: &OperatorFault| matches!(fault, OperatorFault::LargeTree(_));
    let Some(OperatorFault::LargeTree(mut left)) = faults.take_operator(meets) else {
        return;
    };
    let Some(window) = shown
        .windows
        .iter_mut()
        .find(|window| window.flags.bits() != 0 && !window.nodes.is_empty())
    else {
        return;
    };
    let children = window.nodes.iter().filter(|node| node.depth == 1).count();
    let mut index = u16::try_from(children).unwrap_or(u16::MAX);
    while left > 0 {
        let length = left.min(LONGEST_TEXT);
        left -= length;
        // A text of a node fits into memory.
        let text = "x".repeat(usize::try_from(length).unwrap_or(0));
        window.nodes.push(Node {
            depth: 1,
            index,
            drawing_order: 0,
            // No page has so many views.
            identity: u64::from(u32::MAX) << 32 | left,
            flags: NodeFlags::default(),
            bounds: [0; 4],
            class: Name::NONE,
            package: Name::NONE,
            id: Name::NONE,
            actions: 0,
            texts: Texts {
                text: Some(text),
                ..Texts::default()
            },
        });
        index = index.saturating_add(1);
    }
}
