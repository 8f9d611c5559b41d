//! Effects that the system takes care of.

use std::time::Duration;

use crate::phone::questions::SystemAnswer;
use crate::phone::{Phone, Spot};
use crate::scene::Effect;

impl Phone {
    pub(super) fn ask_system(&mut self, spot: Spot, effect: &Effect) {
        match effect {
            Effect::RequestPermission {
                permission,
                granted,
                denied,
            } => {
                self.request_permission(spot, permission, granted, denied);
            }
            Effect::AnswerPermission { grant } => self.answer_permission(*grant),
            Effect::Crash {} => {
                if let Some(app) = self.app_of(spot.place) {
                    self.crash(app);
                }
            }
            Effect::Anr { ms } => {
                if let Some(app) = self.app_of(spot.place) {
                    self.hang(app, Duration::from_millis(*ms));
                }
            }
            Effect::CloseApp {} => self.answer_system_dialog(spot.place, SystemAnswer::Close),
            Effect::RestartApp {} => self.answer_system_dialog(spot.place, SystemAnswer::Restart),
            Effect::WaitForApp {} => self.answer_system_dialog(spot.place, SystemAnswer::Wait),
            Effect::HideKeyboard {} => self.hide_keyboard(),
            Effect::Notify {
                title,
                text,
                activity,
            } => {
                let (title, text) = (self.fill(spot, title), self.fill(spot, text));
                if let Some(app) = self.app_of(spot.place) {
                    self.notify(app, title, text, activity.clone());
                }
            }
            Effect::ClearNotifications {} => self.clear_notifications(),
            Effect::Shade { expanded } => self.set_shade(*expanded),
            Effect::Unlock {} => self.unlock(),
            Effect::Type { key } => self.press_soft_key(key),
            _ => {}
        }
    }
}
