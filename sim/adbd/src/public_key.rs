//! RSA with a public key, as far as adb needs it: one check of one signature.
//!
//! The arithmetic is that of `crypto-bigint`: the crates that offer RSA bring key generation and private operations
//! along, and this takes one power.
//!
//! An adb public key is base64 of
//!
//! ```text
//!  words u32 = 64 │ -1/n mod 2^32 │ n, 256 bytes │ 2^4096 mod n, 256 bytes │ exponent u32      all little endian
//! ```
//!
//! followed by a space and a comment. The two precomputed numbers are not believed and not used.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use crypto_bigint::modular::{FixedMontyForm, FixedMontyParams};
use crypto_bigint::{Odd, U64, U2048};

use crate::packet::TOKEN_LEN;

const WORDS: u32 = 64;
const BYTES: usize = 256;
const ENCODED: usize = 4 + 4 + BYTES + BYTES + 4;
/// What PKCS #1 puts before a SHA-1 digest.
const SHA1_PREFIX: [u8; 15] = [
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
];

/// A public key of 2048 bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PublicKey {
    modulus: Odd<U2048>,
    exponent: u32,
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PublicKey").finish_non_exhaustive()
    }
}

impl PublicKey {
    /// Reads a key in adb's own form; `None` when it is not one that can be used.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let end = text
            .iter()
            .position(|byte| matches!(byte, b' ' | 0 | b'\n'))
            .unwrap_or(text.len());
        let bytes = BASE64_STANDARD.decode(text.get(..end)?).ok()?;
        if bytes.len() != ENCODED || word(&bytes, 0)? != WORDS {
            return None;
        }
        let modulus = U2048::from_le_slice(bytes.get(8..8 + BYTES)?);
        let modulus: Odd<U2048> = Option::from(modulus.to_odd())?;
        let exponent = word(&bytes, ENCODED - 4)?;
        let is_full = modulus.bits() == U2048::BITS;
        (is_full && matches!(exponent, 3 | 65537)).then_some(Self { modulus, exponent })
    }

    /// Whether the owner of the key signed this token, taken as a SHA-1 digest, by PKCS #1 version 1.5.
    pub(crate) fn verify(&self, token: &[u8; TOKEN_LEN], signature: &[u8]) -> bool {
        if signature.len() != BYTES {
            return false;
        }
        let signature = U2048::from_be_slice(signature);
        if signature >= *self.modulus.as_ref() {
            return false;
        }
        let params = FixedMontyParams::new_vartime(self.modulus);
        let power = FixedMontyForm::new(&signature, &params).pow_vartime(&U64::from(self.exponent));
        power.retrieve() == U2048::from_be_slice(&padded(token))
    }
}

/// What the owner of a key raises to the private exponent.
fn padded(token: &[u8; TOKEN_LEN]) -> Vec<u8> {
    let mut bytes = vec![0x00, 0x01];
    bytes.resize(BYTES - 1 - SHA1_PREFIX.len() - TOKEN_LEN, 0xff);
    bytes.push(0x00);
    bytes.extend_from_slice(&SHA1_PREFIX);
    bytes.extend_from_slice(token);
    bytes
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Made by `adb keygen`, and signed with by OpenSSL. The private half was thrown away.
    const KEY: &str = "QAAAABc0jaJZvJgrxMZEFG0RYFD8Xiwdf4bCOZGuTsVDpvovrxtSYLrY20EK+DLnLEFLFlhWY0dC9jDRf94zCCYHuq\
        EWakZnk2zng9pfrE+2nMu7dcsqynZ1MghOUr2shoiBu0fabe0epe/I/NX02YN+rB5IztjSqaFtmsn8f0If6edMqE/6\
        VXzZU/6Q9yEvxpe9Lie5f1xu0LXen8HPnC+IUchviUUkwpk+j7fbaT8wS8L4uLf5BUniN+f5BxBv90pCQ4KVH7c1nr\
        WD07qGSDwj1MGOBnQ1HudbZvM/AM//tmAZcBHH1tfKgX1/b0bcBe12sY2y1xk8XQBGk06+Qo4Vw+OXm76+DxNfd8GU\
        mU6qwXfiepsG1AiKjoLAYxm8/UwY/1CAp7yVd9Oio8sSq0Ze0Z4lddpGgKHo9lvVtltxr2Peb0qKRkn+BjlLOFyHWd\
        gx4pKZxoZdJOgrjs+hIESTxxT6ghDPw1IWVaJGYdndWXMm+W6gfmatnE/GTLMz2BO96r1i639+pHb4C/XIAUfhNHRd\
        VlqkDcbihCZp5KXGdZ7ef3Gx4XheRldvFmflWKgkCLkkFa1VAh5Zfm8jpuTNM0C/ACOVDHkjGkQH/QkmZRIfrY5m1X\
        KfY5u9/Yb5iOCh2lqAycrVhhCZgvrKMgtvTaMB9POCIZRyuQGOfi+GKp8GgMLEjwEAAQA=";
    const SIGNATURE: &str = "b10f6afe619afb35730635010c3659911dfe4f3583d235522b9fa82f39dfb48439fdf6192f059a70cff99f717c\
        b1d747b45d57c6c0ca6dc4312ac1225e4809cb35dd60d27a8a1a6e3d9da2ce47e42264ce501f5c1fab2216207d\
        be27550ecfb85d6add53463de403cb9b2003ef08974d84e36f88918ee756f9998f1c89aa0865870a48a8c0ce6e\
        08e15a854c01bbb77afb73ab3f494dfbd1464b831aa62b6899e0df6b652c3f41eee20a941c6b368ca8c735896e\
        6e5964746949fa9c878e76280a3f133431605c7b29c756903c006c98edf9656e54d082dafedceee20815216d27\
        9ffdedf8ccf640654f6858d3f9e14ecfff78c9c95acb5bd5203a5ccb895cef";
    const TOKEN: [u8; 20] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ];

    fn signature() -> Vec<u8> {
        let digits = SIGNATURE.as_bytes().chunks(2);
        digits
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    fn key() -> PublicKey {
        PublicKey::parse(format!("{KEY} somebody@somewhere\0").as_bytes()).unwrap()
    }

    #[test]
    fn only_the_signature_of_the_token_is_accepted() {
        assert!(key().verify(&TOKEN, &signature()));
        let mut token = TOKEN;
        token[0] = 1;
        assert!(!key().verify(&token, &signature()));
        let mut changed = signature();
        changed[255] ^= 1;
        assert!(!key().verify(&TOKEN, &changed));
        assert!(!key().verify(&TOKEN, &signature()[1..]));
        assert!(!key().verify(&TOKEN, &[0; 256]));
        assert!(!key().verify(&TOKEN, &[0xff; 256]));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let short = &KEY[..KEY.len() - 4];
        let even = KEY.replacen("QAAAABc0jaJZ", "QAAAABc0jaJY", 1);
        let words = KEY.replacen("QAAAA", "QQAAA", 1);
        for text in ["", "====", "AAA", "%%%%", short, &even, &words] {
            assert!(PublicKey::parse(text.as_bytes()).is_none(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in prop::collection::vec(any::<u8>(), 0..800)) {
            prop_assert!(PublicKey::parse(&text).is_none());
        }
    }
}
