//! Every JSON Schema of the repository: the contract's, those of the virtual phone and those of skills.

use clawperator_contract::schema::SchemaName;
use clawperator_skills::{registry_schema, skill_schema};
use clawperator_virtual_phone::control::control_schema;
use clawperator_virtual_phone::scene_schema;
use schemars::Schema;

/// Each schema by its path in the repository.
pub(crate) fn all() -> Result<Vec<(String, String)>, String> {
    let contract = SchemaName::ALL
        .into_iter()
        .map(|schema| Ok((path(schema.name()), schema.generate())));
    let others = [
        ("scene", scene_schema()),
        ("virtual-phone-control", control_schema()),
        ("skills-registry", registry_schema()),
        ("skill", skill_schema()),
    ];
    let others = others
        .into_iter()
        .map(|(name, schema)| Ok((path(name), text(&schema)?)));
    contract.chain(others).collect()
}

fn path(name: &str) -> String {
    format!("schemas/{name}.json")
}

fn text(schema: &Schema) -> Result<String, String> {
    let mut text = serde_json::to_string_pretty(schema).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}
