//! `md5sum`, `sha1sum`, `sha256sum` and `base64`.

use super::call::{Call, MAX_KEPT};
use super::options::Spec;
use crate::io::Closed;
use crate::program::Exit;

pub(super) async fn sum(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("b", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let algorithm = call.name.clone();
    for (name, mut input) in call.inputs(&options.operands).await? {
        let mut state = State::new(&algorithm);
        while let Some(chunk) = input.read().await {
            state.update(&chunk);
        }
        let digest = hexadecimal(&state.finish());
        let line = if options.has(b'b') {
            format!("{digest}\n").into_bytes()
        } else {
            [digest.as_bytes(), b"  ", &name, b"\n"].concat()
        };
        call.print(line).await?;
    }
    Ok(call.status)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('?');
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

/// Mixes one block of 64 bytes into the words of a digest.
type Compress = fn(&mut [u32], &[u8]);

/// A digest that is being made, in blocks of 64 bytes.
struct State {
    words: Vec<u32>,
    block: Vec<u8>,
    length: u64,
    compress: Compress,
    little: bool,
}

impl State {
    fn new(algorithm: &str) -> Self {
        let (words, compress, little): (Vec<u32>, Compress, bool) = match algorithm {
            "md5sum" => (START.get(..4).unwrap_or_default().to_vec(), md5, true),
            "sha1sum" => (START.to_vec(), sha1, false),
            _ => (roots(&PRIMES, 8, f64::sqrt), sha256, false),
        };
        Self {
            words,
            block: Vec::with_capacity(64),
            length: 0,
            compress,
            little,
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        self.push(bytes);
    }

    fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (head, rest) = bytes.split_at(bytes.len().min(64 - self.block.len()));
            self.block.extend_from_slice(head);
            bytes = rest;
            if self.block.len() == 64 {
                (self.compress)(&mut self.words, &self.block);
                self.block.clear();
            }
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let bits = self.length.wrapping_mul(8);
        self.push(&[0x80]);
        while self.block.len() != 56 {
            self.push(&[0]);
        }
        self.push(&if self.little {
            bits.to_le_bytes()
        } else {
            bits.to_be_bytes()
        });
        let little = self.little;
        self.words
            .iter()
            .flat_map(|word| {
                if little {
                    word.to_le_bytes()
                } else {
                    word.to_be_bytes()
                }
            })
            .collect()
    }
}

const START: [u32; 5] = [
    0x6745_2301,
    0xEFCD_AB89,
    0x98BA_DCFE,
    0x1032_5476,
    0xC3D2_E1F0,
];

const PRIMES: [u32; 64] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193,
    197, 199, 211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307,
    311,
];

/// The first 32 bits of the fractions of roots, from which SHA-256 takes its constants.
fn roots(primes: &[u32], count: usize, root: fn(f64) -> f64) -> Vec<u32> {
    primes
        .iter()
        .take(count)
        .map(|prime| fraction(root(f64::from(*prime))))
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a fraction times 2^32 fits 32 bits"
)]
fn fraction(value: f64) -> u32 {
    ((value - value.floor()) * 4_294_967_296.0) as u32
}

fn block_words(block: &[u8], little: bool) -> Vec<u32> {
    let word = |bytes: &[u8]| match bytes {
        [a, b, c, d] if little => u32::from_le_bytes([*a, *b, *c, *d]),
        [a, b, c, d] => u32::from_be_bytes([*a, *b, *c, *d]),
        _ => 0,
    };
    block.chunks(4).map(word).collect()
}

fn at(words: &[u32], index: usize) -> u32 {
    words.get(index).copied().unwrap_or(0)
}

fn add(words: &mut [u32], more: &[u32]) {
    words
        .iter_mut()
        .zip(more)
        .for_each(|(word, more)| *word = word.wrapping_add(*more));
}

fn md5(words: &mut [u32], block: &[u8]) {
    const TURNS: [[u32; 4]; 4] = [
        [7, 12, 17, 22],
        [5, 9, 14, 20],
        [4, 11, 16, 23],
        [6, 10, 15, 21],
    ];
    let input = block_words(block, true);
    let (mut a, mut b, mut c, mut d) = (at(words, 0), at(words, 1), at(words, 2), at(words, 3));
    for (round, step) in (0..4_usize).flat_map(|round| (0..16_usize).map(move |step| (round, step)))
    {
        let (mixed, index) = match round {
            0 => ((b & c) | (!b & d), step),
            1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
            2 => (b ^ c ^ d, (3 * step + 5) % 16),
            _ => (c ^ (b | !d), (7 * step) % 16),
        };
        let number = u32::try_from(round * 16 + step + 1).unwrap_or(0);
        let constant = fraction_of_sine(number);
        let turn = TURNS
            .get(round)
            .and_then(|turns| turns.get(step % 4))
            .copied()
            .unwrap_or(0);
        let sum = a
            .wrapping_add(mixed)
            .wrapping_add(constant)
            .wrapping_add(at(&input, index));
        (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(turn)));
    }
    add(words, &[a, b, c, d]);
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sine times 2^32 fits 32 bits"
)]
fn fraction_of_sine(number: u32) -> u32 {
    (f64::from(number).sin().abs() * 4_294_967_296.0) as u32
}

