//! Why there is no tree.

use clawperator_contract::excerpt;
use thiserror::Error;

use crate::limits::MAX_DUMP_BYTES;

/// Why a dump gives no tree. None of these is an empty screen.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DumpError {
    /// Nothing came.
    #[error("the dump is empty")]
    Empty,
    /// It is over the limit.
    #[error("the dump has {bytes} bytes, more than {MAX_DUMP_BYTES}")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The screen never came to rest.
    #[error("the phone could not dump: the screen never became idle")]
    NotIdle,
    /// The window in front has no root, or none that may be read.
    #[error("the phone could not dump: the window in front has no root node")]
    NullRoot,
    /// Another program holds the phone's automation connection.
    #[error("the phone could not dump: another program is using its UI automation")]
    AutomationTaken,
    /// The dumping program was killed.
    #[error("the phone could not dump: the dumping program was killed")]
    Killed,
    /// The dump went to a file and is not here.
    #[error("the dump was written to `{path}` on the phone")]
    WrittenToFile {
        /// The file that was named.
        path: String,
    },
    /// It is something else.
    #[error("not a UI dump; it begins with `{begins}`")]
    NotADump {
        /// Its first characters, made safe to show.
        begins: String,
    },
    /// It is a dump in which no node is left.
    #[error("the dump has no nodes")]
    NoNodes,
    /// It is too broken to be trusted.
    #[error("the dump is damaged in more than {repairs} places")]
    Damaged {
        /// How many repairs were made before giving up.
        repairs: usize,
    },
}

impl DumpError {
    /// The reason for a text that holds no node.
    pub(super) fn of(text: &str) -> Self {
        const WRITTEN: &str = "UI hierchary dumped to:";
        let text = text.trim();
        if text.is_empty() {
            Self::Empty
        } else if text.contains("could not get idle state") {
            Self::NotIdle
        } else if text.contains("null root node returned") {
            Self::NullRoot
        } else if text.contains("already registered!") {
            Self::AutomationTaken
        } else if text.split_whitespace().any(|word| word == "Killed") {
            Self::Killed
        } else if let Some((_, path)) = text.split_once(WRITTEN) {
            Self::WrittenToFile {
                // The line may end where the path should begin.
                path: excerpt(path.lines().next().unwrap_or_default().trim()),
            }
        } else {
            Self::NotADump {
                begins: excerpt(text),
            }
        }
    }
}
