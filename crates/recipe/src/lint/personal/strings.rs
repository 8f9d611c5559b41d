//! Words that no person made up: serials, keys, hashes.

use super::kind::{Kind, Place};

/// What the words of a text show by their characters.
pub(super) fn find(text: &str, place: Place) -> Option<Kind> {
    if place == Place::Identifier {
        return None;
    }
    text.split(|character: char| {
        !(character.is_ascii_alphanumeric() || matches!(character, '+' | '/' | '=' | '_'))
    })
    .find_map(judge)
}

fn judge(word: &str) -> Option<Kind> {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    if digits < 2 || letters < 2 {
        return None;
    }
    let switches = word
        .as_bytes()
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if class(*a) != class(*b)))
        .count();
    let is_upper = !word.bytes().any(|byte| byte.is_ascii_lowercase());
    let is_hex = word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let length = word.len();
    if is_hex && length >= 16 {
        return Some(if length <= 16 {
            Kind::Device
        } else {
            Kind::Random
        });
    }
    if is_upper && (8..=20).contains(&length) && digits >= 3 && switches >= 3 {
        return Some(Kind::Device);
    }
    if is_upper && length >= 11 && digits >= 6 && switches >= 2 {
        return Some(Kind::Device);
    }
    if length >= 16 && switches >= 6 && entropy(word) >= 3.2 {
        return Some(Kind::Random);
    }
    (length >= 10 && digits >= 3 && switches >= 5).then_some(Kind::Device)
}

#[derive(PartialEq, Eq)]
enum Class {
    Digit,
    Upper,
    Other,
}

fn class(byte: u8) -> Class {
    if byte.is_ascii_digit() {
        Class::Digit
    } else if byte.is_ascii_uppercase() {
        Class::Upper
    } else {
        Class::Other
    }
}

/// Bits per character, by how often each occurs.
#[expect(
    clippy::cast_precision_loss,
    reason = "a word of a text has few characters"
)]
fn entropy(word: &str) -> f64 {
    let mut counts = [0_usize; 256];
    for byte in word.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let total = word.len() as f64;
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = *count as f64 / total;
            -share * share.log2()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serials_and_keys_are_told_from_words() {
        for random in [
            "R58M12ABCDE",
            "0123456789ABCDEF",
            "14141JEC204922",
            "d41d8cd98f00b204e9800998ecf8427e",
            "x9Kq2LmZ0xVw3RtP7b",
            "seen on 8a1b2c3d4e5f6a7b",
        ] {
            assert!(find(random, Place::Label).is_some(), "{random}");
        }
        for word in [
            "Bluetooth",
            "Android14",
            "IPv4",
            "arm64-v8a",
            "SM-G991B",
            "1080p60",
            "WAIT_TIMEOUT",
            "base64",
            "CO2",
            "Internationalization",
        ] {
            assert_eq!(find(word, Place::Label), None, "{word}");
        }
    }
}
