//! Texts that have a telling form.

use std::sync::LazyLock;

use regex::Regex;

use super::kind::{Kind, Place};

/// Forms, and what each shows.
struct Forms(Vec<(Kind, Regex)>);

impl Forms {
    /// The forms of a list; one that does not compile would find nothing, which a test rules out.
    fn new(forms: &[(Kind, &str)]) -> Self {
        let compiled = forms
            .iter()
            .filter_map(|(kind, pattern)| Regex::new(pattern).ok().map(|regex| (*kind, regex)));
        Self(compiled.collect())
    }

    /// What the first form of the list that a text has shows.
    fn find(&self, text: &str) -> Option<Kind> {
        let found = self.0.iter().find(|(_, regex)| regex.is_match(text));
        found.map(|(kind, _)| *kind)
    }
}

/// What a text shows by its form.
pub(super) fn find(text: &str, place: Place) -> Option<Kind> {
    let everywhere = EVERYWHERE.find(text);
    // The other forms all have a digit, which most labels have not.
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    if everywhere.is_some() || place == Place::Identifier || !has_digit {
        return everywhere;
    }
    WITH_DIGITS.find(text).or_else(|| phone(text))
}

/// Words that a street ends with where the number comes first.
const STREET_ENDINGS: &str = "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Terrace|\
                              Way|Parkway|Pkwy|Square|Sq|Highway|Hwy|Crescent|Close|Quay|Circle|Cir|Mews|Walk|Ridge|\
                              Cove|Trail|Grove|Heights|Gardens|Alley|Loop|Marg|Nagar";
/// Words that a street begins with where the number comes last, or first and before them.
const STREET_BEGINNINGS: &str = "Rue|Avenue|Boulevard|Chemin|Allée|Quai|Impasse|Chaussée|Via|Viale|Vicolo|Corso|Piazza|\
                                 Contrada|Calle|Callejón|Avenida|Plaza|Paseo|Urbanización|Rua|Travessa|Praça|Estrada|\
                                 Ladeira|Ulica|ul\\.|Aleja|al\\.|Plac|pl\\.";

/// Forms that no text has by chance, identifiers neither.
static EVERYWHERE: LazyLock<Forms> = LazyLock::new(|| {
    Forms::new(&[
        (
            Kind::Email,
            r"[\p{L}\p{N}._%+'’-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+",
        ),
        (
            Kind::Secret,
            r"\b(?:gh[opsur]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})",
        ),
        (
            Kind::Secret,
            r"\b(?:sk|pk|rk)-(?:[a-z]+-)?[A-Za-z0-9]{16,}|\b(?:sk|pk)_(?:live|test)_\w{8,}",
        ),
        (
            Kind::Secret,
            r"\bxox[abeprs]-[A-Za-z0-9-]{10,}|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{20,}",
        ),
        (
            Kind::Secret,
            r"\beyJ[\w-]{8,}\.[\w-]{4,}|-----BEGIN [A-Z ]+-----",
        ),
        (
            Kind::Random,
            r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b",
        ),
        (Kind::Secret, r"(?i)\bbearer\s+[\w.~+/-]{8,}"),
    ])
});

