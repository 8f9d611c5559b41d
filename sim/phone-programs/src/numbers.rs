//! Numbers as Java reads them, and what it says of those that it cannot.

/// `Integer.parseInt`.
pub(crate) fn java_int(text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| not_a_number(text))
}

/// The text of Java's `NumberFormatException` for this input.
pub(crate) fn not_a_number(text: &str) -> String {
    format!("java.lang.NumberFormatException: For input string: \"{text}\"")
}

/// `Float.parseFloat`: blanks around it and a letter for the type behind it are allowed.
pub(crate) fn java_float(text: &str) -> Option<f32> {
    let text = text.trim();
    match text.trim_start_matches(['+', '-']) {
        "NaN" => return Some(f32::NAN),
        "Infinity" => return Some(f32::INFINITY),
        _ => {}
    }
    let plain = text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text);
    // Rust knows more words for numbers than Java does.
    if plain
        .chars()
        .any(|character| character.is_ascii_alphabetic() && !matches!(character, 'e' | 'E'))
    {
        return None;
    }
    plain.parse().ok()
}

/// `Integer.decode`: decimal, `0x` or `#` for hexadecimal, a leading zero for octal.
pub(crate) fn java_decode(text: &str) -> Option<u32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let hexadecimal = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
        .or_else(|| digits.strip_prefix('#'));
    let value = match hexadecimal {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => {
            u32::from_str_radix(digits, 8).ok()?
        }
        None => digits.parse().ok()?,
    };
    Some(if negative {
        value.wrapping_neg()
    } else {
        value
    })
}

#[cfg(test)]
mod tests {
    use super::{java_decode, java_float};

    #[test]
    fn numbers_are_read_as_java_reads_them() {
        let floats = [
            ("10", Some(10.0)),
            (" 1.5 ", Some(1.5)),
            ("2f", Some(2.0)),
            ("1e2", Some(100.0)),
            ("", None),
        ];
        for (text, expected) in floats {
            assert_eq!(java_float(text), expected, "{text:?}");
        }
        for text in ["inf", "nan", "x", "1x", "0x10"] {
            assert_eq!(java_float(text), None, "{text:?}");
        }
        assert_eq!(java_decode("0x10000000"), Some(0x1000_0000));
        assert_eq!(java_decode("010"), Some(8));
        assert_eq!(java_decode("-1"), Some(u32::MAX));
        assert_eq!(java_decode("1g"), None);
    }
}
