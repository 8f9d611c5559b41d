//! JSON as it was written: order kept, duplicate keys kept, every value numbered by its place in the document.
//!
//! `serde_json::Value` keeps only the last of two equal keys, which lets a payload show one thing to a policy
//! and another to the phone. This tree keeps both, so that validation can refuse them by name.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// One JSON value with its place in the document. Strings without escapes are borrowed from the input.
#[derive(Debug)]
pub(crate) struct Node<'i> {
    /// Values are counted in the order in which they begin.
    pub(crate) ordinal: u32,
    pub(crate) kind: Kind<'i>,
}

#[derive(Debug)]
pub(crate) enum Kind<'i> {
    Null,
    Boolean(bool),
    Number(serde_json::Number),
    String(Cow<'i, str>),
    Array(Vec<Node<'i>>),
    Object(Vec<Entry<'i>>),
}

/// One key of an object with its value.
pub(crate) type Entry<'i> = (Cow<'i, str>, Node<'i>);

impl<'i> Node<'i> {
    /// Parses a document of at most 127 nested levels, which is what `serde_json` allows; nothing may follow it.
    pub(crate) fn parse(bytes: &'i [u8]) -> Result<Self, serde_json::Error> {
        let counter = Cell::new(0);
        let mut deserializer = serde_json::Deserializer::from_slice(bytes);
        let node = NodeSeed { counter: &counter }.deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(node)
    }

    /// The JSON type's name, as messages use it.
    pub(crate) fn type_name(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Boolean(_) => "boolean",
            Kind::Number(_) => "number",
            Kind::String(_) => "string",
            Kind::Array(_) => "array",
            Kind::Object(_) => "object",
        }
    }

    /// Equal in value, wherever the two stand; `5000` and `5000.0` are equal.
    pub(crate) fn same_value(&self, other: &Node<'_>) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Null, Kind::Null) => true,
            (Kind::Boolean(a), Kind::Boolean(b)) => a == b,
            (Kind::Number(a), Kind::Number(b)) => a == b || a.as_f64() == b.as_f64(),
            (Kind::String(a), Kind::String(b)) => a == b,
            (Kind::Array(a), Kind::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_value(b))
            }
            (Kind::Object(a), Kind::Object(b)) => {
                a.len() == b.len()
                    && by_key(a)
                        .into_iter()
                        .zip(by_key(b))
                        .all(|(a, b)| a.0 == b.0 && a.1.same_value(&b.1))
            }
            _ => false,
        }
    }
}

/// An object's entries in order of key, which is no part of its value.
fn by_key<'e, 'i>(entries: &'e [Entry<'i>]) -> Vec<&'e Entry<'i>> {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by_key(|(key, _)| key);
    sorted
}

#[derive(Clone, Copy)]
struct NodeSeed<'c> {
    counter: &'c Cell<u32>,
}

impl NodeSeed<'_> {
    fn node(self, kind: Kind<'_>) -> Node<'_> {
        Node {
            ordinal: self.next_ordinal(),
            kind,
        }
    }

    fn next_ordinal(self) -> u32 {
        let ordinal = self.counter.get();
        self.counter.set(ordinal.saturating_add(1));
        ordinal
    }
}

impl<'de> DeserializeSeed<'de> for NodeSeed<'_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NodeSeed<'_> {
    type Value = Node<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(self.node(Kind::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(self.node(Kind::Boolean(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(self.node(Kind::Number(value.into())))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(self.node(Kind::Number(value.into())))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Node<'de>, E> {
        let number = serde_json::Number::from_f64(value);
        let number = number.ok_or_else(|| E::custom("JSON has no infinities"))?;
        Ok(self.node(Kind::Number(number)))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Node<'de>, E> {
        Ok(self.node(Kind::String(Cow::Borrowed(value))))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node<'de>, E> {
        Ok(self.node(Kind::String(Cow::Owned(value.to_owned()))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node<'de>, A::Error> {
        let ordinal = self.next_ordinal();
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Node {
            ordinal,
            kind: Kind::Array(items),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node<'de>, A::Error> {
        let ordinal = self.next_ordinal();
        let mut entries = Vec::new();
        while let Some(key) = access.next_key_seed(KeySeed)? {
            entries.push((key, access.next_value_seed(self)?));
        }
        Ok(Node {
            ordinal,
            kind: Kind::Object(entries),
        })
    }
}

/// Reads a key, borrowed from the input where it has no escapes.
struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_duplicates_order_and_places() {
        let node = Node::parse(br#"{"b":1,"a":[true,null],"b":2.5}"#).unwrap();
        let Kind::Object(entries) = &node.kind else {
            panic!("an object")
        };
        let keys: Vec<_> = entries
            .iter()
            .map(|(key, node)| (key.as_ref(), node.ordinal))
            .collect();
        assert_eq!(keys, [("b", 1), ("a", 2), ("b", 5)]);
    }

    #[test]
    fn refuses_what_follows_and_what_is_too_deep() {
        assert!(Node::parse(b"{} {}").is_err());
        assert!(Node::parse("[".repeat(200).as_bytes()).is_err());
        assert!(Node::parse(b"\"\xff\"").is_err());
    }

    #[test]
    fn equality_is_by_value() {
        let same = |a: &str, b: &str| {
            Node::parse(a.as_bytes())
                .unwrap()
                .same_value(&Node::parse(b.as_bytes()).unwrap())
        };
        assert!(same(r#"{"a":[5000]}"#, r#"{"a":[5000.0]}"#));
        assert!(!same("1", "\"1\""));
        assert!(!same(r#"{"a":1}"#, r#"{"b":1}"#));
    }
}
