//! Parameters: `$name`, `${name…}` and the special ones.

use super::expand::Expander;
use super::lines::Typist;
use super::pattern::{Pattern, character_length};
use super::quote::quote;
use super::session::{Interrupt, Session, on_heap};
use crate::syntax::{DefaultKind, Operation, Parameter, Place, Word, is_name};

/// The value of a parameter.
enum Value {
    Unset,
    Text(Vec<u8>),
    /// `$@`, each parameter by itself.
    Each(Vec<Vec<u8>>),
    /// `$*`, joined where it is quoted.
    Joined(Vec<Vec<u8>>),
}

impl Session {
    pub(crate) async fn expand_parameter(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        expander: &mut Expander,
    ) -> Result<(), Interrupt> {
        let value = self.parameter(&parameter.name);
        if let Operation::Default { kind, colon, word } = &parameter.operation {
            return on_heap(|| {
                self.expand_default(parameter, *kind, *colon, word, value, quoted, expander)
            })
            .await;
        }
        if matches!(value, Value::Unset)
            && self.options.no_unset
            && !matches!(parameter.operation, Operation::Name)
        {
            let mut message = parameter.name.clone();
            message.extend_from_slice(b": parameter not set");
            return Err(self.fail(message).await);
        }
        let text = match &parameter.operation {
            Operation::Value | Operation::Default { .. } => {
                Self::push_value(value, quoted, expander);
                return Ok(());
            }
            Operation::Length => match &value {
                Value::Each(list) | Value::Joined(list) => list.len().to_string().into_bytes(),
                Value::Text(text) => characters(text).to_string().into_bytes(),
                Value::Unset => b"0".to_vec(),
            },
            Operation::Width => characters(&Self::joined(value, expander))
                .to_string()
                .into_bytes(),
            Operation::Name => parameter.name.clone(),
            Operation::Quote => quote(&Self::joined(value, expander)),
            Operation::Trim {
                suffix,
                longest,
                pattern,
            } => {
                let pattern = Pattern::new(&on_heap(|| self.expand_pattern(pattern)).await?);
                let cut = |text: Vec<u8>| trim(text, &pattern, *suffix, *longest);
                let value = match value {
                    Value::Each(list) => Value::Each(list.into_iter().map(cut).collect()),
                    Value::Joined(list) => Value::Joined(list.into_iter().map(cut).collect()),
                    Value::Text(text) => Value::Text(cut(text)),
                    Value::Unset => Value::Text(Vec::new()),
                };
                Self::push_value(value, quoted, expander);
                return Ok(());
            }
            Operation::Replace {
                place,
                pattern,
                with,
            } => {
                let text = self.scalar(parameter, value).await?;
                let pattern = Pattern::new(&on_heap(|| self.expand_pattern(pattern)).await?);
                let with = on_heap(|| self.expand_text(with)).await?;
                replace(&text, &pattern, &with, *place)
            }
            Operation::Slice { offset, length } => {
                let text = self.scalar(parameter, value).await?;
                let offset = on_heap(|| self.arithmetic(offset)).await?;
                let length = match length {
                    Some(length) => Some(on_heap(|| self.arithmetic(length)).await?),
                    None => None,
                };
                slice(&text, offset, length)
            }
        };
        expander.expansion(&text, quoted);
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one operation, each used once"
    )]
    async fn expand_default(
        &mut self,
        parameter: &Parameter,
        kind: DefaultKind,
        colon: bool,
        word: &Word,
        value: Value,
        quoted: bool,
        expander: &mut Expander,
    ) -> Result<(), Interrupt> {
        let present = match &value {
            Value::Unset => false,
            Value::Text(text) => !colon || !text.is_empty(),
            Value::Each(list) | Value::Joined(list) => {
                !list.is_empty() && (!colon || list.iter().any(|text| !text.is_empty()))
            }
        };
        match kind {
            DefaultKind::Instead if present => {
                on_heap(|| self.expand_other(word, quoted, expander)).await
            }
            DefaultKind::Instead => {
                if quoted {
                    expander.quoted(b"");
                }
                Ok(())
            }
            _ if present => {
                Self::push_value(value, quoted, expander);
                Ok(())
            }
            DefaultKind::Use => on_heap(|| self.expand_other(word, quoted, expander)).await,
            DefaultKind::Assign => {
                if !is_name(&parameter.name) {
                    let mut message = parameter.source.clone();
                    message.extend_from_slice(b": bad substitution");
                    return Err(self.fail(message).await);
                }
                let text = on_heap(|| self.expand_text(word)).await?;
                self.assign(&parameter.name, text.clone());
                expander.expansion(&text, quoted);
                Ok(())
            }
            DefaultKind::Fail => {
                let mut message = parameter.name.clone();
                message.extend_from_slice(b": ");
                if word.parts.is_empty() {
                    message.extend_from_slice(b"parameter null or not set");
                } else {
                    message.extend_from_slice(&on_heap(|| self.expand_text(word)).await?);
                }
                Err(self.fail(message).await)
            }
        }
    }

    async fn expand_other(
        &mut self,
        word: &Word,
        quoted: bool,
        expander: &mut Expander,
    ) -> Result<(), Interrupt> {
        if quoted && word.parts.is_empty() {
            expander.quoted(b"");
        }
        let parts = if quoted {
            word.parts.as_slice().into()
        } else {
            self.with_tilde(word, false)
        };
        let expansion = expander.in_expansion(true);
        let result = self.expand_parts(&parts, quoted, expander).await;
        expander.in_expansion(expansion);
        result
    }

    fn push_value(value: Value, quoted: bool, expander: &mut Expander) {
        match value {
            Value::Unset if quoted => expander.quoted(b""),
            Value::Unset => {}
            Value::Text(text) => expander.expansion(&text, quoted),
            Value::Joined(list) if quoted || !expander.splits() => {
                let joined = join(&list, expander.joiner());
                expander.expansion(&joined, quoted);
            }
            Value::Each(list) | Value::Joined(list) => {
                if !quoted {
                    expander.begin_list();
                }
                let joiner = expander.joiner().filter(|_| !quoted && expander.splits());
                for (index, text) in list.iter().enumerate() {
                    match joiner {
                        // Outside of quotes the parameters are joined and split again.
                        Some(byte) if index > 0 => expander.expansion(&[byte], false),
                        None if index > 0 => expander.break_field(),
                        _ => {}
                    }
                    expander.expansion(text, quoted);
                }
            }
        }
    }

    /// A value as one text, where lists make no sense.
    async fn scalar(&self, parameter: &Parameter, value: Value) -> Result<Vec<u8>, Interrupt> {
        match value {
            Value::Text(text) => Ok(text),
            Value::Unset => Ok(Vec::new()),
            Value::Each(_) | Value::Joined(_) => {
                let mut message = parameter.source.clone();
                message.extend_from_slice(b": bad substitution");
                Err(self.fail(message).await)
            }
        }
    }

    fn joined(value: Value, expander: &Expander) -> Vec<u8> {
        match value {
            Value::Unset => Vec::new(),
            Value::Text(text) => text,
            Value::Each(list) | Value::Joined(list) => join(&list, expander.joiner()),
        }
    }

    fn parameter(&mut self, name: &[u8]) -> Value {
        let number = |number: u32| Value::Text(number.to_string().into_bytes());
        match name {
            b"@" => Value::Each(self.positional.as_ref().clone()),
            b"*" => Value::Joined(self.positional.as_ref().clone()),
            b"#" => Value::Text(self.positional.len().to_string().into_bytes()),
            b"?" => number(u32::from(self.status)),
            b"$" => number(self.shell_pid),
            b"!" => self.background.map_or(Value::Unset, number),
            b"-" => Value::Text(self.option_letters()),
            b"RANDOM" => {
                self.random = self.random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                number((self.random >> 16) & 0x7FFF)
            }
            b"BASHPID" => number(self.pid),
            b"PPID" => number(1),
            b"SECONDS" => {
                let since = self
                    .core
                    .clock
                    .now()
                    .duration_since(self.started)
                    // A clock that was set back counts from 0.
                    .unwrap_or_default();
                Value::Text(since.as_secs().to_string().into_bytes())
            }
            [b'0'..=b'9', ..] => {
                let index: Option<usize> = std::str::from_utf8(name)
                    .ok()
                    .and_then(|name| name.parse().ok());
                match index {
                    Some(0) => Value::Text(self.core.name.clone().into_bytes()),
                    Some(index) => self
                        .positional
                        .get(index - 1)
                        .cloned()
                        .map_or(Value::Unset, Value::Text),
                    None => Value::Unset,
                }
            }
            name => self
                .variables
                .get(name)
                .map_or(Value::Unset, |value| Value::Text(value.to_vec())),
        }
    }

    pub(crate) fn assign(&mut self, name: &[u8], value: Vec<u8>) {
        let exports = self.options.all_export;
        let variable = self.variables.attributes(name);
        variable.value = Some(value);
        variable.exported |= exports;
    }

    fn option_letters(&self) -> Vec<u8> {
        let options = &self.options;
        let from = self.lines.map(|lines| lines.from);
        let mut letters = Vec::new();
        for (letter, on) in [
            (b'a', options.all_export),
            (b'e', options.exit_on_error),
            (b'f', options.no_glob),
            (b's', from == Some(Typist::Pipe)),
            (b'h', true),
            (b'i', from == Some(Typist::Person)),
            (b'C', options.no_clobber),
            (b'U', true),
            (b'u', options.no_unset),
            (b'v', options.verbose),
            (b'x', options.trace),
            (b'c', from.is_none()),
        ] {
            if on {
                letters.push(letter);
            }
        }
        letters
    }
}

