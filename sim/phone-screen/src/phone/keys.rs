//! Keys by Android's codes.

use std::sync::Arc;

use super::fields::Edit;
use super::{Phone, Place, Reach, Spot};
use crate::history::ScreenEvent;
use crate::page::{Bindings, Flags, NodeId};
use crate::scene::{MAX_EFFECTS, MAX_TEXT, ViewKind};

const HOME: u32 = 3;
const BACK: u32 = 4;
const DPAD_UP: u32 = 19;
const DPAD_DOWN: u32 = 20;
const DPAD_LEFT: u32 = 21;
const DPAD_RIGHT: u32 = 22;
const DPAD_CENTER: u32 = 23;
const POWER: u32 = 26;
const SHIFTS: [u32; 2] = [59, 60];
const TAB: u32 = 61;
const ENTER: u32 = 66;
const DEL: u32 = 67;
const MENU: u32 = 82;
const NOTIFICATION: u32 = 83;
const ESCAPE: u32 = 111;
const FORWARD_DEL: u32 = 112;
const CONTROLS: [u32; 2] = [113, 114];
const MOVE_HOME: u32 = 122;
const MOVE_END: u32 = 123;
const NUMPAD_ENTER: u32 = 160;
const APP_SWITCH: u32 = 187;
const SLEEP: u32 = 223;
const WAKEUP: u32 = 224;
const CUT: u32 = 277;
const COPY: u32 = 278;
const PASTE: u32 = 279;

impl Phone {
    /// One key goes down and up.
    pub(crate) fn press(&mut self, code: u32) {
        self.chord(&[code]);
    }

    /// One key is held down for a while: a view that takes long presses takes it for one.
    pub(crate) fn hold_key(&mut self, code: u32) {
        let long = match code {
            DPAD_CENTER | ENTER | NUMPAD_ENTER if self.awake => self.long_clickable_in_focus(),
            _ => None,
        };
        match long {
            Some((place, node)) => {
                self.budget = MAX_EFFECTS;
                self.happened(ScreenEvent::Key(code));
                self.press_long(place, node);
            }
            None => self.press(code),
        }
    }

    fn long_clickable_in_focus(&self) -> Option<(Place, NodeId)> {
        let place = self.focused_place()?;
        let surface = self.surface(place)?;
        let node = surface.focus?;
        let takes_long = surface.page.node(node).is(Flags::LONG_CLICKABLE);
        takes_long.then_some((place, node))
    }

    /// Several keys held together; the last one acts.
    pub(crate) fn chord(&mut self, codes: &[u32]) {
        self.budget = MAX_EFFECTS;
        let Some((code, held)) = codes.split_last() else {
            return;
        };
        for code in codes {
            self.happened(ScreenEvent::Key(*code));
        }
        match *code {
            POWER => return self.set_awake(!self.awake),
            WAKEUP => return self.set_awake(true),
            SLEEP => return self.set_awake(false),
            _ => {}
        }
        if !self.awake {
            return;
        }
        let control = held.iter().any(|held| CONTROLS.contains(held));
        let shift = held.iter().any(|held| SHIFTS.contains(held));
        if control && self.control(*code) {
            return;
        }
        self.plain_key(*code, shift);
    }

    fn plain_key(&mut self, code: u32, shift: bool) {
        match code {
            HOME if self.locked.is_none() => self.go_home(),
            APP_SWITCH => {
                if self.is_overview_open() {
                    self.close_overview();
                } else {
                    self.show_recents();
                }
            }
            BACK | ESCAPE => self.back(),
            NOTIFICATION => self.set_shade(!self.is_shade_open()),
            MENU if self.locked.is_some() => self.unlock(),
            ENTER | NUMPAD_ENTER => {
                if !self.submit() {
                    self.click_focused();
                }
            }
            DPAD_CENTER => self.click_focused(),
            DEL => {
                self.edit(Edit::DeleteBefore);
            }
            FORWARD_DEL => {
                self.edit(Edit::DeleteAfter);
            }
            MOVE_HOME => {
                self.edit(Edit::Home);
            }
            MOVE_END => {
                self.edit(Edit::End);
            }
            DPAD_LEFT => {
                if !self.edit(Edit::Left) {
                    self.move_focus(Way::Back);
                }
            }
            DPAD_RIGHT => {
                if !self.edit(Edit::Right) {
                    self.move_focus(Way::On);
                }
            }
            DPAD_DOWN => self.move_focus(Way::On),
            DPAD_UP => self.move_focus(Way::Back),
            TAB => self.move_focus(if shift { Way::Back } else { Way::On }),
            CUT | COPY | PASTE => {
                self.clip(code);
            }
            _ => {
                if let Some(character) = character(code, shift) {
                    self.edit(Edit::Insert(character.encode_utf8(&mut [0; 4])));
                }
            }
        }
    }

    /// Keys with control held; answers whether they mean anything.
    fn control(&mut self, code: u32) -> bool {
        match character(code, false) {
            Some('a') => self.edit(Edit::SelectAll),
            Some('x') => self.clip(CUT),
            Some('c') => self.clip(COPY),
            Some('v') => self.clip(PASTE),
            _ => false,
        }
    }

    fn clip(&mut self, code: u32) -> bool {
        match code {
            PASTE => {
                let text = self.clipboard.clone();
                self.edit(Edit::Insert(&text))
            }
            CUT | COPY => {
                let Some(text) = self.selected_text() else {
                    return false;
                };
                self.clipboard = text;
                code == COPY || self.edit(Edit::DeleteBefore)
            }
            _ => false,
        }
    }

