//! A folded text as words, prices and breaks.

use super::Amount;
use super::table::{Entries, Phrases};

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Token {
    /// A word; one sign where a language sets no blanks between words.
    Word(String),
    /// A number without a currency beside it.
    Number(String),
    /// The sign of a currency.
    Currency,
    /// A number with a currency.
    Price,
    /// Something that ends a part of a label: a line, a full stop, a comma, a dot between two texts.
    Break,
    /// Words that say nothing of buying.
    Harmless,
    /// In a phrase of the table: up to [`WIDEST_GAP`] words that do not matter.
    Gap,
}

/// As in "Tap the green button to pay".
const WIDEST_GAP: usize = 4;

impl Token {
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) | Self::Number(word) => Some(word),
            _ => None,
        }
    }
}

/// A text in pieces.
#[derive(Debug)]
pub(super) struct Text(Vec<Token>);

impl Text {
    /// The pieces of a folded text, with its prices found.
    pub(super) fn read(folded: &str, words: &Entries) -> Self {
        Self(with_prices(&split(folded, Signs::BetweenWords), words))
    }

    /// The words of a phrase in the table.
    pub(super) fn words(folded: &str) -> Vec<Token> {
        let mut words = split(folded, Signs::All);
        words.retain(|token| token.word().is_some());
        words
    }

    /// Puts one harmless piece in the place of each of the phrases.
    pub(super) fn take_out(&mut self, phrases: &Phrases, words: &Entries) {
        // Into a new list: a label may be nothing but such phrases, and moving the rest for each takes too long.
        let mut kept = Vec::with_capacity(self.0.len());
        let mut at = 0;
        while let Some(token) = self.0.get(at) {
            let longest = phrases
                .with_first(Some(token))
                .filter_map(|phrase| self.end(at, phrase, words))
                .max();
            kept.push(longest.map_or_else(|| token.clone(), |_| Token::Harmless));
            at = longest.unwrap_or(at + 1);
        }
        self.0 = kept;
    }

    pub(super) fn has_price(&self) -> bool {
        self.0.contains(&Token::Price)
    }

    /// What the text says of an amount. Nothing but prices was put in the place of others yet.
    pub(super) fn amount(&self, words: &Entries) -> Amount {
        let has = |wanted: &[Token]| self.0.iter().any(|token| wanted.contains(token));
        // `try` is a currency too, so that a word is one only where nothing else is said.
        let is_currency = |token: &Token| match token {
            Token::Word(word) => words.currency.contains(word),
            _ => false,
        };
        let said = || self.0.iter().filter(|token| **token != Token::Break);
        if has(&[Token::Price, Token::Harmless]) {
            Amount::Price
        } else if has(&[Token::Currency]) || (said().next().is_some() && said().all(is_currency)) {
            Amount::Currency
        } else if said().next().is_some() && said().all(|token| matches!(token, Token::Number(_))) {
            Amount::Number
        } else {
            Amount::None
        }
    }

    /// Every place where a phrase may begin.
    pub(super) fn starts(&self) -> std::ops::Range<usize> {
        0..self.0.len()
    }

    /// The parts between breaks.
    pub(super) fn parts(&self) -> impl Iterator<Item = Self> {
        let parts = self.0.split(|token| *token == Token::Break);
        // The sign of a currency in front of a word is an ornament.
        let is_ornament = |token: &&Token| **token == Token::Currency;
        parts.map(move |part| Self(part.iter().skip_while(is_ornament).cloned().collect()))
    }

    /// The text without its prices.
    pub(super) fn without_prices(&self) -> Self {
        let rest = self.0.iter().filter(|token| **token != Token::Price);
        Self(rest.cloned().collect())
    }

    /// Whether one of the phrases begins there.
    pub(super) fn begins(&self, at: usize, phrases: &Phrases, words: &Entries) -> bool {
        phrases
            .with_first(self.0.get(at))
            .any(|phrase| self.end(at, phrase, words).is_some())
    }

    /// Whether the text is one of the phrases and nothing else but prices, numbers and what says that it is a button.
    pub(super) fn is_one_of(&self, phrases: &Phrases, words: &Entries) -> bool {
        let says_something = |token: &&Token| match token {
            Token::Word(word) => !matches!(word.as_str(), "button" | "btn" | "cta" | "x"),
            Token::Harmless | Token::Gap => true,
            Token::Number(_) | Token::Currency | Token::Price | Token::Break => false,
        };
        let rest = Self(self.0.iter().filter(says_something).cloned().collect());
        phrases
            .with_first(rest.0.first())
            .any(|phrase| rest.end(0, phrase, words) == Some(rest.0.len()))
    }

    /// Where the phrase ends that begins there. Small words between its words are passed over.
    fn end(&self, at: usize, phrase: &[Token], words: &Entries) -> Option<usize> {
        let mut at = at;
        for (place, wanted) in phrase.iter().enumerate() {
            if *wanted == Token::Gap {
                return self.end_behind_gap(at, phrase.get(place + 1..)?, words);
            }
            while self.0.get(at)? != wanted {
                let is_filler = self.0.get(at)?.word();
                if place == 0 || !is_filler.is_some_and(|word| words.filler.contains(word)) {
                    return None;
                }
                at += 1;
            }
            at += 1;
        }
        Some(at)
    }

