//! What truly happened on a phone while a run was under way, told by its journal.

use clawperator_virtual_phone::{
    Journal, JournalEntry, JournalEvent, JournalInput, JournalLanding, VirtualPhone,
};

use crate::suite::rig::APP;

/// What happened since a run began.
#[derive(Debug)]
pub(crate) struct Facts {
    entries: Vec<JournalEntry>,
    /// Whether the app's process runs now.
    pub(crate) running: bool,
}

/// A touch with what it found.
#[derive(Debug)]
pub(crate) struct Touched<'a> {
    pub(crate) gesture: Gesture,
    /// Where the finger went down.
    pub(crate) at: (i32, i32),
    pub(crate) on: Option<&'a JournalLanding>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gesture {
    Tap,
    /// A finger that went down and up in one place, slowly.
    Hold,
    Swipe,
}

impl Facts {
    /// What happened after the entry of this number.
    pub(crate) fn after(number: u64, phone: &VirtualPhone) -> Self {
        let all = phone.journal();
        assert_eq!(all.dropped, 0, "the journal is longer than what is kept");
        let running = all.entries.iter().rev().find_map(lives);
        let Journal { entries, .. } = phone.journal_after(number);
        Self {
            entries,
            running: running == Some(true),
        }
    }

    /// Every touch that was injected.
    pub(crate) fn touches(&self) -> Vec<Touched<'_>> {
        let touch = |(input, on): (&JournalInput, _)| {
            let (gesture, at) = match *input {
                JournalInput::Tap { at } => (Gesture::Tap, at),
                JournalInput::Swipe { from, to, .. } if from == to => (Gesture::Hold, from),
                JournalInput::Swipe { from, .. } => (Gesture::Swipe, from),
                _ => return None,
            };
            Some(Touched { gesture, at, on })
        };
        self.injected().filter_map(touch).collect()
    }

    pub(crate) fn count(&self, gesture: Gesture) -> usize {
        let touches = self.touches();
        touches.iter().filter(|one| one.gesture == gesture).count()
    }

    /// The codes of every key that was injected.
    pub(crate) fn keys(&self) -> Vec<u32> {
        self.injected()
            .filter_map(|(input, _)| match input {
                JournalInput::Keys { codes } => Some(codes.as_slice()),
                _ => None,
            })
            .flatten()
            .copied()
            .collect()
    }

    /// Every text that was injected, with the view that had the focus.
    pub(crate) fn texts(&self) -> Vec<(&str, Option<&JournalLanding>)> {
        self.injected()
            .filter_map(|(input, on)| match input {
                JournalInput::Text { text } => Some((text.as_str(), on)),
                _ => None,
            })
            .collect()
    }

    /// The classes of the app's activities that came to the front.
    pub(crate) fn opened(&self) -> Vec<&str> {
        self.events()
            .filter_map(|event| match event {
                JournalEvent::Started { package, class }
                | JournalEvent::BroughtToFront { package, class }
                    if package == APP =>
                {
                    Some(class.rsplit('.').next().unwrap_or_default())
                }
                _ => None,
            })
            .collect()
    }

    /// What the field of this id holds after all that was typed; nothing when nothing changed it.
    pub(crate) fn held_by(&self, field: &str) -> Option<&str> {
        let id = id(field);
        let mut latest_first = self.entries.iter().rev();
        latest_first.find_map(|entry| match &entry.event {
            JournalEvent::TextChanged { view, text } if view.id == id => Some(text.as_str()),
            _ => None,
        })
    }

    /// Whether a finger moved the list.
    pub(crate) fn has_scrolled(&self) -> bool {
        self.events()
            .any(|event| matches!(event, JournalEvent::Scrolled { .. }))
    }

    /// Whether the screen has changed by what was done.
    pub(crate) fn has_effect(&self) -> bool {
        self.events().any(|event| {
            matches!(
                event,
                JournalEvent::Effect { .. }
                    | JournalEvent::Finished { .. }
                    | JournalEvent::BroughtToFront { .. }
                    | JournalEvent::Started { .. }
                    | JournalEvent::DialogClosed
                    | JournalEvent::TextChanged { .. }
                    | JournalEvent::Tapped { .. }
                    | JournalEvent::Scrolled { .. }
                    | JournalEvent::Key { .. }
            )
        })
    }

    /// Whether anything was injected at all.
    pub(crate) fn is_untouched(&self) -> bool {
        self.injected().next().is_none()
    }

    pub(crate) fn events(&self) -> impl Iterator<Item = &JournalEvent> {
        self.entries.iter().map(|entry| &entry.event)
    }

    fn injected(&self) -> impl Iterator<Item = (&JournalInput, Option<&JournalLanding>)> {
        self.events().filter_map(|event| match event {
            JournalEvent::Injected { input, on } => Some((input, on.as_ref())),
            _ => None,
        })
    }
}

/// The id of a view of the app.
pub(crate) fn id(name: &str) -> String {
    format!("{APP}:id/{name}")
}

/// What an entry says of the app's process.
fn lives(entry: &JournalEntry) -> Option<bool> {
    match &entry.event {
        JournalEvent::Started { package, .. } if package == APP => Some(true),
        JournalEvent::ProcessEnded { package } | JournalEvent::Crashed { package }
            if package == APP =>
        {
            Some(false)
        }
        _ => None,
    }
}
