//! Looking: the tree of the screen, the app in front, a picture.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use clawperator_adb::{AdbError, Deadline, DeviceHandle, OutputLimits, ShellOutput};
use clawperator_contract::ErrorCode;
use clawperator_ui::{Bounds, DumpError, KEYBOARD_ATTRIBUTE, Node, Note, Opaque, Parsed, Tree};

use super::answer::unavailable;
use super::last_dump::LastDump;
use crate::driver::{Condition, Front, Lock, Observation, ObserveError, Unavailable, View};
use crate::line::{Command, LineError, ShellLine, program};
use crate::picture::whole_picture;
use crate::probe::ahead::DisplayAhead;
use crate::probe::condition;
use crate::probe::display;
use crate::probe::focus::{self, Focus};
use crate::probe::keyboard::{self, Keyboard};
use crate::probe::power::Power;
use crate::probe::screen_size::Size;
use crate::probe::two::{self, Second, Two};
use crate::probe::ui_dump::{self, UiDump};
use crate::probe::{Answer, ProbeError};

/// The file that a dump goes through. One name is enough: one execution runs on a phone at a time, and a run that was
/// cut off leaves one file and not many.
const FILE: &str = "/data/local/tmp/clawperator-ui.xml";

/// The longest tree that is read.
const TREE_LIMITS: OutputLimits = OutputLimits {
    stdout: 16 * 1024 * 1024,
    stderr: 64 * 1024,
};

/// The largest picture that is taken; a raw frame of a 4K screen is 33 MB.
const PICTURE_LIMIT: usize = 64 * 1024 * 1024;

pub(super) async fn observe(
    handle: &DeviceHandle,
    last: &LastDump,
    view: View,
    within: Duration,
) -> Result<Observation, ObserveError> {
    let deadline = Deadline::after(within);
    let Two {
        first: output,
        second,
    } = ask(handle, view, deadline).await?;
    let mut dump = output.stdout.clone();
    let mut tree = match read(last, &dump) {
        Ok(tree) => tree,
        Err(unread) => return Err(explain(unread, output, second, deadline).await),
    };
    if let Some(keyboard) = untold_keyboard(handle, &tree, deadline).await? {
        dump = with_keyboard(&dump, keyboard);
        tree = match read(last, &dump) {
            Ok(tree) => tree,
            Err(unread) => return Err(explain(unread, output, second, deadline).await),
        };
    }
    // A snapshot without the name of the activity is better than none.
    let condition = match second {
        Some(second) => told(handle, second, deadline).await.ok(),
        None if view.activity => condition(handle, deadline.remaining().unwrap_or(within))
            .await
            .ok(),
        None => None,
    };
    Ok(Observation {
        heard: false,
        tree,
        dump: Some(dump),
        number: None,
        // The program answers only after a second without a change.
        settled: Some(true),
        // Nobody is asked: it would cost a request per look.
        user: None,
        condition,
    })
}

/// Asks for a dump, and where the activity is wanted for the condition of the phone after it, in the same request.
async fn ask(handle: &DeviceHandle, view: View, deadline: Deadline) -> Result<Two, ObserveError> {
    if view.activity {
        let asked = two::ask(
            handle,
            dump_line(),
            condition::line(),
            TREE_LIMITS,
            deadline,
        );
        return asked
            .await
            .map_err(|error| ObserveError::Unavailable(unavailable(&error)));
    }
    let line = dump_line().encode().map_err(internal)?;
    let asked = handle.shell_output(&line, TREE_LIMITS, deadline);
    Ok(Two {
        first: asked.await.map_err(not_asked)?,
        second: None,
    })
}

/// Why a dump is no tree.
enum Unread {
    /// It cannot be read. What the program said besides may tell why.
    NoTree(DumpError),
    Refused(ObserveError),
}

/// The tree of a dump. One in front of which something stands is still a dump: the parser finds it.
fn read(last: &LastDump, dump: &Bytes) -> Result<Arc<Tree>, Unread> {
    if let Some(tree) = last.tree(dump) {
        return Ok(tree);
    }
    let parsed = Tree::parse(dump).map_err(Unread::NoTree)?;
    let tree = Arc::new(whole(parsed).map_err(Unread::Refused)?);
    last.keep(dump.clone(), Arc::clone(&tree));
    Ok(tree)
}

