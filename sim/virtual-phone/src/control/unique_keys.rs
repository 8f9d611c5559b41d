//! JSON in which every key of an object is given once.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A value that was refused if an object in it has a key twice. A map keeps the last of two equal keys, so that a line
/// reads as one thing to a person and does another.
pub(super) struct UniqueKeys(pub(super) Value);

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Read)
    }
}

struct Read;

impl<'de> Visitor<'de> for Read {
    type Value = UniqueKeys;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(Number::from_f64(value).into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<UniqueKeys, A::Error> {
        let mut values = Vec::new();
        while let Some(UniqueKeys(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(UniqueKeys(values.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueKeys, A::Error> {
        let mut object = Map::new();
        while let Some((key, UniqueKeys(value))) = map.next_entry::<String, UniqueKeys>()? {
            let shown: String = key.chars().take(100).collect();
            if object.insert(key, value).is_some() {
                return Err(A::Error::custom(format!(
                    "the key `{shown}` is given twice"
                )));
            }
        }
        Ok(UniqueKeys(object.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_key_twice_is_read_as_it_is() {
        let json = r#"{"a":[null,true,-1,18446744073709551615,1.5,"x",{"a":{}}],"b":"\u00e9"}"#;
        let UniqueKeys(value) = serde_json::from_str(json).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(json).unwrap());
    }

    #[test]
    fn of_two_equal_keys_none_wins() {
        for json in [
            r#"{"a":1,"b":2,"a":1}"#,
            r#"{"do":"phones","d\u006f":"reset"}"#,
            r#"{"b":[{"a":1,"a":2}]}"#,
        ] {
            let error = serde_json::from_str::<UniqueKeys>(json).map(|UniqueKeys(value)| value);
            let error = error.unwrap_err().to_string();
            assert!(error.contains("is given twice"), "{json}: {error}");
        }
    }
}
