//! Sizes, edges and colours as a scene writes them.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest length in dp: more than twenty screens.
const MAX_DP: u64 = 10_000;

/// How large a view is along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// As large as its parent allows.
    Match,
    /// As large as its content.
    Wrap,
    /// So many dp.
    Dp(i32),
}

/// Distances in dp at the four edges: left, top, right, bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Edges {
    /// At the left.
    pub left: i32,
    /// At the top.
    pub top: i32,
    /// At the right.
    pub right: i32,
    /// At the bottom.
    pub bottom: i32,
}

/// A colour: `#rgb`, `#rrggbb` or `#aarrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Alpha: 255 covers all.
    pub alpha: u8,
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    /// A colour that covers all.
    #[must_use]
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self {
            alpha: 255,
            red,
            green,
            blue,
        }
    }

    /// The same colour, with another alpha.
    #[must_use]
    pub const fn with_alpha(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// Reads `#rgb`, `#rrggbb` or `#aarrggbb`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let value = u32::from_str_radix(digits, 16).ok()?;
        let [alpha, red, green, blue] = value.to_be_bytes();
        match digits.len() {
            3 => {
                // Each digit stands for two: `#7af` is `#77aaff`.
                Some(Self::rgb(green * 17, (blue >> 4) * 17, (blue & 0xf) * 17))
            }
            6 => Some(Self::rgb(red, green, blue)),
            8 => Some(Self {
                alpha,
                red,
                green,
                blue,
            }),
            _ => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "#{:02x}{:02x}{:02x}{:02x}",
            self.alpha, self.red, self.green, self.blue
        )
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            de::Error::custom(format!(
                "`{text}` is no colour: write `#rgb`, `#rrggbb` or `#aarrggbb`"
            ))
        })
    }
}

impl JsonSchema for Color {
    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A colour: `#rgb`, `#rrggbb` or `#aarrggbb`.",
            "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$",
        })
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Match => serializer.serialize_str("match"),
            Self::Wrap => serializer.serialize_str("wrap"),
            Self::Dp(dp) => serializer.serialize_i32(*dp),
        }
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SizeVisitor)
    }
}

impl JsonSchema for Size {
    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "`match` (as large as the parent allows), `wrap` (as large as the content) or a number of dp.",
            "oneOf": [
                { "enum": ["match", "wrap"] },
                { "type": "integer", "minimum": 0, "maximum": MAX_DP },
            ],
        })
    }
}

struct SizeVisitor;

impl Visitor<'_> for SizeVisitor {
    type Value = Size;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`match`, `wrap` or a number of dp from 0 to {MAX_DP}")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Size, E> {
        match text {
            "match" => Ok(Size::Match),
            "wrap" => Ok(Size::Wrap),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_u64<E: de::Error>(self, dp: u64) -> Result<Size, E> {
        length(dp)
            .map(Size::Dp)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(dp), &self))
    }
}

impl Serialize for Edges {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.left, self.top, self.right, self.bottom].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Edges {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EdgesVisitor)
    }
}

impl JsonSchema for Edges {
    fn schema_name() -> Cow<'static, str> {
        "Edges".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let length = json_schema!({ "type": "integer", "minimum": 0, "maximum": MAX_DP });
        json_schema!({
            "description": "Dp at every edge, or `[horizontal, vertical]`, or `[left, top, right, bottom]`.",
            "oneOf": [
                length,
                { "type": "array", "items": length, "minItems": 2, "maxItems": 2 },
                { "type": "array", "items": length, "minItems": 4, "maxItems": 4 },
            ],
        })
    }
}

struct EdgesVisitor;

impl<'de> Visitor<'de> for EdgesVisitor {
    type Value = Edges;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of dp, `[horizontal, vertical]` or `[left, top, right, bottom]`")
    }

    fn visit_u64<E: de::Error>(self, dp: u64) -> Result<Edges, E> {
        let all =
            length(dp).ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(dp), &self))?;
        Ok(Edges {
            left: all,
            top: all,
            right: all,
            bottom: all,
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Edges, A::Error> {
        let mut found = Vec::with_capacity(4);
        while let Some(dp) = sequence.next_element::<u64>()? {
            let dp = length(dp)
                .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Unsigned(dp), &self))?;
            found.push(dp);
            if found.len() > 4 {
                break;
            }
        }
        match *found.as_slice() {
            [horizontal, vertical] => Ok(Edges {
                left: horizontal,
                top: vertical,
                right: horizontal,
                bottom: vertical,
            }),
            [left, top, right, bottom] => Ok(Edges {
                left,
                top,
                right,
                bottom,
            }),
            _ => Err(de::Error::invalid_length(found.len(), &self)),
        }
    }
}

fn length(dp: u64) -> Option<i32> {
    (dp <= MAX_DP).then(|| i32::try_from(dp).ok()).flatten()
}
