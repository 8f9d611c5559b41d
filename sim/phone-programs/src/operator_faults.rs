//! What can be made to go wrong with the Operator.

use std::time::Duration;

use crate::faults::Times;

/// What goes wrong with the Operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OperatorFault {
    /// It is killed at an act, and nobody is told what became of that: the so many acts before it are done as ever.
    Killed { when: KillMoment, spared: u32 },
    /// Half of an answer is sent, and the stream is closed: the so many answers before it are sent as ever.
    HalfAnswer { spared: u32 },
    /// What is asked is not done and not answered, and new streams are not greeted.
    Silent,
    /// It does not know the secret.
    WrongProof,
    /// It says that it is of another build.
    WrongBuild,
    /// It says that it speaks another version of the protocol.
    WrongVersion,
    /// It finds another jar than it was started for.
    CorruptJar,
    /// Its trees have so many bytes more.
    LargeTree(u64),
    /// It says that it is ready after this time of the phone's clock.
    SlowStart(Duration),
    /// It does not start, for this reason.
    FailedStart { code: String, reason: String },
    /// It starts, and closes its output without a word.
    SilentStart,
}

/// When the Operator is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KillMoment {
    /// Nothing of the act is done.
    Before,
    /// A part of it is done.
    During,
    /// All of it is done.
    After,
}

/// The faults of the Operator that are set, each kind once.
#[derive(Debug, Default)]
pub(crate) struct OperatorFaults(Vec<(OperatorFault, Times)>);

impl OperatorFaults {
    pub(crate) fn set(&mut self, fault: OperatorFault, times: Times) {
        self.clear(&fault);
        if times != Times::Next(0) {
            self.0.push((fault, times));
        }
    }

    pub(crate) fn clear(&mut self, fault: &OperatorFault) {
        self.0.retain(|(known, _)| !known.is_like(fault));
    }

    /// How often it will still happen, and what is spared before.
    pub(crate) fn left(&self, fault: &OperatorFault) -> Option<(OperatorFault, Times)> {
        let mut known = self.0.iter();
        known.find(|(known, _)| known.is_like(fault)).cloned()
    }

    /// A fault that meets this; it counts as used.
    pub(crate) fn take(&mut self, meets: impl Fn(&OperatorFault) -> bool) -> Option<OperatorFault> {
        let place = self.0.iter().position(|(fault, _)| meets(fault))?;
        let (fault, times) = self.0.get_mut(place)?;
        let taken = fault.clone();
        match times {
            Times::Always => {}
            Times::Next(left) if *left > 1 => *left -= 1,
            Times::Next(_) => {
                self.0.remove(place);
            }
        }
        Some(taken)
    }

    /// An act comes; answers when the Operator is killed, if it is at this one.
    pub(crate) fn take_kill(&mut self) -> Option<KillMoment> {
        let kills = |fault: &OperatorFault| matches!(fault, OperatorFault::Killed { .. });
        match self.take_unless_spared(kills)? {
            OperatorFault::Killed { when, .. } => Some(when),
            _ => None,
        }
    }

    /// An answer goes out; says whether only half of it does.
    pub(crate) fn take_half(&mut self) -> bool {
        let halves = |fault: &OperatorFault| matches!(fault, OperatorFault::HalfAnswer { .. });
        self.take_unless_spared(halves).is_some()
    }

    /// A fault that meets this, unless what it would strike is spared; that counts too.
    fn take_unless_spared(
        &mut self,
        meets: impl Fn(&OperatorFault) -> bool,
    ) -> Option<OperatorFault> {
        for (fault, _) in &mut self.0 {
            if meets(fault)
                && let OperatorFault::Killed { spared, .. } | OperatorFault::HalfAnswer { spared } =
                    fault
                && *spared > 0
            {
                *spared -= 1;
                return None;
            }
        }
        self.take(meets)
    }
}

impl OperatorFault {
    /// Whether the other one is of the same kind, whatever its numbers.
    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}
