//! Acts and what became of them.

use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;
use clawperator_ui::{NodeId, Point};

use super::observation::TreeNumber;
use super::phone_file::NewFile;
use super::program_run::{ProgramEnd, ProgramRun};
use super::recording::{NewRecording, Recorded};
use crate::probe::injection::Injection;

/// One thing that is done to a phone.
///
/// A text may be a password: printing an act shows how long it is and nothing of it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Act<'a> {
    /// Touches the screen once.
    Touch(Contact<'a>),
    /// Presses any key.
    Press(KeyPress),
    /// Presses a system key.
    Key(Key),
    /// Puts a text into a field, which has the focus.
    Text(TextEntry<'a>),
    /// Presses the keyboard's enter key.
    Submit,
    /// Opens an app by its launcher entry.
    Launch {
        /// Which app.
        package: &'a str,
    },
    /// Opens whatever handles a URI.
    Open { uri: &'a str },
    /// Stops an app.
    Stop {
        /// Which app.
        package: &'a str,
    },
    /// Changes what an app is, has or may do.
    ManageApp(AppChange<'a>),
    /// Copies a file to the phone. It is whole, or the path is as it was.
    Push(NewFile<'a>),
    /// Lights the screen. It does nothing to a phone that is awake.
    Wake,
    /// Asks a lock that needs no secret to open. What came of it is to be looked at.
    DismissLock,
    /// Sends a key that no app acts on, to see whether keys may be sent.
    TryInput,
    /// Puts a text on the clipboard, or takes away what is there.
    Clip(NewClip<'a>),
    /// Runs a program that somebody else chose.
    Run(ProgramRun<'a>),
    /// Begins to write down what a person does.
    Record(NewRecording<'a>),
    /// Ends the recording of this name, or whichever goes on.
    StopRecording { name: Option<&'a str> },
}

impl Act<'_> {
    /// What kind of act it is, in one word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Touch(_) => "touch",
            Self::Key(_) | Self::Press(_) => "key",
            Self::Text(_) => "text",
            Self::Submit => "submit",
            Self::Launch { .. } => "launch",
            Self::Open { .. } => "open",
            Self::Stop { .. } => "stop",
            Self::ManageApp(change) => change.kind(),
            Self::Push(_) => "push",
            Self::Wake => "wake",
            Self::DismissLock => "dismiss_lock",
            Self::TryInput => "try_input",
            Self::Clip(_) => "clip",
            Self::Run(_) => "run",
            Self::Record(_) => "record",
            Self::StopRecording { .. } => "stop_recording",
        }
    }
}

/// What becomes of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppChange<'a> {
    /// All that it has stored is deleted.
    Clear { package: &'a str },
    /// It is removed, with all that it has stored.
    Uninstall { package: &'a str },
    /// A permission is granted to it, or revoked.
    Permission {
        package: &'a str,
        permission: &'a str,
        granted: bool,
    },
}

impl<'a> AppChange<'a> {
    /// Which app it is.
    #[must_use]
    pub const fn package(&self) -> &'a str {
        match self {
            Self::Clear { package }
            | Self::Uninstall { package }
            | Self::Permission { package, .. } => package,
        }
    }

    /// What kind of change it is, in one word.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Clear { .. } => "clear_app",
            Self::Uninstall { .. } => "uninstall",
            Self::Permission { .. } => "permission",
        }
    }
}

/// What the phone says of an act that it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acted {
    /// That it was done, and no more.
    Done,
    /// That a text was put into a field, and in which way.
    Typed(TypedBy),
    /// That something was opened, and how.
    Opened(Launch),
    /// What became of a key that was sent to see whether keys may be sent.
    Tried(Injection),
    /// That a recording began or ended.
    Recorded(Recorded),
    /// What a program wrote, and how it ended.
    Ran(ProgramEnd),
}

/// Why an act is not known to have been done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// Nothing reached the phone.
    #[error("{message}")]
    NotSent {
        /// The code of the reason.
        code: ErrorCode,
        /// The reason.
        message: String,
    },
    /// It reached the phone, whose own answer says that it was not done.
    #[error("{message}")]
    Refused {
        /// The code of the reason.
        code: ErrorCode,
        /// The phone's words.
        message: String,
    },
    /// It reached the phone, which says by a code of its own that it was not done.
    #[error("{message}")]
    Declined {
        /// Android's code, such as `DELETE_FAILED_INTERNAL_ERROR`; empty where it has none.
        failure: String,
        /// The phone's words.
        message: String,
    },
    /// Part of it was done and the rest was not.
    #[error("{message}")]
    Partly {
        /// What stopped it.
        message: String,
    },
    /// It was sent, and no answer tells what became of it: it may or may not have been done, now or later.
    #[error("{message}")]
    Unknown {
        /// How the answer was lost, or what it was.
        message: String,
    },
}

/// A touch, and what it was judged on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact<'a> {
    pub touch: Touch<'a>,
    /// Where the phone numbers its trees: a driver that can touches only what lies there in this tree.
    pub judged: Option<Judged>,
}