    pub(crate) fn clipboard(&self) -> &str {
        &self.clipboard
    }

    /// A program puts a text on the clipboard.
    pub(crate) fn set_clipboard(&mut self, text: &str) {
        text.clone_into(&mut self.clipboard);
        let text = text.chars().take(MAX_TEXT).collect();
        self.happened(ScreenEvent::ClipboardSet { text });
    }

    /// Puts a text on the clipboard, pastes it, and puts back what was there.
    pub(crate) fn paste_text(&mut self, text: &str) {
        let before = std::mem::replace(&mut self.clipboard, text.to_owned());
        self.press(PASTE);
        self.clipboard = before;
    }

    /// The back key: it closes what is on top.
    pub(crate) fn back(&mut self) {
        if self.asks_for_pin() {
            return self.show_lock_screen();
        }
        if self.locked.is_some() {
            return;
        }
        if self.keyboard.is_some() {
            return self.hide_keyboard();
        }
        if !self.system.is_empty() {
            return;
        }
        if self.is_shade_open() {
            return self.set_shade(false);
        }
        if self.is_overview_open() {
            return self.close_overview();
        }
        if self.is_asking_permission() {
            return self.answer_permission(false);
        }
        let Some(record) = self.top() else { return };
        let (number, app, activity) = (record.number, record.app, record.activity);
        if self.cancel_dialog(number) {
            return;
        }
        let scenes = Arc::clone(&self.scenes);
        let Some((entry, spec)) = scenes.activity(app, activity) else {
            return;
        };
        if !spec.on_back.is_empty() {
            return self.run(
                Spot {
                    place: Place::Activity(number),
                    node: None,
                },
                &spec.on_back,
            );
        }
        if entry.spec.home && entry.launcher() == Some(activity) {
            return;
        }
        let root = self
            .tasks
            .last()
            .is_some_and(|task| task.records.len() == 1);
        if root && entry.launcher() == Some(activity) {
            return self.move_to_back();
        }
        self.finish(number, None, &Bindings::new());
    }

    /// The window that gets keys.
    pub(crate) fn focused_place(&self) -> Option<Place> {
        if !self.awake {
            return None;
        }
        if self.locked.is_some() {
            return Some(Place::LockScreen);
        }
        if let Some(dialog) = self.system.last() {
            return Some(Place::System(dialog.number));
        }
        if self.shade.is_some() {
            return Some(Place::Shade);
        }
        if self.overview.is_some() {
            return Some(Place::Overview);
        }
        if self.permission.is_some() {
            return Some(Place::Permission);
        }
        let record = self.top()?;
        let popup = record
            .popups
            .last()
            .map(|popup| Place::Dialog(record.number, popup.number));
        Some(popup.unwrap_or(Place::Activity(record.number)))
    }

    fn click_focused(&mut self) {
        let Some(place) = self.focused_place() else {
            return;
        };
        if let Some(node) = self.surface(place).and_then(|surface| surface.focus) {
            self.click(place, node);
        }
    }

    /// The focus goes to the next or the previous view that can have it.
    fn move_focus(&mut self, way: Way) {
        let Some(place) = self.focused_place() else {
            return;
        };
        let windows = self.windows();
        let Some(window) = windows.iter().find(|window| window.place == place) else {
            return;
        };
        let Some(sight) = self.sight(place) else {
            return;
        };
        let can = |id: &u32| {
            let node = sight.page.node(*id);
            let worth =
                node.is(Flags::CLICKABLE) || node.kind == ViewKind::Field || !node.scrolls();
            node.is(Flags::FOCUSABLE) && worth && sight.enabled(*id)
        };
        let seen = self.see(window, Reach::Accessibility);
        let stops: Vec<u32> = seen
            .iter()
            .filter(|seen| seen.place == place)
            .map(|seen| seen.node)
            .filter(can)
            .collect();
        let now = sight
            .focus
            .and_then(|focus| stops.iter().position(|stop| *stop == focus));
        let next = match (now, way) {
            (None, Way::On) => stops.first(),
            (None, Way::Back) => stops.last(),
            (Some(at), Way::On) => stops.get(at + 1).or(stops.first()),
            (Some(at), Way::Back) => at
                .checked_sub(1)
                .and_then(|at| stops.get(at))
                .or(stops.last()),
        };
        if let Some(node) = next.copied() {
            self.focus(place, node);
        }
    }
}

/// Which way the focus goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    On,
    Back,
}

/// The character of a key.
fn character(code: u32, shift: bool) -> Option<char> {
    let from = |first: char, offset: u32| char::from_u32(u32::from(first) + offset);
    let pair = |plain, shifted| Some(if shift { shifted } else { plain });
    match code {
        7..=16 if !shift => from('0', code - 7),
        7..=16 => ")!@#$%^&*(".chars().nth(usize::try_from(code - 7).ok()?),
        29..=54 => from(if shift { 'A' } else { 'a' }, code - 29),
        144..=153 => from('0', code - 144),
        17 => Some('*'),
        18 => Some('#'),
        55 => pair(',', '<'),
        56 => pair('.', '>'),
        62 => Some(' '),
        68 => pair('`', '~'),
        69 => pair('-', '_'),
        70 => pair('=', '+'),
        71 => pair('[', '{'),
        72 => pair(']', '}'),
        73 => pair('\\', '|'),
        74 => pair(';', ':'),
        75 => pair('\'', '"'),
        76 => pair('/', '?'),
        77 => Some('@'),
        81 => Some('+'),
        _ => None,
    }
}
