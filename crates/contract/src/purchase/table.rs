//! Reading the table of words.

use std::collections::{HashMap, HashSet};

use super::fold;
use super::text::{Text, Token};

/// The phrases of each kind, from all languages.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) anywhere: Phrases,
    pub(super) begins: Phrases,
    pub(super) whole: Phrases,
    pub(super) priced: Phrases,
    pub(super) harmless: Phrases,
    pub(super) name: Phrases,
    /// The phrases of several words that count anywhere, written as one.
    pub(super) anywhere_joined: HashSet<String>,
    /// The same for those that count at the beginning.
    pub(super) begins_joined: HashSet<String>,
    /// Names of one word that have a capital letter inside.
    pub(super) joined: HashSet<String>,
    pub(super) filler: HashSet<String>,
    pub(super) currency: HashSet<String>,
    pub(super) discount: HashSet<String>,
}

impl Entries {
    /// Reads `words.txt`. A line of no known kind is passed over; a test holds that there is none.
    pub(super) fn read(table: &str) -> Self {
        let mut entries = Self::default();
        for (kind, phrases) in table.lines().filter_map(line) {
            let phrases: Vec<Vec<Token>> = phrases
                .split(',')
                .flat_map(variants)
                .filter(|phrase| !phrase.is_empty())
                .collect();
            let list = match kind {
                "anywhere" => {
                    let joined = phrases.iter().filter_map(|phrase| in_one_word(phrase));
                    entries.anywhere_joined.extend(joined);
                    &mut entries.anywhere
                }
                "begins" => {
                    let joined = phrases.iter().filter_map(|phrase| in_one_word(phrase));
                    entries.begins_joined.extend(joined);
                    &mut entries.begins
                }
                "joined" => {
                    entries.joined.extend(single(phrases));
                    continue;
                }
                "whole" => &mut entries.whole,
                "priced" => &mut entries.priced,
                "harmless" => &mut entries.harmless,
                "name" => &mut entries.name,
                "filler" => {
                    entries.filler.extend(single(phrases));
                    continue;
                }
                "currency" => {
                    entries.currency.extend(single(phrases));
                    continue;
                }
                "discount" => {
                    entries.discount.extend(single(phrases));
                    continue;
                }
                _ => continue,
            };
            for phrase in phrases {
                list.add(phrase);
            }
        }
        entries
    }
}

/// Phrases by their first word.
#[derive(Debug, Default)]
pub(super) struct Phrases(HashMap<Token, Vec<Vec<Token>>>);

impl Phrases {
    fn add(&mut self, phrase: Vec<Token>) {
        if let Some(first) = phrase.first() {
            self.0.entry(first.clone()).or_default().push(phrase);
        }
    }

    /// Those that begin with a word.
    pub(super) fn with_first(&self, first: Option<&Token>) -> impl Iterator<Item = &[Token]> {
        let phrases = first.and_then(|first| self.0.get(first));
        phrases.into_iter().flatten().map(Vec::as_slice)
    }
}

/// The kind and the phrases of a line that has some.
fn line(line: &str) -> Option<(&str, &str)> {
    let is_entry = !line.starts_with(['#', '[']);
    line.split_once(": ").filter(|_| is_entry)
}

/// The phrases that one phrase of the table stands for: `tap/click to pay` is two, and `*` is some words.
fn variants(phrase: &str) -> Vec<Vec<Token>> {
    let mut variants = vec![Vec::new()];
    for piece in phrase.split_whitespace() {
        let choices: Vec<Vec<Token>> = if piece == "*" {
            vec![vec![Token::Gap]]
        } else {
            let choices = piece.split('/');
            choices
                .map(|choice| Text::words(&fold::fold(choice)))
                .collect()
        };
        variants = variants
            .iter()
            .flat_map(|before| {
                choices
                    .iter()
                    .map(move |choice| [&before[..], choice].concat())
            })
            .collect();
    }
    variants
}

/// A phrase of several words without the blanks between them.
fn in_one_word(phrase: &[Token]) -> Option<String> {
    let words: Option<String> = phrase
        .iter()
        .map(|token| match token {
            Token::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    words.filter(|_| phrase.len() > 1)
}

/// Phrases as they are written in one piece: no blank, so several signs are one word.
fn single(phrases: Vec<Vec<Token>>) -> impl Iterator<Item = String> {
    phrases.into_iter().map(|phrase| {
        let words = phrase.iter().filter_map(Token::word);
        words.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_of_a_known_kind() {
        let table = include_str!("words.txt");
        for text in table
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with(['#', '[']))
        {
            let (kind, phrases) = line(text).expect(text);
            assert!(
                [
                    "anywhere", "begins", "whole", "priced", "harmless", "name", "joined",
                    "filler", "currency", "discount"
                ]
                .contains(&kind),
                "{text}"
            );
            for phrase in phrases.split(',') {
                for variant in variants(phrase) {
                    assert!(!variant.is_empty(), "'{phrase}' in: {text}");
                    assert!(
                        variant.first() != Some(&Token::Gap) && variant.last() != Some(&Token::Gap),
                        "'{phrase}' in: {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_phrase_with_choices_is_several() {
        let all = variants("tap/check-out * to pay");
        let wanted = ["tap", "check out"].map(|first| {
            let mut phrase = Text::words(first);
            phrase.push(Token::Gap);
            phrase.extend(Text::words("to pay"));
            phrase
        });
        assert_eq!(all, wanted);
    }
}
