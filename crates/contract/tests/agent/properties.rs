//! What holds for any words of a model, shown on random ones.

use clawperator_contract::agent::{AgentAction, FieldKind, FieldRow, ObjectRow, normalize};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::fuzz_corpus::property;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        property::check(&bytes);
    }

    #[test]
    fn no_action_breaks_it(action in action(any_value)) {
        property::check(action.to_string().as_bytes());
    }

    #[test]
    fn no_tool_call_breaks_it(action in action(any_value), as_text in any::<bool>()) {
        property::check(call(action, as_text).to_string().as_bytes());
    }

    #[test]
    fn what_fits_its_rows_is_not_changed(action in action(fitting)) {
        let normalized = normalize(action.to_string().as_bytes())
            .map_err(|failure| TestCaseError::fail(format!("{failure:?} for {action}")))?;
        prop_assert_eq!(&normalized.normalized, &Vec::new());
        let found = serde_json::to_value(&normalized.action).unwrap();
        for (key, value) in action.as_object().unwrap() {
            prop_assert_eq!(found.get(key), Some(value));
        }
    }

    #[test]
    fn a_tool_call_becomes_what_its_action_becomes(action in action(fitting), as_text in any::<bool>()) {
        let direct = normalize(action.to_string().as_bytes()).unwrap();
        let called = normalize(call(action, as_text).to_string().as_bytes()).unwrap();
        prop_assert_eq!(direct.action, called.action);
        prop_assert_eq!(direct.normalized, called.normalized);
    }

    #[test]
    fn a_name_that_is_no_action_is_a_wait(name in "[a-zA-Z_ ]{0,12}", x in 0..1000_u32) {
        prop_assume!(AgentAction::row_of(&name).is_none());
        let input = json!({ "type": name, "x": x, "y": x, "command": "reboot" }).to_string();
        let normalized = normalize(input.as_bytes()).unwrap();
        prop_assert_eq!(normalized.action.name(), "wait");
        prop_assert!(!normalized.may_run());
    }
}

/// The tool call that asks for an action.
fn call(mut action: Value, as_text: bool) -> Value {
    let fields = action.as_object_mut().unwrap();
    let name = fields.remove("type").unwrap();
    let row = AgentAction::row_of(name.as_str().unwrap()).unwrap();
    let arguments = if as_text {
        json!(action.to_string())
    } else {
        action
    };
    json!({ "name": row.tool, "arguments": arguments })
}

/// An action of the table; each of its fields has a value of `value`, or may have none where it is optional.
fn action(value: fn(FieldKind) -> BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    (0..AgentAction::TABLE.len())
        .prop_flat_map(move |index| {
            let row = &AgentAction::TABLE[index];
            object(row.fields, value).prop_map(move |mut fields| {
                fields.insert("type".to_owned(), json!(row.name));
                Value::Object(fields)
            })
        })
        .boxed()
}

fn object(
    rows: &'static [FieldRow],
    value: fn(FieldKind) -> BoxedStrategy<Value>,
) -> BoxedStrategy<Map<String, Value>> {
    let fields: Vec<BoxedStrategy<Option<(String, Value)>>> = rows
        .iter()
        .map(|row| {
            let name = row.name.to_owned();
            let given = value(row.kind).prop_map(move |value| Some((name.clone(), value)));
            if row.is_required() {
                given.boxed()
            } else {
                prop_oneof![Just(None), given].boxed()
            }
        })
        .collect();
    fields
        .prop_map(|fields| fields.into_iter().flatten().collect())
        .boxed()
}

fn fitting(kind: FieldKind) -> BoxedStrategy<Value> {
    match kind {
        // Letters fit every form of a text.
        FieldKind::Text(..) => "[a-z]{1,12}".prop_map(Value::from).boxed(),
        FieldKind::Number(_, most) => (0.0..=most.min(5_000.0)).prop_map(Value::from).boxed(),
        FieldKind::Integer(least, most) => (least..=most).prop_map(Value::from).boxed(),
        FieldKind::Flag => any::<bool>().prop_map(Value::from).boxed(),
        FieldKind::Word(words) => select(words).prop_map(Value::from).boxed(),
        FieldKind::Object(row) => nested(row, fitting),
        FieldKind::List(_, row) => prop::collection::vec(nested(row, fitting), 0..3)
            .prop_map(Value::from)
            .boxed(),
    }
}

fn nested(
    row: &'static ObjectRow,
    value: fn(FieldKind) -> BoxedStrategy<Value>,
) -> BoxedStrategy<Value> {
    object(row.fields, value).prop_map(Value::Object).boxed()
}

/// Often what fits, and often anything.
fn any_value(kind: FieldKind) -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,20}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({ "a": [1] })),
    ];
    prop_oneof![fitting(kind), leaf].boxed()
}
