//! The guide for agents that drive a phone: what to do, in which order, and what each failure asks for.
//!
//! It is data of the program, so that it is always of its version. Surfaces print it and add nothing. Topics name no
//! surface, except one topic for each of them.

mod failures;
mod topic;

use std::fmt::Write as _;
use std::sync::LazyLock;

pub use self::failures::{NOT_MET, failures};
pub use self::topic::{Kind, Topic};

/// The name of the topic that everybody starts with.
pub const LOOP: &str = "loop";

/// The word for the whole guide, in the place of a topic.
pub const ALL: &str = "all";

/// The version that the guide describes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(topic::all);

static WHOLE: LazyLock<String> = LazyLock::new(|| {
    let mut text = title();
    let parts = topics().iter().filter(|topic| topic.is_in_whole());
    for topic in parts {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n## {} ({})\n\n{}",
            topic.title(),
            topic.name,
            topic.text
        );
    }
    text
});

static START: LazyLock<String> = LazyLock::new(|| {
    let mut text = title();
    let start = topic(LOOP).map_or("", |topic| &topic.text);
    let _ = write!(text, "\n{start}\nTopics, by name:\n\n");
    for (name, about) in names() {
        let _ = writeln!(text, "- {name}: {about}");
    }
    text
});

/// Every topic, in the order to read them.
#[must_use]
pub fn topics() -> &'static [Topic] {
    &TOPICS
}

/// A topic by its exact name; `None` for [`ALL`], which is all of them.
#[must_use]
pub fn topic(name: &str) -> Option<&'static Topic> {
    topics().iter().find(|topic| topic.name == name)
}

/// What can be asked for by name, each with what it is about.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let topics = topics().iter().map(|topic| (topic.name, topic.about));
    topics.chain([(ALL, "everything but the three above, in one text")])
}

/// What is shown for a name: a topic, or all of it.
#[must_use]
pub fn page(name: &str) -> Option<String> {
    if name == ALL {
        return Some(whole().to_owned());
    }
    topic(name).map(Topic::page)
}

/// What to read first: the loop, and which topics there are.
#[must_use]
pub fn start() -> &'static str {
    &START
}

/// Everything in one text, without details and the snippets for other files.
#[must_use]
pub fn whole() -> &'static str {
    &WHOLE
}

fn title() -> String {
    format!("# Driving an Android phone with Clawperator {VERSION}\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clawperator_contract::ErrorCode;

    use super::*;

    /// What a model can be asked to read at once.
    const MOST_CHARACTERS: usize = 13_500;
    const MOST_OF_A_TOPIC: usize = 2_000;

    #[test]
    fn the_guide_is_short() {
        let lines: Vec<&str> = topic(LOOP).unwrap().text.lines().collect();
        assert_eq!(lines.len(), 6, "{lines:?}");
        for topic in topics().iter().filter(|topic| topic.name != "failures") {
            let length = topic.text.chars().count();
            assert!(length <= MOST_OF_A_TOPIC, "{}: {length}", topic.name);
        }
        let length = whole().chars().count();
        assert!(length <= MOST_CHARACTERS, "{length}");
        let length = start().chars().count();
        assert!(length <= MOST_OF_A_TOPIC, "{length}");
    }

    #[test]
    fn every_code_that_a_text_names_exists() {
        let is_code = |word: &&str| {
            word.contains('_')
                && word
                    .chars()
                    .all(|letter| letter.is_ascii_uppercase() || letter == '_')
        };
        let text = topics().iter().map(|topic| topic.text.as_ref());
        let text = text.collect::<Vec<&str>>().join("\n");
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        for word in words.filter(is_code) {
            assert!(ErrorCode::from_name(word).is_some(), "{word}");
        }
    }

    #[test]
    fn names_are_words_of_their_own_and_lead_to_a_page() {
        let all: BTreeSet<&str> = names().map(|(name, _)| name).collect();
        assert_eq!(all.len(), topics().len() + 1);
        for (name, about) in names() {
            let text = page(name).unwrap();
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name}");
            assert!(!about.is_empty() && !about.ends_with('.'), "{name}");
            assert!(
                name.chars()
                    .all(|letter| letter.is_ascii_lowercase() || letter == '-')
            );
        }
        assert_eq!(page("nothing"), None);
        // What comes to a file comes as it is.
        assert!(
            page("skill-md")
                .unwrap()
                .starts_with("---\nname: clawperator\n")
        );
        for topic in topics().iter().filter(|topic| topic.is_in_whole()) {
            assert!(whole().contains(topic.text.as_ref()), "{}", topic.name);
        }
    }
}
