//! Text fields, the focus and the keyboard.

use super::surface::Surface;
use super::{Phone, Place, Spot};
use crate::history::ScreenEvent;
use crate::page::{Bindings, Flags, Items, NodeId};
use crate::scene::{MAX_EFFECTS, MAX_TEXT, ViewKind};

/// The keyboard while it is shown.
#[derive(Debug)]
pub(crate) struct Keyboard {
    pub(crate) surface: Surface,
    /// The field it types into.
    pub(crate) field: Spot,
    shift: bool,
}

/// A change of a field's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit<'a> {
    Insert(&'a str),
    DeleteBefore,
    DeleteAfter,
    SelectAll,
    Home,
    End,
    Left,
    Right,
}

impl Phone {
    /// Gives a view the focus; a field shows the keyboard.
    pub(crate) fn focus(&mut self, place: Place, node: NodeId) {
        let Some(surface) = self.surface_mut(place) else {
            return;
        };
        let kind = surface.page.node(node).kind;
        if surface.focus != Some(node) {
            surface.focus = Some(node);
            self.event();
        }
        if kind == ViewKind::Field {
            self.show_keyboard(Spot {
                place,
                node: Some(node),
            });
        }
    }

    fn show_keyboard(&mut self, field: Spot) {
        if let Some(keyboard) = &mut self.keyboard {
            keyboard.field = field;
            return;
        }
        let page = self
            .scenes
            .surface("keyboard", &Bindings::new(), Items::default());
        self.keyboard = page.map(|page| Keyboard {
            surface: Surface::new(page),
            field,
            shift: false,
        });
        self.changed();
        self.reveal(field);
    }

    /// Scrolls the scrollers around a field until it is in sight.
    fn reveal(&mut self, field: Spot) {
        let Some(node) = field.node else { return };
        let windows = self.windows();
        let Some(window) = windows.iter().find(|window| window.place == field.place) else {
            return;
        };
        let Some(surface) = self.surface(field.place) else {
            return;
        };
        let page = std::sync::Arc::clone(&surface.page);
        let Some(rect) = window.layout.rect(node) else {
            return;
        };
        for scroller in page
            .outwards(node)
            .skip(1)
            .filter(|id| page.node(*id).scrolls_down())
        {
            let Some(view) = window.layout.rect(scroller) else {
                continue;
            };
            let scroll = self
                .surface(field.place)
                .map_or(0, |surface| surface.scroll(scroller));
            let (top, bottom) = (rect.top - scroll, rect.bottom - scroll);
            let moved = if bottom > view.bottom {
                scroll + bottom - view.bottom
            } else if top < view.top {
                scroll - (view.top - top)
            } else {
                scroll
            };
            if let Some(surface) = self.surface_mut(field.place) {
                surface.view(scroller).scroll = moved.clamp(0, window.layout.extent(scroller));
            }
        }
    }

    pub(crate) fn hide_keyboard(&mut self) {
        if self.keyboard.take().is_some() {
            self.changed();
        }
    }

    /// Where typed text goes.
    pub(crate) fn typing_field(&self) -> Option<Spot> {
        let place = self.focused_place()?;
        let surface = self.surface(place)?;
        let node = surface.focus?;
        let enabled = self.sight(place).is_some_and(|sight| sight.enabled(node));
        (surface.page.node(node).kind == ViewKind::Field && enabled).then_some(Spot {
            place,
            node: Some(node),
        })
    }

