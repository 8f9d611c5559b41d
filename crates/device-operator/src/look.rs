//! Looking: trees of the Operator, and the state of the phone.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use clawperator_adb::Deadline;
use clawperator_contract::ErrorCode;
use clawperator_device::driver::{
    ActError, Condition, Front, Judged, Lock, Observation, ObserveError, PictureSize, Screenshot,
    SeenNode, Touch, TreeNumber, Unavailable, View,
};
use clawperator_device::probe::focus::FocusedWindow;
use clawperator_device::whole_picture;
use clawperator_operator_protocol::{
    Answer, Closeness, Content, Display, Form, Launch, Lock as PhoneLock, Look, Picture, Request,
    Rest, Secure, Spot, State, Tree, Window, WindowFlags,
};
use clawperator_ui::{DumpError, Tree as UiTree};

use crate::notices::Notices;
use crate::stream::Stream;
use crate::trouble::Trouble;
use crate::xml;

/// How long nothing may happen on a screen that is at rest, in milliseconds. Phones hold changes of content back for
/// 100 of them.
const QUIET: u16 = 150;
/// How long a look waits for that, in milliseconds.
const PATIENCE: u16 = 1_500;

/// How many trees are kept: an act is about one of the last that were read.
const KEPT: usize = 4;

/// What the Operator calls a node. Each app counts its identities for itself, so that the window belongs to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Named {
    pub(crate) window: i32,
    pub(crate) identity: u64,
}

/// Whatever has the focus, where an act is for a field.
pub(crate) const UNNAMED: Named = Named {
    window: 0,
    identity: 0,
};

/// The last trees: the very last one tells what a screen that did not change shows, and all of them what the Operator
/// calls their nodes.
#[derive(Debug, Default)]
pub(crate) struct LastTrees(Mutex<VecDeque<Seen>>);

#[derive(Debug, Clone)]
struct Seen {
    /// Numbers count within one launch.
    launch: Launch,
    tree: Arc<UiTree>,
    dump: Bytes,
    /// As it came: what the Operator calls the nodes, and what lies where.
    told: Arc<Tree>,
}

/// Who looks, with what was seen before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looker<'a> {
    pub(crate) last: &'a LastTrees,
    pub(crate) notices: &'a Notices,
}

impl Looker<'_> {
    /// Reads the screen.
    pub(crate) async fn observe(
        self,
        stream: &Stream,
        view: View,
        deadline: Deadline,
    ) -> Result<Observation, ObserveError> {
        // Whether the screen is at rest is told with a tree alone.
        let known = self.last.of(stream.launch()).filter(|_| !view.rest);
        let look = if view.rest {
            at_rest(deadline)
        } else {
            Look {
                have: known.as_ref().map_or(0, |seen| seen.told.number),
                rest_ms: 0,
                wait_ms: 0,
                ..at_rest(deadline)
            }
        };
        match (stream.ask(&Request::Look(look), deadline).await?, known) {
            (Answer::Tree(tree), _) => self.read(stream, view, tree),
            (
                Answer::Unchanged {
                    state,
                    number,
                    notices,
                },
                Some(seen),
            ) if number == seen.told.number => Ok(Observation {
                tree: seen.tree,
                dump: Some(seen.dump),
                number: Some(TreeNumber(number)),
                settled: None,
                heard: self.notices.newest(stream.launch(), notices),
                user: Some(state.user),
                condition: view.activity.then(|| condition(&state)),
            }),
            _ => Err(unexpected().into()),
        }
    }

    /// A tree that came, as the engine sees it.
    pub(crate) fn read(
        self,
        stream: &Stream,
        view: View,
        tree: Tree,
    ) -> Result<Observation, ObserveError> {
        let heard = self.notices.newest(stream.launch(), tree.notices);
        if let Some(why) = tree.windows.iter().find_map(missing) {
            return Err(ObserveError::Incomplete {
                why: why.to_owned(),
            });
        }
        let dump = Bytes::from(xml::dump(&tree));
        let parsed = UiTree::parse(&dump).map_err(|error| match error {
            DumpError::NoNodes | DumpError::Empty => ObserveError::NoWindow,
            error => ObserveError::Damaged(error),
        })?;
        let seen = Seen {
            launch: stream.launch(),
            tree: Arc::new(parsed.tree),
            dump,
            told: Arc::new(tree),
        };
        self.last.keep(seen.clone());
        let tree = &seen.told;
        Ok(Observation {
            tree: seen.tree,
            dump: Some(seen.dump),
            number: Some(TreeNumber(tree.number)),
            settled: match tree.rest {
                Rest::NotAsked => None,
                Rest::Came => Some(true),
                Rest::DidNotCome => Some(false),
            },
            heard,
            user: Some(tree.state.user),
            condition: view.activity.then(|| condition(&tree.state)),
        })
    }
}

/// A look at a screen that is given time to come to rest.
pub(crate) fn at_rest(deadline: Deadline) -> Look {
    Look {
        have: 0,
        rest_ms: QUIET,
        wait_ms: PATIENCE,
        time_ms: short_millis(deadline),
        after: 0,
        all_displays: false,
    }
}

/// Asks for the state of the phone alone.
pub(crate) async fn state(stream: &Stream, deadline: Deadline) -> Result<State, Trouble> {
    match stream.ask(&Request::State, deadline).await? {
        Answer::Stated(state) => Ok(state),
        _ => Err(unexpected()),
    }
}