/// Only where there is no tree do the program's words say why.
async fn explain(
    unread: Unread,
    output: ShellOutput,
    second: Option<Second>,
    deadline: Deadline,
) -> ObserveError {
    let error = match unread {
        Unread::NoTree(error) => error,
        Unread::Refused(error) => return error,
    };
    let mut answer = Answer::from(output);
    // Errors may come after output that was written later.
    if let Some(second) = second
        && let Ok(rest) = second.finish(deadline).await
    {
        answer.errors.push_str(&rest.errors);
    }
    reason(&answer, error)
}

/// The condition of the phone, from the second answer to a line.
async fn told(
    handle: &DeviceHandle,
    second: Second,
    deadline: Deadline,
) -> Result<Condition, ProbeError> {
    let mut answer = second.finish(deadline).await?;
    // Those are of the dump.
    answer.errors.clear();
    let state = condition::told(handle, answer, deadline).await?;
    Ok(in_words_of_hand(&state))
}

/// Where the keyboard is, if the tree cannot tell and somebody may have called it.
///
/// A tree of one window has no keyboard. It comes up for whatever has the focus, which content that the tree does not
/// describe may have; where there is neither, the phone is not asked.
async fn untold_keyboard(
    handle: &DeviceHandle,
    tree: &Tree,
    deadline: Deadline,
) -> Result<Option<Bounds>, ObserveError> {
    let may_be_called = |node: Node<'_>| {
        node.is_focused() || matches!(node.opaque(), Some(Opaque::Page | Opaque::Surface))
    };
    if !tree.has_one_window_only() || !tree.nodes().any(may_be_called) {
        return Ok(None);
    }
    let keyboard = keyboard::read(handle, deadline)
        .await
        .map_err(|error| ObserveError::Unavailable(unavailable(&error)))?;
    Ok(match keyboard {
        Keyboard::Hidden => None,
        Keyboard::Shown(bounds) => Some(bounds),
        // Somewhere at the bottom; no keyboard takes more than half of the screen.
        Keyboard::Somewhere => {
            let screen = tree.screen();
            Some(Bounds {
                top: screen.top.midpoint(screen.bottom),
                ..screen
            })
        }
    })
}

/// The dump with the place of the keyboard in it, so that whoever reads it again knows it too.
fn with_keyboard(dump: &Bytes, keyboard: Bounds) -> Bytes {
    const ROOT: &[u8] = b"<hierarchy";
    let root = dump.windows(ROOT.len()).position(|part| part == ROOT);
    let Some((before, after)) = root.and_then(|at| dump.split_at_checked(at + ROOT.len())) else {
        return dump.clone();
    };
    let place = format!(" {KEYBOARD_ATTRIBUTE}=\"{keyboard}\"");
    [before, place.as_bytes(), after].concat().into()
}

pub(super) async fn front(handle: &DeviceHandle, within: Duration) -> Result<Front, Unavailable> {
    let focus = focus::read(handle, Deadline::after(within))
        .await
        .map_err(|error| unavailable(&error))?;
    Ok(in_front(&focus))
}

pub(super) async fn condition(
    handle: &DeviceHandle,
    within: Duration,
) -> Result<Condition, Unavailable> {
    let state = condition::read(handle, Deadline::after(within))
        .await
        .map_err(|error| unavailable(&error))?;
    Ok(in_words_of_hand(&state))
}

/// What the engine is told of it.
fn in_words_of_hand(state: &condition::State) -> Condition {
    let lock = match state.keyguard {
        None => Lock::Unknown,
        Some(keyguard) if keyguard.showing && keyguard.occluded != Some(true) => Lock::Closed {
            secret: keyguard.secure,
        },
        Some(_) => Lock::Open,
    };
    let window = state.focus.as_ref().and_then(|focus| focus.window.as_ref());
    let covered_by = window.filter(|window| window.hides_apps());
    Condition {
        screen_on: state.power.as_ref().map(Power::screen_on),
        lock,
        // Nothing is known to be in front.
        front: state.focus.as_ref().map(in_front).unwrap_or_default(),
        covered_by: covered_by.map(ToString::to_string),
    }
}