#[expect(
    clippy::many_single_char_names,
    reason = "the names of the specification"
)]
fn sha1(words: &mut [u32], block: &[u8]) {
    let mut input = block_words(block, false);
    for index in 16..80 {
        let mixed = at(&input, index - 3)
            ^ at(&input, index - 8)
            ^ at(&input, index - 14)
            ^ at(&input, index - 16);
        input.push(mixed.rotate_left(1));
    }
    let [mut a, mut b, mut c, mut d, mut e] = [0, 1, 2, 3, 4].map(|index| at(words, index));
    for (index, word) in input.iter().enumerate() {
        let (mixed, constant) = match index {
            0..20 => ((b & c) | (!b & d), 0x5A82_7999),
            20..40 => (b ^ c ^ d, 0x6ED9_EBA1),
            40..60 => ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC),
            _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
        };
        let sum = a
            .rotate_left(5)
            .wrapping_add(mixed)
            .wrapping_add(e)
            .wrapping_add(constant)
            .wrapping_add(*word);
        (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
    }
    add(words, &[a, b, c, d, e]);
}

#[expect(
    clippy::many_single_char_names,
    reason = "the names of the specification"
)]
fn sha256(words: &mut [u32], block: &[u8]) {
    let constants = roots(&PRIMES, 64, f64::cbrt);
    let mut input = block_words(block, false);
    for index in 16..64 {
        let (near, far) = (at(&input, index - 2), at(&input, index - 15));
        let near = near.rotate_right(17) ^ near.rotate_right(19) ^ (near >> 10);
        let far = far.rotate_right(7) ^ far.rotate_right(18) ^ (far >> 3);
        input.push(
            far.wrapping_add(at(&input, index - 16))
                .wrapping_add(near)
                .wrapping_add(at(&input, index - 7)),
        );
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] =
        [0, 1, 2, 3, 4, 5, 6, 7].map(|index| at(words, index));
    for (word, constant) in input.iter().zip(&constants) {
        let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let first = h
            .wrapping_add(high)
            .wrapping_add(choice)
            .wrapping_add(*constant)
            .wrapping_add(*word);
        let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = low.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (
            g,
            f,
            e,
            d.wrapping_add(first),
            c,
            b,
            a,
            first.wrapping_add(second),
        );
    }
    add(words, &[a, b, c, d, e, f, g, h]);
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) async fn base64(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("di", "w", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let width = options
        .value(b'w')
        .and_then(|text| std::str::from_utf8(text).ok()?.parse().ok())
        .unwrap_or(76_usize);
    for (_, mut input) in call.inputs(&options.operands).await? {
        let mut all = Vec::new();
        while let Some(chunk) = input.read().await {
            if all.len() + chunk.len() > MAX_KEPT {
                call.complain("out of memory").await?;
                return Ok(1);
            }
            all.extend_from_slice(&chunk);
        }
        if options.has(b'd') {
            if let Some(decoded) = decode(&all, options.has(b'i')) {
                call.print(decoded).await?;
            } else {
                call.complain("bad input").await?;
                return Ok(1);
            }
        } else {
            call.print(encode(&all, width)).await?;
        }
    }
    Ok(call.status)
}

fn encode(bytes: &[u8], width: usize) -> Vec<u8> {
    let mut text = Vec::new();
    for group in bytes.chunks(3) {
        let value = group
            .iter()
            .fold(0_u32, |value, byte| (value << 8) | u32::from(*byte))
            << (8 * (3 - group.len()));
        for place in 0..4 {
            let letter = usize::try_from((value >> (18 - 6 * place)) & 63)
                .ok()
                .and_then(|index| ALPHABET.get(index));
            text.push(if place <= group.len() {
                letter.copied().unwrap_or(b'=')
            } else {
                b'='
            });
        }
    }
    if width == 0 {
        return text;
    }
    let mut lines = Vec::with_capacity(text.len() + text.len() / width + 1);
    for line in text.chunks(width) {
        lines.extend_from_slice(line);
        lines.push(b'\n');
    }
    lines
}

fn decode(text: &[u8], lenient: bool) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut value, mut bits) = (0_u32, 0_u32);
    for byte in text {
        if byte.is_ascii_whitespace() || *byte == b'=' {
            continue;
        }
        let Some(place) = ALPHABET.iter().position(|letter| letter == byte) else {
            if lenient {
                continue;
            }
            return None;
        };
        value = (value << 6) | u32::try_from(place).unwrap_or(0);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((value >> bits) & 0xFF).unwrap_or(0));
        }
    }
    Some(bytes)
}
