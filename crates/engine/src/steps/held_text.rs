//! What a text field holds, and whether a text arrived in it.

use clawperator_ui::Node;

/// What a field holds. Many phones show the hint of an empty field as its text and do not say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Held {
    /// This text and no other.
    Text(String),
    /// This text, or nothing if it is the hint.
    TextOrHint(String),
}

/// Whether a text arrived.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Arrived {
    Yes,
    /// Something else is there than so many characters.
    No {
        characters: usize,
    },
    CannotTell,
}

/// Whether a field is empty.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Emptied {
    Yes,
    /// It shows another text than before, which is its hint or the app's.
    ShowsAnother,
    No,
    CannotTell,
}

impl Held {
    pub(super) fn of(field: Node<'_>) -> Self {
        let text = field.text();
        if text.is_empty() || field.is_showing_hint() {
            return Self::Text(String::new());
        }
        let may_be_hint = if field.is_password() {
            !field.is_typed_secret()
        } else {
            field.hint().is_empty()
        };
        if may_be_hint {
            Self::TextOrHint(text.to_owned())
        } else {
            Self::Text(text.to_owned())
        }
    }

    /// The same on a phone that says which texts are hints: any other is one.
    pub(super) fn told(self) -> Self {
        match self {
            Self::Text(text) | Self::TextOrHint(text) => Self::Text(text),
        }
    }

    pub(super) fn shown(&self) -> &str {
        match self {
            Self::Text(text) | Self::TextOrHint(text) => text,
        }
    }

    /// Whether what it held is gone, by what it shows now. A beginning of what was there may be what is left of it:
    /// characters are taken away from the end.
    pub(super) fn judge_emptied(&self, now: &Self, is_password: bool) -> Emptied {
        match (self, now) {
            (_, now) if now.shown().is_empty() => Emptied::Yes,
            (_, Self::Text(_)) => Emptied::No,
            // The dots are gone.
            (Self::Text(_), Self::TextOrHint(_)) if is_password => Emptied::Yes,
            (before, Self::TextOrHint(shown)) if before.shown().starts_with(shown.as_str()) => {
                Emptied::CannotTell
            }
            (_, Self::TextOrHint(_)) => Emptied::ShowsAnother,
        }
    }

    /// Holds what the field shows after typing against what it should show.
    pub(super) fn judge(&self, typed: &str, clear: bool, arrived: &str) -> Arrived {
        let before = self.shown();
        let after_text = if clear {
            typed.to_owned()
        } else {
            format!("{before}{typed}")
        };
        let may_be_hint = matches!(self, Self::TextOrHint(_));
        if may_be_hint && arrived == before && typed == before {
            Arrived::CannotTell
        } else if arrived == after_text || (may_be_hint && arrived == typed) {
            Arrived::Yes
        } else {
            Arrived::No {
                characters: after_text.chars().count(),
            }
        }
    }

