//! Guesses: which words name people, rooms and things that somebody has named.

use super::kind::{Kind, Place};
use super::names::{AMBIGUOUS_NAMES, FIRST_NAMES, KIN, KIN_WITH_NAME, ROOMS, SURNAMES, TITLES};

/// Owners that belong to nobody: `Today's weather`, `What's new`.
const IMPERSONAL_OWNERS: &[&str] = &[
    "today",
    "tomorrow",
    "yesterday",
    "tonight",
    "what",
    "let",
    "it",
    "here",
    "there",
    "that",
    "who",
    "how",
    "where",
    "when",
    "editor",
    "editors",
    "year",
    "years",
    "month",
    "week",
    "weeks",
    "day",
    "days",
    "world",
    "app",
    "apps",
    "user",
    "users",
    "device",
    "phone",
    "screen",
    "page",
    "list",
    "row",
    "android",
    "google",
    "samsung",
    "apple",
    "amazon",
    "microsoft",
    "valentine",
    "mother",
    "father",
    "men",
    "women",
    "children",
    "kids",
    "driver",
    "owner",
    "player",
    "seller",
    "buyer",
    "customer",
    "everyone",
    "nobody",
    "someone",
    "she",
    "he",
    "recipe",
    "step",
    "tile",
];

/// What a text is likely to name.
pub(super) fn find(text: &str, place: Place) -> Option<Kind> {
    match place {
        Place::Label | Place::Prose | Place::Tag => {}
        Place::Handle | Place::Model | Place::Identifier => return None,
    }
    let words: Vec<Word<'_>> = words(text);
    if names_room(&words) {
        return Some(Kind::Room);
    }
    names_person(&words, place).then_some(Kind::Person)
}

/// A word as it stands, and what it compares as.
struct Word<'t> {
    written: &'t str,
    small: String,
    /// The same without accents, as the lists of names have it.
    folded: String,
    /// Whether `'s` or `'` follows it: something of somebody's.
    owns: bool,
}

impl Word<'_> {
    fn is_capitalised(&self) -> bool {
        let mut letters = self.written.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    text.split(|character: char| {
        !(character.is_alphanumeric() || matches!(character, '\'' | '’' | '-'))
    })
    .map(|word| word.trim_matches('-'))
    .filter(|word| !word.is_empty())
    .map(|word| {
        let (owner, owns) = ["'s", "’s", "s'", "s’"]
            .iter()
            .find_map(|ending| word.strip_suffix(ending).map(|owner| (owner, true)))
            .unwrap_or((word.trim_matches(['\'', '’']), false));
        Word {
            written: owner,
            folded: fold(&owner.to_lowercase()),
            small: owner.to_lowercase(),
            owns,
        }
    })
    .collect()
}

fn names_room(words: &[Word<'_>]) -> bool {
    ROOMS.lines().any(|room| {
        let room: Vec<&str> = room.split(' ').collect();
        words.windows(room.len()).any(|window| {
            window
                .iter()
                .map(|word| word.small.as_str())
                .eq(room.iter().copied())
        })
    })
}

fn names_person(words: &[Word<'_>], place: Place) -> bool {
    words.iter().enumerate().any(|(index, word)| {
        let next = words.get(index + 1);
        let next_is_capitalised = next.is_some_and(Word::is_capitalised);
        let next_is_surname =
            next.is_some_and(|next| next.is_capitalised() && contains(&SURNAMES, &next.folded));
        let small = word.folded.as_str();
        if place == Place::Tag {
            return contains(&FIRST_NAMES, small) || contains(KIN, small);
        }
        let named = word.is_capitalised();
        let owner = named && word.owns && next.is_some() && !IMPERSONAL_OWNERS.contains(&small);
        let first_name = named && is_first_name(small);
        let full_name =
            named && next_is_surname && (contains(&AMBIGUOUS_NAMES, small) || words.len() == 2);
        let titled = contains(TITLES, small) && named && next_is_capitalised;
        let kin = contains(KIN, small) && (named || words.len() == 1 || place == Place::Label);
        let kin_with_name = contains(KIN_WITH_NAME, small) && next_is_capitalised;
        owner || first_name || full_name || titled || kin || kin_with_name
    })
}

/// A first name, or two joined by a hyphen.
fn is_first_name(small: &str) -> bool {
    contains(&FIRST_NAMES, small)
        || small.split_once('-').is_some_and(|(first, second)| {
            contains(&FIRST_NAMES, first) && contains(&FIRST_NAMES, second)
        })
}

/// A word in small letters without its accents.
fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for character in word.chars() {
        let plain = match character {
            'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
            'ç' | 'ć' | 'č' => 'c',
            'ď' | 'đ' => 'd',
            'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
            'ğ' => 'g',
            'ì'..='ï' | 'ī' | 'ı' => 'i',
            'ł' | 'ľ' => 'l',
            'ñ' | 'ń' | 'ň' => 'n',
            'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
            'ř' => 'r',
            'ś' | 'š' | 'ş' | 'ș' => 's',
            'ť' | 'ţ' | 'ț' => 't',
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
            'ý' | 'ÿ' => 'y',
            'ź' | 'ż' | 'ž' => 'z',
            other => other,
        };
        folded.push(plain);
    }
    folded
}

/// Whether a sorted list holds a word.
fn contains(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_hold_no_word_twice() {
        let lists: [&[&str]; 6] = [
            &FIRST_NAMES,
            &AMBIGUOUS_NAMES,
            &SURNAMES,
            KIN,
            KIN_WITH_NAME,
            TITLES,
        ];
        for list in lists {
            assert!(list.is_sorted_by(|a, b| a < b), "{:?}", list.first());
        }
        for name in AMBIGUOUS_NAMES.iter() {
            assert!(!contains(&FIRST_NAMES, name), "{name} is in both lists");
        }
    }

    #[test]
    fn words_of_the_app_are_not_people() {
        for label in [
            "Mark as read",
            "Bill payment",
            "What's new",
            "May 2026",
            "Grant access",
            "Parental controls",
        ] {
            assert_eq!(find(label, Place::Label), None, "{label}");
        }
        for label in [
            "Call Laura",
            "Mark Johnson",
            "Laura's phone",
            "Mrs. Novak",
            "mum",
            "Aunt Vera",
            "Jean-Paul",
        ] {
            assert_eq!(find(label, Place::Label), Some(Kind::Person), "{label}");
        }
        assert_eq!(find("Laura", Place::Handle), None);
    }

    #[test]
    fn a_room_may_have_several_words() {
        for label in ["Kitchen light", "Salle à manger", "Lampe cuarto de baño"] {
            assert_eq!(find(label, Place::Label), Some(Kind::Room), "{label}");
        }
        assert!(
            ROOMS
                .lines()
                .all(|room| room.trim() == room && !room.is_empty())
        );
    }
}