    /// Changes the field that has the focus; answers whether there is one.
    pub(crate) fn edit(&mut self, edit: Edit<'_>) -> bool {
        let Some(spot) = self.typing_field() else {
            return false;
        };
        let Some(node) = spot.node else { return false };
        let Some(sight) = self.sight(spot.place) else {
            return false;
        };
        let mut text: Vec<char> = sight.text(node).chars().collect();
        let end = text.len();
        let kept = sight.views.get(&node).and_then(|view| view.selection);
        let (start, stop) =
            kept.map_or((end, end), |(start, stop)| (start.min(end), stop.min(end)));
        let (start, stop) = (start.min(stop), start.max(stop));
        let mut changed = false;
        let mut remove = |from: usize, to: usize| {
            changed |= to > from;
            text.drain(from..to);
        };
        let selection = match edit {
            Edit::Insert(typed) => {
                remove(start, stop);
                let room = MAX_TEXT.saturating_sub(text.len());
                let typed: Vec<char> = typed.chars().take(room).collect();
                let cursor = start + typed.len();
                changed |= !typed.is_empty();
                text.splice(start..start, typed);
                (cursor, cursor)
            }
            Edit::DeleteBefore => {
                let from = if start == stop {
                    start.saturating_sub(1)
                } else {
                    start
                };
                remove(from, stop);
                (from, from)
            }
            Edit::DeleteAfter => {
                let to = if start == stop {
                    (stop + 1).min(end)
                } else {
                    stop
                };
                remove(start, to);
                (start, start)
            }
            Edit::SelectAll => (0, end),
            Edit::Home => (0, 0),
            Edit::End => (end, end),
            Edit::Left => (
                start.saturating_sub(usize::from(start == stop)),
                start.saturating_sub(usize::from(start == stop)),
            ),
            Edit::Right => {
                let to = (stop + usize::from(start == stop)).min(end);
                (to, to)
            }
        };
        let text: String = text.into_iter().collect();
        if let Some(surface) = self.surface_mut(spot.place) {
            let view = surface.view(node);
            view.selection = Some(selection);
            if changed {
                view.text = Some(text.clone());
            }
        }
        if changed {
            let view = self.view_name(spot.place, node);
            self.happened(ScreenEvent::TextChanged { view, text });
            self.changed();
            self.handle(spot, |on| &on.text);
        } else {
            self.event();
        }
        true
    }

    /// The text that is selected in the focused field.
    pub(crate) fn selected_text(&self) -> Option<String> {
        let spot = self.typing_field()?;
        let node = spot.node?;
        let sight = self.sight(spot.place)?;
        let (start, stop) = sight.views.get(&node)?.selection?;
        let (start, stop) = (start.min(stop), start.max(stop));
        let secret = sight.page.node(node).is(Flags::PASSWORD);
        (stop > start && !secret).then(|| {
            sight
                .text(node)
                .chars()
                .skip(start)
                .take(stop - start)
                .collect()
        })
    }

    /// The enter key in a field.
    pub(crate) fn submit(&mut self) -> bool {
        if self.asks_for_pin() {
            self.try_pin();
            return true;
        }
        let Some(spot) = self.typing_field() else {
            return false;
        };
        let Some(node) = spot.node else { return false };
        let multiline = self
            .surface(spot.place)
            .is_some_and(|surface| surface.page.node(node).is(Flags::MULTILINE));
        if multiline {
            return self.edit(Edit::Insert("\n"));
        }
        let listens = self
            .handler(spot, |on| &on.submit)
            .is_some_and(|effects| !effects.is_empty());
        if listens {
            self.handle(spot, |on| &on.submit);
        } else {
            self.hide_keyboard();
        }
        true
    }

    /// A key of the keyboard on the screen.
    pub(crate) fn press_soft_key(&mut self, key: &str) {
        match key {
            "backspace" => {
                self.edit(Edit::DeleteBefore);
            }
            "enter" => {
                self.submit();
            }
            "hide" => self.hide_keyboard(),
            "shift" => {
                if let Some(keyboard) = &mut self.keyboard {
                    keyboard.shift = !keyboard.shift;
                    self.event();
                }
            }
            text => {
                let shifted = self
                    .keyboard
                    .as_mut()
                    .is_some_and(|keyboard| std::mem::take(&mut keyboard.shift));
                let text = if shifted {
                    text.to_uppercase()
                } else {
                    text.to_owned()
                };
                self.edit(Edit::Insert(&text));
            }
        }
    }

    /// Types text as the key map does: into the focused field, or nowhere.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.budget = MAX_EFFECTS;
        let mut from = 0;
        for (at, character) in text.char_indices() {
            if character == '\n' {
                if let Some(part) = text.get(from..at).filter(|part| !part.is_empty()) {
                    self.edit(Edit::Insert(part));
                }
                self.submit();
                from = at + 1;
            }
        }
        if let Some(part) = text.get(from..).filter(|part| !part.is_empty()) {
            self.edit(Edit::Insert(part));
        }
    }
}
