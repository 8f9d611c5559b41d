//! What to do next, in the words of the command line: answers come with words that fit every surface and with what is to
//! be done as data, and leave with the command that does it.

use clawperator_contract::doctor::{Report, StepKind};
use clawperator_contract::skill_result::SkillResult;
use clawperator_contract::{
    Advice, DataKey, Envelope, ErrorCode, Failure, FailureDetails, Next, StepResult,
};
use clawperator_skills::Findings;

/// An answer that says what to do next.
pub(crate) trait Speak {
    /// Puts what is to be done into words.
    fn speak(&mut self);
}

/// How a person does it on the command line.
#[must_use]
pub const fn words(next: Next) -> &'static str {
    match next {
        Next::ShowUsage => "run the command with --help",
        Next::ListCommands => "run clawperator --help",
        Next::ListNames => "run the command without a name",
        Next::AddSelector => "add a flag such as --text or --id",
        Next::WriteLog => "run it again with --log-level debug",
        Next::AllowMoreTime => "allow more with --timeout",
        Next::ListDevices => "run clawperator devices",
        Next::ChooseDevice => "add --device with a serial from clawperator devices",
        Next::StartVirtualPhone => "run clawperator virtual-phone --connect",
        Next::RunDoctor => "run clawperator doctor",
        Next::FixPhone => "run clawperator doctor --fix",
        Next::FallBack => "use --operator auto or --operator shell",
        // The words to approve it are for whoever may, and not for whoever asked.
        Next::Approve => "clawperator approvals lists it",
        Next::Preview => "add --dry-run",
        Next::Snapshot => "run clawperator snapshot --compact",
        Next::SaveDump => "run clawperator snapshot --xml > screen.xml",
        Next::Screenshot => "run clawperator screenshot",
        Next::ClickAt => "run clawperator click --coordinate X Y",
        Next::WaitForScreen => {
            "run clawperator wait for something on it, such as clawperator wait --text Done"
        }
        Next::CreateSkill => "run clawperator skills new",
        Next::ChooseSkills => "add --skills-dir",
        Next::SearchSkills => "run clawperator skills search",
        Next::ShowSkill => "run clawperator skills get with the skill's id",
        Next::CheckSkill => "run clawperator skills validate with the skill's id",
        Next::CheckSkills => "run clawperator skills validate --all",
        Next::LintRecipe => "run clawperator skills lint",
        Next::CompileRecipe => "run clawperator skills compile",
        Next::IndexSkills => "run clawperator skills index",
        Next::RegisterSkills => "run clawperator skills index --register",
        Next::RunSkill => "run clawperator skills run",
        Next::GiveInput => "add --input NAME=VALUE, or --vars with compile-artifact",
    }
}

/// What to do and how.
pub(crate) fn spoken(advice: &Advice) -> String {
    said(&advice.hint, &advice.next, &[])
}

/// What the table says to do about a code, and how.
pub(crate) fn recovery(code: ErrorCode) -> String {
    spoken(&code.spec().advice())
}

impl Speak for Failure {
    fn speak(&mut self) {
        let serials = match &self.details {
            Some(FailureDetails::Devices(details)) => details.connected.as_slice(),
            _ => &[],
        };
        let next = std::mem::take(&mut self.next);
        self.hint = self.hint.take().map(|hint| said(&hint, &next, serials));
        if let Some(FailureDetails::Interrupted(details)) = &mut self.details {
            details.step_results.speak();
        }
    }
}

impl Speak for Envelope {
    fn speak(&mut self) {
        let next = std::mem::take(&mut self.next);
        self.hint = self.hint.take().map(|hint| said(&hint, &next, &[]));
        self.step_results.speak();
    }
}

impl Speak for Vec<StepResult> {
    fn speak(&mut self) {
        for step in self {
            if step.get(DataKey::Hint).is_none() {
                continue;
            }
            let Some(advice) = step.advice() else {
                continue;
            };
            step.data.remove(DataKey::Next.name());
            step.data
                .insert(DataKey::Hint.name().to_owned(), spoken(&advice));
        }
    }
}

