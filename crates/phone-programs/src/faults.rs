//! What can be made to go wrong with the programs.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Faults of a phone's programs. Clones are the same switches; everything starts off.
#[derive(Debug, Clone, Default)]
pub struct Faults(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    gate: watch::Sender<Gate>,
}

#[derive(Debug, Default)]
struct State {
    dump: Option<(DumpFault, Times)>,
    switches: BTreeSet<Switch>,
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

impl Faults {
    /// Makes dumps fail; `None` switches the fault off.
    pub fn set_dump(&self, fault: Option<(DumpFault, Times)>) {
        self.state().dump = fault;
    }

    /// Makes something go wrong from now on.
    pub fn switch_on(&self, switch: Switch) {
        self.state().switches.insert(switch);
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
        let (fault, times) = state.dump.clone()?;
        match times {
            Times::Always => {}
            Times::Next(0) => {
                state.dump = None;
                return None;
            }
            Times::Next(left) => state.dump = Some((fault.clone(), Times::Next(left - 1))),
        }
        Some(fault)
    }

    pub(crate) fn has(&self, switch: Switch) -> bool {
        self.state().switches.contains(&switch)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
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