impl<'a> Contact<'a> {
    /// A touch that was judged on no tree.
    #[must_use]
    pub const fn blind(touch: Touch<'a>) -> Self {
        Self {
            touch,
            judged: None,
        }
    }
}

/// The tree on which a touch was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    pub tree: TreeNumber,
    /// Whether what is said there counts too, and not only which nodes there are.
    pub closely: bool,
}

/// How fingers touch the screen, in the pixels of its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch<'a> {
    /// One goes down and up.
    Tap(Point),
    /// The same twice, as fast as a person does it.
    DoubleTap(Point),
    /// One is held still.
    Hold {
        /// Where.
        at: Point,
        /// For how long, in milliseconds.
        millis: u32,
    },
    /// One is drawn over the screen.
    Swipe {
        /// Where it goes down.
        from: Point,
        /// Where it comes up.
        to: Point,
        /// For how long it moves, in milliseconds.
        millis: u32,
    },
    /// It is held, drawn over the screen, and held again, so that nothing flings.
    Drag {
        from: Point,
        to: Point,
        /// How long it is held before it moves, in milliseconds.
        hold_millis: u32,
        /// For how long it moves.
        move_millis: u32,
        /// How long it is held before it comes up.
        rest_millis: u32,
    },
    /// Several go their ways at once.
    Paths(&'a [Path]),
}

/// The way of one finger: it goes down at its first point and comes up at its last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(Vec<PathPoint>);

/// Where a finger is, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathPoint {
    pub at: Point,
    /// Milliseconds since the touch began.
    pub after: u32,
}

impl Path {
    /// The most points of a way.
    pub const MOST_POINTS: usize = 500;
    /// The most fingers of a touch.
    pub const MOST_FINGERS: usize = 10;

    /// A way through these points; none without a point, with too many, or back in time.
    #[must_use]
    pub fn new(points: Vec<PathPoint>) -> Option<Self> {
        let is_way = (1..=Self::MOST_POINTS).contains(&points.len())
            && points.is_sorted_by_key(|point| point.after);
        is_way.then_some(Self(points))
    }

    #[must_use]
    pub fn points(&self) -> &[PathPoint] {
        &self.0
    }

    /// Where it goes down, and where it comes up.
    #[must_use]
    pub fn ends(&self) -> (Point, Point) {
        match self.0.as_slice() {
            [first, .., last] => (first.at, last.at),
            [only] => (only.at, only.at),
            // There is one at least.
            [] => (Point { x: 0, y: 0 }, Point { x: 0, y: 0 }),
        }
    }
}

