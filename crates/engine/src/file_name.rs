//! Serial numbers as names of files.

/// What is not plain is written as its code, so that two serial numbers never share a name and none leads out of the
/// directory.
pub(crate) fn file_stem(serial: &str) -> String {
    let mut name = String::from("phone-");
    for byte in serial.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("_{byte:02x}"));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_apart() {
        assert_eq!(file_stem("emulator-5554"), "phone-emulator-5554");
        assert_eq!(file_stem("127.0.0.1:5555"), "phone-127_2e0_2e0_2e1_3a5555");
        assert_eq!(file_stem("../x"), "phone-_2e_2e_2fx");
        assert_ne!(file_stem("a_2e"), file_stem("a."));
    }
}
