//! Whether the tree of the screen can be read: `uiautomator dump`.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle, ExitStatus};
use tokio::time::Instant;

use super::answer::Answer;
use super::error::{ProbeError, ProbeResult};
use crate::line::{Command, ShellLine, Word, program};

/// What became of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UiDump {
    /// The tree was read.
    Tree {
        /// How many nodes it has.
        nodes: usize,
        /// How long the XML is.
        bytes: usize,
        /// How long it took from the question to the last byte.
        elapsed: Duration,
    },
    /// The screen did not come to rest within the ten seconds that the program waits.
    NeverIdle,
    /// There was no window to read: the screen is off, or the window in front hides its content.
    NullRoot,
    /// The program was killed, most often because another `UiAutomation` is connected.
    Killed,
    /// It ended and left no whole tree.
    NoXml {
        /// The beginning of what it said.
        said: String,
    },
}

const WHAT: &str = "the tree of its screen";

/// The longest tree that is read.
const XML_LIMIT: usize = 16 * 1024 * 1024;
const SAID_LIMIT: usize = 64 * 1024;

/// The status of a program that was killed.
const KILLED: u8 = 137;

/// Dumps the tree into a file of its own below `/data/local/tmp`, reads it and removes it.
///
/// A call that is dropped in between may leave that file.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<UiDump> {
    let started = Instant::now();
    let file = file_name()?;
    let remove = || {
        let command = Command::new(program::RM).fixed("-f").word(file.clone());
        ShellLine::from(command)
    };
    let dump = Command::new(program::UIAUTOMATOR)
        .fixed("dump")
        .word(file.clone());
    // An older file of the name must not pass for an answer.
    let dumped = Answer::ask(device, &remove().and(dump), SAID_LIMIT, deadline)
        .await?
        .check(WHAT)?;
    let failure = classify_failure(&dumped);
    if let Some(failure) = failure {
        // The answer is known; a file that cannot be removed does not change it.
        let _ = Answer::ask(device, &remove(), SAID_LIMIT, deadline).await;
        return Ok(failure);
    }
    let cat = Command::new(program::CAT)
        .word(file.clone())
        .discard_errors();
    let xml = ShellLine::from(cat).then(remove());
    let xml = Answer::ask(device, &xml, XML_LIMIT, deadline).await?;
    Ok(match count_nodes(&xml.output) {
        Some((nodes, bytes)) => UiDump::Tree {
            nodes,
            bytes,
            elapsed: started.elapsed(),
        },
        None => UiDump::NoXml {
            said: dumped.excerpt(),
        },
    })
}

/// Reads what `uiautomator dump` said; nothing when it does not say that it failed.
///
/// It ends with 0 after most failures, so its words count.
#[must_use]
pub fn classify_failure(answer: &Answer) -> Option<UiDump> {
    if answer.says("ERROR: could not get idle state") {
        Some(UiDump::NeverIdle)
    } else if answer.says("ERROR: null root node returned") {
        Some(UiDump::NullRoot)
    } else if answer.status == ExitStatus::Code(KILLED)
        || answer.lines().any(|line| line.trim() == "Killed")
    {
        Some(UiDump::Killed)
    } else if matches!(answer.status, ExitStatus::Code(0) | ExitStatus::Unknown) {
        None
    } else {
        Some(UiDump::NoXml {
            said: answer.excerpt(),
        })
    }
}

/// Counts the nodes of a dump and its bytes, whatever stands before and after it; nothing when it is not whole.
#[must_use]
pub fn count_nodes(text: &str) -> Option<(usize, usize)> {
    const OPEN: &str = "<hierarchy";
    const CLOSE: &str = "</hierarchy>";
    let begin = text.find("<?xml").or_else(|| text.find(OPEN))?;
    let xml = text.get(begin..)?;
    let end = xml.rfind(CLOSE)? + CLOSE.len();
    let xml = xml.get(..end)?;
    if !xml.contains(OPEN) {
        return None;
    }
    // `<` is written as `&lt;` in texts, so this begins an element wherever it stands.
    let nodes = xml
        .split("<node")
        .skip(1)
        .filter(|rest| rest.starts_with([' ', '>', '/', '\n']))
        .count();
    Some((nodes, xml.len()))
}

fn file_name() -> ProbeResult<Word> {
    let number = getrandom::u64().map_err(|error| ProbeError::NoRandomness(error.to_string()))?;
    Word::new(format!(
        "/data/local/tmp/clawperator-probe-{number:016x}.xml"
    ))
    .map_err(ProbeError::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(output: &str, errors: &str, status: ExitStatus) -> Answer {
        Answer {
            output: output.to_owned(),
            errors: errors.to_owned(),
            status,
        }
    }

    #[test]
    fn failures_are_told_apart() {
        let code = ExitStatus::Code;
        let idle = "ERROR: could not get idle state.\n";
        let root = "ERROR: null root node returned by UiTestAutomationBridge.\n";
        for (said, expected) in [
            (answer("", idle, code(0)), Some(UiDump::NeverIdle)),
            (
                answer(idle, "", ExitStatus::Unknown),
                Some(UiDump::NeverIdle),
            ),
            (answer("", root, code(0)), Some(UiDump::NullRoot)),
            (answer("", "Killed \n", code(137)), Some(UiDump::Killed)),
            (answer("", "", code(137)), Some(UiDump::Killed)),
            (
                answer("Killed \n", "", ExitStatus::Unknown),
                Some(UiDump::Killed),
            ),
            (
                answer("", "", code(134)),
                Some(UiDump::NoXml {
                    said: "nothing".to_owned(),
                }),
            ),
            (answer("UI hierchary dumped to: /x\n", "", code(0)), None),
        ] {
            assert_eq!(classify_failure(&said), expected, "{said:?}");
        }
    }

    #[test]
    fn nodes_are_counted_in_whole_trees_only() {
        let tree = "<?xml version='1.0'?><hierarchy rotation=\"0\"><node index=\"0\" text=\"&lt;node \"><node/></node></hierarchy>";
        assert_eq!(count_nodes(tree), Some((2, tree.len())));
        assert_eq!(
            count_nodes(&format!("noise\n{tree}UI hierchary dumped to: /x")),
            Some((2, tree.len()))
        );
        assert_eq!(count_nodes(&tree[..tree.len() - 5]), None);
        assert_eq!(
            count_nodes("<hierarchy rotation=\"0\"></hierarchy>"),
            Some((0, 36))
        );
        assert_eq!(count_nodes("</hierarchy>"), None);
        assert_eq!(count_nodes(""), None);
    }
}
