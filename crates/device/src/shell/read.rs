//! Looking: the tree of the screen, the app in front, a picture.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{AdbError, Deadline, DeviceHandle, OutputLimits};
use clawperator_contract::ErrorCode;
use clawperator_ui::{DumpError, Note, Parsed, Tree};

use super::answer::unavailable;
use super::last_dump::LastDump;
use crate::hand::{Front, Observation, ObserveError, Unavailable, View};
use crate::line::{Command, LineError, ShellLine, program};
use crate::probe::focus::{self, FocusedWindow};
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

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_END: &[u8] = b"IEND\xaeB\x60\x82";

/// Where programs of the phone and noise of its linker may stand before a picture.
const NOISE_LIMIT: usize = 16 * 1024;

pub(super) async fn observe(
    handle: &DeviceHandle,
    last: &LastDump,
    view: View,
    within: Duration,
) -> Result<Observation, ObserveError> {
    let deadline = Deadline::after(within);
    let line = dump_line().encode().map_err(internal)?;
    let output = handle
        .shell_output(&line, TREE_LIMITS, deadline)
        .await
        .map_err(not_asked)?;
    // A dump in front of which something stands is still a dump: the parser finds it. Only where there is none do the
    // program's words say why.
    let dump = output.stdout.clone();
    let tree = if let Some(tree) = last.tree(&dump) {
        tree
    } else {
        let parsed =
            Tree::parse(&dump).map_err(|error| reason(&Answer::from(output.clone()), error))?;
        let tree = Arc::new(whole(parsed)?);
        last.keep(dump.clone(), Arc::clone(&tree));
        tree
    };
    let front = if view.activity {
        // A snapshot without the name of the activity is better than none.
        front(handle, deadline.remaining().unwrap_or(within))
            .await
            .ok()
    } else {
        None
    };
    Ok(Observation {
        tree,
        dump,
        // The program answers only after a second without a change.
        settled: Some(true),
        front,
    })
}

pub(super) async fn front(handle: &DeviceHandle, within: Duration) -> Result<Front, Unavailable> {
    let focus = focus::read(handle, Deadline::after(within))
        .await
        .map_err(|error| unavailable(&error))?;
    let component = match focus.window {
        Some(FocusedWindow::Activity(component)) => Some(component),
        // A popup of the app has the keys; the lock screen, the shade and the dialogs of the system hide it.
        Some(FocusedWindow::Titled(title)) if !hides_apps(&title) => focus.app,
        Some(
            FocusedWindow::Titled(_)
            | FocusedWindow::NotResponding { .. }
            | FocusedWindow::Crashed { .. },
        )
        // The screen is off, or one app takes the other's place.
        | None => None,
    };
    Ok(match component {
        Some(component) => Front {
            package: Some(component.package),
            activity: Some(component.class),
        },
        None => Front::default(),
    })
}

/// Whether a window of the system with this title lies over every app while it has the keys.
fn hides_apps(title: &str) -> bool {
    ["NotificationShade", "StatusBar", "Keyguard", "Bouncer"].contains(&title)
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
    picture(&output.stdout).ok_or_else(|| Unavailable {
        code: ErrorCode::ScreenshotFailed,
        message: format!(
            "the phone gave no picture; it said: {}",
            Answer::from(output).excerpt()
        ),
    })
}

/// The picture in what `screencap` wrote: whole, from its signature to its last chunk.
fn picture(bytes: &[u8]) -> Option<Vec<u8>> {
    let window = bytes.get(..bytes.len().min(NOISE_LIMIT))?;
    let start = window
        .windows(PNG_SIGNATURE.len())
        .position(|part| part == PNG_SIGNATURE)?;
    let picture = bytes.get(start..)?;
    let end = picture
        .windows(PNG_END.len())
        .rposition(|part| part == PNG_END)?;
    picture.get(..end + PNG_END.len()).map(<[u8]>::to_vec)
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
        Some(UiDump::Killed) => ObserveError::Killed,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_cut_out_whole() {
        let png = [PNG_SIGNATURE, b"data", PNG_END].concat();
        assert_eq!(picture(&png), Some(png.clone()));
        let noisy = [b"WARNING: linker: x\n", &png[..], b"\n"].concat();
        assert_eq!(picture(&noisy), Some(png.clone()));
        assert_eq!(picture(&png[..png.len() - 3]), None);
        assert_eq!(picture(b""), None);
    }
}
