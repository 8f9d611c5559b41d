//! The schemas that operations refer to.

use clawperator_contract::schema::SchemaName;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Where OpenAPI keeps schemas.
const PLACE: &str = "#/components/schemas/";
/// Where JSON Schema keeps them.
const DEFINITIONS: &str = "#/$defs/";

/// Collects schemas.
#[derive(Debug)]
pub(super) struct Components {
    answers: SchemaGenerator,
    bodies: SchemaGenerator,
    documents: Map<String, Value>,
}

impl Components {
    pub(super) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        Self {
            answers: settings.clone().for_serialize().into_generator(),
            bodies: settings.for_deserialize().into_generator(),
            documents: Map::new(),
        }
    }

    /// The schema of an answer.
    pub(super) fn of<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }

    /// The schema of a body.
    pub(super) fn body<T: JsonSchema>(&mut self) -> Value {
        self.bodies.subschema_for::<T>().to_value()
    }

    /// The fields of a query as parameters.
    pub(super) fn query<T: JsonSchema>(&mut self) -> Vec<Value> {
        let schema = T::json_schema(&mut self.bodies).to_value();
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.into_iter().flatten();
        properties
            .map(|(name, schema)| {
                let mut schema = schema.clone();
                let description = schema
                    .as_object_mut()
                    .and_then(|schema| schema.remove("description"));
                drop_null(&mut schema);
                json!({ "name": name, "in": "query", "required": false, "description": description, "schema": schema })
            })
            .collect()
    }

    /// A schema of the contract, with everything it refers to under names of its own.
    pub(super) fn document(&mut self, document: SchemaName, prefix: &str) -> Value {
        let name = format!("{prefix}Root");
        if !self.documents.contains_key(&name) {
            // A generated schema is JSON.
            let mut schema: Value = serde_json::from_str(&document.generate()).unwrap_or_default();
            let place = format!("{PLACE}{prefix}");
            refer(&mut schema, &place);
            if let Some(object) = schema.as_object_mut() {
                object.remove("$schema");
                object.remove("$id");
                if let Some(Value::Object(definitions)) = object.remove("$defs") {
                    for (name, definition) in definitions {
                        self.documents.insert(format!("{prefix}{name}"), definition);
                    }
                }
            }
            self.documents.insert(name.clone(), schema);
        }
        json!({ "$ref": format!("{PLACE}{name}") })
    }

    /// All of them, by name.
    pub(super) fn into_schemas(mut self) -> Map<String, Value> {
        let mut schemas = self.bodies.take_definitions(true);
        schemas.extend(self.answers.take_definitions(true));
        schemas.extend(self.documents);
        let mut schemas: Vec<(String, Value)> = schemas.into_iter().collect();
        schemas.sort_by(|one, other| one.0.cmp(&other.0));
        schemas.into_iter().collect()
    }
}

/// Points references to where OpenAPI keeps schemas.
fn refer(value: &mut Value, place: &str) {
    match value {
        Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                match value {
                    Value::String(text) if key == "$ref" => {
                        if let Some(name) = text.strip_prefix(DEFINITIONS) {
                            *text = format!("{place}{name}");
                        }
                    }
                    other => refer(other, place),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| refer(value, place)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A parameter of a query is left out, never null.
fn drop_null(schema: &mut Value) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            if let Some(schema) = schema.as_object_mut() {
                schema.insert("type".to_owned(), only);
            }
        }
    }
}
