//! How alike two strings are, for telling what was nearly found.

/// The most characters that are compared.
const MAX_COMPARED: usize = 64;

/// From 0, nothing in common, to 100, equal.
pub(super) fn similarity(wanted: &str, found: &str) -> u8 {
    if wanted == found {
        return 100;
    }
    let wanted = folded(wanted);
    let found = folded(found);
    let shorter = wanted.len().min(found.len());
    if shorter == 0 {
        return 0;
    }
    if wanted == found {
        return 95;
    }
    let (wanted_text, found_text): (String, String) =
        (wanted.iter().collect(), found.iter().collect());
    if shorter >= 2 && found_text.contains(&wanted_text) {
        return 85;
    }
    if shorter >= 3 && wanted_text.contains(&found_text) {
        return 75;
    }
    // Two letters that changed places are two edits, also in a word of five.
    let most = (wanted.len().saturating_add(1) / 3).max(1);
    if let Some(edits) = edits(&wanted, &found, most) {
        // At most 80, and 0 from twenty edits on.
        return u8::try_from(edits)
            .map_or(0, |edits| 80_u8.saturating_sub(edits.saturating_mul(4)));
    }
    let words: Vec<&str> = wanted_text.split_whitespace().collect();
    let shared = words
        .iter()
        .filter(|word| found_text.split_whitespace().any(|found| found == **word))
        .count();
    if shared * 2 >= words.len() { 50 } else { 0 }
}

/// The characters in lower case, with every run of blanks as one.
fn folded(text: &str) -> Vec<char> {
    let mut folded: Vec<char> = Vec::new();
    for character in text
        .trim()
        .chars()
        .flat_map(char::to_lowercase)
        .take(MAX_COMPARED)
    {
        let character = if character.is_whitespace() {
            ' '
        } else {
            character
        };
        if character != ' ' || folded.last() != Some(&' ') {
            folded.push(character);
        }
    }
    folded
}

/// How many characters must be put in, left out or replaced, if not more than `most`.
fn edits(from: &[char], to: &[char], most: usize) -> Option<usize> {
    if from.len().abs_diff(to.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (at, wanted) in (1..).zip(from) {
        let mut diagonal = at - 1;
        let mut left = at;
        if let Some(first) = row.first_mut() {
            *first = at;
        }
        for (cell, found) in row.iter_mut().skip(1).zip(to) {
            let replaced = diagonal + usize::from(wanted != found);
            diagonal = *cell;
            *cell = replaced.min(left + 1).min(diagonal + 1);
            left = *cell;
        }
    }
    row.last().copied().filter(|edits| *edits <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_strings_score_higher() {
        let wanted = "Sign in";
        let ordered = [
            "Sign in",
            "SIGN  IN",
            "Sign in with a code",
            "Sgin in",
            "in sign",
            "Register",
        ];
        let scores: Vec<u8> = ordered
            .iter()
            .map(|found| similarity(wanted, found))
            .collect();
        assert!(
            scores.is_sorted_by(|before, after| before > after),
            "{scores:?}"
        );
        assert_eq!(scores.last(), Some(&0));
    }

    #[test]
    fn nothing_is_like_an_empty_string() {
        assert_eq!(similarity("a", ""), 0);
        assert_eq!(similarity("", "a"), 0);
    }

    #[test]
    fn edits_are_counted_up_to_a_bound() {
        let letters = |text: &str| text.chars().collect::<Vec<_>>();
        assert_eq!(edits(&letters("kitten"), &letters("sitting"), 3), Some(3));
        assert_eq!(edits(&letters("kitten"), &letters("sitting"), 2), None);
        assert_eq!(edits(&letters(""), &letters("ab"), 2), Some(2));
    }
}
