//! Patterns: `*`, `?`, `[…]` and groups of alternatives.
//!
//! A pattern is run over all places of a text at once, so no pattern takes more steps than its length times the
//! text's length, groups aside, whose steps are counted.

use super::field::{Field, Mark};

/// How many steps one match may take before it counts as no match.
const MAX_STEPS: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone)]
enum Piece {
    Byte(u8),
    Any,
    Star,
    Class {
        negated: bool,
        items: Vec<Item>,
    },
    Group {
        kind: u8,
        alternatives: Vec<Vec<Piece>>,
    },
}

#[derive(Debug, Clone)]
enum Item {
    Range(char, char),
    Named(fn(char) -> bool),
}

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(crate) struct Pattern(Vec<Piece>);

impl Pattern {
    pub(crate) fn new(field: &Field) -> Self {
        let mut position = 0;
        Self(pieces(field, &mut position))
    }

    /// Whether the pattern stands for itself only.
    pub(crate) fn is_literal(&self) -> bool {
        self.0.iter().all(|piece| matches!(piece, Piece::Byte(_)))
    }

    pub(crate) fn matches(&self, text: &[u8]) -> bool {
        let mut steps = 0;
        run(&self.0, text, &start_at(text, 0), &mut steps).last() == Some(&true)
    }

    /// Where a match that begins at `start` ends, the nearest or the farthest place.
    pub(crate) fn end_from(&self, text: &[u8], start: usize, longest: bool) -> Option<usize> {
        let mut steps = 0;
        let ends = run(&self.0, text, &start_at(text, start), &mut steps);
        if longest {
            ends.iter().rposition(|end| *end)
        } else {
            ends.iter().position(|end| *end)
        }
    }

    /// Where a match that ends at the end begins, the farthest place or the nearest.
    pub(crate) fn start_to_end(&self, text: &[u8], longest: bool) -> Option<usize> {
        let mut steps = 0;
        let mut bounds = vec![0];
        let mut position = 0;
        while position < text.len() {
            position += character_length(text, position);
            bounds.push(position);
        }
        let mut matches = |start: &usize| {
            run(&self.0, text, &start_at(text, *start), &mut steps).last() == Some(&true)
        };
        if longest {
            bounds.into_iter().find(&mut matches)
        } else {
            bounds.into_iter().rev().find(&mut matches)
        }
    }
}

/// The length of the character at a place; a byte that is no character counts by itself.
pub(crate) fn character_length(text: &[u8], position: usize) -> usize {
    character_at(text, position).map_or(1, |(_, length)| length)
}

fn character_at(text: &[u8], position: usize) -> Option<(char, usize)> {
    let rest = text.get(position..(position + 4).min(text.len()))?;
    let valid = rest.utf8_chunks().next()?.valid();
    match valid.chars().next() {
        // mksh's characters have sixteen bits: longer sequences are bytes to it.
        Some(character) if character.len_utf8() <= 3 => Some((character, character.len_utf8())),
        _ => Some((char::from(*rest.first()?), 1)),
    }
}

fn start_at(text: &[u8], start: usize) -> Vec<bool> {
    let mut places = vec![false; text.len() + 1];
    if let Some(place) = places.get_mut(start) {
        *place = true;
    }
    places
}

/// The places that can be reached from any of `from`.
fn run(pieces: &[Piece], text: &[u8], from: &[bool], steps: &mut usize) -> Vec<bool> {
    let mut places = from.to_vec();
    for piece in pieces {
        *steps = steps.saturating_add(places.len());
        if *steps > MAX_STEPS {
            return vec![false; places.len()];
        }
        places = step(piece, text, &places, steps);
    }
    places
}

fn step(piece: &Piece, text: &[u8], places: &[bool], steps: &mut usize) -> Vec<bool> {
    let mut next = vec![false; places.len()];
    let reached = places
        .iter()
        .enumerate()
        .filter(|(_, reached)| **reached)
        .map(|(position, _)| position);
    match piece {
        Piece::Byte(byte) => {
            for position in reached {
                if text.get(position) == Some(byte) {
                    set(&mut next, position + 1);
                }
            }
        }
        Piece::Any => {
            for position in reached.filter(|position| *position < text.len()) {
                set(&mut next, position + character_length(text, position));
            }
        }
        Piece::Star => {
            let first = places
                .iter()
                .position(|reached| *reached)
                .unwrap_or(places.len());
            next.iter_mut().skip(first).for_each(|place| *place = true);
        }
        Piece::Class { negated, items } => {
            for position in reached {
                if let Some((character, length)) = character_at(text, position)
                    && items.iter().any(|item| item.contains(character)) != *negated
                {
                    set(&mut next, position + length);
                }
            }
        }
        Piece::Group { kind, alternatives } => {
            return group(*kind, alternatives, text, places, steps);
        }
    }
    next
}

