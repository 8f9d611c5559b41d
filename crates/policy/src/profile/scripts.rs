//! The scripts that a profile lets run.

use super::reader::{Reader, Table};

/// A skill whose script may run, as its files were when somebody looked at them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    pub skill: String,
    /// The SHA-256 of its files.
    pub sha256: [u8; 32],
}

impl Reader<'_> {
    pub(super) fn script(&self, at: usize, table: &Table<'_>) -> Option<Script> {
        self.only(table, &["skill", "sha256"]);
        let (skill, sha256) = (table.get("skill"), table.get("sha256"));
        if skill.is_none() {
            self.missing(at, "skill", "write the id of the skill");
        }
        if sha256.is_none() {
            let fix = "write the hash that a run of the skill shows when it is refused";
            self.missing(at, "sha256", fix);
        }
        let skill = skill.and_then(|value| self.bounded(value));
        let sha256 = sha256.and_then(|value| {
            let bytes = bytes(self.string(value)?);
            if bytes.is_none() {
                self.problem(
                    value,
                    "a SHA-256 hash has 64 hexadecimal digits".to_owned(),
                    "copy the whole hash",
                );
            }
            bytes
        });
        Some(Script {
            skill: skill?.to_owned(),
            sha256: sha256?,
        })
    }
}

fn bytes(digits: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> = digits
        .chars()
        .map(|digit| {
            digit
                .to_digit(16)
                .and_then(|value| u8::try_from(value).ok())
        })
        .collect::<Option<_>>()?;
    let pairs: Vec<u8> = digits
        .chunks_exact(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect();
    if digits.len() == 64 {
        pairs.try_into().ok()
    } else {
        None
    }
}
