//! Why there is no skill to use.

use std::path::PathBuf;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_recipe::Level;
use clawperator_skills::{Findings, RegistryError};

/// The most findings that a message lists.
const LISTED: usize = 5;

/// Why there is no skill to use.
#[derive(Debug)]
pub enum SkillRefusal {
    /// There is no registry.
    NoTree {
        /// Where it was looked for, in this order.
        looked: Vec<PathBuf>,
    },
    /// Everything that is wrong with a skill or a registry.
    Findings(ErrorCode, Findings),
    /// One reason.
    Failure(Failure),
}

impl From<RegistryError> for SkillRefusal {
    fn from(error: RegistryError) -> Self {
        match error {
            RegistryError::NoTree { looked } => Self::NoTree { looked },
            RegistryError::Broken(findings) => {
                Self::Findings(ErrorCode::RegistryReadFailed, findings)
            }
        }
    }
}

impl From<Failure> for SkillRefusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// The same for whoever asks from elsewhere, to whom folders of this machine are nothing.
impl From<SkillRefusal> for Failure {
    fn from(refusal: SkillRefusal) -> Self {
        match refusal {
            SkillRefusal::Failure(failure) => failure,
            SkillRefusal::NoTree { .. } => {
                let code = ErrorCode::SkillsRegistryMissing;
                Self::new(code, code.spec().meaning).with_recovery()
            }
            SkillRefusal::Findings(code, findings) => {
                Self::new(code, listed(&findings)).with_recovery()
            }
        }
    }
}

fn listed(findings: &Findings) -> String {
    let is_error = |finding: &&clawperator_skills::Finding| finding.level == Level::Error;
    let errors = findings.list.iter().filter(is_error);
    let lines: Vec<String> = errors
        .take(LISTED)
        .map(|finding| format!("{}: {}", finding.place(), finding.message))
        .collect();
    let mut text = lines.join("\n");
    let more = findings.errors().saturating_sub(lines.len());
    if more > 0 {
        text.push_str(&format!("\nand {more} more"));
    }
    text
}
