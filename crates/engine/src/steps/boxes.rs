//! Fields that pass the focus on as soon as they are full, such as the boxes of a one-time code.

use clawperator_ui::Node;

use super::field::{Wanted, fields, is_same_field};
use super::held_text::Held;

/// A text that was typed into one field and is in this one and those behind it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// How many fields hold a part of it.
    pub(super) fields: usize,
    /// What they show together.
    pub(super) text: String,
}

/// Whether all of a text is in a field and those behind it, each of which took a part; nothing where it cannot be told.
/// `field` is the one that had the focus, `now` the same in the tree after.
pub(super) fn spread(
    field: Node<'_>,
    now: Node<'_>,
    held: &Held,
    wanted: Wanted<'_>,
) -> Option<Spread> {
    let (before, after) = (behind(field)?, behind(now)?);
    if before.len() != after.len() {
        return None;
    }
    let mut rest = wanted.text;
    let mut found = Spread {
        fields: 0,
        text: String::new(),
    };
    for (before, after) in before.into_iter().zip(after) {
        if !is_same_field(before, after) {
            return None;
        }
        let is_first = found.fields == 0;
        let was = if is_first {
            held.clone()
        } else {
            Held::of(before)
        };
        let shows = Held::of(after);
        let kept = match &was {
            _ if is_first && wanted.clear => "",
            // What was there stays in front.
            Held::Text(text) => text,
            Held::TextOrHint(text) if shows.shown().starts_with(text.as_str()) => text,
            Held::TextOrHint(_) => "",
        };
        let part = part_of(rest, kept, shows.shown(), after.is_password())?;
        rest = part;
        found.fields += 1;
        found.text.push_str(shows.shown());
        if rest.is_empty() {
            return Some(found);
        }
    }
    None
}

/// A field and those of its window that come after it.
fn behind(field: Node<'_>) -> Option<Vec<Node<'_>>> {
    let all: Vec<Node<'_>> = fields(field.tree())
        .filter(|other| other.window_index() == field.window_index())
        .collect();
    let place = all.iter().position(|other| *other == field)?;
    Some(all.into_iter().skip(place).collect())
}

/// What is left of a text when a field has taken the beginning of it behind what it held; nothing where it shows another
/// text, or none of it. What a password shows are dots, of which only the number means anything.
fn part_of<'t>(rest: &'t str, kept: &str, shown: &str, is_password: bool) -> Option<&'t str> {
    if is_password {
        let count = |text: &str| text.chars().count();
        let taken = count(shown).checked_sub(count(kept))?;
        let mut characters = rest.char_indices();
        let end = characters.nth(taken).map_or(rest.len(), |(at, _)| at);
        let is_all = count(rest) >= taken && taken > 0;
        return rest.get(end..).filter(|_| is_all);
    }
    let taken = shown.strip_prefix(kept).filter(|taken| !taken.is_empty())?;
    rest.strip_prefix(taken)
}

#[cfg(test)]
mod tests {
    use super::part_of;

    #[test]
    fn a_field_takes_the_beginning_of_what_is_left() {
        assert_eq!(part_of("123456", "", "1", false), Some("23456"));
        assert_eq!(part_of("123456", "9", "91", false), Some("23456"));
        assert_eq!(part_of("6", "", "6", false), Some(""));
        // Nothing of it, another text, and more than there was.
        assert_eq!(part_of("123", "", "", false), None);
        assert_eq!(part_of("123", "7", "7", false), None);
        assert_eq!(part_of("123", "", "3", false), None);
        assert_eq!(part_of("1", "", "12", false), None);
    }

    #[test]
    fn of_a_password_only_the_number_counts() {
        assert_eq!(part_of("1234", "", "•", true), Some("234"));
        assert_eq!(part_of("1234", "••", "•••", true), Some("234"));
        assert_eq!(part_of("é2", "", "••", true), Some(""));
        assert_eq!(part_of("12", "", "•••", true), None);
        assert_eq!(part_of("12", "•", "•", true), None);
        assert_eq!(part_of("12", "•••", "•", true), None);
    }
}
