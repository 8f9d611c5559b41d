//! What strikes a run through the Operator, and whether the run has met it.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use clawperator_adb::{OutputLimits, Server};
use clawperator_test_support::BeforeCall;
use clawperator_virtual_phone::{Fault, VirtualPhone};

use crate::suite::rig::{OPERATOR, Rig};
use crate::suite::server::{reconnect, soon};

/// Something that goes wrong.
#[derive(Debug, Clone)]
pub(super) enum Blow {
    Fault(Fault),
    /// The Operator's process is killed while it does nothing.
    Kill,
    /// The phone's adb daemon ends, and takes the Operator along. It is back when the run goes on.
    Adbd,
    /// The phone restarts. It is back when the run goes on.
    Reboot,
}

impl Blow {
    pub(super) const fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Fault(fault) => Some(fault),
            Self::Kill | Self::Adbd | Self::Reboot => None,
        }
    }

    /// Whether a run has met it, by what is left of the phone's faults after it.
    pub(super) fn is_met(&self, left: &[Fault]) -> bool {
        let Some(fault) = self.fault() else {
            return true;
        };
        let now = left.iter().find(|now| now.kind() == fault.kind());
        match (fault, now) {
            (
                Fault::OperatorKilled { .. }
                | Fault::ConnectionCut {
                    after_bytes: 1.., ..
                },
                now,
            ) => now.is_none(),
            (_, Some(now)) => match (times(fault), times(now)) {
                (Some(before), Some(now)) => now < before,
                _ => true,
            },
            (_, None) => true,
        }
    }
}

/// How often a fault will still happen, where that is counted.
fn times(fault: &Fault) -> Option<u32> {
    match fault {
        Fault::OperatorHalfAnswer { times, .. }
        | Fault::OperatorWrongProof { times }
        | Fault::OperatorWrongBuild { times }
        | Fault::OperatorWrongVersion { times }
        | Fault::OperatorJarCorrupt { times }
        | Fault::OperatorStartFails { times, .. }
        | Fault::OperatorStartUnheard { times }
        | Fault::TapsLost { times } => *times,
        _ => None,
    }
}

/// Strikes right before one call of the engine to the driver.
#[derive(Debug)]
pub(super) struct Strikes {
    phone: VirtualPhone,
    client: Server,
    serial: String,
    blows: Vec<Blow>,
    /// Before which call, from 1.
    at: usize,
    calls: AtomicUsize,
}

impl Strikes {
    pub(super) fn new(rig: &Rig, blows: &[Blow], at: usize) -> Self {
        Self {
            phone: rig.phone().clone(),
            client: rig.client.clone(),
            serial: rig.serial.clone(),
            blows: blows.to_vec(),
            at,
            calls: AtomicUsize::new(0),
        }
    }

    /// Whether it came to the call.
    pub(super) fn have_struck(&self) -> bool {
        self.calls.load(Ordering::Relaxed) >= self.at
    }

    async fn strike(&self, blow: &Blow) {
        match blow {
            Blow::Fault(fault) => self.phone.faults().set(fault.clone()).await.unwrap(),
            Blow::Kill => self.line(&format!("pkill -9 -f {OPERATOR}")).await,
            Blow::Adbd => {
                self.line(&format!("pkill -9 -f {OPERATOR}")).await;
                let cut = Fault::ConnectionCut {
                    after_bytes: 0,
                    direction: clawperator_virtual_phone::CutDirection::Out,
                };
                self.phone.faults().set(cut).await.unwrap();
                reconnect(&self.client, &self.serial).await;
            }
            Blow::Reboot => {
                self.line("reboot").await;
                reconnect(&self.client, &self.serial).await;
            }
        }
    }

    async fn line(&self, line: &str) {
        let limits = OutputLimits {
            stdout: 1 << 10,
            stderr: 1 << 10,
        };
        let handle = self.client.device(&self.serial).unwrap();
        // A phone that restarts ends the stream without a word.
        let _ = handle.shell_output(line.as_bytes(), limits, soon()).await;
    }
}

#[async_trait]
impl BeforeCall for Strikes {
    async fn happen(&self, _: &'static str, _: usize) {
        let call = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if call == self.at {
            for blow in &self.blows {
                self.strike(blow).await;
            }
        }
    }
}
