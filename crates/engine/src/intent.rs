//! What is about to be done to the phone, for whoever judges it.
//!
//! An [`Intent`] is both what is judged and what is done: the act that is sent is made from it and from nothing else. A
//! [`Finger`] has its points in it, the nodes there are looked up from the points, and the touch that is sent is the one
//! with these points. So a verdict cannot be about one place and the touch go to another.

use std::collections::HashSet;

use clawperator_contract::actions::Key;
use clawperator_contract::events::ActKind;
use clawperator_contract::{KeyCode, PhonePath};
use clawperator_device::driver::{Act, Contact, Judged, TreeNumber};
pub use clawperator_device::driver::{
    AppChange, KeyPress, NewClip, NewFile, NewRecording, Opens, Path, PathPoint, Present,
    ProgramRun, TextEntry, Touch,
};
use clawperator_ui::{Gesture, Node, NodeId, Point, Tree};

use crate::reading::Reading;

/// What is about to be done.
#[derive(Debug, Clone, Copy)]
pub enum Intent<'a> {
    /// To touch the screen.
    Touch(&'a Finger<'a>),
    /// To tap a field that is then typed into.
    Focus {
        field: Node<'a>,
        tap: &'a Finger<'a>,
    },
    /// To type into a field that has the focus.
    Text {
        field: Node<'a>,
        entry: TextEntry<'a>,
    },
    /// To press the keyboard's enter key in a field.
    Submit(Node<'a>),
    /// To press a system key, which goes to what is in front.
    Key(Key),
    /// To press any key, which goes to what has the focus.
    Press(Stroke<'a>),
    /// To put a text on the clipboard, or take away what is there.
    Clip(NewClip<'a>),
    /// To read the text on the clipboard.
    ReadClip,
    /// To open an app or a URI.
    Open(Opens<'a>),
    /// It was opened, and led to what is in front.
    Arrived,
    /// To close an app.
    Close { package: &'a str },
    /// To change what an app is, has or may do.
    ManageApp(AppChange<'a>),
    /// To copy a file to the phone.
    Push(NewFile<'a>),
    /// To copy a file from it.
    Pull(&'a PhonePath),
    /// To tell that these apps are installed.
    ListApps(&'a [&'a str]),
    /// To light the screen.
    Wake,
    /// To open a lock that needs no secret.
    DismissLock,
    /// To send a key that no app acts on, which shows whether keys may be sent. Nobody is asked to approve it.
    TryInput,
    /// To run a program that the caller chose.
    Run(ProgramRun<'a>),
    /// To have the phone write down what a person does, in whatever app.
    Record(NewRecording<'a>),
    /// To end the recording of this name, or whichever goes on.
    StopRecording(Option<&'a str>),
    /// To read what is in front, for an answer; and what the answer shows, once that is known.
    Read(Option<&'a Reading>),
}

impl<'a> Intent<'a> {
    /// What is sent, as events tell it: its kind, where a finger goes down and, for a swipe, where it comes up.
    pub(crate) fn told(&self) -> Option<(ActKind, Option<Point>, Option<Point>)> {
        let act = self.act()?;
        let (from, to) = match &act {
            Act::Touch(contact) => match contact.touch {
                Touch::Tap(at) | Touch::DoubleTap(at) | Touch::Hold { at, .. } => (Some(at), None),
                other => {
                    let (from, to) = other.ends();
                    (Some(from), Some(to))
                }
            },
            _ => (None, None),
        };
        Some((kind(&act), from, to))
    }

    /// Whether it is about nodes of a screen that was read, which may be another one a moment later.
    #[must_use]
    pub const fn is_of_a_screen(&self) -> bool {
        match self {
            Self::Touch(_) | Self::Focus { .. } | Self::Text { .. } | Self::Submit(_) => true,
            Self::Press(stroke) => stroke.focused.is_some(),
            Self::Key(_)
            | Self::Clip(_)
            | Self::ReadClip
            | Self::Run(_)
            | Self::Record(_)
            | Self::StopRecording(_)
            | Self::Open(_)
            | Self::Arrived
            | Self::Close { .. }
            | Self::ManageApp(_)
            | Self::Push(_)
            | Self::Pull(_)
            | Self::ListApps(_)
            | Self::Wake
            | Self::DismissLock
            | Self::TryInput
            | Self::Read(_) => false,
        }
    }

    /// What is sent to the phone; nothing where the phone does not change.
    pub(crate) const fn act(&self) -> Option<Act<'a>> {
        Some(match self {
            Self::Touch(finger) | Self::Focus { tap: finger, .. } => Act::Touch(finger.contact()),
            Self::Text { entry, .. } => Act::Text(*entry),
            Self::Submit(_) => Act::Submit,
            Self::Key(key) => Act::Key(*key),
            Self::Press(stroke) => Act::Press(stroke.press()),
            Self::Clip(clip) => Act::Clip(*clip),
            Self::Open(Opens::App(package)) => Act::Launch { package },
            Self::Open(Opens::Uri(uri)) => Act::Open { uri },
            Self::Close { package } => Act::Stop { package },
            Self::ManageApp(change) => Act::ManageApp(*change),
            Self::Push(file) => Act::Push(*file),
            Self::Wake => Act::Wake,
            Self::DismissLock => Act::DismissLock,
            Self::TryInput => Act::TryInput,
            Self::Run(program) => Act::Run(*program),
            Self::Record(recording) => Act::Record(*recording),
            Self::StopRecording(name) => Act::StopRecording { name: *name },
            Self::Arrived | Self::ListApps(_) | Self::ReadClip | Self::Pull(_) | Self::Read(_) => {
                return None;
            }
        })
    }
}

/// A key that is about to be pressed, and what it goes to as far as a screen that was read says.
#[derive(Debug, Clone, Copy)]
pub struct Stroke<'a> {
    pub key: KeyCode,
    /// Whether it is held as long as a long press takes.
    pub is_long: bool,
    /// What has the focus, as if a finger pressed it; nothing where nobody looked, or nothing is seen to have it.
    pub focused: Option<&'a Finger<'a>>,
}

impl Stroke<'_> {
    /// How long a key is held for a long press, in milliseconds.
    const LONG_MILLIS: u32 = 650;

    /// What is sent.
    const fn press(self) -> KeyPress {
        KeyPress {
            code: self.key.number(),
            meta: 0,
            held_millis: if self.is_long { Self::LONG_MILLIS } else { 0 },
        }
    }
}

/// A finger that is about to touch the screen, with everything that is known of what it meets.
#[derive(Debug, Clone)]
pub struct Finger<'a> {
    touch: Touch<'a>,
    /// The phone's number of the tree in which it was looked at, where it has one.
    tree: Option<TreeNumber>,
    /// Whether it only scrolls, so that it does not matter what is said below it.
    scrolls: bool,
    gesture: Gesture,
    named: Option<Named<'a>>,
    met: Option<Met<'a>>,
}

/// The node that a touch is meant for.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// The node that was asked for.
    pub matched: Node<'a>,
    /// The node that is to take the touch: the same, or one around it.
    pub taker: Node<'a>,
}

/// What a finger meets.
#[derive(Debug, Clone)]
pub struct Met<'a> {
    /// Every node at the point, from the outermost in; of a swipe at all of its points.
    pub nodes: Vec<Node<'a>>,
    /// Whether the tree has all nodes that the phone told of.
    pub is_all: bool,
    /// Whether the tree has a node for whatever is there; a window need not say what is in it.
    pub is_described: bool,
}

impl<'a> Finger<'a> {
    /// A finger on a screen that was read. `gesture` is what it is for.
    #[must_use]
    pub fn on(tree: &'a Tree, touch: Touch<'a>, gesture: Gesture) -> Self {
        Self {
            touch,
            tree: None,
            scrolls: false,
            gesture,
            named: None,
            met: Some(Met {
                nodes: met_by(tree, touch),
                is_all: true,
                is_described: places(touch).all(|(from, to)| tree.describes(from, to)),
            }),
        }
    }

    /// The same, on the tree of this number.
    #[must_use]
    pub fn in_tree(self, tree: Option<TreeNumber>) -> Self {
        Self { tree, ..self }
    }

    /// The same, drawn to scroll what is there.
    #[must_use]
    pub fn scrolling(self) -> Self {
        Self {
            scrolls: true,
            ..self
        }
    }

    /// A finger on a screen that nobody looked at.
    #[must_use]
    pub const fn blind(touch: Touch<'a>, gesture: Gesture) -> Self {
        Self {
            touch,
            tree: None,
            scrolls: false,
            gesture,
            named: None,
            met: None,
        }
    }

    /// The same, meant for a node.
    #[must_use]
    pub fn naming(self, matched: Node<'a>, taker: Node<'a>) -> Self {
        Self {
            named: Some(Named { matched, taker }),
            ..self
        }
    }

    /// The same, on a tree from which nodes are missing that the phone told of.
    #[must_use]
    pub fn with_nodes_missing(mut self) -> Self {
        if let Some(met) = &mut self.met {
            met.is_all = false;
        }
        self
    }

    /// How it touches, which is what is sent.
    #[must_use]
    pub const fn touch(&self) -> Touch<'a> {
        self.touch
    }

    /// What is sent: the touch, and the tree that it was judged on.
    const fn contact(&self) -> Contact<'a> {
        Contact {
            touch: self.touch,
            judged: match self.tree {
                Some(tree) => Some(Judged {
                    tree,
                    closely: !self.scrolls,
                }),
                None => None,
            },
        }
    }

    #[must_use]
    pub const fn gesture(&self) -> Gesture {
        self.gesture
    }

    /// The node that it is meant for; nothing for a bare coordinate.
    #[must_use]
    pub const fn named(&self) -> Option<Named<'a>> {
        self.named
    }

    /// What it meets; nothing where nobody looked.
    #[must_use]
    pub const fn met(&self) -> Option<&Met<'a>> {
        self.met.as_ref()
    }
}

