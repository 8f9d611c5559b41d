//! Texts that have a form: package ids, recipe ids, dates, locales.

/// An Android package id: at least two words of letters, digits and `_`, each beginning with a letter.
pub(crate) fn is_package_id(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    text.contains('.') && text.split('.').all(is_word)
}

/// A recipe's id: letters, digits, dots, `_` and `-`, beginning and ending with a letter or digit.
pub(super) fn is_recipe_id(text: &str) -> bool {
    let is_edge = |edge: Option<char>| edge.is_some_and(|edge| edge.is_ascii_alphanumeric());
    is_edge(text.chars().next())
        && is_edge(text.chars().last())
        && !text.contains("..")
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// A locale such as `en`, `de-DE`, `zh_Hant_TW`.
pub(super) fn is_locale(text: &str) -> bool {
    let mut parts = text.split(['-', '_']);
    let is_language = |language: &str| {
        (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    parts.next().is_some_and(is_language)
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

/// An ISO 8601 date, or a date and time with an offset: `2026-11-15`, `2026-11-15T08:30:00Z`.
pub(super) fn is_iso_8601(text: &str) -> bool {
    let (date, time) = match text.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    is_date(date) && time.is_none_or(is_time_with_offset)
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (
        number(parts.next(), 4),
        number(parts.next(), 2),
        number(parts.next(), 2),
        parts.next(),
    ) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

fn is_time_with_offset(text: &str) -> bool {
    let (time, offset) = match text.strip_suffix('Z') {
        Some(time) => (time, None),
        None => match text
            .rfind(['+', '-'])
            .and_then(|at| text.split_at_checked(at))
        {
            Some((time, offset)) => (time, offset.get(1..)),
            None => return false,
        },
    };
    let is_clock = |clock: &str| {
        let mut parts = clock.splitn(3, ':');
        let hours = number(parts.next(), 2).is_some_and(|hours| hours < 24);
        let minutes = number(parts.next(), 2).is_some_and(|minutes| minutes < 60);
        let seconds = parts.next().is_none_or(|seconds| {
            let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
            number(Some(whole), 2).is_some_and(|seconds| seconds <= 60)
                && !fraction.is_empty()
                && fraction.bytes().all(|byte| byte.is_ascii_digit())
        });
        hours && minutes && seconds
    };
    is_clock(time) && offset.is_none_or(|offset| offset.len() == 5 && is_clock(offset))
}

fn number(digits: Option<&str>, length: usize) -> Option<u32> {
    digits
        .filter(|digits| digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|digits| digits.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_from_what_looks_like_one() {
        for right in [
            "2026-11-15",
            "2024-02-29",
            "2026-11-15T08:30Z",
            "2026-11-15T08:30:59.25+01:00",
        ] {
            assert!(is_iso_8601(right), "{right}");
        }
        for wrong in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-29",
            "2026-11-15T08:30",
            "2026-11-15T25:00Z",
            "15.11.2026",
            "2026-11-15T08:30:Z",
            "2026-11-15T08:30+1:00",
            "２０２６-11-15",
        ] {
            assert!(!is_iso_8601(wrong), "{wrong}");
        }
    }

    #[test]
    fn ids_have_their_forms() {
        assert!(is_package_id("com.google.android.apps.chromecast.app"));
        for wrong in [
            "", "settings", "com..app", "com.1app", "com.app.", "com.a-b",
        ] {
            assert!(!is_package_id(wrong), "{wrong}");
        }
        assert!(is_recipe_id("com.example.app.toggle-power"));
        for wrong in ["", "-a", "a.", "a b", "a/../b", "a..b"] {
            assert!(!is_recipe_id(wrong), "{wrong}");
        }
        assert!(is_locale("en") && is_locale("de-DE") && is_locale("zh_Hant_TW"));
        assert!(!is_locale("EN") && !is_locale("english") && !is_locale("en-"));
    }
}
