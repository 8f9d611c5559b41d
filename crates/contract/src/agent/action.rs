//! The actions: one row each, with its type.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::found::{Amount, Fields, Take};
use super::limits::{
    MAX_COMMAND_LENGTH, MAX_CONTENT_LENGTH, MAX_COORDINATE, MAX_GESTURE_MS, MAX_INSTRUCTION_LENGTH,
    MAX_KEYCODE_LENGTH, MAX_LINES, MAX_MESSAGE_LENGTH, MAX_PACKAGE_LENGTH, MAX_PATH_LENGTH,
    MAX_POSITION, MAX_QUERY_LENGTH, MAX_REASON_LENGTH, MAX_RESULTS, MAX_SCRIPT_LENGTH,
    MAX_SESSION_ID_LENGTH, MAX_TEXT_LENGTH, MAX_TIMEOUT_SEC, MAX_WAIT_MS,
};
use super::row::{ActionRow, Fallback, FieldKind, FieldRow, FieldRule, Form, Surface, integer};
use super::schema;
use super::template::UiTemplate;
use super::words::{HumanCapability, ProcessAction};

/// Defines the union and its rows together, so that neither can be without the other.
macro_rules! agent_actions {
    ($($variant:ident $type:literal $tool:literal $surface:ident $about:literal {
        $($field:ident $name:literal $kind:ty: $rule:expr, $meaning:literal;)+
    })+) => {
        /// What a model asks for in one step.
        #[derive(Clone, PartialEq, Serialize)]
        #[serde(tag = "type")]
        pub enum AgentAction {
            $(
                #[doc = $about]
                #[serde(rename = $type)]
                $variant {
                    $(
                        #[doc = $meaning]
                        #[serde(rename = $name, skip_serializing_if = "Take::is_absent")]
                        $field: $kind,
                    )+
                },
            )+
        }

        impl AgentAction {
            /// Every action with its fields, in the order of the contract.
            pub const TABLE: &'static [ActionRow] = &[$(ActionRow {
                name: $type,
                tool: $tool,
                surface: Surface::$surface,
                about: $about,
                fields: {
                    const FIELDS: &[FieldRow] = &[$($rule.row($name, $meaning)),+];
                    FIELDS
                },
            }),+];

            /// The action's `type`.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $type,)+
                }
            }

            /// The action of a row, from values that fit it; nothing where one that is required is not there.
            pub(super) fn build(row: &ActionRow, mut fields: Fields) -> Option<Self> {
                match row.name {
                    $($type => Some(Self::$variant {
                        $($field: fields.take($name)?,)+
                    }),)+
                    _ => None,
                }
            }
        }
    };
}

const COORDINATE: FieldRule =
    FieldRule::of(FieldKind::Number(0.0, MOST_COORDINATE)).or(Fallback::Number(0.0));
const REASON: FieldRule = FieldRule::prose(MAX_REASON_LENGTH);
const PATH: FieldRule = FieldRule::formed(MAX_PATH_LENGTH, Form::Name).required();
const EMPTY: Fallback = Fallback::Text("");
const CONTENT: FieldRule = FieldRule::text(MAX_CONTENT_LENGTH).or(EMPTY);

#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
const MOST_COORDINATE: f64 = MAX_COORDINATE as f64;

const fn gesture(default: u64) -> FieldRule {
    integer(1, MAX_GESTURE_MS, default)
}

