//! What the engine says of an action, held against what the app says happened to it.

use clawperator_contract::StepResult;
use clawperator_framework_phone::RecordEntry;
use clawperator_ui::{Point, Tree};

use super::super::judge::told;
use super::super::rig::APP;
use super::meant::{Deed, Meant, Target};
use super::name::words;

/// Something that is not as the answer has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// Another place, or another node, was touched than the one that was meant. Right only where that one moved
    /// between the look and the touch.
    Missed(String),
    /// The answer says what is not so.
    Untrue(String),
}

/// What came of an action.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome<'a> {
    pub(super) step: &'a StepResult,
    pub(super) record: &'a [RecordEntry],
    pub(super) before: &'a Tree,
    /// The screen at rest afterwards, unless it cannot be read.
    pub(super) after: Option<&'a Tree>,
}

/// What the record says against the answer.
pub(super) fn judge(meant: &Meant, outcome: &Outcome<'_>) -> Option<Problem> {
    let seen = outcome;
    match &meant.deed {
        Deed::Press(target) => seen.press(target),
        Deed::Point { at, is_alone } => seen.point(at, *is_alone),
        Deed::Type {
            names,
            text,
            clear,
            submit,
        } => seen.typed(names, text, *clear, *submit),
        Deed::Scroll => seen.no_press().or_else(|| seen.scrolled()),
        Deed::Search { text, press } => seen.searched(text, *press),
        Deed::Read { words } => seen.no_touch().or_else(|| {
            let said = seen.said("text");
            untrue_if(seen.is_success() && !is_made_of(&said, words), || {
                format!("read {said:?}, and the node has {words:?}")
            })
        }),
        Deed::Wait { is_there } => seen.no_touch().or_else(|| {
            untrue_if(seen.is_success() && !is_there, || {
                "found what is nowhere".to_owned()
            })
        }),
        Deed::Key { is_home } => seen.no_press().or_else(|| {
            let wrong = *is_home && seen.is_success() && seen.is_app_in_front();
            untrue_if(wrong, || "home, and the app is in front".to_owned())
        }),
        Deed::Open { page } => seen.no_press().or_else(|| {
            let came = |entry: &RecordEntry| {
                matches!(entry.what.as_str(), "create" | "resume") && entry.view == *page
            };
            let is_there = seen.record.iter().any(came);
            untrue_if(seen.is_success() && !is_there, || {
                format!("opened, and `{page}` did not come to the front")
            })
        }),
        Deed::OpenApp => seen.no_press().or_else(|| {
            let wrong = seen.is_success() && seen.after.is_some() && !seen.is_app_in_front();
            untrue_if(wrong, || "opened, and the app is not in front".to_owned())
        }),
        Deed::CloseApp => seen.no_press().or_else(|| {
            let wrong = seen.is_success() && seen.is_app_in_front();
            untrue_if(wrong, || "closed, and the app is in front".to_owned())
        }),
        Deed::Snapshot { words } => seen.no_touch().or_else(|| seen.snapshot(words)),
        Deed::Still => seen.no_touch(),
        Deed::Pair { words: before } => seen.no_touch().or_else(|| {
            let said = seen.said("value");
            // The last letter of a password turns into a dot by itself.
            let after = seen.after.map(words).unwrap_or_default();
            let is_there = is_made_of(&said, before) || is_made_of(&said, &after);
            untrue_if(seen.is_success() && !is_there, || {
                format!("the value is {said:?}, and the screen has {before:?}")
            })
        }),
    }
}