fn group(
    kind: u8,
    alternatives: &[Vec<Piece>],
    text: &[u8],
    places: &[bool],
    steps: &mut usize,
) -> Vec<bool> {
    let once = |from: &[bool], steps: &mut usize| {
        let mut union = vec![false; from.len()];
        for alternative in alternatives {
            let ends = run(alternative, text, from, steps);
            union
                .iter_mut()
                .zip(ends)
                .for_each(|(place, end)| *place |= end);
        }
        union
    };
    match kind {
        b'@' | b'(' => once(places, steps),
        b'?' => merged(once(places, steps), places),
        b'*' | b'+' => {
            let mut all = once(places, steps);
            loop {
                let more = merged(once(&all, steps), &all);
                if more == all || *steps > MAX_STEPS {
                    break;
                }
                all = more;
            }
            if kind == b'*' {
                merged(all, places)
            } else {
                all
            }
        }
        _ => {
            let mut next = vec![false; places.len()];
            for (position, _) in places.iter().enumerate().filter(|(_, reached)| **reached) {
                let ends = once(&start_at(text, position), steps);
                for (place, excluded) in next.iter_mut().zip(ends).skip(position) {
                    *place |= !excluded;
                }
            }
            next
        }
    }
}

fn merged(mut places: Vec<bool>, more: &[bool]) -> Vec<bool> {
    places
        .iter_mut()
        .zip(more)
        .for_each(|(place, also)| *place |= also);
    places
}

fn set(places: &mut [bool], position: usize) {
    if let Some(place) = places.get_mut(position) {
        *place = true;
    }
}

impl Item {
    fn contains(&self, character: char) -> bool {
        match self {
            Self::Range(first, last) => (*first..=*last).contains(&character),
            Self::Named(test) => test(character),
        }
    }
}

/// Reads pieces up to the end or to the operator that ends an alternative.
fn pieces(field: &Field, position: &mut usize) -> Vec<Piece> {
    let mut result = Vec::new();
    while let Some((byte, mark)) = field.at(*position) {
        *position += 1;
        let piece = match (mark, byte) {
            (Mark::Operator, b'|' | b')') => {
                *position -= 1;
                break;
            }
            (Mark::Operator, kind) => {
                let mut alternatives = vec![pieces(field, position)];
                while field.at(*position) == Some((b'|', Mark::Operator)) {
                    *position += 1;
                    alternatives.push(pieces(field, position));
                }
                *position += 1;
                Piece::Group { kind, alternatives }
            }
            (Mark::Active, b'*') => Piece::Star,
            (Mark::Active, b'?') => Piece::Any,
            (Mark::Active, b'[') => match class(field, *position) {
                Some((piece, end)) => {
                    *position = end;
                    piece
                }
                None => Piece::Byte(byte),
            },
            (Mark::Active | Mark::Quoted, byte) => Piece::Byte(byte),
        };
        result.push(piece);
    }
    result
}

/// The inside of brackets; `None` when they are not closed.
fn class(field: &Field, start: usize) -> Option<(Piece, usize)> {
    let mut position = start;
    let negated = field.is_active(position, b'!');
    if negated {
        position += 1;
    }
    let mut items = Vec::new();
    let first = position;
    loop {
        let (byte, mark) = field.at(position)?;
        if mark == Mark::Operator {
            return None;
        }
        if byte == b']' && mark == Mark::Active && position > first {
            return Some((Piece::Class { negated, items }, position + 1));
        }
        if byte == b'[' && field.is_active(position + 1, b':') {
            let rest = field.bytes.get(position + 2..)?;
            if let Some(length) = rest.windows(2).position(|pair| pair == b":]")
                && let Some(test) = named(rest.get(..length)?)
            {
                items.push(Item::Named(test));
                position += length + 4;
                continue;
            }
        }
        let (character, length) = character_at(&field.bytes, position)?;
        position += length;
        let ends_range = field
            .at(position + 1)
            .is_some_and(|(byte, mark)| byte != b']' || mark == Mark::Quoted);
        if field.is_active(position, b'-') && ends_range {
            let (last, length) = character_at(&field.bytes, position + 1)?;
            position += 1 + length;
            items.push(Item::Range(character, last));
        } else {
            items.push(Item::Range(character, character));
        }
    }
}

fn named(name: &[u8]) -> Option<fn(char) -> bool> {
    Some(match name {
        b"alpha" => |c| c.is_ascii_alphabetic(),
        b"digit" => |c| c.is_ascii_digit(),
        b"alnum" => |c| c.is_ascii_alphanumeric(),
        b"upper" => |c| c.is_ascii_uppercase(),
        b"lower" => |c| c.is_ascii_lowercase(),
        b"space" => |c| c.is_ascii_whitespace() || c == '\u{0B}',
        b"blank" => |c| c == ' ' || c == '\t',
        b"punct" => |c| c.is_ascii_punctuation(),
        b"cntrl" => |c| c.is_ascii_control(),
        b"xdigit" => |c| c.is_ascii_hexdigit(),
        b"print" => |c| c == ' ' || c.is_ascii_graphic(),
        b"graph" => |c| c.is_ascii_graphic(),
        _ => return None,
    })
}