    /// Where the rest of a phrase ends that begins there or some words later.
    fn end_behind_gap(&self, at: usize, rest: &[Token], words: &Entries) -> Option<usize> {
        let gap = self.0.iter().skip(at).take(WIDEST_GAP);
        let width = gap.take_while(|token| token.word().is_some()).count();
        (at..=at + width).find_map(|at| self.end(at, rest, words))
    }

    /// Whether one of the phrases is there, written as one word.
    pub(super) fn has_joined(&self, at: usize, phrases: &Phrases) -> bool {
        matches!(self.0.get(at), Some(Token::Word(word)) if phrases.have_joined(word))
    }
}

/// Which of the signs that stand for a word are read as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// Each of them.
    All,
    /// Those behind a word or a number: in `#Buy` and `& Pay` they are ornaments.
    BetweenWords,
}

/// Splits a folded text. Other signs separate words and are gone.
fn split(folded: &str, signs: Signs) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = folded.chars().peekable();
    while let Some(first) = rest.next() {
        if first.is_numeric() {
            let mut number = String::from(first);
            while let Some(next) =
                rest.next_if(|next| next.is_numeric() || matches!(next, '.' | ',' | '\'' | '’'))
            {
                number.push(next);
            }
            let ends_part = number.ends_with(['.', ',']);
            let digits = number.trim_end_matches(['.', ',', '\'', '’']);
            tokens.push(Token::Number(digits.to_owned()));
            if ends_part {
                tokens.push(Token::Break);
            }
        } else if stands_alone(first) {
            tokens.push(Token::Word(first.to_string()));
        } else if is_of_word(first) {
            let mut word = String::from(first);
            while let Some(next) =
                rest.next_if(|next| is_of_word(*next) && !next.is_numeric() && !stands_alone(*next))
            {
                word.push(next);
            }
            tokens.push(Token::Word(word));
        } else if is_currency(first) {
            tokens.push(Token::Currency);
        } else if let Some(word) = word_of_sign(first) {
            let leads = tokens.last().is_none_or(|last| *last == Token::Break);
            if signs == Signs::All || !leads {
                tokens.push(Token::Word(word.to_owned()));
            }
        } else if is_break(first) {
            tokens.push(Token::Break);
        }
    }
    tokens
}

fn word_of_sign(sign: char) -> Option<&'static str> {
    match sign {
        '#' => Some("#"),
        '&' => Some("and"),
        _ => None,
    }
}

/// Finds the numbers beside a currency, as in `€ 4.99`, `4,99 €`, `1 490 ₽`, `EUR 5` and `Rp25.000`.
fn with_prices(tokens: &[Token], words: &Entries) -> Vec<Token> {
    let is_currency = |token: Option<&Token>| match token {
        Some(Token::Currency) => true,
        Some(Token::Word(word)) => words.currency.contains(word),
        _ => false,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let starts_with_currency = is_currency(Some(token));
        let first = at + usize::from(starts_with_currency);
        let numbers = tokens.iter().skip(first);
        let count = numbers
            .take_while(|token| matches!(token, Token::Number(_)))
            .count();
        let ends_with_currency = !starts_with_currency && is_currency(tokens.get(first + count));
        if count == 0 || !(starts_with_currency || ends_with_currency) {
            // None of a run of numbers is a price if its end is not beside a currency, so it is counted once.
            let end = at + count.max(1);
            found.extend(tokens.get(at..end).into_iter().flatten().cloned());
            at = end;
            continue;
        }
        at = first + count + usize::from(ends_with_currency);
        let is_discount = |token: &Token| {
            token
                .word()
                .is_some_and(|word| words.discount.contains(word))
        };
        // "$5 off" is money that one gets.
        let given = tokens.get(at).is_some_and(is_discount);
        found.push(if given { Token::Harmless } else { Token::Price });
    }
    found
}

/// Whether the character belongs to a word. Vowel signs of Thai and Devanagari are no letters and still do.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric()
        || matches!(character, '\u{900}'..='\u{94f}' | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}')
}

/// Whether the character is of a script that sets no blanks between words, or joins them to endings.
fn stands_alone(character: char) -> bool {
    matches!(
        character,
        '\u{e01}'..='\u{e3e}' | '\u{e40}'..='\u{e4e}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3041}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

fn is_currency(character: char) -> bool {
    matches!(character, '$' | '¢'..='¥' | '฿' | '\u{20a0}'..='\u{20c0}' | '﷼')
}

fn is_break(character: char) -> bool {
    matches!(
        character,
        '\n' | '\r'
            | '.'
            | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '|'
            | '·'
            | '•'
            | '–'
            | '—'
            | '…'
            | '/'
            | '。'
            | '、'
            | '，'
            | '：'
            | '；'
            | '！'
            | '？'
            | '・'
            | '،'
            | '؟'
            | '।'
            | '\u{2028}'
            | '\u{2029}'
    )
}
