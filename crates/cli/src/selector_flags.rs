//! Selector flags: the simple ones and raw JSON, and how the two exclude each other.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Container, Node, ParamValue, Target};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::args::{ContainerArgs, LabelArgs, SelectorArgs, TypeSelectorArgs};

/// What to say of `--selector` beside simple flags.
const RAW_OR_SIMPLE: &str = "use --selector OR the simple flags, not both";

/// The same for containers.
const CONTAINER_RAW_OR_SIMPLE: &str =
    "use --container-selector OR the --container-* flags, not both";

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
                simple("--id", "resourceId", whole_id(args.id.as_ref())),
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
                exclusive: RAW_OR_SIMPLE,
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
                simple(
                    "--container-id",
                    "resourceId",
                    whole_id(args.container_id.as_ref()),
                ),
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
                exclusive: CONTAINER_RAW_OR_SIMPLE,
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

/// An id in full; what has no package is the name in one, as a snapshot prints it.
fn whole_id(id: Option<&String>) -> Option<&String> {
    id.filter(|id| is_whole_id(id))
}

/// The name in an id, where only that was typed. A raw selector excludes it as it does every simple flag.
fn id_name<'a>(
    id: Option<&'a str>,
    has_raw: bool,
    exclusive: &'static str,
) -> Result<Option<&'a str>, Failure> {
    let name = id.filter(|id| !is_whole_id(id));
    if name.is_some() && has_raw {
        return Err(refused(exclusive));
    }
    Ok(name)
}

/// Whether an id is one in full. A blank one is left to the check that refuses it.
fn is_whole_id(id: &str) -> bool {
    id.contains(':') || id.trim().is_empty()
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

/// The container that the flags name.
pub(crate) fn container(args: &ContainerArgs) -> Result<Container, Failure> {
    let matcher = MatcherFlags::from(args).matcher()?;
    let id = args.container_id.as_deref();
    let name = id_name(
        id,
        args.container_selector.is_some(),
        CONTAINER_RAW_OR_SIMPLE,
    )?;
    let expression = name.map(|name| {
        let fields = Map::from_iter([("idName".to_owned(), name.into())]);
        ParamValue::Json(Value::Object(fields))
    });
    Ok(Container {
        matcher,
        expression,
    })
}

/// Everything that names a node on the command line.
pub(crate) struct TargetFlags<'a> {
    matcher: MatcherFlags<'a>,
    rest: &'a TypeSelectorArgs,
    /// A ref that was given without a flag.
    positional: Option<&'a str>,
}

impl<'a> From<&'a SelectorArgs> for TargetFlags<'a> {
    fn from(args: &'a SelectorArgs) -> Self {
        Self {
            matcher: args.into(),
            rest: &args.rest,
            positional: None,
        }
    }
}

impl<'a> From<&'a TypeSelectorArgs> for TargetFlags<'a> {
    fn from(args: &'a TypeSelectorArgs) -> Self {
        Self {
            matcher: args.into(),
            rest: args,
            positional: None,
        }
    }
}

impl<'a> TargetFlags<'a> {
    /// The same with a ref that was given without a flag.
    pub(crate) fn or_ref(mut self, node: Option<&'a str>) -> Self {
        self.positional = node;
        self
    }

    /// The target that the flags name; `None` when there are none, and the command decides what that means.
    pub(crate) fn target(&self) -> Result<Option<Target>, Failure> {
        // A matcher tells upper and lower case apart, so that its fields go into the expression where they are the same.
        let (matcher, of_matcher) = if self.rest.ignore_case {
            (None, self.matcher.fields_without_case()?)
        } else {
            (self.matcher.matcher()?, Map::new())
        };
        let expression = self.expression(of_matcher)?;
        let is_selected = matcher.is_some() || expression.is_some();
        let node = if let Some(name) = self.node_ref()? {
            if is_selected {
                return Err(refused("use a ref OR a selector, not both"));
            }
            let generation = self.rest.generation.as_deref();
            Node::Ref {
                name: name.to_owned(),
                generation: generation
                    .map(|typed| number("--generation", typed))
                    .transpose()?,
            }
        } else {
            if self.rest.generation.is_some() {
                return Err(refused("--generation requires a ref"));
            }
            if !is_selected {
                return Ok(None);
            }
            Node::Selected {
                matcher,
                expression,
            }
        };
        Ok(Some(Target {
            node,
            strict: self.rest.strict,
            window: self.rest.window.clone(),
        }))
    }

