//! RSA with a public key, as far as adb needs it: one check of one signature.
//!
//! It is written out here because nothing in it is secret: the exponentiation needs no protection against timing, and
//! the crates that offer RSA bring a whole family of others for key generation and private operations.
//!
//! An adb public key is base64 of
//!
//! ```text
//!  words u32 = 64 │ -1/n mod 2^32 │ n, 256 bytes │ 2^4096 mod n, 256 bytes │ exponent u32      all little endian
//! ```
//!
//! followed by a space and a comment. The two precomputed numbers are not believed but computed again.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::auth::TOKEN_LEN;

const WORDS: usize = 64;
const BYTES: usize = WORDS * 4;
const ENCODED: usize = 4 + 4 + BYTES + BYTES + 4;
/// What PKCS #1 puts before a SHA-1 digest.
const SHA1_PREFIX: [u8; 15] = [
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
];

/// A number of 2048 bits, least significant word first.
type Number = [u32; WORDS];

/// A public key of 2048 bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PublicKey {
    modulus: Number,
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
        if bytes.len() != ENCODED || word(&bytes, 0)? as usize != WORDS {
            return None;
        }
        let modulus = number_from_little_endian(bytes.get(8..8 + BYTES)?)?;
        let exponent = word(&bytes, ENCODED - 4)?;
        let odd_and_full = modulus.first()? & 1 == 1 && modulus.last()? >> 31 == 1;
        (odd_and_full && matches!(exponent, 3 | 65537)).then_some(Self { modulus, exponent })
    }

    /// Whether the owner of the key signed this token, taken as a SHA-1 digest, by PKCS #1 version 1.5.
    pub(crate) fn verify(&self, token: &[u8; TOKEN_LEN], signature: &[u8]) -> bool {
        let Some(signature) = number_from_big_endian(signature) else {
            return false;
        };
        if !is_less(&signature, &self.modulus) {
            return false;
        }
        number_from_big_endian(&padded(token)) == Some(self.power(&signature))
    }

    /// `base` to the exponent, modulo the modulus, by Montgomery's method.
    fn power(&self, base: &Number) -> Number {
        let mut one = [0; WORDS];
        if let Some(first) = one.first_mut() {
            *first = 1;
        }
        // 2^4096 mod n: one, doubled as many times.
        let mut square_of_r = one;
        for _ in 0..2 * BYTES * 8 {
            square_of_r = self.double(&square_of_r);
        }
        let inverse = self.negated_inverse();
        let base = self.multiply(base, &square_of_r, inverse);
        let mut result = base;
        for bit in (0..self.exponent.ilog2()).rev() {
            result = self.multiply(&result, &result, inverse);
            if self.exponent >> bit & 1 == 1 {
                result = self.multiply(&result, &base, inverse);
            }
        }
        self.multiply(&result, &one, inverse)
    }

    /// `-1/n` modulo 2^32, by Newton's iteration: each step doubles the bits that are right.
    fn negated_inverse(&self) -> u32 {
        let lowest = self.modulus.first().copied().unwrap_or(1);
        let mut inverse: u32 = 1;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u32.wrapping_sub(lowest.wrapping_mul(inverse)));
        }
        inverse.wrapping_neg()
    }

    /// `a * b / 2^2048` modulo the modulus.
    fn multiply(&self, a: &Number, b: &Number, inverse: u32) -> Number {
        let mut sum: Number = [0; WORDS];
        let mut top: u64 = 0;
        for digit in a {
            top += add_multiple(&mut sum, b, *digit);
            let lowest = sum.first().copied().unwrap_or(0);
            top += add_multiple(&mut sum, &self.modulus, lowest.wrapping_mul(inverse));
            // The lowest word is zero now.
            sum.rotate_left(1);
            if let Some(last) = sum.last_mut() {
                *last = low(top);
            }
            top >>= 32;
        }
        if top != 0 || !is_less(&sum, &self.modulus) {
            subtract(&mut sum, &self.modulus);
        }
        sum
    }

    fn double(&self, number: &Number) -> Number {
        let mut result = *number;
        let mut carry = 0;
        for digit in &mut result {
            let next = *digit >> 31;
            *digit = *digit << 1 | carry;
            carry = next;
        }
        if carry == 1 || !is_less(&result, &self.modulus) {
            subtract(&mut result, &self.modulus);
        }
        result
    }
}

/// Adds `b * digit` and answers what is carried out of the top.
fn add_multiple(sum: &mut Number, b: &Number, digit: u32) -> u64 {
    let mut carry: u64 = 0;
    for (place, factor) in sum.iter_mut().zip(b) {
        let value = u64::from(*place) + u64::from(*factor) * u64::from(digit) + carry;
        *place = low(value);
        carry = value >> 32;
    }
    carry
}

fn subtract(a: &mut Number, b: &Number) {
    let mut borrow = false;
    for (place, digit) in a.iter_mut().zip(b) {
        let (value, first) = place.overflowing_sub(*digit);
        let (value, second) = value.overflowing_sub(u32::from(borrow));
        *place = value;
        borrow = first || second;
    }
}

fn is_less(a: &Number, b: &Number) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the low half is what is wanted"
)]
fn low(value: u64) -> u32 {
    value as u32
}

fn padded(token: &[u8; TOKEN_LEN]) -> Vec<u8> {
    let mut bytes = vec![0x00, 0x01];
    bytes.resize(BYTES - 1 - SHA1_PREFIX.len() - TOKEN_LEN, 0xff);
    bytes.push(0x00);
    bytes.extend_from_slice(&SHA1_PREFIX);
    bytes.extend_from_slice(token);
    bytes
}

fn number_from_big_endian(bytes: &[u8]) -> Option<Number> {
    let reversed: Vec<u8> = bytes.iter().rev().copied().collect();
    number_from_little_endian(&reversed)
}

fn number_from_little_endian(bytes: &[u8]) -> Option<Number> {
    if bytes.len() != BYTES {
        return None;
    }
    let mut number = [0; WORDS];
    for (place, chunk) in number.iter_mut().zip(bytes.chunks_exact(4)) {
        *place = word(chunk, 0)?;
    }
    Some(number)
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
    fn the_numbers_that_a_key_brings_along_are_right() {
        // They are not used, but they check the arithmetic.
        let bytes = BASE64_STANDARD.decode(KEY).unwrap();
        assert_eq!(word(&bytes, 4), Some(key().negated_inverse()));
        let mut one = [0; WORDS];
        one[0] = 1;
        let square_of_r = (0..4096).fold(one, |number, _| key().double(&number));
        assert_eq!(
            number_from_little_endian(&bytes[264..520]),
            Some(square_of_r)
        );
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