impl Outcome<'_> {
    fn press(&self, target: &Target) -> Option<Problem> {
        let (fingers, presses) = (self.fingers(), self.presses());
        if !self.is_success() && (!fingers.is_empty() || !presses.is_empty()) {
            let deeds = self.deeds();
            return Some(Problem::Untrue(format!("failed and touched: {deeds:?}")));
        }
        if fingers.len() > 1 || self.clicks().len() > 1 {
            let deeds = self.deeds();
            return Some(Problem::Untrue(format!(
                "one press, and the app felt {deeds:?}"
            )));
        }
        let at = self.said("coordinate");
        if let Some(entry) = fingers
            .iter()
            .find(|entry| format!("({})", entry.detail) != at)
        {
            let felt = &entry.detail;
            return Some(Problem::Untrue(format!(
                "said {at}, and the app felt a finger at {felt}"
            )));
        }
        if let Some(other) = presses
            .iter()
            .find(|entry| is_other(entry, &target.names, &target.others))
        {
            return Some(Problem::Missed(format!(
                "another target: {} {} {}",
                other.what, other.view, other.detail
            )));
        }
        if self.is_success() && target.is_alone && fingers.is_empty() {
            let felt = "called a success, and the app felt no finger";
            return Some(Problem::Missed(felt.to_owned()));
        }
        fingers.iter().find_map(|entry| {
            let at = point(&entry.detail);
            let is_inside = target
                .place
                .is_none_or(|place| at.is_some_and(|at| place.contains(at)));
            let beside = || {
                let (detail, place) = (&entry.detail, target.place);
                Problem::Missed(format!("beside the target: {detail} {place:?}"))
            };
            (!is_inside).then(beside)
        })
    }

    fn point(&self, at: &str, is_alone: bool) -> Option<Problem> {
        let fingers = self.fingers();
        if fingers.len() > 1 || fingers.iter().any(|entry| entry.detail != at) {
            return Some(Problem::Untrue(format!(
                "a press at {at}, and the app felt {fingers:?}"
            )));
        }
        let unfelt = is_alone && self.is_success() && fingers.is_empty() && self.was_app_in_front();
        unfelt.then(|| Problem::Missed("called a success, and the app felt no finger".to_owned()))
    }

    fn typed(&self, names: &[String], text: &str, clear: bool, submit: bool) -> Option<Problem> {
        let texts = self.record.iter().filter(|entry| entry.what == "text");
        if let Some(other) = texts
            .clone()
            .filter(|entry| !names.contains(&entry.view) && self.is_on_screen(&entry.view))
            .find(|entry| !self.shows_the_same(&entry.view))
        {
            return Some(Problem::Missed(format!("another field: {}", other.view)));
        }
        let clicks = self.clicks();
        if !clicks.is_empty() {
            return Some(Problem::Missed(format!("no press was meant: {clicks:?}")));
        }
        if !self.is_success() {
            return None;
        }
        // What an app does with a text once it was sent is its own business.
        let is_sent = |entry: &RecordEntry| matches!(entry.what.as_str(), "submit" | "send");
        let until = self.record.iter().position(is_sent);
        let typed = self.record.get(..until.unwrap_or(self.record.len()))?;
        // The enter key is a line of its own in a field of several.
        let is_enter = |entry: &RecordEntry| submit && entry.detail.ends_with('\n');
        let mut texts = typed.iter().rev().filter(|entry| entry.what == "text");
        let Some(last) = texts.find(|entry| !is_enter(entry)) else {
            let deeds = self.deeds();
            return Some(Problem::Untrue(format!(
                "typed, and the app felt {deeds:?}"
            )));
        };
        let is_right = if clear {
            last.detail == text
        } else {
            last.detail.ends_with(text)
        };
        if !is_right {
            let has = &last.detail;
            return Some(Problem::Untrue(format!(
                "typed {text:?}, and the app has {has:?}"
            )));
        }
        let said = self.step.data.get("text");
        let differs = said.is_some_and(|said| *said != last.detail);
        untrue_if(differs, || {
            format!("said {said:?}, and the app has {:?}", last.detail)
        })
    }

    fn scrolled(&self) -> Option<Problem> {
        let after = self.after?;
        let is_same = self.before.signature() == after.signature();
        let outcome = self.said("scroll_outcome");
        let moved = outcome == "moved";
        if moved && is_same && self.rests().is_empty() {
            return Some(Problem::Untrue(
                "moved, and the screen is as it was".to_owned(),
            ));
        }
        let went = self.rests().iter().any(|(from, to)| from != to);
        untrue_if(outcome == "edge_reached" && went && !is_same, || {
            format!("an edge, and the app's list went {:?}", self.rests())
        })
    }

    fn searched(&self, text: &str, press: bool) -> Option<Problem> {
        let clicks = self.clicks();
        if !press || !self.is_success() {
            if let Some(untrue) = self.no_press() {
                return Some(untrue);
            }
            let shown = self.after.is_none_or(|tree| {
                tree.nodes()
                    .any(|node| node.text() == text && node.visible_bounds().is_some())
            });
            return untrue_if(self.is_success() && !shown, || {
                format!("found {text:?}, which is not on the screen")
            });
        }
        if clicks.len() > 1 {
            let deeds = self.deeds();
            return Some(Problem::Untrue(format!(
                "one press, and the app felt {deeds:?}"
            )));
        }
        // Rows are recorded under their names; whatever else is of this kind is another row.
        let stem = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_other = |view: &str| {
            view != text
                && view.strip_prefix(stem).is_some_and(|rest| {
                    !stem.is_empty() && !rest.is_empty() && rest.chars().all(char::is_numeric)
                })
        };
        let other = clicks.iter().find(|entry| is_other(&entry.view));
        if let Some(other) = other {
            return Some(Problem::Missed(format!("another row: {}", other.view)));
        }
        let at = self.said("coordinate");
        let last = self
            .fingers()
            .last()
            .map(|entry| format!("({})", entry.detail));
        let elsewhere = last.is_some_and(|last| last != at);
        untrue_if(elsewhere, || {
            format!("pressed {at}, and the app felt {:?}", self.fingers())
        })
    }

    fn snapshot(&self, expected: &[String]) -> Option<Problem> {
        if !self.is_success() {
            return None;
        }
        let Ok(told) = Tree::parse(self.said("text").as_bytes()) else {
            return Some(Problem::Untrue("a snapshot that cannot be read".to_owned()));
        };
        let told = words(&told.tree);
        let missing = expected.iter().find(|word| !told.contains(*word));
        let moved = self
            .after
            .is_none_or(|after| after.signature() != self.before.signature());
        untrue_if(!moved && missing.is_some(), || {
            format!("the snapshot lacks {missing:?}")
        })
    }

    /// Whatever does not press must not be felt as a press.
    fn no_press(&self) -> Option<Problem> {
        let clicks = self.clicks();
        untrue_if(!clicks.is_empty(), || {
            format!("no press was meant: {clicks:?}")
        })
    }

    fn no_touch(&self) -> Option<Problem> {
        let fingers = self.fingers();
        untrue_if(!fingers.is_empty(), || {
            format!("no touch was meant: {fingers:?}")
        })
        .or_else(|| self.no_press())
    }

    fn is_success(&self) -> bool {
        self.step.success
    }

    fn said(&self, key: &str) -> String {
        self.step.data.get(key).cloned().unwrap_or_default()
    }

    fn fingers(&self) -> Vec<&RecordEntry> {
        self.of(&["down"])
    }

    fn clicks(&self) -> Vec<&RecordEntry> {
        self.of(&["click", "long_click"])
    }

    /// What only a finger on a node of that name, or on an item of that name, leads to.
    fn presses(&self) -> Vec<&RecordEntry> {
        self.of(&[
            "click",
            "long_click",
            "check",
            "choose",
            "tab",
            "tab_again",
            "menu",
        ])
    }

    fn of(&self, kinds: &[&str]) -> Vec<&RecordEntry> {
        let is_one = |entry: &&RecordEntry| kinds.contains(&entry.what.as_str());
        self.record.iter().filter(is_one).collect()
    }

    /// From where to where the lists of the app went.
    fn rests(&self) -> Vec<(&str, &str)> {
        let started = self.of(&["scroll_drag"]);
        started
            .into_iter()
            .filter_map(|start| {
                let rest = self
                    .record
                    .iter()
                    .rev()
                    .find(|entry| entry.what == "scroll_rest" && entry.view == start.view)?;
                Some((start.detail.as_str(), rest.detail.as_str()))
            })
            .collect()
    }

    /// Whether there was a node of this id. In Compose's dialogs ids are known to the app only.
    fn is_on_screen(&self, id: &str) -> bool {
        self.before.nodes().any(|node| node.id_name() == id)
    }

    /// Whether a field shows what it showed before: a field that loses the focus tells its text again.
    fn shows_the_same(&self, id: &str) -> bool {
        let text = |tree: &Tree| {
            let field = tree.nodes().find(|node| node.id_name() == id);
            field.map(|field| field.text().to_owned())
        };
        let after = self.after.and_then(text);
        after.is_some() && after == text(self.before)
    }

    fn deeds(&self) -> Vec<String> {
        told(self.record, &[])
    }

    fn was_app_in_front(&self) -> bool {
        is_app_in(self.before)
    }

    fn is_app_in_front(&self) -> bool {
        self.after.is_some_and(is_app_in)
    }
}

