//! Fields read by their rows. Nothing stops at the first problem: what can be repaired is, and the rest is listed.

use serde_json::Value;

use super::found::{Fields, Found, number};
use super::limits::{MAX_KEYS, MAX_REPAIRS};
use super::repair::{Repair, RepairKind, described, was};
use super::row::{FieldKind, FieldRow, Form, Need, ObjectRow};
use super::schema::default;
use crate::excerpt::excerpt;
use crate::failure::{Issue, Rule};
use crate::json::{Entry, Kind, Node};
use crate::values::AnyNumber;

/// Reads fields and writes down what it had to change and what it could not.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// The action that is read, for messages.
    pub(super) action: Option<&'static str>,
    pub(super) repairs: Vec<Repair>,
    pub(super) issues: Vec<Issue>,
}

/// What a value is to its row.
enum Read {
    /// It fits.
    Fits(Found),
    /// It fits once it is made smaller.
    Smaller(Found, RepairKind, Value),
    /// It does not.
    Wrong(Rule, String),
}

impl Reader {
    /// Reads an object's fields. `taken` are keys that somebody else reads.
    pub(super) fn fields(
        &mut self,
        path: &str,
        entries: &[Entry<'_>],
        rows: &[FieldRow],
        taken: &[&str],
    ) -> Fields {
        let mut fields = Fields::default();
        if !self.is_sound(path, entries) {
            return fields;
        }
        for row in rows {
            let node = entries.iter().find(|(key, _)| key == row.name);
            let place = inside(path, row.name);
            if let Some(found) = self.field(&place, row, node.map(|(_, node)| node)) {
                fields.put(row.name, found);
            }
        }
        for (key, node) in entries {
            let is_known = rows.iter().any(|row| row.name == key) || taken.contains(&key.as_ref());
            if !is_known {
                let place = inside(path, &excerpt(key));
                self.repair(place, Some(described(node)), None, RepairKind::Unknown);
            }
        }
        fields
    }

    /// Whether an object can be read: it has few keys, and none of them twice.
    pub(super) fn is_sound(&mut self, path: &str, entries: &[Entry<'_>]) -> bool {
        if entries.len() > MAX_KEYS {
            let message = format!("Object must have at most {MAX_KEYS} keys");
            self.issue(path, Rule::TooMany, message);
            return false;
        }
        let mut sound = true;
        for (index, (key, _)) in entries.iter().enumerate() {
            if entries
                .iter()
                .take(index)
                .any(|(earlier, _)| earlier == key)
            {
                let key = excerpt(key);
                let message = format!("Duplicate key '{key}'");
                self.issue(&inside(path, &key), Rule::DuplicateKey, message);
                sound = false;
            }
        }
        sound
    }

    /// Reads one field.
    pub(super) fn field(
        &mut self,
        place: &str,
        row: &FieldRow,
        node: Option<&Node<'_>>,
    ) -> Option<Found> {
        let Some(node) = node else {
            return self.absent(place, row, None);
        };
        // Calls with a strict schema write null for what they do not say.
        if matches!(node.kind, Kind::Null) {
            return self.absent(place, row, Some(Value::Null));
        }
        match self.value(place, row.kind, node)? {
            Read::Fits(found) => Some(found),
            Read::Smaller(found, kind, now) => {
                let decides = kind == RepairKind::Clamped && row.is_required();
                let kind = if decides { RepairKind::Required } else { kind };
                self.repair(place.to_owned(), Some(was(node, row.kind)), Some(now), kind);
                Some(found)
            }
            Read::Wrong(rule, message) => {
                let kind = match row.need {
                    Need::Required => {
                        self.issue(place, rule, format!("{place}: {message}"));
                        return None;
                    }
                    Need::Fallback(_) => RepairKind::Required,
                    Need::Default(_) | Need::Optional if row.decisive => RepairKind::Decisive,
                    Need::Default(_) | Need::Optional => RepairKind::Optional,
                };
                self.fall_back(place, row, Some(was(node, row.kind)), kind)
            }
        }
    }

    /// A field without a value. The default of an optional field is what its absence means, so that it is not a repair.
    fn absent(&mut self, place: &str, row: &FieldRow, was: Option<Value>) -> Option<Found> {
        match row.need {
            Need::Required => {
                let message = match self.action {
                    Some(action) => format!("{action} requires {place}"),
                    None => format!("{place} is required"),
                };
                self.issue(place, Rule::Missing, message);
                None
            }
            Need::Fallback(_) => self.fall_back(place, row, was, RepairKind::Required),
            Need::Default(value) => Some(Found::fallback(row.kind, value)),
            Need::Optional => None,
        }
    }

    fn fall_back(
        &mut self,
        place: &str,
        row: &FieldRow,
        was: Option<Value>,
        kind: RepairKind,
    ) -> Option<Found> {
        let fallback = row.fallback();
        self.repair(place.to_owned(), was, fallback.map(default), kind);
        fallback.map(|value| Found::fallback(row.kind, value))
    }

    /// What a value is to its row; nothing where that was reported inside of it.
    fn value(&mut self, place: &str, kind: FieldKind, node: &Node<'_>) -> Option<Read> {
        let read = match (kind, &node.kind) {
            (FieldKind::Text(most, form), Kind::String(written)) => text(written, most, form),
            (FieldKind::Number(least, most), Kind::Number(written)) => {
                let value = AnyNumber::from_json(written).get();
                if value < least {
                    out_of_range(least)
                } else if value > most {
                    Read::Smaller(Found::Number(most), RepairKind::Clamped, number(most))
                } else {
                    // Zero has no sign on a screen.
                    Read::Fits(Found::Number(value + 0.0))
                }
            }
            (FieldKind::Integer(least, most), Kind::Number(written)) => {
                integer(written, least, most)
            }
            (FieldKind::Flag, Kind::Boolean(flag)) => Read::Fits(Found::Flag(*flag)),
            (FieldKind::Word(words), Kind::String(written)) => {
                match words.iter().find(|word| *word == written) {
                    Some(word) => Read::Fits(Found::Word(word)),
                    None => Read::Wrong(
                        Rule::NotAllowed,
                        format!("must be one of: {}", words.join(", ")),
                    ),
                }
            }
            (FieldKind::Object(row), Kind::Object(entries)) => {
                Read::Fits(Found::Object(self.fields(place, entries, row.fields, &[])))
            }
            (FieldKind::List(most, row), Kind::Array(items)) => {
                return self.list(place, most, row, items);
            }
            _ => Read::Wrong(
                Rule::WrongType,
                format!("Expected {}, received {}", expected(kind), node.type_name()),
            ),
        };
        Some(read)
    }

    fn list(
        &mut self,
        place: &str,
        most: usize,
        row: &ObjectRow,
        items: &[Node<'_>],
    ) -> Option<Read> {
        if items.len() > most {
            let message = format!("Array must contain at most {most} element(s)");
            self.issue(place, Rule::TooMany, message);
            return None;
        }
        let mut read = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let place = format!("{place}.{index}");
            if let Kind::Object(entries) = &item.kind {
                read.push(self.fields(&place, entries, row.fields, &[]));
            } else {
                let message = format!("Expected object, received {}", item.type_name());
                self.issue(&place, Rule::WrongType, message);
            }
        }
        Some(Read::Fits(Found::List(read)))
    }

    pub(super) fn repair(
        &mut self,
        field: String,
        was: Option<Value>,
        now: Option<Value>,
        kind: RepairKind,
    ) {
        if self.repairs.len() >= MAX_REPAIRS {
            if self.issues.is_empty() {
                let message = format!("more than {MAX_REPAIRS} fields would have to be repaired");
                self.issue("", Rule::TooMany, message);
            }
            return;
        }
        self.repairs.push(Repair {
            field,
            was,
            now,
            kind,
        });
    }

    pub(super) fn issue(&mut self, path: &str, rule: Rule, message: String) {
        self.issues.push(Issue {
            path: path.to_owned(),
            action_type: self.action.map(str::to_owned),
            ..Issue::of_document(rule, message)
        });
    }
}

fn text(written: &str, most: usize, form: Form) -> Read {
    let length = written.chars().count();
    if length <= most {
        return if form.fits(written) {
            Read::Fits(Found::Text(written.to_owned()))
        } else if written.trim().is_empty() {
            Read::Wrong(Rule::Blank, "must not be empty".to_owned())
        } else {
            Read::Wrong(
                Rule::Malformed,
                "has characters that it cannot have".to_owned(),
            )
        };
    }
    if form == Form::Prose {
        let now = Value::String(format!("(string, {most} characters)"));
        let start = written.chars().take(most).collect();
        return Read::Smaller(Found::Text(start), RepairKind::Cut, now);
    }
    let message = format!("String must contain at most {most} character(s)");
    Read::Wrong(Rule::TooLong, message)
}

/// Numbers that are written as fractions and have none are integers: `300.0`.
fn integer(written: &serde_json::Number, least: u64, most: u64) -> Read {
    let written = AnyNumber::from_json(written);
    let value = written.get();
    if value.fract() != 0.0 {
        return Read::Wrong(
            Rule::NotInteger,
            "Expected integer, received float".to_owned(),
        );
    }
    #[expect(clippy::cast_precision_loss, reason = "bounds are far below 2^53")]
    let (lowest, highest) = (least as f64, most as f64);
    if value < lowest {
        return out_of_range(lowest);
    }
    if value > highest {
        return Read::Smaller(Found::Integer(most), RepairKind::Clamped, most.into());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number between two bounds that fit"
    )]
    let value = value as u64;
    Read::Fits(Found::Integer(value))
}

/// Below the least there is no telling what was meant.
fn out_of_range(least: f64) -> Read {
    let message = format!("Number must be greater than or equal to {least}");
    Read::Wrong(Rule::OutOfRange, message)
}

fn expected(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text(..) | FieldKind::Word(_) => "string",
        FieldKind::Number(..) => "number",
        FieldKind::Integer(..) => "integer",
        FieldKind::Flag => "boolean",
        FieldKind::Object(_) => "object",
        FieldKind::List(..) => "array",
    }
}

fn inside(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}
