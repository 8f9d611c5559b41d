//! Reading the table of words.
//!
//! A label is judged in a process that may end right afterwards, so a phrase is only filed under its first words here; the
//! phrases that it stands for are worked out once a label has one of them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

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
    /// Names of one word that have a capital letter inside.
    pub(super) joined: HashSet<String>,
    pub(super) filler: HashSet<String>,
    pub(super) currency: HashSet<String>,
    pub(super) discount: HashSet<String>,
}

impl Entries {
    /// Reads `words.txt`. A line of no known kind is passed over; a test holds that there is none.
    pub(super) fn read(table: &'static str) -> Self {
        let mut entries = Self::default();
        for (kind, phrases) in table.lines().filter_map(line) {
            match kind {
                "anywhere" => entries.anywhere.add_all(phrases),
                "begins" => entries.begins.add_all(phrases),
                "whole" => entries.whole.add_all(phrases),
                "priced" => entries.priced.add_all(phrases),
                "harmless" => entries.harmless.add_all(phrases),
                "name" => entries.name.add_all(phrases),
                "joined" => entries.joined.extend(single(phrases)),
                "filler" => entries.filler.extend(single(phrases)),
                "currency" => entries.currency.extend(single(phrases)),
                "discount" => entries.discount.extend(single(phrases)),
                _ => {}
            }
        }
        entries
    }
}

/// Phrases by their first word.
#[derive(Debug, Default)]
pub(super) struct Phrases {
    entries: Vec<Entry>,
    /// The entries that have phrases with this first word, and maybe others.
    by_first: HashMap<Cow<'static, str>, Vec<usize>>,
    /// The longest of the first words, in bytes.
    longest_first: usize,
}

/// A phrase of the table, and those that it stands for.
#[derive(Debug)]
struct Entry {
    written: &'static str,
    variants: OnceLock<Vec<Vec<Token>>>,
}

impl Phrases {
    fn add_all(&mut self, phrases: &'static str) {
        for written in phrases.split(',') {
            let index = self.entries.len();
            for first in first_words(written) {
                self.longest_first = self.longest_first.max(first.len());
                self.by_first.entry(first).or_default().push(index);
            }
            self.entries.push(Entry {
                written,
                variants: OnceLock::new(),
            });
        }
    }

    /// Those that begin with a word.
    pub(super) fn with_first(&self, first: Option<&Token>) -> impl Iterator<Item = &[Token]> {
        // No phrase is filed under an empty word.
        let word = first.and_then(Token::word).unwrap_or_default();
        self.filed_under(word)
            .filter(move |phrase| phrase.first() == first)
    }

    /// Whether a word is one of the phrases of several words, written as one.
    pub(super) fn have_joined(&self, word: &str) -> bool {
        let ends = word.char_indices().map(|(at, sign)| at + sign.len_utf8());
        ends.take_while(|end| *end <= self.longest_first)
            .filter_map(|end| word.get(..end))
            .flat_map(|first| self.filed_under(first))
            .any(|phrase| phrase.len() > 1 && is_in_one_word(phrase, word))
    }

    fn filed_under(&self, first: &str) -> impl Iterator<Item = &[Token]> {
        let entries = self.by_first.get(first).into_iter().flatten();
        entries
            .filter_map(|index| self.entries.get(*index))
            .flat_map(Entry::variants)
            .map(Vec::as_slice)
    }
}

impl Entry {
    fn variants(&self) -> &[Vec<Token>] {
        self.variants.get_or_init(|| variants(self.written))
    }
}

/// The first word of each of the phrases that one phrase of the table stands for.
fn first_words(written: &'static str) -> impl Iterator<Item = Cow<'static, str>> {
    // A blank phrase has no first word.
    let piece = written.split_whitespace().next().unwrap_or_default();
    piece.split('/').filter_map(|choice| {
        // Most are folded already, and one word.
        if choice.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Some(Cow::Borrowed(choice)).filter(|word| !word.is_empty());
        }
        let words = Text::words(&fold::fold(choice));
        words
            .first()
            .and_then(Token::word)
            .map(|word| Cow::Owned(word.to_owned()))
    })
}

/// The kind and the phrases of a line that has some.
fn line(line: &'static str) -> Option<(&'static str, &'static str)> {
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

/// Whether a phrase without the blanks between its words is this word.
fn is_in_one_word(phrase: &[Token], word: &str) -> bool {
    let mut rest = Some(word);
    for token in phrase {
        rest = match token {
            Token::Word(piece) => rest.and_then(|rest| rest.strip_prefix(piece.as_str())),
            _ => None,
        };
    }
    rest == Some("")
}

/// Phrases as they are written in one piece: no blank, so several signs are one word.
fn single(phrases: &str) -> impl Iterator<Item = String> {
    let phrases = phrases.split(',').flat_map(variants);
    phrases.filter(|phrase| !phrase.is_empty()).map(|phrase| {
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
    fn every_phrase_is_filed_under_its_first_word() {
        let entries = Entries::read(include_str!("words.txt"));
        let kinds = [
            &entries.anywhere,
            &entries.begins,
            &entries.whole,
            &entries.priced,
            &entries.harmless,
            &entries.name,
        ];
        for phrases in kinds {
            assert!(!phrases.entries.is_empty());
            for phrase in phrases.entries.iter().flat_map(Entry::variants) {
                let mut filed = phrases.with_first(phrase.first());
                assert!(filed.any(|one| one == phrase), "{phrase:?}");
                let words: Vec<&str> = phrase.iter().filter_map(Token::word).collect();
                let is_words = phrase.iter().all(|token| matches!(token, Token::Word(_)));
                let joined = words.concat();
                if is_words && words.len() > 1 {
                    assert!(phrases.have_joined(&joined), "{phrase:?}");
                    assert!(!phrases.have_joined(&format!("{joined}x")), "{phrase:?}");
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