fn untrue_if(wrong: bool, why: impl FnOnce() -> String) -> Option<Problem> {
    wrong.then(|| Problem::Untrue(why()))
}

/// Whether what was said is one of these words, or several of them with a comma between.
fn is_made_of(said: &str, words: &[String]) -> bool {
    words.iter().any(|word| {
        said.strip_prefix(word.as_str()).is_some_and(|rest| {
            rest.is_empty()
                || rest
                    .strip_prefix(", ")
                    .is_some_and(|rest| is_made_of(rest, words))
        })
    })
}

fn is_app_in(tree: &Tree) -> bool {
    let front = tree.window_in_front();
    front.is_some_and(|(_, window)| window.package == APP)
}

/// Whether something that happened has one of the other names and none of these.
fn is_other(entry: &RecordEntry, names: &[String], others: &[String]) -> bool {
    let of = |list: &[String]| match entry.what.as_str() {
        "click" | "long_click" | "check" => list.contains(&entry.view),
        _ => list.contains(&entry.detail),
    };
    of(others) && !of(names)
}

/// The place that a record or an answer names.
pub(super) fn point(finger: &str) -> Option<Point> {
    let (x, y) = finger.split_once(',')?;
    Some(Point {
        x: x.parse().ok()?,
        y: y.parse().ok()?,
    })
}
