//! Reading the params of a step, each by what its action says it holds.

use clawperator_contract::{KeyCode, KeyDoes, Pattern, did_you_mean, excerpt};

use super::fields::{Fields, Reader};
use super::selector::read_phrase;
use crate::finding::RecipeCode;
use crate::model::param::MAX_PIXEL;
use crate::model::step_type::Given;
use crate::model::{
    Param, ParamKind, ParamSpec, ParamValue, Part, Phrase, RecipeFormat, StepAction,
};
use crate::rule::RecipeRule;
use crate::tree::{Entry, Form, Node, Value};

/// Reads the params; what an action cannot do without is asked for.
pub(super) fn read_params(
    step: &Fields<'_, '_, '_>,
    action: StepAction,
    has_target: bool,
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
    for spec in known(action, reader.format) {
        if spec.required && !there(spec.name) {
            reader.fail::<()>(
                RecipeCode::MissingField,
                node.map_or(step.at, |node| node.at),
                format!("{} has no `{}`", action.name(), spec.name),
                format!("add `{}` to `params`", spec.name),
            );
        }
    }
    let written = node.map_or(&[][..], Node::entries);
    let given = Given {
        written: written.iter().map(|entry| entry.key.as_str()).collect(),
        params: &params,
        has_target,
    };
    if let Some(slip) = (action.facts().check)(&given) {
        let param = slip.param.and_then(|name| node?.get(name));
        let at = param.or(node).map_or(step.at, |node| node.at);
        reader.fail::<()>(slip.code, at, slip.message, slip.fix);
    }
    params
}

/// The params that an action takes in a format.
fn known(action: StepAction, format: RecipeFormat) -> impl Iterator<Item = &'static ParamSpec> {
    let all = action.facts().params.iter();
    all.filter(move |spec| format.has(spec.since))
}

fn read_param(entry: &Entry, action: StepAction, reader: Reader<'_, '_>) -> Option<Param> {
    let known: Vec<_> = known(action, reader.format).collect();
    let Some(spec) = known.iter().find(|spec| spec.name == entry.key) else {
        let names = known.iter().map(|spec| spec.name);
        let fix = match did_you_mean(&entry.key, names.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => "remove it".to_owned(),
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
        ParamKind::Typed(max) => read_typed(node, &what, *max, reader),
        ParamKind::Uri(max) => read_uri(node, &what, *max, reader),
        ParamKind::Pattern => read_pattern(node, &what, reader),
        ParamKind::Key => read_key(node, &what, reader),
        ParamKind::Point => read_point(node, spec.name, reader),
        ParamKind::Integer(least, most) | ParamKind::Fixed(least, most) => reader
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
        ParamKind::Text(_) | ParamKind::Typed(_) | ParamKind::Uri(_) | ParamKind::Point => {
            return Filled::No;
        }
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
        ParamKind::Pattern | ParamKind::Fixed(..) | ParamKind::Key | ParamKind::Word(_) => (
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

/// What is typed is a person's own: it comes from inputs and from nowhere else.
fn read_typed(node: &Node, what: &str, max: usize, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let phrase = read_phrase(node, what, max, reader)?;
    if phrase.literals().next().is_none() {
        return Some(ParamValue::Phrase(phrase));
    }
    reader.under(RecipeRule::PersonalLiterals).fail(
        RecipeCode::TypedLiteral,
        node.at,
        format!("{what} is typed, and may hold nothing but inputs"),
        "declare an input for it and write `${inputs.NAME}` alone",
    )
}

/// An address whose scheme is written out, so that no input chooses what kind of address it is.
fn read_uri(node: &Node, what: &str, max: usize, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let phrase = read_phrase(node, what, max, reader)?;
    let scheme = match phrase.parts.first() {
        Some(Part::Text(text)) => text.split_once(':').map(|(scheme, _)| scheme),
        Some(Part::Input(_)) | None => None,
    };
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    if !scheme.is_some_and(is_scheme) {
        return reader.fail(
            RecipeCode::Malformed,
            node.at,
            format!("{what} does not begin with a scheme"),
            "write the scheme out, such as `https:`, before the first placeholder",
        );
    }
    let has_blank = |text: &str| {
        text.chars()
            .any(|one| one.is_whitespace() || one.is_control())
    };
    if phrase.literals().any(has_blank) {
        return reader.fail(
            RecipeCode::Malformed,
            node.at,
            format!("{what} holds a blank"),
            "write blanks as `%20`; those of inputs are encoded",
        );
    }
    Some(ParamValue::Phrase(phrase))
}

fn read_key(node: &Node, what: &str, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let name = reader.any_text(node, what, usize::MAX)?;
    let known = KeyCode::ALL.iter().find(|key| key.name() == name);
    let Some(key) = known else {
        let fix = match KeyCode::suggest(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "use the name of a key, such as `enter`, `tab` or `dpad_down`".to_owned(),
        };
        let message = format!("{what} cannot be `{}`", excerpt(name));
        return reader.fail(RecipeCode::NotAllowed, node.at, message, fix);
    };
    // Keys that take something away type nothing.
    let takes_away = matches!(key.name(), "del" | "forward_del");
    if key.does() == KeyDoes::Types && !takes_away {
        return reader.under(RecipeRule::PersonalLiterals).fail(
            RecipeCode::TypedLiteral,
            node.at,
            format!(
                "the key `{}` types, and what is typed comes from inputs",
                key.name()
            ),
            "use `enter_text` with an input",
        );
    }
    Some(ParamValue::Word(key.name()))
}

fn read_point(node: &Node, what: &'static str, reader: Reader<'_, '_>) -> Option<ParamValue> {
    let fields = reader.open(node, what, &["x", "y"])?;
    let pixel = |key: &str| {
        let value = fields.require(key)?;
        reader.integer(value, &format!("`{key}`"), 0, MAX_PIXEL)
    };
    let (x, y) = (pixel("x"), pixel("y"));
    Some(ParamValue::Point(x?.value, y?.value))
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
