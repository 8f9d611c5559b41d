//! Reading the frontmatter.

use clawperator_contract::{excerpt, visible};
use semver::Version;

use super::fields::{Fields, Reader};
use super::forms::{is_iso_8601, is_locale, is_package_id, is_recipe_id};
use super::inputs_outputs::{read_inputs, read_outputs};
use crate::finding::RecipeCode;
use crate::limits::{MAX_IDENTIFIER_LENGTH, MAX_LIST, MAX_TEXT_LENGTH};
use crate::model::words::Word;
use crate::model::{
    AppBuild, Capability, Compatibility, Framework, Frontmatter, RecipeFormat, SessionPolicy,
    Spanned, TestedOn,
};
use crate::rule::RecipeRule;
use crate::tree::{Form, Node, Value};

pub(crate) const FRONTMATTER_KEYS: &[&str] = &[
    "recipe_format",
    "recipe_id",
    "recipe_version",
    "recipe_type",
    "application_id",
    "summary",
    "frameworks",
    "session_policy",
    "fresh_start_injected",
    "app_build",
    "tested_on",
    "capabilities",
    "inputs",
    "outputs",
    "compatibility",
    "known_quirks",
    "failure_modes",
    "maintainers",
    "tags",
    "risk_level",
];

/// The largest version code there is room for in every JSON reader.
const MAX_VERSION_CODE: i64 = 9_007_199_254_740_991;
const MAX_ANDROID_API: i64 = 1_000;

/// The format that a recipe is written in. What is no format is reported where the frontmatter is read.
pub(crate) fn format_of(frontmatter: &Node) -> RecipeFormat {
    let written = frontmatter.get("recipe_format").map(|node| &node.value);
    let number = match written {
        Some(Value::Scalar(text, Form::Bare | Form::Literal)) => text.parse().ok(),
        Some(Value::Scalar(_, Form::Quoted) | Value::List(_) | Value::Map(_)) | None => None,
    };
    // Without the key it is the first format.
    number.and_then(RecipeFormat::numbered).unwrap_or_default()
}

/// Reads the frontmatter from a mapping that may have these keys.
pub(crate) fn read_frontmatter(
    node: &Node,
    keys: &[&str],
    reader: Reader<'_, '_>,
) -> Option<Frontmatter> {
    let before = reader.report.errors();
    let fields = reader.open(node, "the frontmatter", keys)?;
    let written = fields.get("recipe_format");
    let _ =
        written.and_then(|value| reader.integer(value, "`recipe_format`", 1, RecipeFormat::NEWEST));
    let recipe_id = identifier(&fields, "recipe_id", reader);
    let recipe_version = fields
        .require("recipe_version")
        .and_then(|value| read_version(value, reader));
    let closed = reader.under(RecipeRule::TypeAndFrameworks);
    let recipe_type = fields
        .require("recipe_type")
        .and_then(|value| closed.word(value, "`recipe_type`"));
    let application_id = identifier(&fields, "application_id", reader);
    let summary = fields
        .require("summary")
        .and_then(|value| reader.text(value, "`summary`", MAX_TEXT_LENGTH));
    let frameworks = fields.require("frameworks").and_then(|value| {
        read_words::<Framework>(
            value,
            "`frameworks`",
            "a framework",
            Framework::NAMES,
            closed,
        )
    });
    let session = reader.under(RecipeRule::SessionPolicy);
    let session_policy = fields
        .require_for("session_policy", RecipeRule::SessionPolicy)
        .and_then(|value| session.word::<SessionPolicy>(value, "`session_policy`"));
    let fresh_start_injected = fields.get("fresh_start_injected").and_then(|value| {
        let injected = session.boolean(value, "`fresh_start_injected`")?;
        Some(Spanned::new(value.at, injected))
    });
    let app_build = fields
        .require("app_build")
        .and_then(|value| read_app_build(value, reader));
    let tested_on = fields
        .require("tested_on")
        .and_then(|value| read_tested_on(value, reader));
    let capabilities = fields.require("capabilities").and_then(|value| {
        let names = reader.format.capabilities();
        read_words::<Capability>(value, "`capabilities`", "a capability", &names, reader)
    });
    let inputs = fields
        .require("inputs")
        .and_then(|value| read_inputs(value, reader));
    let outputs = fields
        .require("outputs")
        .and_then(|value| read_outputs(value, reader));
    let compatibility = fields
        .get("compatibility")
        .and_then(|value| read_compatibility(value, reader))
        // A recipe that says nothing fits every phone; what is wrong has been reported.
        .unwrap_or_default();
    let texts = |key: &'static str| read_texts(fields.get(key), key, reader);
    let known_quirks = texts("known_quirks");
    let failure_modes = texts("failure_modes");
    let maintainers = texts("maintainers");
    let tags = texts("tags");
    let risk_level = fields
        .get("risk_level")
        .and_then(|value| reader.word(value, "`risk_level`"));
    if reader.report.errors() > before {
        return None;
    }
    Some(Frontmatter {
        format: reader.format,
        recipe_id: recipe_id?,
        recipe_version: recipe_version?,
        recipe_type: recipe_type?,
        application_id: application_id?,
        summary: summary?,
        frameworks: frameworks?,
        session_policy: session_policy?,
        fresh_start_injected,
        app_build: app_build?,
        tested_on: tested_on?,
        capabilities: capabilities?,
        inputs: inputs?,
        outputs: outputs?,
        compatibility,
        known_quirks,
        failure_modes,
        maintainers,
        tags,
        risk_level,
    })
}

