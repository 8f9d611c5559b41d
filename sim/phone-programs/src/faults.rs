//! What can be made to go wrong with the programs.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::operator_faults::{KillMoment, OperatorFault, OperatorFaults};

/// Faults of a phone's programs. Clones are the same switches; everything starts off.
#[derive(Debug, Clone, Default)]
pub struct ProgramFaults(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    gate: watch::Sender<Gate>,
    /// How often the system server has ended.
    system_ends: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    /// The last one acts; one that is used up uncovers the one before it.
    dumps: Vec<(DumpFault, Times)>,
    switches: BTreeSet<Switch>,
    operator: OperatorFaults,
}

/// Something that is wrong with the phone until it is switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// Injected events are refused, as vendors do without their own switch.
    RefuseInput,
    /// `pm grant` and `pm revoke` are refused, as some vendors do.
    RefuseGrants,
    /// `settings put` is refused, as some vendors do.
    RefuseSettings,
    /// The system server is away: no service can be found.
    FrameworkDown,
    /// Another program holds the automation for good.
    AutomationHeld,
    /// `monkey` finds no physical system keys, as on some devices and recent emulators.
    NoSystemKeys,
}

/// How often a fault happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// So many times.
    Next(u32),
    /// Until it is switched off.
    Always,
}

/// What goes wrong with `uiautomator dump`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DumpFault {
    /// It is killed, status 137, and nothing is written.
    Killed,
    /// No window has a root.
    NullRoot,
    /// It waits its ten seconds and gives up.
    NotIdle,
    /// This text follows the XML.
    JunkAfter(String),
    /// Only so many bytes of the XML are written.
    Truncated(usize),
}

/// Which programs wait before they start.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Gate {
    /// None.
    #[default]
    Open,
    /// Every program of the framework.
    Closed,
    /// Only those of these names.
    ClosedFor(Vec<String>),
}

impl ProgramFaults {
    /// Makes dumps fail. One of the same kind is replaced; others act again when this one is used up or cleared.
    pub fn set_dump(&self, fault: DumpFault, times: Times) {
        let mut state = self.state();
        state.dumps.retain(|(known, _)| !known.is_like(&fault));
        if times != Times::Next(0) {
            state.dumps.push((fault, times));
        }
    }

    /// Lets dumps no longer fail in this way.
    pub fn clear_dump(&self, fault: &DumpFault) {
        self.state()
            .dumps
            .retain(|(known, _)| !known.is_like(fault));
    }

    /// How often dumps will still fail in this way; `None` for never again.
    #[must_use]
    pub fn dump_left(&self, fault: &DumpFault) -> Option<Times> {
        let state = self.state();
        let mut dumps = state.dumps.iter();
        let known = dumps.find(|(known, _)| known.is_like(fault));
        known.map(|(_, times)| *times)
    }

    /// Makes the Operator fail. A fault of the same kind is replaced.
    pub fn set_operator(&self, fault: OperatorFault, times: Times) {
        self.state().operator.set(fault, times);
    }

    /// Lets the Operator no longer fail in this way.
    pub fn clear_operator(&self, fault: &OperatorFault) {
        self.state().operator.clear(fault);
    }

    /// What is left of a fault of the Operator; `None` when it is used up.
    #[must_use]
    pub fn operator_left(&self, fault: &OperatorFault) -> Option<(OperatorFault, Times)> {
        self.state().operator.left(fault)
    }

    /// Makes something go wrong from now on.
    pub fn switch_on(&self, switch: Switch) {
        let is_new = self.state().switches.insert(switch);
        if is_new && switch == Switch::FrameworkDown {
            self.end_system();
        }
    }

    /// The system server ends, and what is connected to it learns that it is gone. Another one takes its place at once,
    /// unless [`Switch::FrameworkDown`] is on.
    pub fn end_system(&self) {
        self.0.system_ends.send_modify(|ends| *ends += 1);
    }

    /// Tells of the ends of the system server that come from now on.
    pub(crate) fn system_ends(&self) -> watch::Receiver<u64> {
        self.0.system_ends.subscribe()
    }

    /// Makes it work again.
    pub fn switch_off(&self, switch: Switch) {
        self.state().switches.remove(&switch);
    }

    /// Holds programs back until the gate is opened again; a held program may be dropped.
    pub fn set_gate(&self, gate: Gate) {
        self.0.gate.send_replace(gate);
    }

    /// Switches everything off and lets held programs go.
    pub fn clear(&self) {
        *self.state() = State::default();
        self.set_gate(Gate::Open);
    }

    /// Waits while the gate is closed for this program.
    pub(crate) async fn pass(&self, program: &str) {
        let mut gate = self.0.gate.subscribe();
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = gate.wait_for(|gate| !gate.holds(program)).await;
    }

    /// The fault of this dump; it counts as used.
    pub(crate) fn take_dump(&self) -> Option<DumpFault> {
        let mut state = self.state();
        let (fault, times) = state.dumps.last_mut()?;
        let fault = fault.clone();
        match times {
            Times::Always => {}
            Times::Next(left) if *left > 1 => *left -= 1,
            Times::Next(_) => drop(state.dumps.pop()),
        }
        Some(fault)
    }

    /// A fault of the Operator that meets this; it counts as used.
    pub(crate) fn take_operator(
        &self,
        meets: impl Fn(&OperatorFault) -> bool,
    ) -> Option<OperatorFault> {
        self.state().operator.take(meets)
    }

    /// Whether the Operator is killed at the act that comes now.
    pub(crate) fn take_kill(&self) -> Option<KillMoment> {
        self.state().operator.take_kill()
    }

    /// Whether half of the answer that goes out now is sent.
    pub(crate) fn take_half(&self) -> bool {
        self.state().operator.take_half()
    }

    pub(crate) fn has(&self, switch: Switch) -> bool {
        self.state().switches.contains(&switch)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DumpFault {
    /// Whether the other one is of the same kind, whatever its text or number.
    fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl Gate {
    fn holds(&self, program: &str) -> bool {
        match self {
            Self::Open => false,
            Self::Closed => true,
            Self::ClosedFor(names) => names.iter().any(|name| name == program),
        }
    }
}