/// Where a touch meets nodes. A finger belongs to what it went down on until it comes up, so that only the ends of its way
/// count; one that is drawn in a straight line scrolls, and may meet whatever is on its way.
fn places(touch: Touch<'_>) -> impl Iterator<Item = (Point, Point)> + use<'_> {
    let only_ends = matches!(touch, Touch::Drag { .. } | Touch::Paths(_));
    let ends = only_ends.then(|| touch.fingers());
    let ends = ends.into_iter().flatten();
    let ways = (!only_ends).then(|| touch.ways());
    ends.flat_map(|(down, up)| [(down, down), (up, up)])
        .chain(ways.into_iter().flatten())
}

/// Every node that a touch may meet, in document order.
fn met_by<'a>(tree: &'a Tree, touch: Touch<'_>) -> Vec<Node<'a>> {
    let mut ways = places(touch);
    let (Some((from, to)), None) = (ways.next(), ways.next()) else {
        let along = places(touch).flat_map(|(from, to)| tree.nodes_along(from, to));
        let met: HashSet<NodeId> = along.map(Node::id).collect();
        return tree
            .nodes()
            .filter(|node| met.contains(&node.id()))
            .collect();
    };
    tree.nodes_along(from, to).collect()
}

const fn kind(act: &Act<'_>) -> ActKind {
    match act {
        Act::Touch(contact) => match contact.touch {
            Touch::Tap(_) => ActKind::Tap,
            Touch::DoubleTap(_) => ActKind::DoubleTap,
            Touch::Hold { .. } => ActKind::LongPress,
            Touch::Swipe { .. } => ActKind::Swipe,
            Touch::Drag { .. } => ActKind::Drag,
            Touch::Paths(_) => ActKind::Gesture,
        },
        Act::Key(_) | Act::Press(_) => ActKind::Key,
        Act::Clip(_) => ActKind::Clipboard,
        Act::Text(_) => ActKind::Text,
        Act::Submit => ActKind::Submit,
        Act::Launch { .. } | Act::Open { .. } => ActKind::Open,
        Act::Stop { .. } => ActKind::Stop,
        Act::ManageApp(_) => ActKind::App,
        Act::Push(_) => ActKind::File,
        Act::Run(_) => ActKind::Shell,
        _ => ActKind::Other,
    }
}
