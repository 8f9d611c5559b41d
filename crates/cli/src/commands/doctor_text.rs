//! A doctor's report as text for people.

use std::fmt::Write as _;

use clawperator_contract::ErrorCode;
use clawperator_contract::doctor::{
    Check, DriverAbilities, RepairOutcome, Report, SeveralReports, Status, StepKind,
};

use super::several_text::{block, sum};
use crate::failure_text::{self, Written};
use crate::text::{Paint, count, visible};

/// How many checks that were not made are named one by one.
const FEW: usize = 2;

/// The reports of several phones, and how many of them can be used.
pub(super) fn reports(answer: &SeveralReports, paint: Paint) -> String {
    let mut text = String::new();
    let mut usable = 0;
    for phone in &answer.phones {
        let said = match (&phone.report, &phone.failure) {
            (Some(found), _) => {
                usable += usize::from(found.critical_ok);
                report(found, paint)
            }
            (None, Some(failure)) => failure_text::describe(failure, None, Written::Flags, paint),
            (None, None) => String::new(),
        };
        text.push_str(&block(&phone.device_id, &said));
    }
    text.push_str(&sum(usable, answer.phones.len(), " can be used", paint));
    text
}

/// The whole report: every check, what was fixed, and the next thing to do.
pub(super) fn report(report: &Report, paint: Paint) -> String {
    let width = report
        .checks
        .iter()
        .map(|check| check.id.name().len())
        .max()
        // A report without checks has no column.
        .unwrap_or_default();
    let is_skipped = |check: &&Check| check.status == Status::Skipped;
    let skipped = report.checks.iter().filter(is_skipped).count();
    let mut text = String::new();
    for check in &report.checks {
        if skipped > FEW && is_skipped(&check) {
            continue;
        }
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "{}  {:width$}  {}",
            mark(check.status, paint),
            check.id.name(),
            visible(&check.summary)
        );
        if let Some(code) = check.code {
            let _ = write!(text, " [{code}]");
        }
        text.push('\n');
        for line in particulars(check, paint) {
            let _ = writeln!(text, "      {line}");
        }
    }
    if skipped > FEW {
        let checks = count(skipped, "check");
        let _ = writeln!(
            text,
            "skip  {checks} that depend on checks that did not pass"
        );
    }
    for driver in &report.drivers {
        let name = format!("driver {}", visible(&driver.driver));
        let _ = writeln!(text, "can   {name:width$}  {}", abilities(driver));
    }
    for repair in &report.repairs {
        let outcome = match repair.outcome {
            RepairOutcome::Repaired => "fixed",
            RepairOutcome::Failed => "not fixed",
        };
        let _ = write!(text, "{outcome}: {}", visible(&repair.action));
        if let Some(detail) = &repair.detail {
            let _ = write!(text, " ({})", visible(detail));
        }
        text.push('\n');
    }
    text.push_str(&conclusion(report, paint));
    text
}

/// What a driver can do in one line: what it does not do at all, and what only in part.
fn abilities(driver: &DriverAbilities) -> String {
    let (partly, never): (Vec<_>, Vec<_>) =
        driver.cannot.iter().partition(|lack| lack.part.is_some());
    let mut text = "all actions".to_owned();
    for (before, lacks) in [(" but ", never), ("; in part: ", partly)] {
        let mut names: Vec<_> = lacks.iter().map(|lack| visible(&lack.action)).collect();
        names.dedup();
        if !names.is_empty() {
            text.push_str(before);
            text.push_str(&names.join(", "));
        }
    }
    text
}

fn mark(status: Status, paint: Paint) -> String {
    match status {
        Status::Pass => "ok  ".to_owned(),
        Status::Warn => paint.yellow("warn"),
        Status::Fail => paint.red("FAIL"),
        Status::Skipped => "skip".to_owned(),
    }
}

/// Only what needs attention is told at length.
fn particulars(check: &Check, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    if !matches!(check.status, Status::Warn | Status::Fail) {
        return lines;
    }
    if let Some(detail) = &check.detail {
        lines.push(visible(detail));
    }
    for step in check.fix.iter().flat_map(|fix| &fix.steps) {
        let who = match step.kind {
            StepKind::Shell | StepKind::Next => "run",
            StepKind::Manual => "do",
        };
        lines.push(format!("{}: {}", paint.cyan(who), visible(&step.value)));
    }
    lines
}

