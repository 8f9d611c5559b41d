//! The font: how wide text is and where its lines break.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef};

/// Regular or bold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// One line of a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) width: f32,
}

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    /// The size in pixels.
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    /// Lines are broken at this width.
    pub(crate) width: f32,
    /// Later lines are cut.
    pub(crate) lines: usize,
}

/// The two faces, or `None` when they cannot be read; text is boxes then.
pub(crate) static FACES: LazyLock<Option<Faces>> = LazyLock::new(Faces::load);

#[derive(Debug)]
pub(crate) struct Faces {
    pub(crate) regular: FontRef<'static>,
    pub(crate) bold: FontRef<'static>,
    /// Advances in thousandths of the size for the first characters, 0 for a missing glyph.
    regular_advances: Vec<u16>,
    bold_advances: Vec<u16>,
}

/// Characters whose advances are kept; the font has none beyond.
const KEPT: u32 = 0x2800;
/// Height of a line for a size of 1.
const LINE: f32 = 1.172;
/// The advance of a box that stands for a missing glyph.
const BOX: f32 = 0.65;
/// The advance of a box for a wide character.
const WIDE_BOX: f32 = 1.0;

impl Faces {
    fn load() -> Option<Self> {
        let regular =
            FontRef::try_from_slice(include_bytes!("../font/DejaVuSans-subset.ttf")).ok()?;
        let bold =
            FontRef::try_from_slice(include_bytes!("../font/DejaVuSans-Bold-subset.ttf")).ok()?;
        let (regular_advances, bold_advances) = (advances(&regular), advances(&bold));
        Some(Self {
            regular,
            bold,
            regular_advances,
            bold_advances,
        })
    }

    pub(crate) fn face(&self, weight: Weight) -> &FontRef<'static> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// The advance of a character for a size of 1; `None` when the face lacks it.
    fn advance(&self, character: char, weight: Weight) -> Option<f32> {
        let kept = match weight {
            Weight::Regular => &self.regular_advances,
            Weight::Bold => &self.bold_advances,
        };
        let index = usize::try_from(u32::from(character)).ok()?;
        kept.get(index)
            .filter(|advance| **advance > 0)
            .map(|advance| f32::from(*advance) / 1_000.0)
    }

    /// The weight whose face has this character: bold has fewer.
    pub(crate) fn weight_for(&self, character: char, weight: Weight) -> Option<Weight> {
        [weight, Weight::Regular]
            .into_iter()
            .find(|weight| self.advance(character, *weight).is_some())
    }
}

/// The height of one line in pixels.
pub(crate) fn line_height(size: f32) -> i32 {
    round(size * LINE)
}

/// The advance of a character in pixels.
pub(crate) fn advance(character: char, size: f32, weight: Weight) -> f32 {
    if is_zero_width(character) {
        return 0.0;
    }
    let known = FACES
        .as_ref()
        .and_then(|faces| faces.advance(character, faces.weight_for(character, weight)?));
    size * known.unwrap_or(if is_wide(character) { WIDE_BOX } else { BOX })
}

/// The width of a text on one line in pixels.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    text.chars()
        .map(|character| advance(character, size, weight))
        .sum()
}

/// Breaks a text into lines: at line breaks, between words, and inside words that are too long.
pub(crate) fn lines(text: &str, setting: Setting) -> Vec<Line> {
    let mut found = Vec::new();
    for paragraph in text.split('\n') {
        break_paragraph(paragraph, setting, &mut found);
        if found.len() > setting.lines {
            break;
        }
    }
    if found.len() > setting.lines {
        found.truncate(setting.lines.max(1));
        if let Some(last) = found.last_mut() {
            ellipsize(last, setting);
        }
    }
    found
}

/// Rounds to whole pixels; sizes are far below the limits of the type.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float cast saturates and a pixel is below a million"
)]
pub(crate) fn round(value: f32) -> i32 {
    value.round() as i32
}

/// A pixel count as a float; exact below 16 million.
#[expect(
    clippy::cast_precision_loss,
    reason = "pixel counts are far below 2^24"
)]
pub(crate) fn float(value: i32) -> f32 {
    value as f32
}

fn break_paragraph(paragraph: &str, setting: Setting, found: &mut Vec<Line>) {
    let mut line = Line {
        text: String::new(),
        width: 0.0,
    };
    for word in paragraph.split_inclusive(' ') {
        let bare = width(word.trim_end_matches(' '), setting.size, setting.weight);
        if line.width > 0.0 && line.width + bare > setting.width {
            found.push(trimmed(
                std::mem::replace(
                    &mut line,
                    Line {
                        text: String::new(),
                        width: 0.0,
                    },
                ),
                setting,
            ));
            if found.len() > setting.lines {
                return;
            }
        }
        if bare <= setting.width {
            line.text.push_str(word);
            line.width += width(word, setting.size, setting.weight);
            continue;
        }
        for character in word.chars() {
            let step = advance(character, setting.size, setting.weight);
            if line.width > 0.0 && line.width + step > setting.width {
                found.push(std::mem::replace(
                    &mut line,
                    Line {
                        text: String::new(),
                        width: 0.0,
                    },
                ));
                if found.len() > setting.lines {
                    return;
                }
            }
            line.text.push(character);
            line.width += step;
        }
    }
    found.push(trimmed(line, setting));
}

fn trimmed(mut line: Line, setting: Setting) -> Line {
    let kept = line.text.trim_end_matches(' ').len();
    if kept < line.text.len() {
        line.text.truncate(kept);
        line.width = width(&line.text, setting.size, setting.weight);
    }
    line
}

fn ellipsize(line: &mut Line, setting: Setting) {
    let dots = advance('…', setting.size, setting.weight);
    while line.width + dots > setting.width {
        let Some(last) = line.text.pop() else { break };
        line.width -= advance(last, setting.size, setting.weight);
    }
    line.text.push('…');
    line.width += dots;
}

fn advances(face: &FontRef<'_>) -> Vec<u16> {
    let units = face.units_per_em().unwrap_or(2_048.0);
    let of = |code: u32| {
        let glyph = face.glyph_id(char::from_u32(code)?);
        let thousandths = round(face.h_advance_unscaled(glyph) / units * 1_000.0);
        (glyph.0 != 0)
            .then(|| u16::try_from(thousandths).ok())
            .flatten()
    };
    (0..KEPT).map(|code| of(code).unwrap_or(0)).collect()
}

fn is_zero_width(character: char) -> bool {
    matches!(u32::from(character), 0..=0x1f | 0x300..=0x36f | 0x200b..=0x200f | 0x202a..=0x202e | 0xfe00..=0xfe0f)
}

fn is_wide(character: char) -> bool {
    matches!(u32::from(character), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xff60 | 0x1f000..=0x3ffff)
}
