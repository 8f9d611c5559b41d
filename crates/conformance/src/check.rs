//! The checks, and what may come of one.

use clawperator_contract::ErrorCode;
use clawperator_device::driver::{ActError, ObserveError, Unavailable};

/// Defines the checks with their names and what each shows together, in the order in which they are made.
macro_rules! checks {
    ($($variant:ident $name:literal $shows:literal;)+) => {
        /// A check, in the order in which they are made.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum CheckId {
            $(#[doc = $shows] $variant,)+
        }

        impl CheckId {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name in a report.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What holds where it passes.
            #[must_use]
            pub const fn shows(self) -> &'static str {
                match self {
                    $(Self::$variant => $shows,)+
                }
            }
        }
    };
}

checks! {
    PhoneUsable "phone.usable" "the screen is on and unlocked";
    PhoneSize "phone.size" "the phone says how large its screen is";
    PhoneHeld "phone.held" "somebody else cannot take the phone meanwhile";
    AppInstall "app.install" "the test app can be installed";
    AppLaunch "app.launch" "an app opens by its icon";
    AppOpen "app.open" "a URI opens the right page, and says before which app it opens";
    LookTree "look.tree" "a page is read as it is, in any script";
    LookAgain "look.again" "a page that does not change reads the same twice";
    LookRestless "look.restless" "a page that never rests is read";
    LookDialog "look.dialog" "a dialog is read, and its button can be pressed";
    TouchTap "touch.tap" "a tap presses the button once, and nothing else";
    TouchPoints "touch.points" "taps land where they are sent, also at the corners";
    TouchHold "touch.hold" "a long press is a long press";
    TouchSwipe "touch.swipe" "a swipe goes from where to where it is sent";
    TouchDrag "touch.drag" "a drag holds, moves and rests";
    TouchDouble "touch.double" "a double tap is two taps at one place";
    TouchPinch "touch.pinch" "two fingers move apart";
    TouchFingers "touch.fingers" "three fingers go their ways at once";
    TouchJudged "touch.judged" "nothing is touched where something else lies by then";
    KeyBack "key.back" "the back key leaves a page";
    KeyCode "key.code" "a key is pressed by its code";
    KeyAllowed "key.allowed" "the phone takes keys from adb";
    TextAscii "text.ascii" "a text is typed";
    TextUnicode "text.unicode" "a text in other scripts and emoji is typed";
    TextLines "text.lines" "several lines are typed";
    TextReplace "text.replace" "a text takes the place of another";
    TextAppend "text.append" "a text comes behind another";
    TextSecret "text.secret" "a password is typed, and no look shows it";
    TextSubmit "text.submit" "enter submits a field";
    WaitNode "wait.node" "what comes later is seen when it comes";
    WaitToast "wait.toast" "a toast is heard";
    ListScroll "list.scroll" "a swipe scrolls a list";
    ListEnd "list.end" "the end of a list is reached";
    PictureWhole "picture.whole" "a picture has the size of the screen, and shows the page";
    PictureSmall "picture.small" "a picture is made smaller on the phone";
    PictureSecure "picture.secure" "a protected page is said to be black";
    Clipboard "clipboard.text" "a text goes onto the clipboard and is read back";
    Recording "recording.pressed" "a recording has what was done, marked as done by the driver";
    Settings "settings.look" "the first page of Settings is read and scrolled, and nothing on it pressed";
    LeftClipboard "left.clipboard" "the clipboard is as it was";
    LeftRotation "left.rotation" "the rotation lock is as it was";
    LeftKeyboard "left.keyboard" "the keyboard is as it was";
    LeftApp "left.app" "the test app is gone";
}

/// Why a check did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It did not happen, or something else did.
    Failed(String),
    /// It was not tried.
    Skipped(String),
    /// The phone is gone, so that nothing else can be tried.
    Gone(String),
}

/// What came of a check: what was seen, where that says more than that it passed.
pub(crate) type Outcome = Result<Option<String>, Trouble>;

pub(crate) fn failed<T>(why: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Failed(why.into()))
}

pub(crate) fn skipped<T>(why: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble::Skipped(why.into()))
}

impl From<Unavailable> for Trouble {
    fn from(error: Unavailable) -> Self {
        if error.is_final() {
            Self::Gone(error.message)
        } else if error.code == ErrorCode::CapabilityUnsupported {
            Self::Skipped(error.message)
        } else {
            Self::Failed(error.message)
        }
    }
}

impl From<ObserveError> for Trouble {
    fn from(error: ObserveError) -> Self {
        match error {
            ObserveError::Unavailable(unavailable) => unavailable.into(),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<ActError> for Trouble {
    fn from(error: ActError) -> Self {
        match error {
            ActError::NotSent { code, message } => Unavailable { code, message }.into(),
            ActError::Refused {
                code: ErrorCode::CapabilityUnsupported,
                message,
            } => Self::Skipped(message),
            other => Self::Failed(other.to_string()),
        }
    }
}