fn conclusion(report: &Report, paint: Paint) -> String {
    let phone = report
        .device_id
        .as_deref()
        .map_or_else(|| "no phone".to_owned(), visible);
    let mut text = match (report.critical_ok, report.device_id.is_some()) {
        (true, _) => format!("{phone} can be used"),
        (false, true) => format!("{phone} cannot be used"),
        (false, false) if is_undecided(report) => {
            "several phones are connected and none was chosen".to_owned()
        }
        (false, false) => "no phone can be used".to_owned(),
    };
    if let (false, Some(next)) = (report.ok, report.next_actions.first()) {
        let _ = write!(text, "\n{}: {}", paint.cyan("next"), visible(next));
    }
    text
}

/// Whether there are several phones, any of which may be well.
fn is_undecided(report: &Report) -> bool {
    let undecided = Some(ErrorCode::MultipleDevicesDeviceIdRequired);
    report.checks.iter().any(|check| check.code == undecided)
}

#[cfg(test)]
mod tests {
    use clawperator_contract::doctor::{CheckId, Fix, FixStep, Inability, Repaired};

    use super::*;

    fn check(id: CheckId, status: Status, summary: &str) -> Check {
        Check {
            id,
            status,
            code: None,
            summary: summary.to_owned(),
            detail: Some("the particulars".to_owned()),
            fix: None,
        }
    }

    #[test]
    fn what_fails_has_its_code_the_reason_and_the_next_command() {
        let asleep = Check {
            code: Some(ErrorCode::DeviceNotInteractive),
            detail: Some("the phone is Asleep".to_owned()),
            fix: Some(Fix {
                title: "Wake the phone".to_owned(),
                steps: vec![FixStep::new(StepKind::Shell, "clawperator doctor --fix")],
            }),
            ..check(CheckId::ScreenOn, Status::Fail, "the screen is off")
        };
        let checks = vec![
            check(CheckId::AdbServer, Status::Pass, "an adb server answers"),
            asleep,
            check(CheckId::UiDump, Status::Skipped, "not checked"),
        ];
        let repairs = vec![Repaired {
            check: CheckId::ScreenOn,
            action: "input keyevent 224".to_owned(),
            outcome: RepairOutcome::Failed,
            detail: Some("the phone is still Asleep".to_owned()),
        }];
        let expected = [
            "ok    host.adb.server   an adb server answers",
            "FAIL  device.screen.on  the screen is off [DEVICE_NOT_INTERACTIVE]",
            "      the phone is Asleep",
            "      run: clawperator doctor --fix",
            "skip  device.ui-dump    not checked",
            "not fixed: input keyevent 224 (the phone is still Asleep)",
            "emulator-5554 cannot be used",
            "next: clawperator doctor --fix",
        ];
        let found = Report::new(Some("emulator-5554".to_owned()), checks, repairs);
        let text = report(&found, Paint { enabled: false });
        assert_eq!(text, expected.join("\n"));
    }

    #[test]
    fn a_driver_is_one_line() {
        let cannot = |action: &str, part: Option<&str>| Inability {
            action: action.to_owned(),
            part: part.map(str::to_owned),
            instead: "choose another".to_owned(),
        };
        let mut driver = DriverAbilities {
            driver: "shell".to_owned(),
            can: ["open_app", "click"].map(str::to_owned).to_vec(),
            cannot: vec![
                cannot("click", Some("clickType double_click")),
                cannot("click", Some("clickType focus")),
                cannot("pinch", None),
            ],
        };
        assert_eq!(abilities(&driver), "all actions but pinch; in part: click");
        driver.cannot.clear();
        assert_eq!(abilities(&driver), "all actions");
    }

    #[test]
    fn many_checks_that_were_not_made_are_one_line() {
        let skipped = |id| check(id, Status::Skipped, "not checked");
        let checks = vec![
            check(CheckId::Discovery, Status::Pass, "it is there"),
            skipped(CheckId::Shell),
            skipped(CheckId::Release),
            skipped(CheckId::ScreenOn),
        ];
        let found = Report::new(None, checks, Vec::new());
        let text = report(&found, Paint { enabled: false });
        let expected = [
            "ok    device.discovery  it is there",
            "skip  3 checks that depend on checks that did not pass",
        ];
        assert_eq!(text.lines().take(2).collect::<Vec<_>>(), expected);
    }
}