fn identifier(
    fields: &Fields<'_, '_, '_>,
    key: &str,
    reader: Reader<'_, '_>,
) -> Option<Spanned<String>> {
    let value = fields.require(key)?;
    let id = reader.text(value, &format!("`{key}`"), MAX_IDENTIFIER_LENGTH)?;
    let (fits, fix) = if key == "application_id" {
        (
            is_package_id(&id.value),
            "use the app's package id, such as com.android.settings",
        )
    } else {
        (
            is_recipe_id(&id.value),
            "use letters, digits, dots, `_` and `-`, such as com.example.app.read-level",
        )
    };
    if fits {
        return Some(id);
    }
    let message = format!("not a valid `{key}`: `{}`", excerpt(&id.value));
    reader.fail(RecipeCode::Malformed, value.at, message, fix)
}

fn read_version(value: &Node, reader: Reader<'_, '_>) -> Option<Spanned<Version>> {
    let text = reader.text(value, "`recipe_version`", MAX_IDENTIFIER_LENGTH)?;
    match Version::parse(&text.value) {
        Ok(version) => Some(Spanned::new(text.at, version)),
        Err(problem) => reader.fail(
            RecipeCode::Malformed,
            text.at,
            format!(
                "`recipe_version` is not a semantic version: {}",
                visible(&problem.to_string())
            ),
            "write three numbers with dots, such as 1.2.0",
        ),
    }
}

fn read_words<T: Word + Copy>(
    node: &Node,
    what: &str,
    entry: &str,
    names: &[&str],
    reader: Reader<'_, '_>,
) -> Option<Vec<Spanned<T>>> {
    let items = reader.list(node, what, MAX_LIST)?;
    if items.is_empty() {
        return reader.fail(
            RecipeCode::MissingField,
            node.at,
            format!("{what} is empty"),
            format!("name at least one: {}", names.join(", ")),
        );
    }
    let before = reader.report.errors();
    let words: Vec<Spanned<T>> = items
        .iter()
        .filter_map(|item| reader.word_among(item, entry, names))
        .collect();
    let written = items.iter().filter_map(|item| match &item.value {
        Value::Scalar(text, _) => Some((item.at, text.as_str())),
        Value::List(_) | Value::Map(_) => None,
    });
    reader.check_unique(written, entry, "name it once");
    (reader.report.errors() == before).then_some(words)
}

fn read_app_build(node: &Node, reader: Reader<'_, '_>) -> Option<AppBuild> {
    let fields = reader.open(node, "`app_build`", &["version_name", "version_code"])?;
    let version_name = fields
        .require("version_name")
        .and_then(|value| reader.text(value, "`version_name`", MAX_IDENTIFIER_LENGTH));
    let version_code = fields
        .require("version_code")
        .and_then(|value| reader.integer(value, "`version_code`", 0, MAX_VERSION_CODE));
    Some(AppBuild {
        version_name: version_name?,
        version_code: version_code?,
    })
}

fn read_tested_on(node: &Node, reader: Reader<'_, '_>) -> Option<TestedOn> {
    let keys = ["android_api", "device_model", "locale", "last_verified_at"];
    let fields = reader.open(node, "`tested_on`", &keys)?;
    let android_api = fields
        .require("android_api")
        .and_then(|value| reader.integer(value, "`android_api`", 1, MAX_ANDROID_API));
    let text = |key: &str| {
        let value = fields.get(key)?;
        reader.text(value, &format!("`{key}`"), MAX_IDENTIFIER_LENGTH)
    };
    let device_model = text("device_model");
    let locale = text("locale").and_then(|locale| {
        if is_locale(&locale.value) {
            return Some(locale);
        }
        let fix = "write a language and, if it matters, a region: en, de-DE";
        let message = format!("not a locale: `{}`", excerpt(&locale.value));
        reader.fail(RecipeCode::Malformed, locale.at, message, fix)
    });
    let last_verified_at = text("last_verified_at").and_then(|date| {
        if is_iso_8601(&date.value) {
            return Some(date);
        }
        let fix = "write it as 2026-11-15 or 2026-11-15T08:30:00Z";
        let message = format!("not an ISO 8601 date: `{}`", excerpt(&date.value));
        reader.fail(RecipeCode::Malformed, date.at, message, fix)
    });
    Some(TestedOn {
        android_api: android_api?,
        device_model,
        locale,
        last_verified_at,
    })
}

fn read_compatibility(node: &Node, reader: Reader<'_, '_>) -> Option<Compatibility> {
    let keys = ["min_version_code", "max_version_code"];
    let fields = reader.open(node, "`compatibility`", &keys)?;
    let code = |key: &str| {
        let value = fields.get(key)?;
        reader.integer(value, &format!("`{key}`"), 0, MAX_VERSION_CODE)
    };
    Some(Compatibility {
        min_version_code: code("min_version_code"),
        max_version_code: code("max_version_code"),
    })
}

fn read_texts(node: Option<&Node>, key: &str, reader: Reader<'_, '_>) -> Vec<Spanned<String>> {
    let what = format!("`{key}`");
    let Some(items) = node.and_then(|node| reader.list(node, &what, MAX_LIST)) else {
        return Vec::new();
    };
    let entry = format!("an entry of {what}");
    items
        .iter()
        .filter_map(|item| reader.text(item, &entry, MAX_TEXT_LENGTH))
        .collect()
}
