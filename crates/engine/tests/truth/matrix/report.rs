//! What the runs of a matrix came to.

use std::collections::BTreeMap;
use std::time::Duration;

use super::judge::{Outcome, Violation, Wrong};
use super::troubles::Harm;

/// What the runs came to.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// By fault: how often each answer was given.
    answers: BTreeMap<String, BTreeMap<String, usize>>,
    violations: Vec<(Wrong, String)>,
    runs: usize,
}

impl Report {
    /// Enters a run of a deed with a fault.
    pub(super) fn enter(
        &mut self,
        (deed, fault): (&str, String),
        harm: Harm,
        outcome: &Outcome,
        violations: &[Violation],
    ) {
        self.runs += 1;
        let name = format!("{deed} with {fault}");
        let answer = answer(outcome);
        for violation in violations {
            let text = format!("{name}: {answer}: {violation}");
            self.violations.push((violation.wrong, text));
        }
        let refused = answer == "CAPABILITY_UNSUPPORTED";
        // Nothing shows a toast, so that nobody hears one.
        let in_vain = deed.ends_with("wait_for_toast") && answer == "WAIT_TIMEOUT";
        // What is said to be gone is there.
        let is_there = ["WAIT_TIMEOUT", "ASSERTION_FAILED"].contains(&answer.as_str());
        let in_vain = in_vain || deed.ends_with(" gone") && is_there;
        if harm == Harm::None && answer != "success" && !refused && !in_vain {
            let text = format!("{name}: {answer} where nothing was in the way: {outcome:?}");
            self.violations.push((Wrong::FalseRefusal, text));
        }
        let answers = self.answers.entry(fault).or_default();
        *answers.entry(answer).or_default() += 1;
    }

    /// Prints what the runs came to, and fails if one of them went wrong.
    pub(super) fn conclude(&self, took: Duration) {
        self.print(took);
        let texts = self.violations.iter().map(|(_, text)| text.as_str());
        assert!(
            self.violations.is_empty(),
            "{} of {} runs went wrong:\n{}",
            self.violations.len(),
            self.runs,
            texts.collect::<Vec<_>>().join("\n"),
        );
    }

    fn print(&self, took: Duration) {
        for (fault, answers) in &self.answers {
            let answers: Vec<String> = answers
                .iter()
                .map(|(answer, count)| format!("{count} {answer}"))
                .collect();
            println!("{fault}: {}", answers.join(", "));
        }
        let count = |wrong: &[Wrong]| {
            let of_them = |(found, _): &&(Wrong, String)| wrong.contains(found);
            self.violations.iter().filter(of_them).count()
        };
        println!(
            "{} combinations in {took:.1?}: {} false successes, {} false refusals, {} wrong targets, {} repeated, {} untyped or late, {} without their fault",
            self.runs,
            count(&[Wrong::FalseSuccess]),
            count(&[Wrong::FalseRefusal]),
            count(&[Wrong::OtherTarget]),
            count(&[Wrong::Repeated]),
            count(&[Wrong::Untyped]),
            count(&[Wrong::Unmet]),
        );
    }
}

/// An answer in a word: the first failed step's code, or the failure's.
fn answer(outcome: &Outcome) -> String {
    match outcome {
        Ok(result) => result
            .envelope
            .error_code
            .clone()
            .unwrap_or_else(|| "success".to_owned()),
        Err(failure) => failure.code.name().to_owned(),
    }
}
