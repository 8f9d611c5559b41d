//! Taking the phone for a run: at once, or in turn where the run may wait.

use std::time::Duration;

use clawperator_contract::{
    Action, ActionParams, ConflictDetails, ErrorCode, Execution, Failure, FailureDetails,
    RunOptions, excerpt,
};
use clawperator_device::driver::HoldError;
use tracing::{Instrument as _, debug_span};

use crate::engine::{Engine, IDENTITY_LIMIT};
use crate::events::Events;
use crate::executor::Cancel;
use crate::failures::cancelled_before;
use crate::locks::{LockError, NoLocks, PhoneHold, Taken, Untouched};
use crate::phone::Phone;

impl Engine {
    /// Locks the phone, under the name that others are told. The phone itself may take so long to say that it is free.
    pub(crate) async fn lock(
        &self,
        command_id: &str,
        phone: &Phone,
        within: Duration,
    ) -> Result<Box<dyn PhoneHold>, Failure> {
        let here = self.lock_here(command_id, phone).await?;
        self.lock_on_phone(here, command_id, phone, within).await
    }

    /// Takes the phone for an execution, or looks at it where nothing but pictures is asked for and no screen is read.
    pub(crate) async fn take_for(
        &self,
        cancel: &mut Cancel<'_>,
        execution: &Execution,
        phone: &Phone,
        timeout: Duration,
        (options, events): (RunOptions, &dyn Events),
    ) -> Result<Untouched, Failure> {
        if takes_only_pictures(execution, options) && !self.parts.guard.judges_pictures() {
            let look = self.parts.locks.look(phone).await;
            look.map_err(|error| not_locked(error, phone))?;
            return Ok(Untouched::new(Box::new(NoLocks)));
        }
        self.lock_unless(cancel, execution, phone, timeout, events)
            .await
    }

    /// Locks the phone for an execution, unless that is cancelled before the phone has said that it is free.
    async fn lock_unless(
        &self,
        cancel: &mut Cancel<'_>,
        execution: &Execution,
        phone: &Phone,
        timeout: Duration,
        events: &dyn Events,
    ) -> Result<Untouched, Failure> {
        let name = execution.command_id().as_str();
        let here = if self.patience.is_zero() {
            self.lock_here(name, phone).await?
        } else {
            let over = self.parts.sources.now().plus(self.patience);
            tokio::select! {
                biased;
                () = &mut *cancel => return Err(cancelled_before(timeout)),
                here = self.lock_in_turn(name, phone, events) => here?,
                // Whoever has it now is named.
                () = self.parts.sources.sleep_until(over) => {
                    let here = self.lock_here(name, phone).await;
                    here.map_err(|failure| self.waited_for(failure))?
                }
            }
        };
        tokio::select! {
            biased;
            () = cancel => Err(cancelled_before(timeout)),
            lock = self.lock_on_phone(here, name, phone, timeout) => Ok(Untouched::new(lock?)),
        }
    }

    /// Locks the phone on this machine when it is free and nobody is left who asked for it before.
    async fn lock_in_turn(
        &self,
        command_id: &str,
        phone: &Phone,
        events: &dyn Events,
    ) -> Result<Untouched, Failure> {
        let ahead = |ahead| events.on_line(ahead);
        let take = self.parts.locks.take_in_turn(phone, command_id, &ahead);
        let lock = take.instrument(debug_span!("lock")).await;
        lock.map(Untouched::new)
            .map_err(|error| not_locked(error, phone))
    }

    fn waited_for(&self, mut failure: Failure) -> Failure {
        let seconds = self.patience.as_secs_f64();
        failure.message = format!("{}; waited {seconds:.1} s", failure.message);
        failure
    }

    /// Locks the phone on this machine, at once or not at all.
    async fn lock_here(&self, command_id: &str, phone: &Phone) -> Result<Untouched, Failure> {
        let take = self.parts.locks.take(phone, command_id);
        let lock = take.instrument(debug_span!("lock")).await;
        lock.map(Untouched::new)
            .map_err(|error| not_locked(error, phone))
    }

    /// Takes the phone from itself, for whoever has it on this machine.
    async fn lock_on_phone(
        &self,
        lock: Untouched,
        command_id: &str,
        phone: &Phone,
        within: Duration,
    ) -> Result<Box<dyn PhoneHold>, Failure> {
        let name = lock.holder();
        let name = name.map_or_else(|| command_id.to_owned(), ToString::to_string);
        match self.device.hold(&name, within.min(IDENTITY_LIMIT)).await {
            Ok(on_phone) => Ok(Box::new(Taken::new(lock.into_hold(), on_phone))),
            Err(error) => Err(self.not_held(error, phone)),
        }
    }

    /// The failure where the phone itself does not give itself to this run.
    fn not_held(&self, error: HoldError, phone: &Phone) -> Failure {
        let name = match error {
            HoldError::Held { name } => name,
            HoldError::Unavailable(error) => return self.gone(&error),
        };
        let message = format!(
            "another execution is running on this phone: {}",
            excerpt(&name)
        );
        let details = ConflictDetails {
            device_id: phone.name().to_owned(),
            holder: None,
            phone_holder: Some(name),
        };
        Failure::new(ErrorCode::ExecutionConflictInFlight, message)
            .with_details(FailureDetails::Conflict(Box::new(details)))
    }
}

/// Whether nothing but pictures is asked for: one disturbs no run, and shows the same with the phone or without it. One
/// with marks needs the tree, which a phone reads for one program at a time.
fn takes_only_pictures(execution: &Execution, options: RunOptions) -> bool {
    let is_picture = |action: &Action| match &action.params {
        ActionParams::TakeScreenshot(params) => params.marks != Some(true) && action.when.is_none(),
        _ => false,
    };
    !options.settle && execution.actions().iter().all(is_picture)
}

/// The failure where the phone could not be locked on this machine.
fn not_locked(error: LockError, phone: &Phone) -> Failure {
    let message = error.to_string();
    match error {
        LockError::Held { holder } => {
            let details = ConflictDetails {
                device_id: phone.name().to_owned(),
                holder,
                phone_holder: None,
            };
            Failure::new(ErrorCode::ExecutionConflictInFlight, message)
                .with_details(FailureDetails::Conflict(Box::new(details)))
        }
        LockError::Changed => {
            Failure::new(ErrorCode::DeviceOffline, message).with_hint("hold the phone again")
        }
        LockError::NotShown => Failure::new(ErrorCode::StaleRef, message)
            .with_hint("look at the screen again, and decide on what it shows now"),
        LockError::Io { .. } | LockError::Claim(_) => {
            Failure::new(ErrorCode::HostIoFailed, message)
        }
    }
}
