//! Numbers that only count, and numbers that name something.
//!
//! A counter, a clock or a percentage changes and nothing else does. An order number, a phone number or the number of a
//! room is what tells one thing from another. If unclear, it identifies.

/// The most digits of a number that counts; a longer one names something, unless its thousands are grouped.
const MOST_DIGITS: usize = 3;
/// The most digits of a range such as `10-15`: a longer one may be a phone number.
const MOST_DIGITS_OF_RANGE: usize = 4;
/// What a number before it counts, whatever comes before the number.
const UNITS: [&str; 16] = [
    "times", "time", "ms", "s", "sec", "secs", "seconds", "second", "min", "mins", "minutes",
    "minute", "h", "hours", "hour", "days",
];
/// What a number at the start counts, also where it is written with a capital letter.
const COUNTED: [&str; 4] = ["selected", "items", "new", "unread"];
/// What a number after it and a colon counts; a plural does so too.
const SUMS: [&str; 3] = ["count", "score", "total"];

/// Whether a text is a mere number, as counters, clocks and progress show it: it changes and nothing else does.
/// One with a currency or a unit is not, nor is a phone number: it may be what tells one thing from another.
pub(super) fn is_number(text: &str) -> bool {
    let text = text.trim();
    let text = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or(text);
    let is_one = |text: &str| {
        let text = text.trim();
        is_amount(text) || is_time(text)
    };
    let pair = |signs: &[char]| text.rsplit_once(signs).filter(|(one, _)| !one.is_empty());
    let digits = text.chars().filter(|digit| digit.is_numeric()).count();
    is_one(text)
        || pair(&['/']).is_some_and(|(one, other)| is_one(one) && is_one(other))
        || digits <= MOST_DIGITS_OF_RANGE
            && pair(&['-', '\u{2013}']).is_some_and(|(one, other)| is_one(one) && is_one(other))
}

/// A heading without what counts in it: `Inbox (3)` and `3 selected` are still the same pages at `Inbox (4)` and
/// `4 selected`, but `Account 1` is not `Account 2`.
pub(super) fn without_counts(heading: &str) -> String {
    without(heading, is_count)
}

/// A text without what counts in it and without clocks and percentages: `Tapped 1 times` is still the same text at
/// `Tapped 2 times`, but `Order 17` is not `Order 18`.
pub(super) fn without_ticks(text: &str) -> String {
    without(text, |words, place, word| {
        is_count(words, place, word) || is_tick(words, place, word)
    })
}

/// What is around a long number in a text, such as that of an order or an account; `None` for a text without one. Money
/// and what is counted, as in `8432 steps`, change like any count.
pub(super) fn around_long_number(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_counted = |place: usize| {
        let next = words.get(place.saturating_add(1));
        place == 0 && next.is_some_and(|next| next.starts_with(char::is_lowercase))
    };
    let is_long = |word: &str| {
        let mut parts = word.split(|sign: char| !sign.is_numeric());
        parts.any(|part| part.chars().count() > MOST_DIGITS) && !word.contains(['.', ','])
    };
    let mut words = words.iter().enumerate();
    let has_long = words.any(|(place, word)| is_long(word) && !is_counted(place));
    let is_name = has_long && !text.contains(['$', '€', '£', '¥', '₹']);
    is_name.then(|| text.chars().filter(|sign| !sign.is_numeric()).collect())
}

fn without(text: &str, is_left_out: impl Fn(&[&str], usize, &str) -> bool) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let kept: Vec<&str> = words
        .iter()
        .enumerate()
        .filter(|(place, word)| !is_left_out(&words, *place, word))
        .map(|(_, word)| *word)
        .collect();
    kept.join(" ")
}

fn is_count(words: &[&str], place: usize, word: &str) -> bool {
    let in_brackets = word
        .strip_prefix('(')
        .and_then(|word| word.strip_suffix(')'));
    if let Some(inner) = in_brackets {
        return is_amount(inner);
    }
    // A house has a number too, and then a name.
    let is_counted =
        |next: &&str| next.starts_with(char::is_lowercase) || is_one_of(&COUNTED, next);
    place == 0 && is_amount(word) && words.get(1).is_some_and(is_counted)
}

fn is_tick(words: &[&str], place: usize, word: &str) -> bool {
    let at = |place: Option<usize>| place.and_then(|place| words.get(place)).copied();
    let (before, next) = (at(place.checked_sub(1)), at(place.checked_add(1)));
    let is_half = ["AM", "PM", "am", "pm"].contains(&word);
    if is_half && before.is_some_and(is_time) || is_time(word) {
        return true;
    }
    let is_sum = |word: &str| {
        word.strip_suffix(':')
            .is_some_and(|word| is_plural(word) || is_one_of(&SUMS, word))
    };
    is_amount(word)
        && (word.ends_with('%')
            || next.is_some_and(|next| next.starts_with('%') || is_one_of(&UNITS, next))
            || before.is_some_and(is_sum))
}

fn is_plural(word: &str) -> bool {
    let is_other = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    word.ends_with('s') && !is_other && word.chars().count() > MOST_DIGITS
}

