//! What can go wrong, with the numbers it takes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that goes wrong on purpose.
///
/// Most faults last until they are cleared or have happened as often as asked. Some happen at once and are over
/// ([`Fault::lasts`] tells). Every number has a default, so a name alone is a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// The phone is `offline` to its host until this is cleared; its connections are cut.
    Offline,
    /// The phone accepts no key: it is `unauthorized` until this is cleared.
    Unauthorized,
    /// The connection to the host is cut, at once or after a number of bytes.
    ConnectionCut {
        /// Bytes that still pass; 0 cuts at once.
        #[serde(default)]
        after_bytes: u64,
        /// Which bytes are counted.
        #[serde(default)]
        direction: CutDirection,
    },
    /// Every command starts late.
    ShellSlow {
        /// How much later, in real milliseconds.
        #[serde(default = "two_seconds")]
        delay_ms: u64,
    },
    /// Commands are accepted, then nothing happens until this is cleared.
    ShellStalled,
    /// The output of every command ends early, and its stream with it.
    OutputTruncated {
        /// Bytes of the stream that still pass; with shell v2 packet headers are among them.
        #[serde(default = "truncated_bytes")]
        after_bytes: u64,
    },
    /// `uiautomator dump` is killed.
    DumpKilled {
        /// How many dumps; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// `uiautomator dump` finds no root.
    DumpNullRoot {
        /// How many dumps; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// `uiautomator dump` could not get idle state.
    DumpNotIdle {
        /// How many dumps; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// Text follows the XML of a dump.
    DumpJunk {
        /// The text.
        #[serde(default = "junk")]
        text: String,
    },
    /// Only the beginning of a dump's XML is written.
    DumpTruncated {
        /// How many bytes of it.
        #[serde(default = "truncated_bytes")]
        after_bytes: u64,
    },
    /// Texts in the tree end with an emoji.
    EmojiInText,
    /// After a tap, dumps show the tree from before it.
    TreeStale {
        /// For how long, on the phone's clock.
        #[serde(default = "two_seconds")]
        for_ms: u64,
    },
    /// Taps land on nothing.
    TapsLost {
        /// How many taps; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// Injected input is refused, as some vendors do.
    InputRefused,
    /// An app crashes now, and the system shows its dialog.
    AppCrash {
        /// Which app; default: the one in front.
        #[serde(default)]
        package: Option<String>,
    },
    /// An app stops responding now, and the system shows its dialog.
    AppNotResponding {
        /// Which app; default: the one in front.
        #[serde(default)]
        package: Option<String>,
        /// For how long it hangs, on the phone's clock.
        #[serde(default = "ten_minutes")]
        for_ms: u64,
    },
    /// The storage is full once this much more is written, by anyone.
    StorageLow {
        /// Bytes that can still be written; a file takes 256 for itself besides its name and its content.
        #[serde(default)]
        free_bytes: u64,
    },
    /// The screen is off and locked; clearing it turns the screen on and unlocks it.
    ScreenOffAndLocked,
    /// The screen is off, and nothing is locked; clearing it turns the screen on.
    ScreenOff,
    /// The screen is on and locked; clearing it unlocks it.
    ScreenLocked {
        /// Whether the lock needs a secret; otherwise a swipe opens it.
        #[serde(default)]
        secret: bool,
    },
    /// Another app is in front, and comes back there whenever one is started.
    OtherAppInFront {
        /// Which app.
        #[serde(default = "settings_app")]
        package: String,
    },
    /// The wall clock jumps now; timers do not.
    ClockJump {
        /// By how much; a negative number moves it back.
        #[serde(default = "one_hour")]
        by_ms: i64,
    },
    /// The Operator is killed at an act, without an answer.
    OperatorKilled {
        /// When.
        #[serde(default)]
        moment: KillMoment,
        /// At which act from now on; 1 is the next.
        #[serde(default = "first")]
        act: u32,
    },
    /// The Operator sends half of an answer and closes the stream.
    OperatorHalfAnswer {
        /// At which answer from now on; 1 is the next.
        #[serde(default = "first")]
        answer: u32,
        /// How many answers; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// The Operator neither does nor answers what it is asked. Streams that met this stay dead when it is cleared.
    OperatorSilent,
    /// The Operator's proof is wrong.
    OperatorWrongProof {
        /// How many greetings; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// The Operator says that it was made from another jar.
    OperatorWrongBuild {
        /// How many greetings; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// The Operator says that it speaks another version of the protocol.
    OperatorWrongVersion {
        /// How many greetings; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// The Operator finds another jar than it was started for.
    OperatorJarCorrupt {
        /// How many starts; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// The Operator's trees are larger.
    OperatorTreeLarge {
        /// By how many bytes of text.
        #[serde(default = "five_megabytes")]
        bytes: u64,
    },
    /// The Operator says late that it is ready.
    OperatorStartSlow {
        /// How much later, on the phone's clock.
        #[serde(default = "two_seconds")]
        delay_ms: u64,
    },
    /// The Operator does not start.
    OperatorStartFails {
        /// The code that it says.
        #[serde(default = "failed")]
        code: String,
        /// The reason that it says.
        #[serde(default = "reason")]
        reason: String,
        /// How many starts; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// The Operator starts and closes its output without a word.
    OperatorStartUnheard {
        /// How many starts; default: every one.
        #[serde(default)]
        times: Option<u32>,
    },
    /// Another tool holds the phone's automation.
    AutomationHeld,
    /// The system server is down: framework programs find no service.
    FrameworkDown,
    /// The system server ends now and is started again: all apps are gone, and so is the Operator. adb stays.
    FrameworkRestarted,
}

/// When the Operator is killed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KillMoment {
    /// Before anything of the act is done.
    Before,
    /// When a part of it is done: a finger is down, half of a text is typed.
    #[default]
    During,
    /// When all of it is done.
    After,
}

/// A direction of the connection, seen from the phone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CutDirection {
    /// What the phone reads.
    In,
    /// What the phone writes.
    #[default]
    Out,
}

impl Fault {
    /// Whether it stays until it is cleared; the others happen at once.
    #[must_use]
    pub fn lasts(&self) -> bool {
        !matches!(
            self,
            Self::ConnectionCut { .. }
                | Self::AppCrash { .. }
                | Self::AppNotResponding { .. }
                | Self::ClockJump { .. }
                | Self::FrameworkRestarted
        )
    }

    /// Whether a scripted screen is what goes wrong.
    pub(super) fn is_of_a_scripted_screen(&self) -> bool {
        matches!(
            self,
            Self::EmojiInText
                | Self::TreeStale { .. }
                | Self::TapsLost { .. }
                | Self::InputRefused
                | Self::AppCrash { .. }
                | Self::AppNotResponding { .. }
                | Self::ScreenOffAndLocked
                | Self::ScreenOff
                | Self::ScreenLocked { .. }
                | Self::OtherAppInFront { .. }
                | Self::ClockJump { .. }
        )
    }

    /// Whether it happens once, but not yet.
    pub(super) fn is_to_come(&self) -> bool {
        matches!(self, Self::ConnectionCut { after_bytes, .. } if *after_bytes > 0)
    }
}

fn settings_app() -> String {
    "com.android.settings".to_owned()
}

fn two_seconds() -> u64 {
    2_000
}

fn ten_minutes() -> u64 {
    600_000
}

fn one_hour() -> i64 {
    3_600_000
}

fn first() -> u32 {
    1
}

fn five_megabytes() -> u64 {
    5 * 1024 * 1024
}

fn failed() -> String {
    "FAILED".to_owned()
}

fn reason() -> String {
    "on purpose".to_owned()
}

fn truncated_bytes() -> u64 {
    512
}

fn junk() -> String {
    "WARNING: linker: unsupported flags DT_FLAGS_1=0x8000001\n".to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::FaultKind;
    use super::*;

    #[test]
    fn a_name_alone_is_a_fault() {
        for kind in FaultKind::ALL {
            let fault: Fault = serde_json::from_value(json!({ "name": kind })).unwrap();
            assert_eq!(fault.kind(), kind);
            let back: Fault =
                serde_json::from_value(serde_json::to_value(&fault).unwrap()).unwrap();
            assert_eq!(back, fault);
        }
    }

    #[test]
    fn numbers_are_read_and_unknown_keys_refused() {
        let slow: Fault =
            serde_json::from_value(json!({"name": "shell_slow", "delay_ms": 7})).unwrap();
        assert_eq!(slow, Fault::ShellSlow { delay_ms: 7 });
        for bad in [
            json!({"name": "shell_slow", "delay": 7}),
            json!({"name": "nonsense"}),
            json!({"name": "clock_jump", "by_ms": "x"}),
        ] {
            assert!(serde_json::from_value::<Fault>(bad).is_err());
        }
    }
}
