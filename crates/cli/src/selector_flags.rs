//! Selector flags: the simple ones and raw JSON, and how the two exclude each other.

use clawperator_contract::{ErrorCode, Failure};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::args::{ContainerArgs, LabelArgs, SelectorArgs, TypeSelectorArgs};
use crate::verbs::ParamValue;

/// The flags of one matcher, as they were typed.
pub(crate) struct MatcherFlags<'a> {
    simple: Vec<SimpleFlag<'a>>,
    raw: Option<RawFlag<'a>>,
}

struct SimpleFlag<'a> {
    name: &'static str,
    /// The matcher field it sets.
    field: &'static str,
    value: Option<&'a str>,
}

struct RawFlag<'a> {
    name: &'static str,
    value: Option<&'a str>,
    /// What to say when simple flags are there too.
    exclusive: &'static str,
}

impl<'a> From<&'a SelectorArgs> for MatcherFlags<'a> {
    fn from(args: &'a SelectorArgs) -> Self {
        let mut flags = Self::from(&args.rest);
        flags
            .simple
            .insert(0, simple("--text", "textEquals", args.text.as_ref()));
        flags
    }
}

impl<'a> From<&'a TypeSelectorArgs> for MatcherFlags<'a> {
    fn from(args: &'a TypeSelectorArgs) -> Self {
        Self {
            simple: vec![
                simple(
                    "--text-contains",
                    "textContains",
                    args.text_contains.as_ref(),
                ),
                simple("--id", "resourceId", args.id.as_ref()),
                simple("--desc", "contentDescEquals", args.desc.as_ref()),
                simple(
                    "--desc-contains",
                    "contentDescContains",
                    args.desc_contains.as_ref(),
                ),
                simple("--role", "role", args.role.as_ref()),
            ],
            raw: Some(RawFlag {
                name: "--selector",
                value: args.selector.as_deref(),
                exclusive: "use --selector OR the simple flags, not both",
            }),
        }
    }
}

impl<'a> From<&'a ContainerArgs> for MatcherFlags<'a> {
    fn from(args: &'a ContainerArgs) -> Self {
        Self {
            simple: vec![
                simple(
                    "--container-text",
                    "textEquals",
                    args.container_text.as_ref(),
                ),
                simple(
                    "--container-text-contains",
                    "textContains",
                    args.container_text_contains.as_ref(),
                ),
                simple("--container-id", "resourceId", args.container_id.as_ref()),
                simple(
                    "--container-desc",
                    "contentDescEquals",
                    args.container_desc.as_ref(),
                ),
                simple(
                    "--container-desc-contains",
                    "contentDescContains",
                    args.container_desc_contains.as_ref(),
                ),
                simple("--container-role", "role", args.container_role.as_ref()),
            ],
            raw: Some(RawFlag {
                name: "--container-selector",
                value: args.container_selector.as_deref(),
                exclusive: "use --container-selector OR the --container-* flags, not both",
            }),
        }
    }
}

impl<'a> From<&'a LabelArgs> for MatcherFlags<'a> {
    fn from(args: &'a LabelArgs) -> Self {
        Self {
            simple: vec![
                simple("--label", "textEquals", args.label.as_ref()),
                simple("--label-id", "resourceId", args.label_id.as_ref()),
                simple(
                    "--label-desc",
                    "contentDescEquals",
                    args.label_desc.as_ref(),
                ),
            ],
            raw: None,
        }
    }
}

fn simple<'a>(
    name: &'static str,
    field: &'static str,
    value: Option<&'a String>,
) -> SimpleFlag<'a> {
    SimpleFlag {
        name,
        field,
        value: value.map(String::as_str),
    }
}

impl MatcherFlags<'_> {
    /// The matcher that the flags name; `None` when there are none, and the command decides what that means.
    pub(crate) fn matcher(&self) -> Result<Option<ParamValue>, Failure> {
        let mut fields = Map::new();
        for flag in &self.simple {
            if let Some(value) = flag.value {
                refuse_blank(flag.name, value)?;
                fields.insert(flag.field.to_owned(), Value::from(value));
            }
        }
        let raw = self
            .raw
            .as_ref()
            .and_then(|raw| raw.value.map(|value| (raw, value)));
        let Some((raw, value)) = raw else {
            return Ok((!fields.is_empty()).then_some(ParamValue::Json(Value::Object(fields))));
        };
        refuse_blank(raw.name, value)?;
        if !fields.is_empty() {
            return Err(refused(raw.exclusive));
        }
        read_object(raw.name, value).map(Some)
    }

    /// Every flag's name, for the hint of a command that needs one.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.simple
            .iter()
            .map(|flag| flag.name)
            .chain(self.raw.iter().map(|raw| raw.name))
            .collect()
    }
}

/// Refuses a value that is empty or only white space.
pub(crate) fn refuse_blank(flag: &str, value: &str) -> Result<(), Failure> {
    if value.trim().is_empty() {
        return Err(refused(format!("{flag} value must not be blank")));
    }
    Ok(())
}

/// The JSON object as it was written: a parsed one would have lost duplicate keys, which validation must see.
fn read_object(flag: &str, text: &str) -> Result<ParamValue, Failure> {
    let invalid = |error: serde_json::Error| {
        refused(format!("{flag} must be valid JSON")).with_hint(error.to_string())
    };
    let parsed: Value = serde_json::from_str(text).map_err(invalid)?;
    if !parsed.is_object() {
        return Err(refused(format!("{flag} must be a JSON object"))
            .with_hint(r#"for example {"resourceId":"android:id/title"}"#));
    }
    RawValue::from_string(text.to_owned())
        .map(ParamValue::Written)
        .map_err(invalid)
}

fn refused(message: impl Into<String>) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
