//! The order in which characters are shown, where a text turns it round.
//!
//! A text may say that what follows is shown from right to left, whatever letters it has: an override and `yuB` is
//! shown as `Buy`. This follows Unicode's bidirectional algorithm as far as overrides go.

/// How deep Unicode lets one direction stand within another.
const DEEPEST: usize = 125;

/// What ends a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// `U+202C`.
    Embedding,
    /// `U+2069`, which ends the embeddings within as well.
    Isolate,
}

/// A stretch of text with a direction of its own.
#[derive(Debug)]
struct Stretch {
    end: End,
    turn: Turn,
    /// Characters, and stretches within this one in the order in which they are shown.
    pieces: Vec<String>,
}

/// Whether a stretch is shown the other way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Never,
    Always,
    /// Where its letters are of a script that is written from right to left.
    RightToLeft,
}

impl Stretch {
    fn new(end: End, turn: Turn) -> Self {
        Self {
            end,
            turn,
            pieces: Vec::new(),
        }
    }

    fn is_turned(&self) -> bool {
        match self.turn {
            Turn::Never => false,
            Turn::Always => true,
            Turn::RightToLeft => {
                let mut characters = self.pieces.iter().flat_map(|piece| piece.chars());
                characters.any(is_right_to_left)
            }
        }
    }

    fn shown(self) -> String {
        if self.is_turned() {
            self.pieces.into_iter().rev().collect()
        } else {
            self.pieces.concat()
        }
    }
}

/// The text in the order in which it is shown, if it has an override.
pub(super) fn shown(text: &str) -> Option<String> {
    if !text.contains(['\u{202d}', '\u{202e}']) {
        return None;
    }
    let mut shown = String::with_capacity(text.len());
    let mut open: Vec<Stretch> = Vec::new();
    // How many directions were not opened because they stand too deep.
    let mut ignored = 0_usize;
    for character in text.chars() {
        let opened = match character {
            '\u{202a}' | '\u{202b}' => Some((End::Embedding, Turn::Never)),
            '\u{202d}' => Some((End::Embedding, Turn::RightToLeft)),
            '\u{202e}' => Some((End::Embedding, Turn::Always)),
            '\u{2066}'..='\u{2068}' => Some((End::Isolate, Turn::Never)),
            _ => None,
        };
        match (opened, character) {
            (Some(_), _) if open.len() == DEEPEST => ignored += 1,
            (Some((end, turn)), _) => open.push(Stretch::new(end, turn)),
            (None, '\u{202c}' | '\u{2069}') if ignored > 0 => ignored -= 1,
            (None, '\u{202c}') => {
                if open.last().is_some_and(|last| last.end == End::Embedding) {
                    close_last(&mut open, &mut shown);
                }
            }
            (None, '\u{2069}') => {
                if let Some(isolate) = open.iter().rposition(|one| one.end == End::Isolate) {
                    close(&mut open, isolate, &mut shown);
                }
            }
            // A direction does not go beyond its paragraph.
            (None, '\n' | '\r' | '\u{2029}') => {
                close(&mut open, 0, &mut shown);
                ignored = 0;
                shown.push(character);
            }
            (None, _) => add(&mut open, &mut shown, character.to_string()),
        }
    }
    close(&mut open, 0, &mut shown);
    Some(shown)
}

/// Closes stretches until only so many are open.
fn close(open: &mut Vec<Stretch>, left: usize, shown: &mut String) {
    while open.len() > left {
        close_last(open, shown);
    }
}

fn close_last(open: &mut Vec<Stretch>, shown: &mut String) {
    if let Some(last) = open.pop() {
        add(open, shown, last.shown());
    }
}

fn add(open: &mut [Stretch], shown: &mut String, piece: String) {
    match open.last_mut() {
        Some(last) => last.pieces.push(piece),
        None => shown.push_str(&piece),
    }
}

fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn an_override_turns_text_round_as_far_as_it_goes() {
        for (text, wanted) in [
            ("\u{202e}yuB", "Buy"),
            ("Total \u{202e}yaP\u{202c} now", "Total Pay now"),
            ("\u{202e}yuB\nNext", "Buy\nNext"),
            ("\u{202e}\u{202a}now\u{202c} yuB", "Buy now"),
            ("\u{202e}\u{2066}now\u{202c}\u{2069} yuB", "Buy now"),
            ("\u{202e}\u{202e}won\u{202c} yuB", "Buy now"),
            ("\u{202c}\u{2069}\u{202e}yuB", "Buy"),
            ("\u{202d}Buy", "Buy"),
            ("\u{202d}ءارش", "شراء"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(wanted), "{text:?}");
        }
        assert_eq!(shown("\u{202b}Buy\u{202c}"), None);
    }

    #[test]
    fn directions_within_directions_are_bounded() {
        let deep = "\u{202a}".repeat(100_000);
        assert_eq!(shown(&format!("\u{202e}yuB{deep}")).as_deref(), Some("Buy"));
    }
}