agent_actions! {
    Tap "tap" "tap" Phone "Tap a point, in pixels of the screenshot." {
        x "x" Amount: COORDINATE, "Pixels from the left of the screenshot.";
        y "y" Amount: COORDINATE, "Pixels from its top.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Swipe "swipe" "swipe" Phone "Swipe from one point to another, such as to scroll." {
        x1 "x1" Amount: COORDINATE, "Where it begins, from the left.";
        y1 "y1" Amount: COORDINATE, "Where it begins, from the top.";
        x2 "x2" Amount: COORDINATE, "Where it ends, from the left.";
        y2 "y2" Amount: COORDINATE, "Where it ends, from the top.";
        duration_ms "durationMs" Option<u64>: gesture(300), "How long it takes.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Drag "drag" "drag" Phone "Drag from one point to another." {
        x1 "x1" Amount: COORDINATE, "Where it begins, from the left.";
        y1 "y1" Amount: COORDINATE, "Where it begins, from the top.";
        x2 "x2" Amount: COORDINATE, "Where it ends, from the left.";
        y2 "y2" Amount: COORDINATE, "Where it ends, from the top.";
        duration_ms "durationMs" Option<u64>: gesture(360), "How long it takes.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    LongPressDrag "long_press_drag" "long_press_drag" Phone "Hold a point, then drag it to another." {
        x1 "x1" Amount: COORDINATE, "Where it begins, from the left.";
        y1 "y1" Amount: COORDINATE, "Where it begins, from the top.";
        x2 "x2" Amount: COORDINATE, "Where it ends, from the left.";
        y2 "y2" Amount: COORDINATE, "Where it ends, from the top.";
        hold_ms "holdMs" Option<u64>: gesture(450), "How long it is held first.";
        duration_ms "durationMs" Option<u64>: gesture(300), "How long the drag takes.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Type "type" "type_text" Phone "Type into the focused field." {
        text "text" String: FieldRule::text(MAX_TEXT_LENGTH).or(EMPTY), "What to type.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Keyevent "keyevent" "keyevent" Phone "Press a key, such as `KEYCODE_BACK`, `KEYCODE_HOME` or `KEYCODE_ENTER`." {
        keycode "keycode" String: FieldRule::formed(MAX_KEYCODE_LENGTH, Form::Keycode).or(Fallback::Text("KEYCODE_ENTER")), "The key, by its name or number.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    LaunchApp "launch_app" "launch_app" Phone "Open an app." {
        package_name "packageName" String: FieldRule::formed(MAX_PACKAGE_LENGTH, Form::Package).or(EMPTY), "The app's package.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Shell "shell" "shell" Phone "Run a command in the phone's shell." {
        command "command" String: FieldRule::text(MAX_COMMAND_LENGTH).or(EMPTY), "The command.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    RunScript "run_script" "run_script" Script "Run a shell script on the computer, confined." {
        script "script" String: FieldRule::text(MAX_SCRIPT_LENGTH).or(EMPTY), "The script.";
        timeout_sec "timeoutSec" Option<u64>: integer(1, MAX_TIMEOUT_SEC, 60), "How long it may take.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Read "read" "read" Workspace "Read lines of a file of the workspace." {
        path "path" String: PATH, "The file.";
        from "from" Option<u64>: integer(1, MAX_POSITION, 1), "The first line, counted from 1.";
        lines "lines" Option<u64>: integer(1, MAX_LINES, 200), "How many.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Write "write" "write" Workspace "Write a file of the workspace." {
        path "path" String: PATH, "The file.";
        content "content" String: CONTENT, "What it is to hold.";
        append "append" Option<bool>: FieldRule::flag().default(Fallback::Flag(false)), "Whether to add to its end and keep the rest.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Edit "edit" "edit" Workspace "Replace text in a file of the workspace." {
        path "path" String: PATH, "The file.";
        find "find" String: CONTENT, "The text to replace.";
        replace "replace" String: CONTENT, "The text that replaces it.";
        replace_all "replaceAll" Option<bool>: FieldRule::flag().default(Fallback::Flag(false)), "Whether to replace it everywhere.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    ApplyPatch "apply_patch" "apply_patch" Workspace "Apply a patch between `*** Begin Patch` and `*** End Patch`." {
        input "input" String: CONTENT, "The patch.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Exec "exec" "exec" Workspace "Run a command in the workspace." {
        command "command" String: FieldRule::formed(MAX_COMMAND_LENGTH, Form::Name).required(), "The command.";
        workdir "workdir" Option<String>: FieldRule::formed(MAX_PATH_LENGTH, Form::Name).decisive(), "The folder to run it in.";
        yield_ms "yieldMs" Option<u64>: integer(0, MAX_WAIT_MS, 0), "After how long it goes on in the background; 0: not.";
        background "background" Option<bool>: FieldRule::flag().default(Fallback::Flag(false)), "Whether it runs in the background from the start.";
        timeout_sec "timeoutSec" Option<u64>: integer(1, MAX_TIMEOUT_SEC, 1800), "How long it may take.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Process "process" "process" Workspace "Look after commands in the background." {
        action "action" ProcessAction: FieldRule::of(FieldKind::Word(ProcessAction::NAMES)).or(Fallback::Text("list")), "What to do.";
        session_id "sessionId" Option<String>: FieldRule::formed(MAX_SESSION_ID_LENGTH, Form::Name).decisive(), "Which command; `list` needs none.";
        input "input" Option<String>: FieldRule::text(MAX_COMMAND_LENGTH).decisive(), "What `write` sends.";
        offset "offset" Option<u64>: integer(0, MAX_POSITION, 0), "The line at which `log` begins.";
        limit "limit" Option<u64>: integer(1, MAX_LINES, 200), "How many lines it shows.";
        timeout_ms "timeoutMs" Option<u64>: integer(0, MAX_WAIT_MS, 0), "How long `poll` waits for output.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    MemorySearch "memory_search" "memory_search" Memory "Search the notes of earlier tasks." {
        query "query" String: FieldRule::text(MAX_QUERY_LENGTH).or(EMPTY), "What to look for.";
        max_results "maxResults" Option<u64>: integer(1, MAX_RESULTS, 6), "How many results.";
        min_score "minScore" Option<Amount>: FieldRule::of(FieldKind::Number(0.0, 1.0)).default(Fallback::Number(0.2)), "How well they must fit, from 0 to 1.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    MemoryGet "memory_get" "memory_get" Memory "Read lines of a note: MEMORY.md or a file below memory/." {
        path "path" String: PATH, "The note.";
        from "from" Option<u64>: integer(1, MAX_POSITION, 1), "The first line, counted from 1.";
        lines "lines" Option<u64>: integer(1, MAX_LINES, 120), "How many.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    RequestHumanAuth "request_human_auth" "request_human_auth" Person "Ask a person to allow or do something, and wait for the answer." {
        capability "capability" HumanCapability: FieldRule::of(FieldKind::Word(HumanCapability::NAMES)).or(Fallback::Text("unknown")), "What is needed.";
        instruction "instruction" String: FieldRule::prose(MAX_INSTRUCTION_LENGTH).or(Fallback::Text("Human authorization is required to continue.")), "What the person is asked to do.";
        timeout_sec "timeoutSec" Option<u64>: integer(1, MAX_TIMEOUT_SEC, 300), "How long to wait for an answer.";
        reason "reason" Option<String>: REASON, "Why.";
        ui_template "uiTemplate" Option<Box<UiTemplate>>: FieldRule::of(FieldKind::Object(UiTemplate::ROW)).decisive(), "The page on which the person answers.";
        template_path "templatePath" Option<String>: FieldRule::formed(MAX_PATH_LENGTH, Form::Name).decisive(), "A file with that page.";
    }
    Wait "wait" "wait" Phone "Wait for the screen to change." {
        duration_ms "durationMs" Option<u64>: integer(0, MAX_WAIT_MS, 1000), "How long.";
        reason "reason" Option<String>: REASON, "Why.";
    }
    Finish "finish" "finish" End "End the task and say what came of it." {
        message "message" String: FieldRule::prose(MAX_MESSAGE_LENGTH).or(Fallback::Text("Task finished.")), "What came of it.";
    }
}

/// What is typed, written or run may be a secret: printing an action for debugging shows which one it is.
impl fmt::Debug for AgentAction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "AgentAction({})", self.name())
    }
}

impl AgentAction {
    /// What an action that does not exist becomes.
    pub(super) const INSTEAD_OF_UNKNOWN: Self = Self::Wait {
        duration_ms: Some(1000),
        reason: None,
    };

    /// The row of this action.
    #[must_use]
    pub fn row(&self) -> Option<&'static ActionRow> {
        Self::row_of(self.name())
    }

    /// The row of an action's `type`.
    #[must_use]
    pub fn row_of(name: &str) -> Option<&'static ActionRow> {
        Self::TABLE.iter().find(|row| row.name == name)
    }

    /// The row of the action that a tool asks for: `type_text` asks for `type`, every other for the action of its own
    /// name.
    #[must_use]
    pub fn row_of_tool(tool: &str) -> Option<&'static ActionRow> {
        Self::TABLE.iter().find(|row| row.tool == tool)
    }
}

impl JsonSchema for AgentAction {
    fn schema_name() -> Cow<'static, str> {
        "AgentAction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema::union(Self::TABLE)
    }
}
