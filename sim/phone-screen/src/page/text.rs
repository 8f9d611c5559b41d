//! Texts with live parts.

use std::sync::Arc;

/// A text of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Text {
    Empty,
    Plain(Arc<str>),
    Live(Arc<[Piece]>),
}

/// A part of a live text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Plain(String),
    Var(String),
    Extra(String),
    Field(String),
    Device(String),
}

impl Text {
    /// Reads `{{var.x}}`, `{{extra.x}}`, `{{text.x}}` and `{{device.x}}`; all else is plain.
    pub(crate) fn parse(text: &str) -> Self {
        if text.is_empty() {
            return Self::Empty;
        }
        let pieces = pieces(text);
        match pieces.as_slice() {
            [Piece::Plain(plain)] => Self::Plain(Arc::from(plain.as_str())),
            _ => Self::Live(pieces.into()),
        }
    }
}

/// Splits a text at its live placeholders.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        plain.push_str(before);
        let live = after
            .split_once("}}")
            .and_then(|(name, tail)| Some((live(name)?, tail)));
        if let Some((piece, tail)) = live {
            if !plain.is_empty() {
                found.push(Piece::Plain(std::mem::take(&mut plain)));
            }
            found.push(piece);
            rest = tail;
        } else {
            plain.push_str("{{");
            rest = after;
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        found.push(Piece::Plain(plain));
    }
    found
}

fn live(name: &str) -> Option<Piece> {
    let (space, name) = name.split_once('.')?;
    let name = name.to_owned();
    match space {
        "var" => Some(Piece::Var(name)),
        "extra" => Some(Piece::Extra(name)),
        "text" => Some(Piece::Field(name)),
        "device" => Some(Piece::Device(name)),
        _ => None,
    }
}
