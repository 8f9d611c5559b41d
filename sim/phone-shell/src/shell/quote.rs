//! Words as the shell would read them again.

/// The word, quoted when it must be.
#[must_use]
pub fn quote(word: &[u8]) -> Vec<u8> {
    let safe =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"_%+,-./:=@".contains(byte) || *byte >= 0x80;
    if !word.is_empty() && word.iter().all(safe) {
        return word.to_vec();
    }
    if word.iter().any(u8::is_ascii_control) {
        let mut quoted = b"$'".to_vec();
        for byte in word {
            match byte {
                b'\n' => quoted.extend_from_slice(b"\\n"),
                b'\t' => quoted.extend_from_slice(b"\\t"),
                b'\r' => quoted.extend_from_slice(b"\\r"),
                0x1B => quoted.extend_from_slice(b"\\E"),
                7 => quoted.extend_from_slice(b"\\a"),
                8 => quoted.extend_from_slice(b"\\b"),
                0x0B => quoted.extend_from_slice(b"\\v"),
                0x0C => quoted.extend_from_slice(b"\\f"),
                b'\'' | b'\\' => quoted.extend_from_slice(&[b'\\', *byte]),
                byte if byte.is_ascii_control() => {
                    quoted.extend_from_slice(format!("\\{byte:03o}").as_bytes());
                }
                byte => quoted.push(*byte),
            }
        }
        quoted.push(b'\'');
        return quoted;
    }
    let mut quoted = Vec::with_capacity(word.len() + 2);
    let mut open = false;
    for byte in word {
        if *byte == b'\'' {
            if open {
                quoted.push(b'\'');
                open = false;
            }
            quoted.extend_from_slice(b"\\'");
        } else {
            if !open {
                quoted.push(b'\'');
                open = true;
            }
            quoted.push(*byte);
        }
    }
    if open {
        quoted.push(b'\'');
    }
    if word.is_empty() {
        quoted.extend_from_slice(b"''");
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn words_are_quoted_when_they_must_be() {
        for (word, quoted) in [
            ("plain-1.0", "plain-1.0"),
            ("", "''"),
            ("it's $HOME", "'it'\\''s $HOME'"),
            ("a\n", "$'a\\n'"),
        ] {
            assert_eq!(quote(word.as_bytes()), quoted.as_bytes());
        }
    }
}
