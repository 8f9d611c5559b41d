//! What one check says, before it has its name.

use clawperator_contract::doctor::{Check, CheckId, Fix, FixStep, Status, StepKind};
use clawperator_contract::{ErrorCode, Failure, Next};

use crate::probe::ProbeError;

/// What one check says.
#[derive(Debug)]
pub(super) struct Verdict {
    status: Status,
    code: Option<ErrorCode>,
    summary: String,
    detail: Option<String>,
    fix: Option<Fix>,
}

impl Verdict {
    pub(super) fn pass(summary: impl Into<String>) -> Self {
        Self::new(Status::Pass, None, summary)
    }

    pub(super) fn warn(summary: impl Into<String>) -> Self {
        Self::new(Status::Warn, None, summary)
    }

    pub(super) fn fail(code: ErrorCode, summary: impl Into<String>) -> Self {
        Self::new(Status::Fail, Some(code), summary)
    }

    pub(super) fn skipped(needed: CheckId) -> Self {
        Self::new(
            Status::Skipped,
            None,
            format!("not checked: {needed} did not pass"),
        )
    }

    /// A check that could not be made, with the cure that the error calls for.
    pub(super) fn of_error(error: &ProbeError) -> Self {
        Self::of_code(error.code(), error.to_string())
    }

    /// The same of whoever acts for the doctor.
    pub(super) fn of_failure(failure: &Failure) -> Self {
        let code = failure.code.known().unwrap_or(ErrorCode::InternalError);
        match &failure.hint {
            Some(hint) => Self::fail(code, &failure.message).manual("Correct it", hint),
            None => Self::of_code(code, failure.message.clone()),
        }
    }

    fn of_code(code: ErrorCode, summary: String) -> Self {
        let verdict = Self::fail(code, summary);
        match code {
            ErrorCode::ServiceUnavailable => verdict.manual(
                "Wait for Android to start",
                "Wait until the phone has started, or restart it",
            ),
            ErrorCode::DeviceOffline => {
                verdict.shell("Reconnect the phone", "adb reconnect offline")
            }
            ErrorCode::DeviceUnauthorized => verdict.manual(
                "Allow this computer",
                "Unlock the phone and accept the dialog that asks to allow USB debugging",
            ),
            ErrorCode::AdbServerFailed => verdict.shell("Start the adb server", "adb start-server"),
            _ => verdict.next(
                "See whether the phone is still connected",
                Next::ListDevices,
                None,
            ),
        }
    }

    pub(super) fn code(mut self, code: ErrorCode) -> Self {
        self.code = Some(code);
        self
    }

    pub(super) fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds a command that fixes it; the first title stays.
    pub(super) fn shell(self, title: &str, command: impl Into<String>) -> Self {
        self.step(title, FixStep::new(StepKind::Shell, command))
    }

    /// Adds what a person does to fix it; the first title stays.
    pub(super) fn manual(self, title: &str, action: impl Into<String>) -> Self {
        self.step(title, FixStep::new(StepKind::Manual, action))
    }

    /// Adds what Clawperator does to fix it, for that phone; the first title stays.
    pub(super) fn next(self, title: &str, next: Next, device_id: Option<&str>) -> Self {
        self.step(
            title,
            FixStep {
                device_id: device_id.map(str::to_owned),
                ..FixStep::new(StepKind::Next, next.name())
            },
        )
    }

    pub(super) fn into_check(self, id: CheckId) -> Check {
        Check {
            id,
            status: self.status,
            code: self.code,
            summary: self.summary,
            detail: self.detail,
            fix: self.fix,
        }
    }

    fn new(status: Status, code: Option<ErrorCode>, summary: impl Into<String>) -> Self {
        Self {
            status,
            code,
            summary: summary.into(),
            detail: None,
            fix: None,
        }
    }

    fn step(mut self, title: &str, step: FixStep) -> Self {
        let fix = self.fix.get_or_insert_with(|| Fix {
            title: title.to_owned(),
            steps: Vec::new(),
        });
        fix.steps.push(step);
        self
    }
}
