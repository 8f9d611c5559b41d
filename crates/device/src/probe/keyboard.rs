//! Where the keyboard is: `dumpsys window InputMethod`.
//!
//! Releases before 12 dump the tree of one window only, so that the keyboard over it has to be asked for.

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_ui::Bounds;

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, program};

/// The keyboard, as far as the phone tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyboard {
    /// It is not on the screen.
    Hidden,
    /// It takes the touches here.
    Shown(Bounds),
    /// It is on the screen, and the phone does not say where.
    Somewhere,
}

const WHAT: &str = "where its keyboard is";
const TITLE: &str = "InputMethod";
const LIMIT: usize = 1024 * 1024;

/// Asks the phone.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Keyboard> {
    let line = ShellLine::from(Command::new(program::DUMPSYS).fixed("window").fixed(TITLE));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    Ok(parse(&answer.output))
}

/// Reads `dumpsys window InputMethod`: a window with a surface is shown, and takes touches in its touchable region,
/// which is printed where it is not the whole frame.
#[must_use]
pub fn parse(text: &str) -> Keyboard {
    let mut shown = Keyboard::Hidden;
    for window in windows(text) {
        let says = |words: &str| window.iter().any(|line| line.contains(words));
        let is_shown = says("isReadyForDisplay()=true")
            || (says("mHasSurface=true") && !says("isReadyForDisplay()=false"));
        if !is_shown {
            continue;
        }
        let region = window.iter().find_map(|line| region(line));
        let frame = window.iter().find_map(|line| frame(line));
        match region.or(frame) {
            Some(bounds) if bounds.is_empty() => {}
            Some(bounds) => return Keyboard::Shown(bounds),
            None => shown = Keyboard::Somewhere,
        }
    }
    shown
}

/// The lines of each window that is a keyboard's by its title.
fn windows(text: &str) -> Vec<Vec<&str>> {
    let mut windows: Vec<Vec<&str>> = Vec::new();
    let mut is_keyboard = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with("Window #") {
            // `Window #3 Window{1a2b3c u0 InputMethod}:`
            let title = line.trim_end_matches(':').trim_end_matches('}');
            let title = title.trim_end_matches(" EXITING");
            is_keyboard = title.ends_with(&format!(" {TITLE}"));
            if is_keyboard {
                windows.push(Vec::new());
            }
        } else if let Some(window) = windows.last_mut().filter(|_| is_keyboard) {
            window.push(line);
        }
    }
    windows
}

/// `touchable region=SkRegion((0,1396,1080,2094))`: what holds all of its rectangles.
fn region(line: &str) -> Option<Bounds> {
    let rectangles = line
        .strip_prefix("touchable region=SkRegion(")?
        .strip_suffix(')')?;
    rectangles
        .split('(')
        .filter_map(|rectangle| {
            let mut sides = rectangle
                .trim_end_matches(')')
                .split(',')
                .map(|side| side.trim().parse::<i32>());
            let mut side = || sides.next()?.ok();
            Some(Bounds::new(side()?, side()?, side()?, side()?))
        })
        .reduce(|one, other| {
            Bounds::new(
                one.left.min(other.left),
                one.top.min(other.top),
                one.right.max(other.right),
                one.bottom.max(other.bottom),
            )
        })
}

/// `mFrame=[0,1396][1080,2094] last=…` before 11, and `Frames: … frame=[0,1396][1080,2094]` since.
fn frame(line: &str) -> Option<Bounds> {
    line.split(' ').find_map(|word| {
        let bounds = word
            .strip_prefix("mFrame=")
            .or_else(|| word.strip_prefix("frame="))?;
        Bounds::parse(bounds)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n";

    #[test]
    fn a_keyboard_is_where_it_takes_touches() {
        for (lines, expected) in [
            (
                "    mFrame=[0,63][1080,2094] last=[0,63][1080,2094]\n    mTouchableInsets=3 mGivenInsetsPending=false\n    \
                 touchable region=SkRegion((0,1396,1080,2094))\n    mHasSurface=true isReadyForDisplay()=true\n",
                Bounds::new(0, 1396, 1080, 2094),
            ),
            (
                "    mFrame=[0,1500][1080,2400] last=[0,0][0,0]\n    mHasSurface=true isReadyForDisplay()=true\n",
                Bounds::new(0, 1500, 1080, 2400),
            ),
            (
                "    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,1500][1080,2400]\n    \
                 mHasSurface=true isReadyForDisplay()=true\n",
                Bounds::new(0, 1500, 1080, 2400),
            ),
            (
                "    touchable region=SkRegion((0,10,5,20)(0,20,9,30))\n    mHasSurface=true isReadyForDisplay()=true\n",
                Bounds::new(0, 10, 9, 30),
            ),
        ] {
            let text = format!("{HEAD}  Window #5 Window{{1a2b u0 InputMethod}}:\n{lines}");
            assert_eq!(parse(&text), Keyboard::Shown(expected), "{lines}");
        }
    }

    #[test]
    fn a_keyboard_without_a_surface_is_hidden() {
        let hidden = "  Window #5 Window{1a2b u0 InputMethod}:\n    mFrame=[0,63][1080,2094] last=[0,0][0,0]\n    \
                      mHasSurface=false isReadyForDisplay()=false\n";
        assert_eq!(parse(&format!("{HEAD}{hidden}")), Keyboard::Hidden);
        let none = "Bad window command, or no windows match: InputMethod\nUse -h for help.\n";
        assert_eq!(parse(none), Keyboard::Hidden);
        // A window whose title only holds the word is another one.
        let other = "  Window #5 Window{1a2b u0 com.a/.InputMethodSettings}:\n    mFrame=[0,0][9,9] last=[0,0][0,0]\n    \
                     mHasSurface=true isReadyForDisplay()=true\n";
        assert_eq!(parse(&format!("{HEAD}{other}")), Keyboard::Hidden);
    }

    #[test]
    fn a_keyboard_without_a_place_is_somewhere() {
        let text = "  Window #5 Window{1a2b u0 InputMethod}:\n    mHasSurface=true isReadyForDisplay()=true\n";
        assert_eq!(parse(&format!("{HEAD}{text}")), Keyboard::Somewhere);
    }
}