    /// The same of a password: what it shows are dots, and only their number means anything.
    pub(super) fn judge_length(&self, typed: &str, clear: bool, now: &Self) -> Arrived {
        let count = |text: &str| text.chars().count();
        let (before, arrived) = (count(self.shown()), count(now.shown()));
        let may_be_hint = |held: &Self| matches!(held, Self::TextOrHint(_));
        let was_hint = may_be_hint(self);
        let fits = |typed: usize| {
            let expected = if clear { typed } else { before + typed };
            arrived == expected || was_hint && arrived == typed
        };
        // Some toolkits show a dot for each half of a character that has two in UTF-16.
        let is_fitting = fits(count(typed)) || fits(typed.encode_utf16().count());
        let wanted = if was_hint || clear {
            count(typed)
        } else {
            before + count(typed)
        };
        // A hint is gone when something was typed.
        let is_unchanged = was_hint && may_be_hint(now) && arrived == before;
        match (is_unchanged, is_fitting) {
            (false, true) => Arrived::Yes,
            (true, true) => Arrived::CannotTell,
            (_, false) => Arrived::No { characters: wanted },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(held: &Held, typed: &str, clear: bool, arrived: &str) -> Arrived {
        held.judge(typed, clear, arrived)
    }

    #[test]
    fn a_text_that_may_be_a_hint_is_no_obstacle_and_no_proof() {
        let held = Held::TextOrHint("Name".to_owned());
        assert_eq!(judge(&held, "Ada", false, "Ada"), Arrived::Yes);
        assert_eq!(judge(&held, "Ada", false, "NameAda"), Arrived::Yes);
        assert_eq!(judge(&held, "Ada", true, "Ada"), Arrived::Yes);
        let lost = Arrived::No { characters: 7 };
        assert_eq!(judge(&held, "Ada", false, "Name"), lost);
        assert_eq!(judge(&held, "Name", false, "Name"), Arrived::CannotTell);
        assert_eq!(judge(&held, "Name", true, "Name"), Arrived::CannotTell);
        assert_eq!(judge(&held, "Name", false, "NameName"), Arrived::Yes);
    }

    #[test]
    fn a_text_that_is_one_stays_or_goes_as_asked() {
        let held = Held::Text("Ada".to_owned());
        assert_eq!(judge(&held, "x", false, "Adax"), Arrived::Yes);
        assert_eq!(judge(&held, "x", true, "x"), Arrived::Yes);
        assert_eq!(judge(&held, "x", false, "x"), Arrived::No { characters: 4 });
        assert_eq!(judge(&held, "Ada", true, "Ada"), Arrived::Yes);
    }

    #[test]
    fn a_field_is_empty_when_it_shows_nothing_or_its_hint() {
        let text = |text: &str| Held::Text(text.to_owned());
        let either = |text: &str| Held::TextOrHint(text.to_owned());
        assert_eq!(text("Ada").judge_emptied(&text(""), false), Emptied::Yes);
        assert_eq!(either("Ada").judge_emptied(&text(""), false), Emptied::Yes);
        assert_eq!(text("Ada").judge_emptied(&text("Ad"), false), Emptied::No);
        // On a phone that does not say what is a hint.
        let judge = |before: &str, now: &str| either(before).judge_emptied(&either(now), false);
        assert_eq!(judge("Ada", "Name"), Emptied::ShowsAnother);
        assert_eq!(judge("Name", "Name"), Emptied::CannotTell);
        assert_eq!(judge("Name", "Na"), Emptied::CannotTell);
        let (dots, hint) = (text("•••"), either("Password"));
        assert_eq!(dots.judge_emptied(&hint, true), Emptied::Yes);
        assert_eq!(dots.judge_emptied(&text("•"), true), Emptied::No);
        assert_eq!(hint.judge_emptied(&hint, true), Emptied::CannotTell);
    }

    #[test]
    fn a_password_counts_by_its_length() {
        let dots = |count| Held::Text("•".repeat(count));
        let dots_or_hint = |count| Held::TextOrHint("•".repeat(count));
        let short = |characters| Arrived::No { characters };
        assert_eq!(dots(2).judge_length("abc", false, &dots(5)), Arrived::Yes);
        assert_eq!(dots(2).judge_length("abc", false, &dots(3)), short(5));
        assert_eq!(dots(2).judge_length("abc", true, &dots(3)), Arrived::Yes);
        assert_eq!(dots(2).judge_length("a😀", false, &dots(4)), Arrived::Yes);
        assert_eq!(dots(2).judge_length("a😀", false, &dots(5)), Arrived::Yes);
        assert_eq!(dots(2).judge_length("a😀", false, &dots(6)), short(4));
        // "Password" may be the hint, or a password that the app shows.
        let held = dots_or_hint(8);
        assert_eq!(held.judge_length("abc", false, &dots(3)), Arrived::Yes);
        assert_eq!(
            held.judge_length("abc", false, &dots_or_hint(3)),
            Arrived::Yes
        );
        assert_eq!(
            held.judge_length("abc", false, &dots_or_hint(11)),
            Arrived::Yes
        );
        assert_eq!(held.judge_length("abc", false, &dots_or_hint(8)), short(3));
        assert_eq!(held.judge_length("abc", true, &dots_or_hint(11)), short(3));
        let same = held.judge_length("eightish", true, &dots_or_hint(8));
        assert_eq!(same, Arrived::CannotTell);
        assert_eq!(held.judge_length("eightish", true, &dots(8)), Arrived::Yes);
    }
}
