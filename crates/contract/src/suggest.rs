//! "Did you mean": the nearest known word to one that is not known.

/// Words longer than this are no slips of the finger, and comparing them costs time.
const MAX_WORD: usize = 64;

/// The candidate nearest to `word`, if any is near enough to be a slip.
///
/// Case and the difference between `snake_case`, `kebab-case` and `camelCase` do not count; of equally near
/// candidates the first wins.
///
/// ```
/// use clawperator_contract::did_you_mean;
///
/// assert_eq!(did_you_mean("timoutMs", ["text", "timeoutMs"]), Some("timeoutMs"));
/// assert_eq!(did_you_mean("banana", ["text", "timeoutMs"]), None);
/// ```
pub fn did_you_mean<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    if word.chars().take(MAX_WORD + 1).count() > MAX_WORD {
        return None;
    }
    let folded = fold(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = fold(candidate);
        let distance = distance(&folded, &other);
        let allowed = (folded.len().max(other.len()) / 3).min(3);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn fold(word: &str) -> Vec<char> {
    word.chars()
        .filter(|character| !matches!(character, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut two_back: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (row, &from) in a.iter().enumerate() {
        let mut current = Vec::with_capacity(b.len() + 1);
        current.push(row + 1);
        for (column, &to) in b.iter().enumerate() {
            let at =
                |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&previous, column) + usize::from(from != to))
                .min(at(&previous, column + 1) + 1)
                .min(at(&current, column) + 1);
            let swapped = row > 0
                && column > 0
                && a.get(row - 1) == Some(&to)
                && b.get(column - 1) == Some(&from);
            if swapped {
                least = least.min(at(&two_back, column - 1) + 1);
            }
            current.push(least);
        }
        two_back = std::mem::replace(&mut previous, current);
    }
    // The row has one entry more than `b`; were it empty, nothing would be near.
    previous.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_and_only_slips() {
        let words = ["click", "scroll", "scroll_until", "snapshot_ui"];
        for (typed, meant) in [
            ("clik", Some("click")),
            ("lcick", Some("click")),
            ("scrollUntil", Some("scroll_until")),
            ("snapshotui", Some("snapshot_ui")),
            ("Scrol", Some("scroll")),
            ("fly", None),
            ("", None),
        ] {
            assert_eq!(did_you_mean(typed, words), meant, "{typed}");
        }
        assert_eq!(did_you_mean(&"c".repeat(10_000), words), None);
    }
}