/// Forms that have a digit, and that a long identifier may have by chance.
static WITH_DIGITS: LazyLock<Forms> = LazyLock::new(|| {
    let street_endings = format!(
        r"\b\d{{1,5}}[A-Za-z]?,?\s+(?:\p{{Lu}}[\p{{L}}.'’-]*\s+){{1,3}}(?:{STREET_ENDINGS})\b"
    );
    let street_then_number =
        format!(r"(?i)\b(?:{STREET_BEGINNINGS})\s+(?:[\p{{L}}'’.-]+,?\s+){{1,5}}\d{{1,4}}\b");
    let number_then_street =
        format!(r"(?i)\b\d{{1,4}},?\s+(?:bis\s+|ter\s+)?(?:{STREET_BEGINNINGS})\s+\p{{L}}");
    Forms::new(&[
        (
            Kind::Secret,
            r"(?i)\b(?:password|passwd|passcode|pwd|pin|secret|token|(?:api|access|private)[ _-]?key)\s*[:=]\s*\S*\d\S*",
        ),
        (Kind::Device, r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"),
        (Kind::Device, r"\b(?:\d{1,3}\.){3}\d{1,3}:\d{2,5}\b"),
        (
            Kind::Device,
            r"\b(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}\b",
        ),
        (
            Kind::Device,
            r"(?i)\b(?:imei|serial(?: (?:no|number))?|android[ _]id)\b\W{0,3}\w*\d{4}",
        ),
        (
            Kind::Coordinates,
            r"[-+]?\d{1,3}\.\d{3,}\s*°?\s*[NSns]?\s*[,;]\s*[-+]?\d{1,3}\.\d{3,}",
        ),
        (
            Kind::Coordinates,
            r"\d{1,3}\s*°\s*\d{1,2}\s*['′]|\bgeo:[-+]?\d",
        ),
        (Kind::Number, r"\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}\b"),
        (
            Kind::Number,
            r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b",
        ),
        (Kind::Number, r"\b\d{3}-\d{2}-\d{4}\b"),
        (Kind::Address, street_endings.as_str()),
        (Kind::Address, street_then_number.as_str()),
        (Kind::Address, number_then_street.as_str()),
        (
            Kind::Address,
            r"(?i)\b[\p{L}-]+(?:straße|strasse|str\.|gasse|weg|platz|allee|ufer|damm|straat|laan|gatan|vägen|vej|gade|gata|steeg|plein|gracht|torget)\s+\d{1,4}\s?[a-z]?\b",
        ),
        (
            Kind::Address,
            r"\b\d{1,5}\s+(?:\p{Lu}\S*\s+){1,3}(?:Suite|Apt\.?|Apartment|Unit)\s*\d",
        ),
        (
            Kind::Address,
            r"(?i)\bp\.?\s?o\.?\s?box\s+\d|\bpostfach\s+\d|\bapartado\s+\d",
        ),
    ])
});

/// A run of digits that somebody could be called by.
static DIGITS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:\btel:)?[+(]?\d[\d\s()./-]{5,}\d").ok());

fn phone(text: &str) -> Option<Kind> {
    let digits = DIGITS.as_ref()?;
    digits
        .find_iter(text)
        .any(|found| {
            // Digits that go on as a word are part of a serial or an id.
            let joined = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
            let before = text
                .get(..found.start())
                .and_then(|text| text.chars().next_back());
            // An extension: `555-0100x42`.
            let rest = text.split_at(found.end()).1;
            let rest = rest.strip_prefix('x').map_or(rest, |extension| {
                extension.trim_start_matches(|digit: char| digit.is_ascii_digit())
            });
            !joined(before) && !joined(rest.chars().next()) && is_phone(found.as_str())
        })
        .then_some(Kind::Phone)
}

fn is_phone(run: &str) -> bool {
    let count = run.bytes().filter(u8::is_ascii_digit).count();
    let groups: Vec<usize> = run
        .split(|character: char| !character.is_ascii_digit())
        .map(str::len)
        .filter(|length| *length > 0)
        .collect();
    let marked = run.starts_with(['+', '(']) || run.starts_with("tel:");
    let only_dots = run.contains('.') && !run.contains([' ', '-', '(', '/']);
    let is_date = matches!(groups.as_slice(), [4, 2, 2] | [2, 2, 4] | [4, 2, 2, 2, 2]);
    if only_dots {
        return groups == [3, 3, 4];
    }
    // One long number is that of a card, if not of a phone.
    if is_date || (count > 15 && groups.len() > 1) || count > 19 {
        return false;
    }
    match groups.len() {
        // One number: a phone's if it is marked, begins as one or is too long to be a quantity.
        1 => count >= 7 && (marked || (count >= 9 && run.starts_with('0')) || count >= 10),
        2 => (marked && count >= 7) || groups == [3, 4] || (count >= 9 && run.starts_with('0')),
        _ => count >= 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_compiles() {
        assert_eq!((EVERYWHERE.0.len(), WITH_DIGITS.0.len()), (7, 16));
        assert!(DIGITS.is_some());
    }

    #[test]
    fn phone_numbers_are_told_from_other_digits() {
        for phone in [
            "+49 30 1234567",
            "(030) 123 45 67",
            "555-0123",
            "0176 55501234",
            "tel:+61491570006",
            "+4915112345678",
            "202.555.0134x42",
            "4111111111111111",
        ] {
            assert_eq!(find(phone, Place::Label), Some(Kind::Phone), "{phone}");
        }
        for other in [
            "2026-11-15",
            "15.11.2026",
            "3.31.100.2291",
            "5311000",
            "1280 x 720",
            "10 000 000 000 000 000 000",
            "12:30",
        ] {
            assert_eq!(find(other, Place::Label), None, "{other}");
        }
    }
}