impl<'a> Touch<'a> {
    /// The straight ways of its fingers, from point to point.
    pub fn ways(self) -> impl Iterator<Item = (Point, Point)> {
        let (way, paths): (Option<(Point, Point)>, &'a [Path]) = match self {
            Self::Tap(at) | Self::DoubleTap(at) | Self::Hold { at, .. } => (Some((at, at)), &[]),
            Self::Swipe { from, to, .. } | Self::Drag { from, to, .. } => (Some((from, to)), &[]),
            Self::Paths(paths) => (None, paths),
        };
        let of_paths = paths.iter().flat_map(|path| {
            let (first, _) = path.ends();
            let still = path.points().len() == 1;
            let pairs = path.points().windows(2).filter_map(|pair| match pair {
                [from, to] => Some((from.at, to.at)),
                _ => None,
            });
            still.then_some((first, first)).into_iter().chain(pairs)
        });
        way.into_iter().chain(of_paths)
    }

    /// Where each finger goes down, and where it comes up.
    pub fn fingers(self) -> impl Iterator<Item = (Point, Point)> {
        let (one, paths): (Option<(Point, Point)>, &'a [Path]) = match self {
            Self::Paths(paths) => (None, paths),
            other => (other.ways().next(), &[]),
        };
        one.into_iter().chain(paths.iter().map(Path::ends))
    }

    /// Where the first finger goes down, and where it comes up.
    #[must_use]
    pub fn ends(self) -> (Point, Point) {
        self.fingers()
            .next()
            .unwrap_or((Point { x: 0, y: 0 }, Point { x: 0, y: 0 }))
    }
}

/// A key, by Android's number of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPress {
    pub code: u32,
    /// Bits of `KeyEvent.getMetaState`: keys that are held meanwhile.
    pub meta: u32,
    /// How long it is held, in milliseconds.
    pub held_millis: u32,
}

/// What comes onto the clipboard. It may be a password: it is never part of an error.
#[derive(Clone, Copy)]
pub struct NewClip<'a> {
    /// Nothing to take away what is there.
    pub text: Option<&'a str>,
    /// Whether no app is to show it.
    pub is_sensitive: bool,
}

impl std::fmt::Debug for NewClip<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let characters = self.text.map(|text| text.chars().count());
        formatter
            .debug_struct("NewClip")
            .field("characters", &characters)
            .finish()
    }
}

/// What to put into a field that has the focus.
#[derive(Clone, Copy)]
pub struct TextEntry<'a> {
    /// Which field it is, where the phone numbers its trees: a driver that can makes sure that it is this one.
    pub field: Option<SeenNode>,
    pub present: Present,
    /// The text. It may be a password: it is never part of an error.
    pub text: &'a str,
}

impl std::fmt::Debug for TextEntry<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("TextEntry")
            .field("field", &self.field)
            .field("present", &self.present)
            .field("characters", &self.text.chars().count())
            .finish()
    }
}

/// A node of a tree that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenNode {
    pub tree: TreeNumber,
    pub node: NodeId,
}

/// What becomes of what is in a field when a text is put into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Present {
    /// It stays, and the text comes behind it.
    Stays,
    /// The text takes its place.
    Goes {
        /// How many characters the field shows, which may be those of a hint.
        shown: usize,
    },
}

/// How a text came into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypedBy {
    /// One character after the other.
    Keys,
    /// All of it at once, in place of what was there.
    SetText,
    /// From the clipboard, which has its old content again.
    Paste,
}

impl TypedBy {
    /// The word of answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::SetText => "set_text",
            Self::Paste => "paste",
        }
    }
}

/// How something came to be open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    /// It was started anew.
    Started,
    /// It was there already, and its task was brought to the front as it was left.
    BroughtToFront,
    /// It was in front already and was told what to open.
    Delivered,
}

/// What the phone says of something that it opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// How it came to be open.
    pub how: Opened,
    /// The package of the activity that was to come to the front, where the phone names one.
    pub package: Option<String>,
    /// Its activity, with all of its name.
    pub activity: Option<String>,
    /// Whether it was drawn by the time the phone answered.
    pub drawn: bool,
}

/// Something to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opens<'a> {
    /// An app, by its package.
    App(&'a str),
    Uri(&'a str),
}
