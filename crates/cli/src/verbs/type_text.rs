//! `type`: enter text into a field.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, TypeText};

use super::{execution_timeout, missing_argument, one_of, patience, required_target};
use crate::args::{GlobalArgs, TypeArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn type_text(args: &TypeArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let (entered, node) = text_and_ref(args)?;
    let text = one_of(
        &[entered, args.text.as_deref()],
        "use --text OR a text argument, not both",
    )?
    .ok_or_else(|| {
        missing_argument(
            "type requires the text to enter",
            "clawperator type \"hello\" --role textfield",
        )
    })?;
    let examples = [
        "clawperator type \"hello world\" --role textfield",
        "clawperator type \"hello world\" --id com.example:id/search",
    ];
    let flags = TargetFlags::from(&args.selector).or_ref(node);
    let type_text = TypeText {
        target: required_target("type", &flags, examples)?,
        text: text.to_owned(),
        submit: args.submit,
        clear: args.clear,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(type_text.into())
}

/// The text and the ref of two arguments, in either order. What is typed may be a password, so it is not repeated.
fn text_and_ref(args: &TypeArgs) -> Result<(Option<&str>, Option<&str>), Failure> {
    let first = args.entered.as_deref();
    let second = args.node.as_deref();
    match (first, second) {
        // With the text as a flag, a ref alone is the field.
        (Some(first), None) if args.text.is_some() && is_ref(first) => Ok((None, Some(first))),
        (_, None) => Ok((first, None)),
        (Some(first), Some(second)) if is_ref(first) && !is_ref(second) => {
            Ok((Some(second), Some(first)))
        }
        (_, Some(node)) if is_ref(node) => Ok((first, Some(node))),
        (_, Some(second)) if second.starts_with('-') => {
            Err(Failure::new(ErrorCode::Usage, "type takes one text")
                .with_hint("flags go before `--`"))
        }
        (_, Some(_)) => Err(Failure::new(ErrorCode::Usage, "type takes one text")
            .with_hint("put quotes around text that contains spaces")),
    }
}

fn is_ref(argument: &str) -> bool {
    argument.strip_prefix("@e").is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}
