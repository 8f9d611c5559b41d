//! What people, their relatives and their rooms are called, in small letters; words are sorted.

use std::sync::LazyLock;

/// First names that are no other word a screen is likely to show, without accents.
pub(super) static FIRST_NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("first_names.txt")));

/// First names that are also words, months or colours: they need a surname beside them.
pub(super) static AMBIGUOUS_NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("ambiguous_names.txt")));

/// Surnames that are no other word a screen is likely to show.
pub(super) static SURNAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| words(include_str!("surnames.txt")));

/// Rooms and places at home, each a word or several in a row; one a line.
pub(super) const ROOMS: &str = include_str!("rooms.txt");

/// Words for relatives that stand for one person.
#[rustfmt::skip]
pub(super) const KIN: &[&str] = &[
    "abuela", "abuelo", "dad", "daddy", "grandad", "granddad", "grandma", "grandpa", "granny", "mama", "maman",
    "mamas", "mom", "mommy", "mum", "mummy", "nana", "nonna", "nonno", "oma", "omas", "opa", "opas", "papa",
    "papas",
];

/// Words for relatives that need a name beside them to stand for one.
#[rustfmt::skip]
pub(super) const KIN_WITH_NAME: &[&str] = &[
    "aunt", "auntie", "brother", "cousin", "onkel", "sister", "tante", "tia", "tio", "uncle",
];

/// Titles that a name follows.
#[rustfmt::skip]
pub(super) const TITLES: &[&str] = &[
    "dr", "frau", "herr", "madame", "miss", "mme", "monsieur", "mr", "mrs", "ms", "prof", "professor", "senor",
    "senora", "sra",
];

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
