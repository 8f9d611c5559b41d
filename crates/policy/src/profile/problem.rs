//! What is wrong with a profile: every mistake, with its line and how to fix it.

use std::fmt;

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub fix: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "line {}: {}; {}",
            self.line, self.message, self.fix
        )
    }
}

/// Everything that is wrong with a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("profile `{name}` cannot be used:{}", list(.problems))]
pub struct ProfileError {
    /// The profile.
    pub name: String,
    /// The mistakes in the order of their lines.
    pub problems: Vec<Problem>,
}

fn list(problems: &[Problem]) -> String {
    let mut text = String::new();
    for problem in problems {
        text.push_str(&format!("\n  {problem}"));
    }
    text
}
