//! Reading what a recipe needs to be told, and what it tells.

use clawperator_contract::Extractor;

use super::fields::Reader;
use crate::finding::RecipeCode;
use crate::limits::{MAX_LIST, MAX_NAME_LENGTH, MAX_SELECTOR_TEXT_LENGTH, MAX_TEXT_LENGTH};
use crate::model::{Input, InputType, Output, OutputType, Redaction, Spanned, is_name};
use crate::rule::RecipeRule;
use crate::tree::{Form, Node, Value};
use crate::values::InputValue;

pub(super) fn read_inputs(node: &Node, reader: Reader<'_, '_>) -> Option<Vec<Input>> {
    let items = reader.list(node, "`inputs`", MAX_LIST)?;
    let inputs: Vec<Input> = items
        .iter()
        .filter_map(|item| read_input(item, reader))
        .collect();
    let names = inputs
        .iter()
        .map(|input| (input.name.at, input.name.value.as_str()));
    reader.check_unique(names, "the input", "give every input its own name");
    Some(inputs)
}

fn read_input(node: &Node, reader: Reader<'_, '_>) -> Option<Input> {
    let keys = ["name", "type", "required", "default", "description"];
    let fields = reader.open(node, "an input", &keys)?;
    let name = fields
        .require("name")
        .and_then(|value| read_name(value, "an input's name", reader));
    let input_type = fields
        .require("type")
        .and_then(|value| reader.word::<InputType>(value, "an input's `type`"));
    let required = match fields.get("required") {
        Some(value) => reader.boolean(value, "`required`")?,
        None => false,
    };
    let default = match (fields.get("default"), &input_type) {
        (Some(value), Some(input_type)) => Some(read_default(value, input_type.value, reader)?),
        (Some(_), None) | (None, _) => None,
    };
    let description = fields
        .get("description")
        .and_then(|value| reader.text(value, "`description`", MAX_TEXT_LENGTH));
    Some(Input {
        at: node.at,
        name: name?,
        input_type: input_type?.value,
        required,
        default,
        description,
    })
}

/// A default has its input's type; an empty text stands for no value yet, whatever the type.
fn read_default(
    node: &Node,
    input_type: InputType,
    reader: Reader<'_, '_>,
) -> Option<Spanned<String>> {
    let text = match &node.value {
        Value::Scalar(text, Form::Literal) if input_type != InputType::String && text != "null" => {
            text.as_str()
        }
        Value::Scalar(..) | Value::List(_) | Value::Map(_) => {
            reader.any_text(node, "`default`", MAX_SELECTOR_TEXT_LENGTH)?
        }
    };
    if text.contains("${") {
        return reader.under(RecipeRule::DeclaredInputs).fail(
            RecipeCode::Placeholder,
            node.at,
            "placeholders are not allowed in a default",
            "use placeholders only in the texts of selectors and in params",
        );
    }
    if !text.is_empty() && InputValue::read(text, input_type).is_none() {
        return reader.fail(
            RecipeCode::WrongType,
            node.at,
            format!("this default is not of type {}", input_type.name()),
            "write a value of the input's type, or \"\"",
        );
    }
    Some(Spanned::new(node.at, text.to_owned()))
}

pub(super) fn read_outputs(node: &Node, reader: Reader<'_, '_>) -> Option<Vec<Output>> {
    let items = reader.list(node, "`outputs`", MAX_LIST)?;
    let outputs: Vec<Output> = items
        .iter()
        .filter_map(|item| read_output(item, reader))
        .collect();
    let names = outputs
        .iter()
        .map(|output| (output.name.at, output.name.value.as_str()));
    reader.check_unique(names, "the output", "give every output its own name");
    Some(outputs)
}

fn read_output(node: &Node, reader: Reader<'_, '_>) -> Option<Output> {
    let keys = ["name", "type", "redaction", "from", "parse", "description"];
    let fields = reader.open(node, "an output", &keys)?;
    let name = fields
        .require("name")
        .and_then(|value| read_name(value, "an output's name", reader));
    let output_type = fields
        .require("type")
        .and_then(|value| reader.word::<OutputType>(value, "an output's `type`"));
    let redaction = match fields.get("redaction") {
        Some(value) => Some(reader.word::<Redaction>(value, "`redaction`")?.value),
        None => None,
    };
    let bound = reader.under(RecipeRule::Outputs);
    let from = fields
        .get("from")
        .and_then(|value| read_name(value, "`from`", bound));
    let parse = fields
        .get("parse")
        .and_then(|value| read_parse(value, bound));
    let description = fields
        .get("description")
        .and_then(|value| reader.text(value, "`description`", MAX_TEXT_LENGTH));
    let output_type = output_type?.value;
    Some(Output {
        at: node.at,
        name: name?,
        output_type,
        redaction: redaction.unwrap_or_else(|| default_redaction(output_type)),
        from,
        parse,
        description,
    })
}

/// Numbers are shown and everything else is masked, unless the recipe says otherwise.
fn default_redaction(output_type: OutputType) -> Redaction {
    match output_type {
        OutputType::Integer | OutputType::Number => Redaction::None,
        OutputType::String | OutputType::Boolean => Redaction::Mask,
    }
}

fn read_parse(node: &Node, reader: Reader<'_, '_>) -> Option<Spanned<String>> {
    let pattern = reader.text(node, "`parse`", MAX_SELECTOR_TEXT_LENGTH)?;
    match Extractor::compile(&pattern.value) {
        Ok(_) => Some(pattern),
        Err(refused) => reader.fail(
            RecipeCode::Pattern,
            node.at,
            format!("`parse` cannot be used: {refused}"),
            "write a regular expression with exactly one group: the part to extract",
        ),
    }
}

fn read_name(node: &Node, what: &str, reader: Reader<'_, '_>) -> Option<Spanned<String>> {
    let name = reader.text(node, what, MAX_NAME_LENGTH)?;
    if is_name(&name.value) {
        return Some(name);
    }
    reader.fail(
        RecipeCode::Malformed,
        node.at,
        format!("{what} is not a valid name"),
        "use letters, digits, `_` and `-`, beginning with a letter",
    )
}
