//! What a deed asks of the Operator on a phone without a fault: the places at which something can go wrong.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use clawperator_test_support::{BeforeCall, Watched};
use clawperator_virtual_phone::{Fault, FaultKind, KillMoment, Traffic, VirtualPhone};

use super::super::deeds::Deed;
use super::super::judge::{Outcome, Violation};
use super::super::trial::{Sight, Trial};
use super::super::troubles::Harm;
use super::warm;
use crate::suite::rig::Rig;

/// No deed has so many acts or answers.
const FAR: u32 = 10_000;

/// The way of a deed through the driver.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) calls: Vec<Call>,
    /// How many acts are sent to the Operator.
    pub(super) acts: u32,
    /// How many answers come from it.
    pub(super) answers: u32,
    /// How many bytes come to the phone.
    pub(super) bytes_in: u64,
    /// How many leave it.
    pub(super) bytes_out: u64,
}

/// A call of the engine to the driver.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) kind: &'static str,
    /// The answers before it.
    answers: u32,
}

impl Call {
    /// Whether something is asked of the Operator. Apps are opened, stopped and changed through the shell.
    pub(super) fn asks(&self) -> bool {
        !matches!(
            self.kind,
            "identity"
                | "launch"
                | "open"
                | "stop"
                | "leads_to"
                | "apps"
                | "is_installed"
                | "permissions"
                | "clear_app"
                | "uninstall"
                | "permission"
        )
    }

    /// Whether it is an act of the Operator.
    pub(super) fn acts(&self) -> bool {
        matches!(self.kind, "touch" | "key" | "text" | "submit")
    }
}

impl Course {
    /// Runs a deed without a fault, and judges that too.
    pub(super) async fn of(rig: &Rig, deed: &Deed) -> (Self, Outcome, Vec<Violation>) {
        let mut trial = Trial::prepare(rig, deed, Sight::Windows).await;
        rig.until_quiet().await;
        let device = warm(rig).await;
        let phone = rig.phone();
        for fault in counters() {
            phone.faults().set(fault).await.unwrap();
        }
        trial.begins();
        let before = phone.traffic();
        let notes = Arc::new(Notes {
            phone: phone.clone(),
            calls: Mutex::default(),
        });
        let watched = Watched::new(Arc::new(device), None, notes.clone());
        let ran = trial.run(Arc::new(watched), 120_000, 1).await;
        let Traffic {
            bytes_in,
            bytes_out,
            ..
        } = phone.traffic();
        let (acts, answers) = counted(phone);
        let (outcome, violations) = trial.judged(ran, Harm::None).await;
        let course = Self {
            calls: notes.calls.lock().unwrap().clone(),
            acts,
            answers,
            bytes_in: bytes_in - before.bytes_in,
            bytes_out: bytes_out - before.bytes_out,
        };
        (course, outcome, violations)
    }

    /// Which of the answers are those of acts.
    pub(super) fn answers_of_acts(&self) -> Vec<u32> {
        // Each act has one, which is the next; what comes behind it is of a look that went out together with it.
        let acts = self.calls.iter().filter(|call| call.acts());
        acts.map(|call| call.answers + 1).collect()
    }
}

/// Faults that never strike, and count what could have met them.
fn counters() -> [Fault; 2] {
    [
        Fault::OperatorKilled {
            moment: KillMoment::Before,
            act: FAR,
        },
        Fault::OperatorHalfAnswer {
            answer: FAR,
            times: Some(1),
        },
    ]
}

/// How many acts and answers have passed since they were set.
fn counted(phone: &VirtualPhone) -> (u32, u32) {
    let left = phone.faults().list();
    let of = |kind: FaultKind| {
        let left = left.iter().find(|fault| fault.kind() == kind);
        match left {
            Some(
                Fault::OperatorKilled { act: left, .. }
                | Fault::OperatorHalfAnswer { answer: left, .. },
            ) => FAR - left,
            _ => panic!("{kind:?} was met"),
        }
    };
    (
        of(FaultKind::OperatorKilled),
        of(FaultKind::OperatorHalfAnswer),
    )
}

#[derive(Debug)]
struct Notes {
    phone: VirtualPhone,
    calls: Mutex<Vec<Call>>,
}

#[async_trait]
impl BeforeCall for Notes {
    async fn happen(&self, kind: &'static str, _: usize) {
        let (_, answers) = counted(&self.phone);
        self.calls.lock().unwrap().push(Call { kind, answers });
    }
}