fn is_one_of(known: &[&str], word: &str) -> bool {
    let word = word.trim_end_matches(|end: char| !end.is_alphanumeric());
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// A short number or one with grouped thousands, with its sign, decimals and percent sign: `3`, `-4`, `99+`, `1,203`,
/// `45 %`.
fn is_amount(text: &str) -> bool {
    let text = text.strip_suffix('%').unwrap_or(text).trim_end();
    let text = text.strip_suffix('+').unwrap_or(text);
    let text = text.strip_prefix(['+', '-', '\u{2212}']).unwrap_or(text);
    let (whole, decimals) = text.rsplit_once(['.', ',']).unwrap_or((text, "0"));
    let is_short = is_digits(whole, 1..=MOST_DIGITS) && is_digits(decimals, 1..=2);
    is_short || is_grouped(text)
}

/// Not with points in four parts, which is an address.
fn is_grouped(text: &str) -> bool {
    ([',', '.', '\'', '\u{2019}', '\u{a0}', '\u{202f}'].iter()).any(|sign| {
        let mut groups = text.split(*sign);
        let is_first = groups
            .next()
            .is_some_and(|group| is_digits(group, 1..=MOST_DIGITS));
        let rest: Vec<&str> = groups.collect();
        let is_rest = rest.iter().all(|group| is_digits(group, 3..=3));
        is_first && is_rest && (1..=2).contains(&rest.len())
    })
}

/// A time of day or a span: `12:04`, `12:04 PM`, `1:02:03`, `-0:30`.
fn is_time(text: &str) -> bool {
    let text = ["AM", "PM", "am", "pm"]
        .iter()
        .find_map(|half| text.strip_suffix(half))
        .unwrap_or(text)
        .trim_end();
    let text = text.strip_prefix(['-', '\u{2212}']).unwrap_or(text);
    let mut parts = text.split(':');
    let is_first = parts.next().is_some_and(|part| is_digits(part, 1..=2));
    let rest: Vec<&str> = parts.collect();
    is_first && (1..=2).contains(&rest.len()) && rest.iter().all(|part| is_digits(part, 2..=2))
}

fn is_digits(text: &str, count: std::ops::RangeInclusive<usize>) -> bool {
    text.chars().all(char::is_numeric) && count.contains(&text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_what_ticks() {
        for number in [
            "7",
            "12:04",
            "12:04 PM",
            "12:04PM",
            "45 %",
            "45%",
            "3/10",
            "(3)",
            "1,203",
            "1.203",
            "1,203,456",
            "-4",
            "+3",
            "99+",
            "4.5",
            "3,50",
            "1:02:03",
            "-0:30",
            "0:30 / 3:45",
            "10-15",
            "3 \u{2013} 5",
        ] {
            assert!(is_number(number), "{number}");
        }
        for other in [
            "",
            "Row 7",
            "$3.50",
            "3.50 €",
            "5 min ago",
            "+",
            "\u{1f600} 3",
        ] {
            assert!(!is_number(other), "{other}");
        }
    }

    #[test]
    fn numbers_that_name_something_do_not_tick() {
        for name in [
            "1001",
            "(1001)",
            "+49 170 1111111",
            "+491701111111",
            "555-1234",
            "555-123",
            "555 1234",
            "(555) 123-4567",
            "01 23 45 67 89",
            "12-34-56",
            "2024-05-01",
            "01.05.24",
            "12/05/24",
            "10.0.0.1",
            "192.168.100.200",
            "52.5200",
            "12:345",
        ] {
            assert!(!is_number(name), "{name}");
        }
    }

    #[test]
    fn counts_are_no_part_of_a_heading() {
        for (heading, same) in [
            ("Inbox (3)", "Inbox"),
            ("Inbox (1,203)", "Inbox"),
            ("Inbox (99+)", "Inbox"),
            ("3 selected", "selected"),
            ("3 Items", "Items"),
            ("Account 1", "Account 1"),
            ("Step 2 of 5", "Step 2 of 5"),
            ("12 Main Street", "12 Main Street"),
            ("1001 orders", "1001 orders"),
            ("Order (1001)", "Order (1001)"),
            ("Meeting 12:00", "Meeting 12:00"),
        ] {
            assert_eq!(without_counts(heading), same);
        }
    }

    #[test]
    fn what_ticks_is_no_part_of_a_text() {
        for (one, other) in [
            ("Tapped 1 times", "Tapped 2 times"),
            ("Taps: 9", "Taps: 10"),
            ("Score: 9", "Score: 10"),
            ("Updated 5 min ago", "Updated 6 min ago"),
            ("Updated 11:59 AM", "Updated 12:00 PM"),
            ("Battery 45 %", "Battery 44 %"),
            ("Battery 45%", "Battery 44%"),
            ("3 new messages", "4 new messages"),
        ] {
            assert_eq!(without_ticks(one), without_ticks(other));
        }
        for (one, other) in [
            ("Order 1001", "Order 1002"),
            ("Order #17", "Order #18"),
            ("Order: 17", "Order: 18"),
            ("Address: 17", "Address: 18"),
            ("Account 1", "Account 2"),
            ("Account 1 settings", "Account 2 settings"),
            ("Step 2 of 5", "Step 3 of 5"),
            ("Photo 3/10", "Photo 4/10"),
            ("Call 555-1234", "Call 555-1235"),
            ("Tapped 1001 times", "Tapped 1002 times"),
            ("12 Main Street", "14 Main Street"),
        ] {
            assert_ne!(without_ticks(one), without_ticks(other));
        }
    }

    #[test]
    fn a_long_number_names_something_unless_it_counts() {
        for (text, around) in [
            ("Order 1001", "Order "),
            ("#1001", "#"),
            ("DE11 1111", "DE "),
            ("+49 170 1111111", "+  "),
        ] {
            assert_eq!(around_long_number(text).as_deref(), Some(around), "{text}");
        }
        for text in [
            "Order 17",
            "8432 steps",
            "$1024",
            "Balance: 1024.50",
            "1,203",
            "Anna",
        ] {
            assert_eq!(around_long_number(text), None, "{text}");
        }
    }
}
