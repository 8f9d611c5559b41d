//! Reading the params of a step, each by what its action says it holds.

use clawperator_contract::{Pattern, did_you_mean, excerpt};

use super::fields::{Fields, Reader};
use super::selector::read_phrase;
use crate::finding::RecipeCode;
use crate::model::{Param, ParamKind, ParamSpec, ParamValue, Phrase, StepAction};
use crate::rule::RecipeRule;
use crate::tree::{Entry, Form, Node, Value};

/// Reads the params; what an action cannot do without is asked for.
pub(super) fn read_params(
    step: &Fields<'_, '_, '_>,
    action: StepAction,
    reader: Reader<'_, '_>,
) -> Vec<Param> {
    let mut params = Vec::new();
    let node = step.get("params");
    match node.map(|node| (node, &node.value)) {
        Some((_, Value::Map(entries))) => {
            params.extend(
                entries
                    .iter()
                    .filter_map(|entry| read_param(entry, action, reader)),
            );
        }
        Some((node, _)) => {
            reader.wrong_kind::<()>(node, "`params`", "a mapping");
        }
        None => {}
    }
    let there = |name: &str| node.is_some_and(|node| node.get(name).is_some());
    for spec in action.params() {
        if spec.required && !there(spec.name) {
            reader.fail::<()>(
                RecipeCode::MissingField,
                node.map_or(step.at, |node| node.at),
                format!("{} has no `{}`", action.name(), spec.name),
                format!("add `{}` to `params`", spec.name),
            );
        }
    }
    check_validator(node, &params, reader);
    params
}

fn read_param(entry: &Entry, action: StepAction, reader: Reader<'_, '_>) -> Option<Param> {
    let Some(spec) = action.params().iter().find(|spec| spec.name == entry.key) else {
        let names = action.params().iter().map(|spec| spec.name);
        let fix = match did_you_mean(&entry.key, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if action.params().is_empty() => "remove it".to_owned(),
            None => format!("allowed: {}", names.collect::<Vec<_>>().join(", ")),
        };
        let message = format!("{} has no param `{}`", action.name(), excerpt(&entry.key));
        return reader.fail(RecipeCode::UnknownKey, entry.key_at, message, fix);
    };
    Some(Param {
        at: entry.node.at,
        spec,
        value: read_value(&entry.node, spec, reader)?,
    })
}

fn read_value(node: &Node, spec: &'static ParamSpec, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let what = format!("`{}`", spec.name);
    match filled_in(node, spec, reader) {
        Filled::No => {}
        Filled::Wrong => return None,
        Filled::By(phrase) => return Some(ParamValue::Phrase(phrase)),
    }
    match &spec.kind {
        ParamKind::Text(max) => read_phrase(node, &what, *max, reader).map(ParamValue::Phrase),
        ParamKind::Pattern => read_pattern(node, &what, reader),
        ParamKind::Integer(least, most) => reader
            .integer(node, &what, *least, *most)
            .map(|number| ParamValue::Integer(number.value)),
        ParamKind::Ratio => read_ratio(node, &what, reader),
        ParamKind::Boolean => reader.boolean(node, &what).map(ParamValue::Boolean),
        ParamKind::Word(words) => {
            let text = reader.any_text(node, &what, usize::MAX)?;
            match words.iter().find(|word| **word == text) {
                Some(word) => Some(ParamValue::Word(word)),
                None => reader.not_allowed(node, &what, text, words),
            }
        }
    }
}

/// Whether an input gives a value that is no text.
enum Filled {
    /// It is written out, or a text.
    No,
    /// It cannot be, which has been reported.
    Wrong,
    /// By this placeholder.
    By(Phrase),
}

/// A number or boolean may come from an input: then the whole value is one placeholder. Words and patterns may not, so
/// that what a step does is written in the recipe.
fn filled_in(node: &Node, spec: &ParamSpec, reader: Reader<'_, '_>) -> Filled {
    let Value::Scalar(text, Form::Bare | Form::Quoted) = &node.value else {
        return Filled::No;
    };
    if !text.contains("${") {
        return Filled::No;
    }
    let (message, fix) = match spec.kind {
        ParamKind::Text(_) => return Filled::No,
        ParamKind::Integer(..) | ParamKind::Ratio | ParamKind::Boolean => {
            let phrase = Phrase::parse(node.at, text).ok();
            if let Some(phrase) = phrase.filter(|phrase| phrase.sole_input().is_some()) {
                return Filled::By(phrase);
            }
            (
                format!("`{}` must be a value, or a single placeholder", spec.name),
                "write `${inputs.NAME}` alone",
            )
        }
        ParamKind::Pattern | ParamKind::Word(_) => (
            format!("placeholders are not allowed in `{}`", spec.name),
            "write the value itself",
        ),
    };
    reader.under(RecipeRule::DeclaredInputs).fail::<()>(
        RecipeCode::Placeholder,
        node.at,
        message,
        fix,
    );
    Filled::Wrong
}

fn read_ratio(node: &Node, what: &str, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let number = match &node.value {
        Value::Scalar(text, Form::Bare | Form::Literal) => plain_number(text),
        Value::Scalar(_, Form::Quoted) | Value::List(_) | Value::Map(_) => None,
    };
    match number {
        Some(number) if (0.0..=1.0).contains(&number) => Some(ParamValue::Number(number)),
        Some(_) => reader.fail(
            RecipeCode::OutOfRange,
            node.at,
            format!("{what} must be from 0 to 1"),
            "use a number from 0 to 1",
        ),
        None => reader.wrong_kind(node, what, "a number from 0 to 1"),
    }
}

/// A number as JSON writes one; `inf`, `0x1` and `1_000` are none.
pub(crate) fn plain_number(text: &str) -> Option<f64> {
    let shaped = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E'))
        && text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && text.ends_with(|last: char| last.is_ascii_digit());
    if !shaped {
        return None;
    }
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn read_pattern(node: &Node, what: &str, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let pattern = reader.text(node, what, crate::limits::MAX_SELECTOR_TEXT_LENGTH)?;
    match Pattern::compile(&pattern.value) {
        Ok(_) => Some(ParamValue::Phrase(Phrase {
            at: node.at,
            parts: vec![crate::model::Part::Text(pattern.value.clone())],
            written: pattern.value,
        })),
        Err(refused) => reader.fail(
            RecipeCode::Pattern,
            node.at,
            format!("{what} cannot be used: {refused}"),
            "write a regular expression without look-around and back-references",
        ),
    }
}

/// A pattern and the validator that uses it come together.
fn check_validator(node: Option<&Node>, params: &[Param], reader: Reader<'_, '_>) {
    let Some(node) = node else { return };
    let regex = params
        .iter()
        .any(|param| param.spec.name == "validator" && param.value == ParamValue::Word("regex"));
    match (regex, node.get("validator_pattern")) {
        (true, None) => {
            reader.fail::<()>(
                RecipeCode::MissingField,
                node.at,
                "validator `regex` has no `validator_pattern`",
                "add `validator_pattern`",
            );
        }
        (false, Some(pattern)) => {
            reader.fail::<()>(
                RecipeCode::NotHere,
                pattern.at,
                "`validator_pattern` has no effect without `validator: regex`",
                "add `validator: regex`, or remove the pattern",
            );
        }
        (true, Some(_)) | (false, None) => {}
    }
}
