//! What the server can be asked, as OpenAPI 3.1: assembled from the contract's types, so that it cannot say anything
//! else than they do.

mod components;
mod for_page;
mod for_skills;
mod markup;
mod meets;
mod operations;
mod page;
mod page_types;

use serde_json::{Map, Value, json};

use self::components::Components;
use self::operations::{OPERATIONS, Operation, Query};
pub(crate) use self::page::POLICY as PAGE_POLICY;
use crate::answer::Refusal;

/// The whole document.
#[must_use]
pub fn document() -> Value {
    let mut components = Components::new();
    let refusal = components.of::<Refusal>();
    let mut paths = Map::new();
    for operation in operations() {
        let described = describe(operation, &mut components, &refusal);
        let path = paths
            .entry(operation.path)
            .or_insert_with(|| Value::Object(Map::new()));
        if let Some(methods) = path.as_object_mut() {
            methods.insert(operation.method.to_owned(), described);
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Clawperator",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Runs explicit executions on Android phones and answers truthfully for every step. \
                A failed envelope is a 200: look inside. Every error has a code from one table.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "http://127.0.0.1:4411" }],
        "paths": paths,
        "components": {
            "schemas": components.into_schemas(),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
    })
}

/// Every operation.
fn operations() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS
        .iter()
        .chain(for_skills::OPERATIONS)
        .chain(for_page::OPERATIONS)
}

/// The same as a page for people.
pub(crate) fn page() -> String {
    page::page(&document())
}

fn describe(operation: &Operation, components: &mut Components, refusal: &Value) -> Value {
    let mut described = Map::new();
    described.insert("operationId".to_owned(), json!(operation.id));
    described.insert("summary".to_owned(), json!(operation.summary));
    let mut parameters: Vec<Value> = path_parameters(operation.path);
    match operation.query {
        Query::Nothing => {}
        Query::Runs => parameters.extend(components.query::<crate::routes::RunsQuery>()),
        Query::Doctor => parameters.extend(components.query::<crate::routes::DoctorQuery>()),
        Query::Screen => parameters.extend(components.query::<crate::page::ScreenQuery>()),
        Query::Skills => parameters.extend(components.query::<crate::routes::SkillsQuery>()),
        Query::Events => parameters.extend(components.query::<crate::routes::EventsQuery>()),
    }
    if operation.takes_key {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "description": "The same key with the same body is one run, also after a restart; with another body it is refused.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]+$" },
        }));
    }
    if !parameters.is_empty() {
        described.insert("parameters".to_owned(), Value::Array(parameters));
    }
    if let Some(body) = operation.body {
        let schema = body(components);
        described.insert(
            "requestBody".to_owned(),
            json!({ "required": true, "content": { "application/json": { "schema": schema } } }),
        );
    }
    let mut responses = Map::new();
    for answer in operation.answers {
        let content = (answer.schema)(components);
        responses.insert(
            answer.status.to_string(),
            json!({ "description": answer.meaning, "content": { answer.kind: { "schema": content } } }),
        );
    }
    for (status, codes) in operation.refusals() {
        let description = codes.join(", ");
        responses.insert(
            status.to_string(),
            json!({ "description": description, "content": { "application/json": { "schema": refusal } } }),
        );
    }
    described.insert("responses".to_owned(), Value::Object(responses));
    match operation.scope {
        Some(scope) => {
            let note = format!("Needs a token with the scope `{}`.", scope.name());
            described.insert("description".to_owned(), json!(note));
            described.insert("security".to_owned(), json!([{ "token": [scope.name()] }]));
        }
        None => {
            described.insert("security".to_owned(), json!([]));
        }
    }
    Value::Object(described)
}

/// The names in braces.
fn path_parameters(path: &str) -> Vec<Value> {
    let names = path
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split('}').next());
    names
        .map(|name| {
            let schema = match name {
                "serial" => json!({ "type": "string", "maxLength": 256, "pattern": "^[!-~]+$" }),
                _ => json!({ "type": "string" }),
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_somewhere() {
        fn check(value: &Value, document: &Value) {
            match value {
                Value::Object(object) => {
                    if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
                        let pointer = reference.strip_prefix('#').unwrap();
                        assert!(document.pointer(pointer).is_some(), "{reference}");
                    }
                    object.values().for_each(|value| check(value, document));
                }
                Value::Array(values) => values.iter().for_each(|value| check(value, document)),
                _ => {}
            }
        }
        let document = document();
        check(&document, &document);
    }
}
