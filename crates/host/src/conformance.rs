//! What a driver can do on a phone, tried with an app of its own.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_conformance::{CheckId, Progress, Subject, Wanted, run};
use clawperator_contract::conformance::{ConformanceCheck, ConformanceOutcome, ConformanceReport};
use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_device::probe::properties;
use clawperator_engine::Engine;

use crate::engine_parts::lock_parts;
use crate::phone::Phone;

/// What others are told meanwhile.
const HOLDER: &str = "conformance";
/// How long the phone may take to say what it is.
const NAMES_ITSELF: Duration = Duration::from_secs(10);

impl Phone {
    /// Tries what the driver can do: the checks whose names begin so, or all of them. The phone is taken for it, and whatever was changed is put back, also where `cancel`
    /// ends it early.
    pub async fn conformance(
        &self,
        only: &[&str],
        progress: &mut dyn Progress,
        cancel: impl Future<Output = ()>,
    ) -> Result<ConformanceReport, Failure> {
        let wanted = Wanted::beginning(only).map_err(unknown_check)?;
        let sources = Arc::clone(self.store().sources());
        let started = sources.now();
        let device = self.device();
        let engine = Engine::new(Arc::clone(&device), lock_parts(self.store()));
        let (_, hold) = engine.hold(HOLDER).await?;
        let subject = Subject {
            device: Arc::clone(&device),
            other: self.device(),
            phone: self.handle().clone(),
            sources: Arc::clone(&sources),
        };
        let phone = self.in_words().await;
        let tried = run(subject, &wanted, progress, cancel).await;
        // Whoever comes next waits for what may still be under way.
        if !tried.is_cut_off {
            hold.release();
        }
        let count = |outcome| of(&tried.checks, outcome);
        let failed = count(ConformanceOutcome::Failed);
        Ok(ConformanceReport {
            ok: failed == 0 && !tried.is_cut_off,
            device_id: self.serial().to_owned(),
            driver: device.capabilities().driver.name().to_owned(),
            fallback: device.fallback().map(str::to_owned),
            phone,
            passed: count(ConformanceOutcome::Passed),
            failed,
            skipped: count(ConformanceOutcome::Skipped),
            elapsed_ms: u64::try_from(sources.now().since(started).as_millis()).unwrap_or(u64::MAX),
            checks: tried.checks,
        })
    }

    async fn in_words(&self) -> String {
        let deadline = Deadline::after(NAMES_ITSELF);
        match properties::read(self.handle(), deadline).await {
            Ok(says) => format!(
                "{} {}, Android {} (API {})",
                says.manufacturer, says.model, says.release, says.api_level
            )
            .trim_start()
            .to_owned(),
            Err(_) => "a phone that does not say what it is".to_owned(),
        }
    }
}

fn unknown_check(beginning: &str) -> Failure {
    let names: Vec<&str> = CheckId::ALL.iter().map(|id| id.name()).collect();
    let message = format!("no check begins with `{}`", excerpt(beginning));
    Failure::new(ErrorCode::UnknownName, message)
        .with_hint(format!("the checks are {}", names.join(", ")))
}

fn of(checks: &[ConformanceCheck], outcome: ConformanceOutcome) -> u32 {
    let count = checks
        .iter()
        .filter(|check| check.outcome == outcome)
        .count();
    u32::try_from(count).unwrap_or(u32::MAX)
}
