//! The names of all faults, and what is seen of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Fault;

/// The list of all faults: each is a variant of [`Fault`], with what somebody who runs phones sees of it.
macro_rules! kinds {
    ($($kind:ident => $seen_as:literal,)*) => {
        /// The name of a fault, without its numbers.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum FaultKind {
            $($kind,)*
        }

        impl FaultKind {
            const COUNT: usize = [$(Self::$kind),*].len();
            /// Every fault there is.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$kind),*];

            /// What somebody who runs phones sees of it.
            #[must_use]
            pub fn seen_as(self) -> &'static str {
                match self {
                    $(Self::$kind => $seen_as,)*
                }
            }
        }

        impl Fault {
            /// Its name.
            #[must_use]
            pub fn kind(&self) -> FaultKind {
                match self {
                    $(Self::$kind { .. } => FaultKind::$kind,)*
                }
            }
        }
    };
}

kinds! {
    Offline => "A phone whose cable or radio is gone: `adb devices` shows `offline`, running commands are cut off, and every \
        command is refused.",
    Unauthorized => "A phone that forgot its host's key: `adb devices` shows `unauthorized`, and every command is refused \
        until somebody answers the prompt on the phone.",
    ConnectionCut => "A bumped cable: transfers in progress break off without a status, and over TCP the phone has to be \
        connected again.",
    ShellSlow => "A phone that is hot or busy: every command begins late, and short timeouts run out.",
    ShellStalled => "A phone that hangs: commands are accepted and never answered, so only a deadline helps.",
    OutputTruncated => "Output that ends in the middle; with shell v2 the exit status is missing too.",
    DumpKilled =>
        "`uiautomator dump` says `Killed` and exits with 137, as when another program holds the automation.",
    DumpNullRoot => "`uiautomator dump` says `ERROR: null root node …`, exits with 0 and leaves the old file: nothing was \
        in front at that moment.",
    DumpNotIdle => "`uiautomator dump` takes ten seconds, says `ERROR: could not get idle state.` and exits with 0: \
        something on the page moves.",
    DumpJunk => "A tree that is followed by a line from another program, so the whole is not XML.",
    DumpTruncated => "A tree that breaks off in the middle of an element.",
    EmojiInText =>
        "Texts with a character beyond U+FFFF, which readers that count in bytes or in UTF-16 trip over.",
    TreeStale =>
        "After a tap the tree still shows what was there before, so the next tap aims at something that is gone.",
    TapsLost => "`input tap` succeeds and says nothing, and nothing happens.",
    InputRefused => "`input` fails without `INJECT_EVENTS`: phones of some makers, until a switch in their settings is \
        on.",
    AppCrash => "The app is gone, and the system's dialog that it keeps stopping covers everything.",
    AppNotResponding => "The system's dialog that an app isn't responding; input for the app waits.",
    StorageLow => "`No space left on device` for pushes, redirections and screenshots. A dump leaves half a file or none \
        and reports success.",
    ScreenOffAndLocked => "A phone in a drawer: dark and locked, no activity in front, and touches reach nothing until it is \
        woken and unlocked.",
    ScreenOff => "A phone whose screen went dark while nobody touched it: no activity in front, no window to dump, and \
        nothing locked.",
    ScreenLocked =>
        "The lock screen over everything, lit: opened by a swipe, or by a secret that nobody here knows.",
    OtherAppInFront => "Another app comes in front of the wanted one, again whenever an app is started.",
    ClockJump => "Times of files and in the log jump. Timers on the phone run as before.",
    OperatorKilled => "The Operator is gone in the middle of its work: its stream ends, and nobody tells what became of the act.",
    OperatorHalfAnswer => "The Operator's stream ends in the middle of an answer.",
    OperatorSilent => "The Operator's stream is open and dead: nothing that is asked is done or answered, and new streams are not \
        greeted.",
    OperatorWrongProof => "Something else answers on the Operator's socket: it does not know the secret.",
    OperatorWrongBuild => "An Operator of another build answers.",
    OperatorWrongVersion => "An Operator of another version answers.",
    OperatorJarCorrupt => "The Operator says `FAIL CORRUPT`: the jar on the phone is not the one that was pushed.",
    OperatorTreeLarge => "A screen with megabytes of text: the Operator's trees are huge.",
    OperatorStartSlow => "The Operator needs long until it says `READY`.",
    OperatorStartFails => "The Operator says `FAIL`, with a code and a reason, and exits with 1.",
    OperatorStartUnheard => "The stream that starts the Operator ends without a word, although the Operator runs.",
    AutomationHeld => "Another tool holds the phone's automation: `uiautomator` says `Killed`, and the Operator has no trees.",
    FrameworkDown => "Android restarts while adb works: `Can't find service: …` from `cmd` and `dumpsys`, `Killed` from \
        `uiautomator`. The Operator ends.",
    FrameworkRestarted => "Android was restarted while adb worked: the launcher is in front, no app runs, and the Operator has \
        ended.",
}
