//! Serial numbers as names of files.

use clawperator_contract::hex;
use sha2::{Digest, Sha256};

/// File systems take names of 255 bytes, of which some are for an ending.
const LONGEST: usize = 200;

/// What is not plain is written as its code, so that two serial numbers never share a name and none leads out of the
/// directory. What would be too long for a name is hashed.
pub(crate) fn file_stem(serial: &str) -> String {
    let mut name = String::from("phone-");
    for byte in serial.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            name.push(char::from(byte));
        } else {
            name.push_str(&format!("_{byte:02x}"));
        }
    }
    if name.len() <= LONGEST {
        return name;
    }
    format!("phone-sha256_{}", sha256(serial))
}

fn sha256(text: &str) -> String {
    let digits: [u8; 32] = Sha256::digest(text).into();
    hex(&digits)
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
        let [long, other] = ["a", "b"].map(|end| file_stem(&(".".repeat(300) + end)));
        assert!(long.len() <= LONGEST);
        assert_ne!(long, other);
    }
}
