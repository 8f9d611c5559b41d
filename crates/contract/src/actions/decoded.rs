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
use crate::when_clause::WhenClause;

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
        let when: Option<WhenClause> = object.get("when");
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
            action: id.zip(read).map(|(id, params)| Action { id, params, when }),
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
        self.fail_param(
            value,
            "verifies",
            "params.verifies must name an earlier action",
            "use the id of the action to verify, and put the wait after it",
        );
    }

    /// Reports a `since` that names none of the `earlier` actions that read one text.
    pub(crate) fn check_since<'e>(
        &self,
        value: &Value<'_>,
        mut earlier: impl Iterator<Item = &'e Action>,
    ) {
        let Some(named) = self.action.as_ref().and_then(Action::since) else {
            return;
        };
        if earlier.any(|action| action.id.as_str() == named && action.reads_one_text()) {
            return;
        }
        self.fail_param(
            value,
            "since",
            "params.since must name an earlier read_text without all",
            "read the text first, and use the id of that action",
        );
    }

    /// Reports a `when` about an action that is none of the `earlier` ones.
    pub(crate) fn check_ran<'e>(
        &self,
        value: &Value<'_>,
        mut earlier: impl Iterator<Item = &'e str>,
    ) {
        let Some(named) = self.action.as_ref().and_then(Action::needs_run_of) else {
            return;
        };
        if earlier.any(|id| id == named) {
            return;
        }
        self.fail_member(
            value,
            ("when", "ran"),
            "when.ran must name an earlier action",
            "use the id of an action before this one",
        );
    }

    /// Reports an action that is about one which may be skipped, and is not skipped with it.
    pub(crate) fn check_skipped<'e>(
        &self,
        value: &Value<'_>,
        mut earlier: impl Iterator<Item = &'e Action>,
    ) {
        let Some(action) = &self.action else {
            return;
        };
        let Some((key, named)) = action
            .verifies()
            .map(|named| ("verifies", named))
            .or_else(|| action.since().map(|named| ("since", named)))
        else {
            return;
        };
        let may_be_skipped =
            earlier.any(|earlier| earlier.id.as_str() == named && earlier.when.is_some());
        if !may_be_skipped || action.needs_run_of() == Some(named) {
            return;
        }
        self.fail_param(
            value,
            key,
            "an action that names one with a when must have when.ran with the same id",
            "add when with ran, so that both are done or neither is",
        );
    }

    fn fail_param(&self, value: &Value<'_>, key: &'static str, message: &str, hint: &str) {
        self.fail_member(value, ("params", key), message, hint);
    }

    fn fail_member(
        &self,
        value: &Value<'_>,
        (object, key): (&'static str, &'static str),
        message: &str,
        hint: &str,
    ) {
        let params = member(value, object);
        let Some(param) = params.as_ref().and_then(|params| member(params, key)) else {
            return;
        };
        let mark = value.report.mark();
        let _: Option<()> = param.fail_with_hint(Rule::Requires, message, hint);
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