impl Speak for SkillResult {
    fn speak(&mut self) {
        let next = std::mem::take(&mut self.next);
        self.hint = self.hint.take().map(|hint| said(&hint, &next, &[]));
    }
}

impl Speak for Findings {
    fn speak(&mut self) {
        for finding in &mut self.list {
            if let Some(next) = finding.next.take() {
                finding.fix = said(&finding.fix, &[next], &[]);
            }
        }
    }
}

impl Speak for Report {
    fn speak(&mut self) {
        let fixes = self
            .checks
            .iter_mut()
            .filter_map(|check| check.fix.as_mut());
        for step in fixes.flat_map(|fix| &mut fix.steps) {
            if step.kind != StepKind::Next {
                continue;
            }
            let Some(next) = Next::from_name(&step.value) else {
                continue;
            };
            let device_id = step.device_id.take();
            step.value = examined_again(next, device_id.as_deref());
            // What is listed and not run is for a person.
            step.kind = match next {
                Next::Approve => StepKind::Manual,
                _ => StepKind::Shell,
            };
        }
        let said = std::mem::replace(self, Self::new(None, Vec::new(), Vec::new()));
        let again = Self::new(said.device_id, said.checks, said.repairs);
        *self = again.with_drivers(said.drivers);
    }
}

/// The command for whoever examines a phone.
fn examined_again(next: Next, serial: Option<&str>) -> String {
    let command = match next {
        Next::ChooseDevice => "clawperator doctor",
        next => words(next).trim_start_matches("run "),
    };
    match serial {
        Some(serial) => format!("{command} --device {serial}"),
        None => command.to_owned(),
    }
}

/// One sentence of both; `serials` are the phones that can be chosen.
fn said(hint: &str, next: &[Next], serials: &[String]) -> String {
    let ways: Vec<String> = next.iter().map(|next| way(*next, serials)).collect();
    if ways.is_empty() {
        hint.to_owned()
    } else {
        format!("{hint}: {}", ways.join(", or "))
    }
}

fn way(next: Next, serials: &[String]) -> String {
    match (next, serials) {
        (Next::ChooseDevice, [only]) => format!("add --device {only}"),
        (Next::ChooseDevice, [first, ..]) => format!("add --device {first}, for example"),
        (next, _) => words(next).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use clawperator_contract::phones::DeviceDetails;

    use super::*;

    #[test]
    fn a_failure_is_told_with_the_command_that_helps() {
        let mut failure =
            Failure::new(ErrorCode::DeviceTimeout, "it did not answer").with_recovery();
        failure.speak();
        assert_eq!(
            failure.hint.as_deref(),
            Some(
                "examine the phone; a slow one may need more time: run clawperator doctor, or allow more with --timeout"
            )
        );
        assert_eq!(failure.next, []);
    }

    #[test]
    fn a_choice_of_phones_names_one_that_can_be_chosen() {
        let hint = |connected: &[&str]| {
            let details = DeviceDetails {
                connected: connected.iter().copied().map(str::to_owned).collect(),
                ..DeviceDetails::default()
            };
            let mut failure = Failure::new(ErrorCode::DeviceNotFound, "not there")
                .with_advice(Advice::new("Choose one").by(Next::ChooseDevice))
                .with_details(FailureDetails::Devices(Box::new(details)));
            failure.speak();
            failure.hint.unwrap()
        };
        assert_eq!(hint(&["a"]), "Choose one: add --device a");
        assert_eq!(hint(&["a", "b"]), "Choose one: add --device a, for example");
    }

    #[test]
    fn a_step_is_told_once() {
        let data = [
            ("error", "UI_TREE_UNAVAILABLE"),
            ("hint", "press a coordinate"),
            ("next", "screenshot fly_to_moon click_at"),
        ];
        let step = StepResult {
            id: "a".to_owned(),
            action_type: "click".to_owned(),
            success: false,
            data: data
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into(),
        };
        let mut steps = vec![step];
        steps.speak();
        steps.speak();
        assert_eq!(
            steps[0].get(DataKey::Hint),
            Some(
                "press a coordinate: run clawperator screenshot, or run clawperator click --coordinate X Y"
            )
        );
        assert_eq!(steps[0].get(DataKey::Next), None);
    }
}
