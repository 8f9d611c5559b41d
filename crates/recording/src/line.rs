//! The lines of a file as they are written, before anybody believes them.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::limits::{MAX_ABOVE, MAX_INSIDE};

/// Any line: which fields it has depends on its type, and what a later version adds is skipped.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Line {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) version: Option<u64>,
    pub(crate) name: Option<String>,
    pub(crate) launch: Option<String>,
    pub(crate) at: Option<u64>,
    pub(crate) texts: bool,
    pub(crate) phone: PhoneLine,
    pub(crate) activity: Option<String>,
    pub(crate) ms: u64,
    pub(crate) by: Option<String>,
    pub(crate) package: Option<String>,
    pub(crate) window: Option<String>,
    pub(crate) class: Option<String>,
    pub(crate) text: Option<String>,
    pub(crate) length: u64,
    pub(crate) password: bool,
    pub(crate) typed: Option<String>,
    pub(crate) scroll: Option<[i64; 4]>,
    pub(crate) seen: Option<String>,
    pub(crate) node: Option<NodeLine>,
    #[serde(deserialize_with = "at_most::<_, MAX_INSIDE>")]
    pub(crate) inside: Vec<NodeLine>,
    #[serde(deserialize_with = "at_most::<_, MAX_ABOVE>")]
    pub(crate) above: Vec<NodeLine>,
    pub(crate) count: u64,
    pub(crate) why: Option<String>,
    pub(crate) dropped: u64,
    pub(crate) withheld: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PhoneLine {
    pub(crate) model: Option<String>,
    pub(crate) release: Option<String>,
    pub(crate) api: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct NodeLine {
    pub(crate) class: Option<String>,
    pub(crate) id: Option<String>,
    pub(crate) same_id: i64,
    pub(crate) text: Option<String>,
    pub(crate) same_text: i64,
    pub(crate) description: Option<String>,
    pub(crate) same_description: i64,
    pub(crate) editable: bool,
    pub(crate) password: bool,
    pub(crate) checked: Option<bool>,
    pub(crate) bounds: Option<[i32; 4]>,
}

/// So many nodes and no more, so that a small file does not become much.
fn at_most<'de, D: Deserializer<'de>, const MOST: usize>(
    deserializer: D,
) -> Result<Vec<NodeLine>, D::Error> {
    deserializer.deserialize_seq(AtMost::<MOST>)
}

struct AtMost<const MOST: usize>;

impl<'de, const MOST: usize> Visitor<'de> for AtMost<MOST> {
    type Value = Vec<NodeLine>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "at most {MOST} nodes")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<Self::Value, A::Error> {
        let mut read = Vec::new();
        while let Some(node) = nodes.next_element()? {
            if read.len() == MOST {
                return Err(A::Error::invalid_length(MOST + 1, &self));
            }
            read.push(node);
        }
        Ok(read)
    }
}

/// Whether an app can have this id: words of letters, digits and `_`, each beginning with a letter.
pub(crate) fn is_package(id: &str) -> bool {
    id.split('.').all(|word| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
