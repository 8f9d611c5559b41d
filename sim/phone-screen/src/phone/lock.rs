//! Power and the lock screen.

use super::Phone;
use super::surface::Surface;
use crate::config::Lock;
use crate::page::{Bindings, Items};

impl Phone {
    pub(crate) fn show_lock_screen(&mut self) {
        self.bouncer = false;
        self.shade = None;
        self.hide_keyboard();
        self.locked = self
            .scenes
            .surface("lock_screen", &Bindings::new(), Items::default())
            .map(Surface::new);
        self.changed();
    }

    /// Opens a lock that needs no secret, asks for the secret of one that does.
    pub(crate) fn unlock(&mut self) {
        if self.locked.is_none() {
            return;
        }
        if matches!(self.lock, Lock::Pin(_)) {
            self.bouncer = true;
            let page = self
                .scenes
                .surface("bouncer", &Bindings::new(), Items::default());
            self.locked = page.map(Surface::new);
            if let Some(surface) = &mut self.locked {
                surface.focus = surface.page.find(None, "pinEntry");
            }
        } else {
            self.locked = None;
        }
        self.changed();
    }

    pub(crate) fn asks_for_pin(&self) -> bool {
        self.bouncer && self.locked.is_some()
    }

    /// The secret was typed.
    pub(crate) fn try_pin(&mut self) {
        let Some(surface) = &mut self.locked else {
            return;
        };
        let Some(field) = surface.page.find(None, "pinEntry") else {
            return;
        };
        // Nothing typed is an empty one, which is wrong.
        let typed = std::mem::take(&mut surface.view(field).text).unwrap_or_default();
        if self.lock == Lock::Pin(typed) {
            self.locked = None;
            self.bouncer = false;
        } else if let Some(surface) = &mut self.locked
            && let Some(message) = surface.page.find(None, "keyguard_message_area")
        {
            surface.view(message).text = Some("Wrong PIN".into());
        }
        self.changed();
    }

    pub(crate) fn set_awake(&mut self, awake: bool) {
        if self.awake == awake {
            return;
        }
        self.awake = awake;
        self.touch = None;
        self.fling = None;
        if awake {
            self.changed();
            return;
        }
        self.hide_keyboard();
        self.set_shade(false);
        if self.lock == Lock::None {
            self.changed();
        } else {
            self.show_lock_screen();
        }
    }

    pub(crate) fn set_lock(&mut self, lock: Lock) {
        self.lock = lock;
        if self.lock == Lock::None && self.locked.take().is_some() {
            self.changed();
        }
    }
}
