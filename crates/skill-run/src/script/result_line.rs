//! The line in which a script says how it ended.
//!
//! ```text
//! [Clawperator-Skill-Result]
//! {"contractVersion":"1.0.0","skillId":"…","status":"success","checkpoints":[…],…}
//! ```

use clawperator_contract::skill_result::{ClaimedCheckpoint, SkillStatus};
use serde_json::Value;

const MARKER: &[u8] = b"[Clawperator-Skill-Result]";
/// The longest line that is kept.
const MOST_BYTES: usize = 64 * 1024;
/// The most checkpoints that are told, and the most characters of an id.
const MOST_CHECKPOINTS: usize = 100;
const MOST_CHARACTERS: usize = 128;

/// Output cut into lines, of which only the one behind the marker is kept.
#[derive(Debug, Default)]
pub(super) struct Lines {
    line: Vec<u8>,
    is_cut: bool,
    marker_before: bool,
    found: Vec<ResultLine>,
}

/// The line behind a marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ResultLine {
    /// All of it.
    Whole(Vec<u8>),
    TooLong,
}

impl Lines {
    pub(super) fn add(&mut self, piece: &[u8]) {
        for byte in piece {
            if *byte == b'\n' {
                self.end_line();
            } else if self.line.len() < MOST_BYTES {
                self.line.push(*byte);
            } else {
                self.is_cut = true;
            }
        }
    }

    /// The result line, if there was exactly one: of two nobody could say which counts.
    pub(super) fn into_result_line(mut self) -> Option<ResultLine> {
        self.end_line();
        let mut found = self.found.into_iter();
        found.next().filter(|_| found.next().is_none())
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let is_cut = std::mem::take(&mut self.is_cut);
        if self.marker_before && self.found.len() < 2 {
            self.found.push(if is_cut {
                ResultLine::TooLong
            } else {
                ResultLine::Whole(line)
            });
            self.marker_before = false;
        } else {
            self.marker_before = line.trim_ascii() == MARKER;
        }
    }
}

/// What a script says of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) status: Option<SkillStatus>,
    pub(super) checkpoints: Vec<ClaimedCheckpoint>,
}

impl Claim {
    /// Reads a result line; `None` when it is none, or another skill's.
    pub(super) fn read(line: Option<&ResultLine>, skill_id: &str) -> Option<Self> {
        let Some(ResultLine::Whole(line)) = line else {
            return None;
        };
        let claim: Value = serde_json::from_slice(line).ok()?;
        let text = |key: &str| claim.get(key).and_then(Value::as_str);
        let version = text("contractVersion")?;
        if !version.starts_with("1.") || text("skillId")? != skill_id {
            return None;
        }
        let verified = claim
            .pointer("/terminalVerification/status")
            .and_then(Value::as_str);
        let status = match (text("status")?, verified) {
            // A success that its own last look denies is none.
            ("success", Some("failed")) | ("failed", _) => SkillStatus::Failed,
            ("success", _) => SkillStatus::Success,
            ("partial", _) => SkillStatus::Partial,
            ("indeterminate", _) => SkillStatus::Indeterminate,
            _ => return None,
        };
        let checkpoints = claim
            .get("checkpoints")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            // A script that claims no checkpoints has none.
            .unwrap_or_default();
        Some(Self {
            status: Some(status),
            checkpoints: checkpoints
                .iter()
                .filter_map(checkpoint)
                .take(MOST_CHECKPOINTS)
                .collect(),
        })
    }
}

fn checkpoint(value: &Value) -> Option<ClaimedCheckpoint> {
    let id = value.get("id")?.as_str()?;
    let status = value.get("status")?.as_str()?;
    let known = ["ok", "failed", "skipped"].contains(&status);
    known.then(|| ClaimedCheckpoint {
        id: id.chars().take(MOST_CHARACTERS).collect(),
        status: status.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(output: &str) -> Option<Claim> {
        // One byte at a time: a line may come in any pieces.
        let mut lines = Lines::default();
        for byte in output.as_bytes() {
            lines.add(&[*byte]);
        }
        Claim::read(lines.into_result_line().as_ref(), "a.b")
    }

    fn line(status: &str, more: &str) -> String {
        format!(
            "[Clawperator-Skill-Result]\n{{\"contractVersion\":\"1.0.0\",\"skillId\":\"a.b\",\"status\":\"{status}\"{more}}}"
        )
    }

    #[test]
    fn the_line_behind_the_marker_counts() {
        let said = format!(
            "hello\n{}\nbye\n",
            line(
                "success",
                r#","checkpoints":[{"id":"on","status":"ok"},{"id":"x","status":"?"}]"#
            )
        );
        let claim = claim(&said).unwrap();
        assert_eq!(claim.status, Some(SkillStatus::Success));
        assert_eq!(claim.checkpoints.len(), 1);
    }

    #[test]
    fn a_success_that_was_not_verified_is_none() {
        let failed = r#","terminalVerification":{"status":"failed"}"#;
        let status = |more: &str| claim(&line("success", more)).unwrap().status;
        assert_eq!(status(failed), Some(SkillStatus::Failed));
        assert_eq!(status(""), Some(SkillStatus::Success));
    }

    #[test]
    fn what_is_no_result_says_nothing() {
        for said in [
            String::new(),
            "[Clawperator-Skill-Result]".to_owned(),
            "[Clawperator-Skill-Result]\n[]".to_owned(),
            line("great", ""),
            line("success", "").replace("a.b", "c.d"),
            line("success", "").replace("1.0.0", "2.0.0"),
            format!("{}\n{}", line("success", ""), line("failed", "")),
            line(
                "success",
                &format!(",\"pad\":\"{}\"", "x".repeat(MOST_BYTES)),
            ),
        ] {
            assert_eq!(claim(&said), None, "{said:.80}");
        }
    }
}