    /// The matcher's flags, for the hint of a command that needs one.
    pub(crate) fn matcher_flags(&self) -> &MatcherFlags<'a> {
        &self.matcher
    }

    fn node_ref(&self) -> Result<Option<&'a str>, Failure> {
        match (self.positional, self.rest.node_ref.as_deref()) {
            (Some(_), Some(_)) => Err(refused("use --ref OR a ref argument, not both")),
            (Some(node), None) if !node.starts_with('@') => {
                let hint = format!("for text use --text, for example --text \"{node}\"");
                Err(
                    refused("the argument must be a ref of a snapshot, such as @e12")
                        .with_hint(hint),
                )
            }
            (positional, flag) => Ok(positional.or(flag)),
        }
    }

    fn expression(&self, mut fields: Map<String, Value>) -> Result<Option<ParamValue>, Failure> {
        for (flag, key, value) in [
            ("--name", "name", &self.rest.name),
            ("--name-contains", "nameContains", &self.rest.name_contains),
            ("--matches", "nameMatches", &self.rest.matches),
            ("--in-row", "inRow", &self.rest.in_row),
        ] {
            if let Some(value) = value {
                refuse_blank(flag, value)?;
                fields.insert(key.to_owned(), Value::from(value.as_str()));
            }
        }
        let has_raw = self.rest.selector.is_some();
        if let Some(name) = id_name(self.rest.id.as_deref(), has_raw, RAW_OR_SIMPLE)? {
            fields.insert("idName".to_owned(), Value::from(name));
        }
        if let Some(typed) = &self.rest.nth {
            fields.insert("nth".to_owned(), Value::from(number("--nth", typed)?));
        }
        for (key, value) in [
            ("enabled", self.rest.enabled),
            ("checked", self.rest.checked),
        ] {
            if let Some(value) = value {
                fields.insert(key.to_owned(), Value::from(value));
            }
        }
        if self.rest.ignore_case {
            fields.insert("ignoreCase".to_owned(), Value::from(true));
        }
        Ok((!fields.is_empty()).then_some(ParamValue::Json(Value::Object(fields))))
    }
}

fn number(flag: &str, typed: &str) -> Result<u64, Failure> {
    typed
        .parse()
        .map_err(|_| refused(format!("{flag} must be a whole number")))
}

impl MatcherFlags<'_> {
    /// The fields that the simple flags name, for an expression in which case does not count.
    fn fields_without_case(&self) -> Result<Map<String, Value>, Failure> {
        match self.raw.as_ref().filter(|raw| raw.value.is_some()) {
            Some(raw) => Err(refused(format!(
                "{} has a matcher, which tells upper and lower case apart; use -i with the simple flags",
                raw.name
            ))),
            None => self.fields(),
        }
    }

    fn fields(&self) -> Result<Map<String, Value>, Failure> {
        let mut fields = Map::new();
        for flag in &self.simple {
            if let Some(value) = flag.value {
                refuse_blank(flag.name, value)?;
                fields.insert(flag.field.to_owned(), Value::from(value));
            }
        }
        Ok(fields)
    }

    /// The matcher that the flags name; `None` when there are none, and the command decides what that means.
    pub(crate) fn matcher(&self) -> Result<Option<ParamValue>, Failure> {
        let fields = self.fields()?;
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