fn join(list: &[Vec<u8>], joiner: Option<u8>) -> Vec<u8> {
    match joiner {
        Some(byte) => list.join(&byte),
        None => list.concat(),
    }
}

fn characters(text: &[u8]) -> usize {
    let mut count = 0;
    let mut position = 0;
    while position < text.len() {
        position += character_length(text, position);
        count += 1;
    }
    count
}

fn trim(text: Vec<u8>, pattern: &Pattern, suffix: bool, longest: bool) -> Vec<u8> {
    if suffix {
        match pattern.start_to_end(&text, longest) {
            Some(start) => text.split_at(start).0.to_vec(),
            None => text,
        }
    } else {
        match pattern.end_from(&text, 0, longest) {
            Some(end) => text.split_at(end).1.to_vec(),
            None => text,
        }
    }
}

fn replace(text: &[u8], pattern: &Pattern, with: &[u8], place: Place) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut position = 0;
    if place == Place::End {
        return match pattern.start_to_end(text, true) {
            Some(start) => [text.split_at(start).0, with].concat(),
            None => text.to_vec(),
        };
    }
    while position < text.len() {
        if let Some(end) = pattern
            .end_from(text, position, true)
            .filter(|end| *end > position)
        {
            result.extend_from_slice(with);
            position = end;
            if place != Place::Each {
                break;
            }
        } else {
            if place == Place::Start {
                break;
            }
            let length = character_length(text, position);
            result.extend_from_slice(text.split_at(position + length).0.split_at(position).1);
            position += length;
        }
    }
    result.extend_from_slice(text.split_at(position).1);
    result
}

fn slice(text: &[u8], offset: i32, length: Option<i32>) -> Vec<u8> {
    let mut bounds = vec![0];
    let mut position = 0;
    while position < text.len() {
        position += character_length(text, position);
        bounds.push(position.min(text.len()));
    }
    // A text has fewer characters than there are numbers, and a place is among them.
    let count = i64::try_from(bounds.len() - 1).unwrap_or(i64::MAX);
    let place = |value: i64| usize::try_from(value.clamp(0, count)).unwrap_or(usize::MAX);
    let offset = i64::from(offset);
    if offset < 0 && offset + count < 0 {
        return Vec::new();
    }
    let start = if offset < 0 { offset + count } else { offset };
    let end = match length.map(i64::from) {
        None => count,
        Some(length) if length < 0 => count,
        Some(length) => start + length,
    };
    let (Some(start), Some(end)) = (bounds.get(place(start)), bounds.get(place(end))) else {
        return Vec::new();
    };
    text.split_at(*end).0.split_at(*start).1.to_vec()
}
