//! Dialogs, popups and snackbars of activities.

use std::sync::Arc;
use std::time::Duration;

use super::surface::Surface;
use super::timers::Job;
use super::{Phone, Place, Spot};
use crate::history::ScreenEvent;
use crate::page::DialogEntry;
use crate::scene::{Color, Edges, Effect, Handlers, Look, MAX_DIALOGS, Size, View, ViewKind};

/// An open dialog or popup.
#[derive(Debug)]
pub(crate) struct Popup {
    pub(crate) number: u32,
    pub(crate) entry: Arc<DialogEntry>,
    pub(crate) surface: Surface,
    /// Where the touch was that opened it.
    pub(crate) touch: (i32, i32),
}

impl Phone {
    pub(crate) fn open_dialog(&mut self, record: u32, name: &str) {
        let touch = self.last_point;
        let scenes = Arc::clone(&self.scenes);
        let number = self.number();
        let Some(owner) = self.record_mut(record) else {
            return;
        };
        let Some(entry) = scenes
            .apps
            .get(owner.app)
            .and_then(|app| app.dialog(owner.activity, name))
        else {
            return;
        };
        if owner.popups.len() >= MAX_DIALOGS {
            owner.popups.remove(0);
        }
        let surface = Surface::new(Arc::clone(&entry.page));
        owner.popups.push(Popup {
            number,
            entry,
            surface,
            touch,
        });
        self.hide_keyboard();
        self.happened(ScreenEvent::DialogOpened(name.to_owned()));
        self.changed();
    }

    /// Closes a dialog that was answered.
    pub(crate) fn dismiss(&mut self, record: u32, number: u32) {
        let Some(owner) = self.record_mut(record) else {
            return;
        };
        let before = owner.popups.len();
        owner.popups.retain(|popup| popup.number != number);
        if owner.popups.len() < before {
            self.hide_keyboard();
            self.happened(ScreenEvent::DialogClosed);
            self.changed();
        }
    }

    /// Closes the dialog on top of a record, as back or a touch outside does; answers whether there was one.
    pub(crate) fn cancel_dialog(&mut self, record: u32) -> bool {
        let Some(popup) = self.record(record).and_then(|record| record.popups.last()) else {
            return false;
        };
        let (number, entry) = (popup.number, Arc::clone(&popup.entry));
        if entry.cancelable {
            self.dismiss(record, number);
            self.run(
                Spot {
                    place: Place::Activity(record),
                    node: None,
                },
                &entry.on_cancel,
            );
        }
        true
    }

    pub(crate) fn show_snackbar(
        &mut self,
        record: u32,
        text: &str,
        ms: u64,
        action: Option<&str>,
        then: &[Effect],
    ) {
        let Some(owner) = self.record(record) else {
            return;
        };
        let Some(app) = self.scenes.apps.get(owner.app) else {
            return;
        };
        let Some(page) = self
            .scenes
            .made(&app.package, &snackbar(text, action, then))
        else {
            return;
        };
        let Some(owner) = self.record_mut(record) else {
            return;
        };
        owner.snackbar = Some(Surface::new(page));
        self.changed();
        self.cancel_timers(|job| *job == Job::HideSnackbar(record));
        self.schedule(Duration::from_millis(ms), Job::HideSnackbar(record));
    }

    pub(crate) fn hide_snackbar(&mut self, record: u32) {
        if self
            .record_mut(record)
            .and_then(|record| record.snackbar.take())
            .is_some()
        {
            self.changed();
        }
    }
}

/// The views of a material snackbar.
fn snackbar(text: &str, action: Option<&str>, then: &[Effect]) -> View {
    let label = View {
        kind: Some(ViewKind::Text),
        id: Some("snackbar_text".into()),
        text: Some(text.to_owned()),
        weight: Some(1),
        look: Some(Look {
            size: Some(14),
            color: Some(Color::rgb(0xf5, 0xef, 0xf7)),
            lines: Some(2),
            ..Look::default()
        }),
        ..View::default()
    };
    let button = action.map(|action| View {
        kind: Some(ViewKind::Button),
        id: Some("snackbar_action".into()),
        text: Some(action.to_owned()),
        look: Some(Look {
            color: Some(Color::rgb(0xd0, 0xbc, 0xff)),
            background: Some(Color::rgb(0x32, 0x2f, 0x35)),
            ..Look::default()
        }),
        on: Some(Handlers {
            tap: then.to_vec(),
            ..Handlers::default()
        }),
        ..View::default()
    });
    View {
        kind: Some(ViewKind::Row),
        class: Some("android.widget.LinearLayout".into()),
        width: Some(Size::Match),
        padding: Some(Edges {
            left: 16,
            top: 8,
            right: 8,
            bottom: 8,
        }),
        gravity: Some(crate::scene::Align::CenterVertical),
        look: Some(Look {
            background: Some(Color::rgb(0x32, 0x2f, 0x35)),
            corner: Some(4),
            ..Look::default()
        }),
        children: std::iter::once(label).chain(button).collect(),
        ..View::default()
    }
}
