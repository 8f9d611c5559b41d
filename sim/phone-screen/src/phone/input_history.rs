//! Input as it arrives: what the history tells of it before it does anything.

use super::windows::Window;
use super::{Phone, Reach, Seen};
use crate::history::{Landing, ScreenEvent};
use crate::injection::Injection;

impl Phone {
    /// Input is injected; whatever it leads to comes after this.
    pub(crate) fn injected(&mut self, input: Injection) {
        let seen = match input {
            Injection::Tap { at }
            | Injection::Motion { at, .. }
            | Injection::Swipe { from: at, .. }
            | Injection::DragAndDrop { from: at, .. } => self.innermost_at(at),
            Injection::Touch { ref fingers } => {
                let first = fingers.first().map(|finger| finger.from);
                first.and_then(|at| self.innermost_at(at))
            }
            Injection::SetText { identity: 0, .. }
            | Injection::Keys { .. }
            | Injection::Text { .. } => self.with_focus(),
            Injection::SetText { identity, .. } | Injection::NodeAction { identity, .. } => {
                self.identified(identity)
            }
        };
        let on = seen.map(|seen| Landing {
            view: self.view_name(seen.place, seen.node),
            bounds: (
                seen.bounds.left,
                seen.bounds.top,
                seen.bounds.right,
                seen.bounds.bottom,
            ),
        });
        self.happened(ScreenEvent::Injected { input, on });
    }

    /// The window that a finger at a point touches. A modal one takes the touches beside it too.
    pub(crate) fn touched(windows: &[Window], (x, y): (i32, i32)) -> Option<&Window> {
        let mut from_the_front = windows.iter().rev();
        from_the_front.find(|window| window.manner.is_modal() || window.bounds.contains(x, y))
    }

    fn innermost_at(&mut self, (x, y): (i32, i32)) -> Option<Seen> {
        if !self.awake {
            return None;
        }
        let windows = self.windows();
        let window = Self::touched(&windows, (x, y))?;
        let mut seen = self.see(window, Reach::Everything).into_iter().rev();
        seen.find(|seen| seen.bounds.contains(x, y))
    }

    fn with_focus(&mut self) -> Option<Seen> {
        let place = self.focused_place()?;
        let node = self.surface(place)?.focus?;
        let windows = self.windows();
        let window = windows.iter().find(|window| window.place == place)?;
        let mut seen = self.see(window, Reach::Everything).into_iter();
        seen.find(|seen| seen.place == place && seen.node == node)
    }
}
