//! Reading what a step is done on.

use super::fields::{Fields, Reader};
use super::selector::read_selector;
use super::step::read_id;
use crate::finding::RecipeCode;
use crate::limits::MAX_MS;
use crate::model::{Condition, Presence, When};
use crate::tree::Node;

/// A condition with what it hangs on, as it stands under a step.
pub(super) fn read_when(node: &Node, reader: Reader<'_, '_>) -> Option<When> {
    let before = reader.report.errors();
    let fields = reader.open(node, "`when`", &["present", "gone", "timeout_ms", "ran"])?;
    let ran = fields.get("ran").and_then(|value| read_id(value, reader));
    let looks = fields.get("present").is_some() || fields.get("gone").is_some();
    let condition = if looks {
        read_condition(&fields, node, reader)
    } else {
        if let Some(timeout) = fields.get("timeout_ms") {
            return reader.fail(
                RecipeCode::NotHere,
                timeout.at,
                "`timeout_ms` has no effect without `present` or `gone`",
                "remove it",
            );
        }
        None
    };
    if !looks && fields.get("ran").is_none() {
        return reader.fail(
            RecipeCode::MissingField,
            node.at,
            "`when` has no condition",
            "add `present` or `gone` with a selector, or `ran` with the id of an earlier step",
        );
    }
    (reader.report.errors() == before).then_some(When {
        at: node.at,
        condition,
        ran,
    })
}

/// Reads the `until` of a repetition.
pub(super) fn read_until(node: &Node, reader: Reader<'_, '_>) -> Option<Condition> {
    let fields = reader.open(node, "`until`", &["present", "gone", "timeout_ms"])?;
    read_condition(&fields, node, reader)
}

/// One of `present` and `gone`, and the time for it.
fn read_condition(
    fields: &Fields<'_, '_, '_>,
    node: &Node,
    reader: Reader<'_, '_>,
) -> Option<Condition> {
    let (selector, presence) = match (fields.get("present"), fields.get("gone")) {
        (Some(_), Some(gone)) => {
            return reader.fail(
                RecipeCode::NotHere,
                gone.at,
                "a condition has `present` or `gone`, not both",
                "remove one of them",
            );
        }
        (Some(present), None) => (present, Presence::Present),
        (None, Some(gone)) => (gone, Presence::Gone),
        (None, None) => {
            return reader.fail(
                RecipeCode::MissingField,
                node.at,
                "the condition has no `present` and no `gone`",
                "add one of them with a selector",
            );
        }
    };
    let selector = read_selector(selector, reader);
    let timeout_ms = fields
        .get("timeout_ms")
        .and_then(|value| reader.integer(value, "`timeout_ms`", 1, MAX_MS));
    Some(Condition {
        selector: selector?,
        presence,
        timeout_ms,
    })
}