/// The app in front: what the phone says of activities, unless a window of the system lies over every app.
fn in_front(focus: &Focus) -> Front {
    let app = focus.app.as_ref();
    // Where no window has the keys, the screen is off or one app takes the other's place.
    let app = app.filter(|_| {
        focus
            .window
            .as_ref()
            .is_some_and(|window| !window.hides_apps())
    });
    match app {
        Some(component) => Front {
            package: Some(component.package.clone()),
            activity: Some(component.class.clone()),
        },
        None => Front::default(),
    }
}

pub(super) async fn screen_size(
    handle: &DeviceHandle,
    ahead: Option<DisplayAhead>,
    within: Duration,
) -> Result<Option<Size>, Unavailable> {
    let deadline = Deadline::after(within);
    let known = match ahead {
        // Whatever became of it, the phone can be asked again.
        Some(ahead) => ahead.finish(deadline).await.ok().flatten(),
        None => None,
    };
    let display = match known {
        Some(display) => Ok(display),
        None => display::read(handle, deadline).await,
    };
    match display {
        Ok(display) => Ok(display.logical_size),
        // A phone that says it in other words is still a phone.
        Err(ProbeError::Unreadable { .. }) => Ok(None),
        Err(error) => Err(unavailable(&error)),
    }
}

pub(super) async fn screenshot(
    handle: &DeviceHandle,
    within: Duration,
) -> Result<Vec<u8>, Unavailable> {
    let line = ShellLine::from(Command::new(program::SCREENCAP).fixed("-p"))
        .encode()
        .map_err(|error| Unavailable {
            code: ErrorCode::InternalError,
            message: error.to_string(),
        })?;
    let limits = OutputLimits {
        stdout: PICTURE_LIMIT,
        stderr: 64 * 1024,
    };
    // Through a shell with streams apart, so that a warning on the error stream is not inside the picture.
    let output = handle
        .shell_output(&line, limits, Deadline::after(within))
        .await
        .map_err(|error| Unavailable {
            code: error.code(),
            message: error.to_string(),
        })?;
    whole_picture(&output.stdout).ok_or_else(|| Unavailable {
        code: ErrorCode::ScreenshotFailed,
        message: format!(
            "the phone returned no screenshot; it said: {}",
            Answer::from(output).excerpt()
        ),
    })
}

/// Removes the last dump, dumps, prints and removes, in one line: an old file never passes for an answer, because
/// nothing is printed unless it was removed before.
fn dump_line() -> ShellLine {
    let remove = || Command::new(program::RM).fixed("-f").fixed(FILE);
    // Releases without `--windows` take no notice of it and dump the window in front.
    let dump = Command::new(program::UIAUTOMATOR)
        .fixed("dump")
        .fixed("--windows")
        .fixed(FILE)
        .discard_output();
    ShellLine::from(remove())
        .and(dump)
        .and(Command::new(program::CAT).fixed(FILE))
        .then(remove())
}

/// The tree, unless it was cut off on its way: what is missing from half a tree may be on the screen all the same. A
/// tree that is larger than what is kept of it is still the best that can be had.
fn whole(parsed: Parsed) -> Result<Tree, ObserveError> {
    let cut = |note: &&Note| matches!(note, Note::Truncated | Note::NoHierarchy);
    match parsed.notes.iter().find(cut) {
        None => Ok(parsed.tree),
        Some(note) => Err(ObserveError::Incomplete {
            why: note.to_string(),
        }),
    }
}

/// Why there is no tree: what the program said, else what is wrong with what it gave.
fn reason(answer: &Answer, error: DumpError) -> ObserveError {
    match ui_dump::classify_failure(answer) {
        Some(UiDump::NeverIdle) => ObserveError::NeverIdle,
        Some(UiDump::NullRoot) => ObserveError::NoWindow,
        Some(UiDump::Killed) => ObserveError::Killed {
            likely: String::new(),
        },
        _ if answer.output.contains("<hierarchy") || answer.output.contains("<displays") => {
            ObserveError::Damaged(error)
        }
        _ => match answer.clone().check("the tree of its screen") {
            Err(error) => ObserveError::Unavailable(unavailable(&error)),
            Ok(answer) => ObserveError::NoTree {
                said: answer.excerpt(),
            },
        },
    }
}

fn not_asked(error: AdbError) -> ObserveError {
    ObserveError::Unavailable(unavailable(&ProbeError::from(error)))
}

fn internal(error: LineError) -> ObserveError {
    ObserveError::Unavailable(Unavailable {
        code: ErrorCode::InternalError,
        message: error.to_string(),
    })
}
