//! Small pieces of what services print.

/// The value of the first `name=value` of a line, up to the next space or comma. The name must be a whole word.
pub(super) fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split([' ', '\t', ',', '{', '(']).find_map(|token| {
        let value = token.strip_prefix(name)?.strip_prefix('=')?;
        Some(value.trim_end_matches(['}', ')', ';']))
    })
}

/// A value that is `true` or `false`.
pub(super) fn boolean(line: &str, name: &str) -> Option<bool> {
    match value(line, name)? {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The text between two others.
pub(super) fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(before)?;
    Some(rest.split_once(after).map_or(rest, |(found, _)| found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_whole_words() {
        let line = "  showingAndNotOccluded=true showing=false secure=yes";
        assert_eq!(boolean(line, "showing"), Some(false));
        assert_eq!(boolean(line, "howing"), None);
        assert_eq!(boolean(line, "secure"), None);
        assert_eq!(value("  mWakefulness=Awake", "mWakefulness"), Some("Awake"));
        assert_eq!(between("a real 10 x 20, b", "real ", ","), Some("10 x 20"));
    }
}
