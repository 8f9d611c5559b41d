//! Findings as answers: a list for programs, lines for people.

use std::fmt::Write as _;

use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_recipe::Level;
use clawperator_skills::{Finding, Findings};
use serde::Serialize;

use crate::context::{Answer, Context};
use crate::next_words::{self, Speak as _};
use crate::text::{Paint, count, visible};

/// Text shows this many findings; JSON shows all that are listed.
const MAX_TEXT_FINDINGS: usize = 50;

/// Why a command has no answer.
pub(super) enum Refused {
    /// One reason.
    Failure(Failure),
    /// Everything that is wrong with a skill or a registry.
    Findings(ErrorCode, Findings),
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl Refused {
    pub(super) fn findings(code: ErrorCode, findings: impl Into<Findings>) -> Self {
        Self::Findings(code, findings.into())
    }

    /// The refusal as a command's answer.
    pub(super) fn answer(self, context: &Context<'_, '_>) -> Result<Answer, Failure> {
        match self {
            Self::Failure(failure) => Err(failure),
            Self::Findings(code, findings) => Ok(report(Some(code), &findings, context)),
        }
    }
}

/// Findings, and the code that they come to.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'f> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<ErrorCode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    errors: usize,
    warnings: usize,
    findings: &'f [Finding],
    finding_count: usize,
}

/// The answer of a command that only looks for findings; `code` is what errors among them come to.
pub(super) fn report(
    code: Option<ErrorCode>,
    findings: &Findings,
    context: &Context<'_, '_>,
) -> Answer {
    let mut findings = findings.clone();
    findings.speak();
    let first = findings
        .list
        .iter()
        .find(|finding| finding.level == Level::Error);
    let report = Report {
        code,
        message: code.and(first).map(|finding| {
            let message = format!("{}: {}", finding.place(), finding.message);
            message
        }),
        hint: code.map(next_words::recovery),
        errors: findings.errors(),
        warnings: findings.list.len() - findings.errors(),
        findings: &findings.list,
        finding_count: findings.count(),
    };
    let text = context.printer.render(&report, |paint| {
        let mut text = String::new();
        if let Some(code) = code {
            let label = paint.red(&format!("error[{code}]"));
            let _ = writeln!(text, "{label}: {}", count(findings.count(), "finding"));
        }
        text.push_str(&lines(&findings, paint));
        text
    });
    Answer {
        text: Some(text),
        status: code.map_or(ExitStatus::Ok, ErrorCode::exit),
    }
}

/// One finding after the other: place, level, code, message and fix.
pub(super) fn lines(findings: &Findings, paint: Paint) -> String {
    let mut text = String::new();
    for finding in findings.list.iter().take(MAX_TEXT_FINDINGS) {
        let level = match finding.level {
            Level::Error => paint.red("error"),
            Level::Warn | Level::Off => paint.yellow("warning"),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}: {level}[{}]: {}\n    {}",
            visible(&finding.place()),
            finding.kind.code(),
            visible(&finding.message),
            visible(&finding.fix)
        );
    }
    let hidden = findings.count().saturating_sub(MAX_TEXT_FINDINGS);
    if hidden > 0 {
        let _ = writeln!(text, "and {hidden} more; --json lists them");
    }
    if findings.count() == 0 {
        text.push_str("nothing found");
    }
    text
}
