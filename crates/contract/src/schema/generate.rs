//! From a type to its schema.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::tidy;
use crate::actions::ActionType;
use crate::execution::Execution;

/// The schema of one action's params, and the definitions it refers to.
#[expect(
    clippy::expect_used,
    reason = "a page without params would be as wrong as no page"
)]
pub(crate) fn params_of(action_type: ActionType) -> (Value, Value) {
    let mut execution = of::<Execution>();
    let definitions = execution.remove("$defs");
    let definitions = definitions.expect("an execution refers to definitions");
    let params = execution_params_name(&definitions, action_type);
    let params = params.and_then(|name| definitions.get(name)).cloned();
    (
        params.expect("every action refers to its params"),
        definitions,
    )
}

/// The definition that an action's variant refers to for its params.
fn execution_params_name(definitions: &Value, action_type: ActionType) -> Option<&str> {
    definitions
        .pointer("/Action/oneOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .find(|variant| {
            variant
                .pointer("/properties/type/const")
                .is_some_and(|name| name == action_type.name())
        })
        .and_then(|variant| variant.pointer("/properties/params/$ref"))
        .and_then(Value::as_str)
        .and_then(|reference| reference.rsplit('/').next())
}

/// A type whose absent fields are left out, never null.
pub(super) fn of<T: JsonSchema>() -> Schema {
    let mut schema = of_answer::<T>();
    tidy::drop_null_from_optional(&mut schema);
    schema
}

/// A type that readers may meet with nulls, as the seeds show the envelope.
pub(super) fn of_answer<T: JsonSchema>() -> Schema {
    let mut schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>();
    tidy::collapse_enums(&mut schema);
    tidy::add_ref_rules(&mut schema);
    schema
}
