//! Reading an action, as far as it can be read.

use super::action::Action;
use super::table::ActionType;
use crate::aliases;
use crate::decode::Value;
use crate::failure::Rule;
use crate::json::Kind;
use crate::limits::MAX_ID_LENGTH;
use crate::report::Path;
use crate::values::Text;

/// What could be read of an action: its id serves the check for duplicates even when the rest is wrong.
pub(crate) struct DecodedAction {
    pub(crate) id: Option<String>,
    /// The type as issues name it: canonical where it is known, else as written.
    pub(crate) type_name: Option<String>,
    pub(crate) action: Option<Action>,
}

impl DecodedAction {
    /// Reads an action; everything wrong is reported.
    pub(crate) fn of(value: &Value<'_>) -> Self {
        let mark = value.report.mark();
        let Some(object) = value.object(&aliases::ACTION) else {
            return Self {
                id: None,
                type_name: None,
                action: None,
            };
        };
        let id: Option<Text<MAX_ID_LENGTH>> = object.require("id", "Required");
        let action_type: Option<ActionType> = object.require("type", "Required");
        let params = match object.value("params") {
            Some(params) => {
                let removed = action_type.map_or(&[][..], |action_type| action_type.info().removed);
                params.object_without(&aliases::PARAMS, removed)
            }
            None => Some(value.absent_object("params", &aliases::PARAMS)),
        };
        let read = match (action_type, params) {
            (Some(action_type), Some(params)) => {
                let read = action_type.read_params(&params);
                params.drop_unread(action_type.name());
                read
            }
            _ => None,
        };
        let written_type = object
            .value("type")
            .and_then(|value| match &value.node.kind {
                Kind::String(written) => Some(written.as_ref()),
                _ => None,
            });
        let type_name = action_type.map(ActionType::name).or(written_type);
        value
            .report
            .annotate_since(mark, id.as_ref().map(Text::as_str), type_name);
        Self {
            id: id.as_ref().map(|id| id.as_str().to_owned()),
            type_name: type_name.map(str::to_owned),
            action: id.zip(read).map(|(id, params)| Action { id, params }),
        }
    }

    /// Reports that the action has the id of an earlier one; `value` is what it was decoded from.
    pub(crate) fn fail_duplicate_id(&self, value: &Value<'_>, first: &str) {
        let Some(id) = member(value, "id") else {
            return;
        };
        let mark = value.report.mark();
        let _: Option<()> = id.fail_with_hint(
            Rule::DuplicateId,
            format!("Action id is already used by {first}"),
            "give every action a unique id; results are matched by id",
        );
        value
            .report
            .annotate_since(mark, self.id.as_deref(), self.type_name.as_deref());
    }

    /// Reports a `verifies` that names none of the `earlier` actions; `value` is what it was decoded from.
    pub(crate) fn check_verified<'e>(
        &self,
        value: &Value<'_>,
        mut earlier: impl Iterator<Item = &'e str>,
    ) {
        let Some(named) = self.action.as_ref().and_then(Action::verifies) else {
            return;
        };
        if earlier.any(|id| id == named) {
            return;
        }
        let params = member(value, "params");
        let Some(verifies) = params
            .as_ref()
            .and_then(|params| member(params, "verifies"))
        else {
            return;
        };
        let mark = value.report.mark();
        let _: Option<()> = verifies.fail_with_hint(
            Rule::Requires,
            "params.verifies must name an earlier action",
            "use the id of the action to verify, and put the wait after it",
        );
        value
            .report
            .annotate_since(mark, self.id.as_deref(), self.type_name.as_deref());
    }
}

/// The value under a key of an object that was opened once and has reported its keys; opening it again would report
/// them twice.
fn member<'v>(value: &'v Value<'v>, key: &'static str) -> Option<Value<'v>> {
    let Kind::Object(entries) = &value.node.kind else {
        return None;
    };
    let (_, node) = entries.iter().find(|(written, _)| written == key)?;
    Some(Value {
        node,
        path: Path::key(&value.path, key, key),
        report: value.report,
    })
}
