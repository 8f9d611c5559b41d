//! What truly happened on a phone while a run was under way, told by its journal.

use std::time::Duration;

use clawperator_virtual_phone::{
    Journal, JournalEntry, JournalEvent, JournalInput, JournalLanding, JournalMotion, VirtualPhone,
};

use crate::suite::rig::APP;

/// How long a line that lost its stream may take to lift its finger, on a busy machine.
const LIFTED_WITHIN: Duration = Duration::from_secs(3);

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
    /// A finger that was held, moved, and held again.
    Drag,
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

    /// The same once no finger is left on the screen: a line that lost its stream lifts its finger behind everything else.
    /// One that nobody lifts is there after the wait as well.
    pub(super) async fn at_rest(number: u64, phone: &VirtualPhone) -> Self {
        let lifted = async {
            while Self::after(number, phone).leaves_a_finger() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let _ = tokio::time::timeout(LIFTED_WITHIN, lifted).await;
        Self::after(number, phone)
    }

    /// Every touch that was injected.
    pub(crate) fn touches(&self) -> Vec<Touched<'_>> {
        let taken_off = self.taken_off();
        let touch = |(input, on): (&JournalInput, _)| {
            let (gesture, at) = match *input {
                JournalInput::Tap { at } => (Gesture::Tap, at),
                JournalInput::Swipe { from, to, .. } if from == to => (Gesture::Hold, from),
                JournalInput::Swipe { from, .. } => (Gesture::Swipe, from),
                JournalInput::Touch { ref fingers } => (Gesture::Drag, fingers.first()?.from),
                JournalInput::DragAndDrop { from, .. } => (Gesture::Drag, from),
                JournalInput::Motion {
                    action: JournalMotion::Down,
                    at,
                } => (Gesture::Drag, at),
                _ => return None,
            };
            Some(Touched { gesture, at, on })
        };
        let injected = self.injected().enumerate();
        let stayed = injected.filter(|(number, _)| !taken_off.contains(number));
        stayed.filter_map(|(_, input)| touch(input)).collect()
    }

    /// How many touches of this kind were begun.
    pub(crate) fn count(&self, gesture: Gesture) -> usize {
        let touches = self.touches();
        let whole = touches.iter().filter(|one| one.gesture == gesture).count();
        match gesture {
            Gesture::Drag => whole + self.taken_off().len(),
            Gesture::Tap | Gesture::Hold | Gesture::Swipe => whole,
        }
    }

    /// The places of fingers that went down and were taken off the screen at once: they have pressed and moved nothing.
    fn taken_off(&self) -> Vec<usize> {
        let inputs: Vec<&JournalInput> = self.injected().map(|(input, _)| input).collect();
        let motion = |input: &JournalInput| match input {
            JournalInput::Motion { action, .. } => Some(*action),
            _ => None,
        };
        let pairs = inputs.windows(2).enumerate().filter_map(|(number, pair)| {
            let pair = [motion(pair[0]), motion(pair[1])];
            let down_and_off = [Some(JournalMotion::Down), Some(JournalMotion::Cancel)];
            (pair == down_and_off).then_some(number)
        });
        pairs.collect()
    }

    /// Whether a finger that went down by itself has not come up, nor was taken off the screen.
    pub(crate) fn leaves_a_finger(&self) -> bool {
        let motions = self.injected().filter_map(|(input, _)| match input {
            JournalInput::Motion { action, .. } => Some(*action),
            _ => None,
        });
        let last = motions.last();
        matches!(last, Some(JournalMotion::Down | JournalMotion::Move))
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

    /// Every text that a program put on the clipboard.
    pub(crate) fn copied(&self) -> Vec<&str> {
        let texts = self.events().filter_map(|event| match event {
            JournalEvent::ClipboardSet { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
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
                    | JournalEvent::Dropped { .. }
                    | JournalEvent::Pinched { .. }
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