/// Takes a picture of the screen, as PNG.
pub(crate) async fn picture(
    stream: &Stream,
    size: PictureSize,
    deadline: Deadline,
) -> Result<Screenshot, Unavailable> {
    let wanted = Picture {
        longest_side: match size {
            PictureSize::Whole => 0,
            PictureSize::AtMost(pixels) => pixels,
        },
        form: Form::Png,
        quality: 0,
        time_ms: short_millis(deadline),
    };
    let none = |message: &str| Unavailable {
        code: ErrorCode::ScreenshotFailed,
        message: format!("the phone returned no screenshot; it said: {message}"),
    };
    match stream.ask(&Request::Picture(wanted), deadline).await {
        Ok(Answer::Pictured(pictured)) => {
            let png = whole_picture(&pictured.bytes);
            let png = png.ok_or_else(|| none("something that is not a whole PNG"))?;
            Ok(Screenshot {
                png,
                secure: match pictured.secure {
                    Secure::No => Some(false),
                    Secure::Yes => Some(true),
                    Secure::Unknown => None,
                },
            })
        }
        Ok(_) => Err(unexpected().into()),
        Err(Trouble::Refused { message, .. }) => Err(none(&message)),
        Err(trouble) => Err(trouble.into()),
    }
}

/// Whether the phone can be used, and what is in front.
pub(crate) fn condition(state: &State) -> Condition {
    let covering = state.covering.as_deref().map(FocusedWindow::of_title);
    let covering = covering.filter(FocusedWindow::hides_apps);
    let front = match covering {
        Some(_) => Front::default(),
        None => Front {
            package: state.package.clone(),
            activity: state.activity.clone(),
        },
    };
    Condition {
        screen_on: match state.display {
            Display::On => Some(true),
            Display::Off => Some(false),
            Display::Unknown => None,
        },
        lock: match state.lock {
            PhoneLock::Open => Lock::Open,
            PhoneLock::Closed => Lock::Closed {
                secret: Some(false),
            },
            PhoneLock::ClosedBySecret => Lock::Closed { secret: Some(true) },
            PhoneLock::Unknown => Lock::Unknown,
        },
        front,
        covered_by: covering.map(|window| window.to_string()),
    }
}

/// What is left, in the milliseconds of an act.
pub(crate) fn millis(deadline: Deadline) -> u32 {
    let left = deadline.remaining().map(|left| left.as_millis());
    left.and_then(|left| u32::try_from(left).ok())
        .unwrap_or(u32::MAX)
}

/// The same in those of a look or a picture, which take no longer than a minute.
pub(crate) fn short_millis(deadline: Deadline) -> u16 {
    u16::try_from(millis(deadline)).unwrap_or(u16::MAX)
}

/// An answer of another kind than was asked for.
pub(crate) fn unexpected() -> Trouble {
    Trouble::Lost("the answer is not one to what was asked".to_owned())
}

fn too_old(since: &str) -> ActError {
    ActError::NotSent {
        code: ErrorCode::NodeNotFound,
        message: format!("the screen was read again too often since {since}"),
    }
}

/// What of a window is missing that may be on the screen all the same. An app that does not answer is in nobody's way
/// while something else, such as the system's question about it, is in front.
fn missing(window: &Window) -> Option<&'static str> {
    let has = |flag| window.flags.contains(flag);
    let is_in_front = has(WindowFlags::ACTIVE) || has(WindowFlags::FOCUSED);
    match window.content {
        Content::Incomplete => Some("a node of the screen did not come, in several tries"),
        Content::Unresponsive if is_in_front => Some("the app in front does not answer"),
        _ => None,
    }
}

impl LastTrees {
    /// What the Operator calls a node that was seen a moment ago.
    pub(crate) fn named(&self, node: SeenNode) -> Result<Named, ActError> {
        let named = self.numbered(node.tree).and_then(|seen| {
            let windows = seen.told.windows.iter();
            let mut nodes = windows.flat_map(|window| {
                let nodes = window.nodes.iter();
                nodes.map(|node| Named {
                    window: window.id,
                    identity: node.identity,
                })
            });
            // What is not in the tree that was seen has no place among the nodes.
            if nodes.clone().count() == seen.tree.nodes().count() {
                nodes.nth(node.node.index())
            } else {
                Some(UNNAMED)
            }
        });
        named.ok_or_else(|| too_old("the field was seen; nothing was typed"))
    }

    /// What lies where the fingers of a touch go down and come up, in the tree that the touch was judged on.
    pub(crate) fn spots(&self, judged: Judged, touch: Touch<'_>) -> Result<Vec<Spot>, ActError> {
        let seen = self
            .numbered(judged.tree)
            .ok_or_else(|| too_old("the touch was judged; nothing was touched"))?;
        let closeness = if judged.closely {
            Closeness::Close
        } else {
            Closeness::Glance
        };
        let mut points: Vec<(i32, i32)> = Vec::new();
        for (down, up) in touch.fingers() {
            points.push((down.x, down.y));
            // A finger that only scrolls comes up wherever it does.
            if judged.closely {
                points.push((up.x, up.y));
            }
        }
        points.dedup();
        let spot = |point: &(i32, i32)| Spot::of(&seen.told, *point, closeness);
        Ok(points.iter().map(spot).collect())
    }

    fn numbered(&self, number: TreeNumber) -> Option<Seen> {
        let trees = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut trees = trees.iter();
        trees
            .find(|seen| TreeNumber(seen.told.number) == number)
            .cloned()
    }

    fn of(&self, launch: Launch) -> Option<Seen> {
        let trees = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        trees.back().filter(|seen| seen.launch == launch).cloned()
    }

    fn keep(&self, seen: Seen) {
        let mut trees = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Numbers count within one launch.
        trees.retain(|other| other.launch == seen.launch);
        if trees.len() == KEPT {
            trees.pop_front();
        }
        trees.push_back(seen);
    }
}
