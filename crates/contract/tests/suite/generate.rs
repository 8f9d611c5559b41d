//! Payloads made up at random: right ones under every name the contract accepts, and wrong ones.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::strategy::SBoxedStrategy;
use proptest::string::string_regex;
use serde_json::{Map, Value, json};

use clawperator_contract::aliases::{self, KeyTable};
use clawperator_contract::{ActionType, ROLES};

/// An execution that validation accepts, written with canonical names and aliases mixed.
pub(crate) fn execution() -> impl Strategy<Value = Value> {
    let actions = prop::collection::vec(action(), 1..8);
    let written = (
        name(&aliases::EXECUTION, "commandId"),
        name(&aliases::EXECUTION, "taskId"),
    );
    let rest = (
        name(&aliases::EXECUTION, "expectedFormat"),
        name(&aliases::EXECUTION, "timeoutMs"),
    );
    (
        actions,
        written,
        rest,
        text(),
        1_000..=120_000_u32,
        prop::option::of(prop::bool::ANY),
    )
        .prop_map(
            |(actions, (command_key, task_key), (format_key, timeout_key), id, timeout, mode)| {
                let mut execution = Map::new();
                execution.insert(command_key, json!(id));
                execution.insert(task_key, json!("t"));
                execution.insert("source".to_owned(), json!("test"));
                execution.insert(format_key, json!("android-ui-automator"));
                execution.insert(timeout_key, json!(timeout));
                if let Some(direct) = mode {
                    execution.insert(
                        "mode".to_owned(),
                        json!(if direct {
                            "direct"
                        } else {
                            "artifact_compiled"
                        }),
                    );
                }
                let actions: Vec<Value> = actions
                    .into_iter()
                    .enumerate()
                    .map(|(index, mut action)| {
                        action["id"] = json!(format!("a{index}"));
                        action
                    })
                    .collect();
                execution.insert("actions".to_owned(), Value::Array(actions));
                Value::Object(execution)
            },
        )
}

/// An execution with a random part replaced by something random.
pub(crate) fn broken_execution() -> impl Strategy<Value = Value> {
    (execution(), any::<prop::sample::Index>(), junk()).prop_map(|(mut execution, place, junk)| {
        let mut pointers = Vec::new();
        collect_pointers(&execution, String::new(), &mut pointers);
        let pointer = place.get(&pointers).clone();
        if let Some(part) = execution.pointer_mut(&pointer) {
            *part = junk;
        }
        execution
    })
}

/// Any number that JSON can hold.
pub(crate) fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(|number| json!(number)),
        any::<u64>().prop_map(|number| json!(number)),
        prop::num::f64::NORMAL.prop_map(|number| json!(number)),
        (-100..200_000_i32).prop_map(|number| json!(f64::from(number))),
        (-10..10_i32).prop_map(|number| json!(f64::from(number) / 4.0)),
    ]
}

fn junk() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number(),
        ".{0,20}".prop_map(Value::String),
        Just(json!([])),
        Just(json!({})),
        ".{0,8}".prop_map(|key| json!({ key: 1 })),
        Just(json!([{ "id": "a", "type": "click" }])),
    ]
}

fn collect_pointers(value: &Value, at: String, pointers: &mut Vec<String>) {
    let escape = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Object(entries) => {
            entries.iter().for_each(|(key, value)| {
                collect_pointers(value, format!("{at}/{}", escape(key)), pointers);
            });
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| {
                collect_pointers(item, format!("{at}/{index}"), pointers);
            });
        }
        _ => {}
    }
    pointers.push(at);
}

fn action() -> impl Strategy<Value = Value> {
    let action_type = prop::sample::select(ActionType::ALL.to_vec());
    action_type.prop_flat_map(|action_type| {
        let names: Vec<&str> = std::iter::once(action_type.name())
            .chain(action_type.aliases().iter().copied())
            .collect();
        (
            prop::sample::select(names),
            params(action_type),
            any::<bool>(),
        )
            .prop_map(|(name, params, upper)| {
                let name = if upper {
                    format!(" {} ", name.to_uppercase())
                } else {
                    name.to_owned()
                };
                json!({ "id": "", "type": name, "params": params })
            })
    })
}

fn params(action_type: ActionType) -> BoxedStrategy<Value> {
    let required: Vec<BoxedStrategy<(String, Value)>> = match action_type {
        ActionType::OpenApp
        | ActionType::CloseApp
        | ActionType::ClearApp
        | ActionType::UninstallApp => {
            vec![param("applicationId", text().prop_map(Value::String))]
        }
        ActionType::OpenUri => vec![param("uri", text().prop_map(Value::String))],
        ActionType::Click
        | ActionType::WaitForNode
        | ActionType::AssertNode
        | ActionType::ScrollAndClick
        | ActionType::ReadText => vec![param("matcher", matcher())],
        ActionType::EnterText => vec![
            param("matcher", matcher()),
            param("text", text().prop_map(Value::String)),
        ],
        ActionType::Sleep => vec![param(
            "durationMs",
            (0..=120_000_u32).prop_map(|ms| json!(ms)),
        )],
        ActionType::PressKey => vec![param(
            "key",
            prop::sample::select(vec!["back", "HOME", " recents"]).prop_map(|key| json!(key)),
        )],
        ActionType::WaitForNavigation => vec![
            param("expectedPackage", text().prop_map(Value::String)),
            param(
                "timeoutMs",
                (1..=30_000_u32).prop_map(|ms| json!(f64::from(ms))),
            ),
        ],
        ActionType::ReadKeyValuePair => vec![param("labelMatcher", matcher())],
        ActionType::StartRecording
        | ActionType::StopRecording
        | ActionType::Scroll
        | ActionType::ScrollUntil
        | ActionType::SnapshotUi
        | ActionType::TakeScreenshot
        | ActionType::CaptureScreen
        | ActionType::WaitForToast
        | ActionType::WaitForIdle
        | ActionType::ClearText
        | ActionType::HideKeyboard
        | ActionType::WakeDevice
        | ActionType::GetClipboard
        | ActionType::ListApps => Vec::new(),
        ActionType::SetPermission => vec![
            param("applicationId", text().prop_map(Value::String)),
            param("permission", text().prop_map(Value::String)),
            param("granted", any::<bool>().prop_map(Value::Bool)),
        ],
        ActionType::PushFile => vec![
            param("hostFile", host_file().prop_map(Value::String)),
            param("phonePath", phone_path().prop_map(Value::String)),
        ],
        ActionType::PullFile => vec![param("phonePath", phone_path().prop_map(Value::String))],
        ActionType::SetClipboard => vec![param("text", text().prop_map(Value::String))],
        ActionType::DeviceShell => vec![param(
            "words",
            prop::collection::vec("[a-z0-9 '*~-]{0,6}", 0..=5).prop_map(|words| {
                let program = std::iter::once("getprop".to_owned());
                json!(program.chain(words).collect::<Vec<_>>())
            }),
        )],
        ActionType::Pinch => vec![
            param("matcher", matcher()),
            param("scale", (1..=10_u32).prop_map(|scale| json!(scale))),
        ],
        ActionType::TouchPath => vec![param(
            "fingers",
            prop::collection::vec(finger(), 1..=10).prop_map(Value::Array),
        )],
        ActionType::Swipe | ActionType::Drag => {
            vec![param("from", coordinate()), param("to", coordinate())]
        }
    };
    (required, prop::option::of(retry()), any::<bool>())
        .prop_map(|(required, retry, stray)| {
            let mut params: Map<String, Value> = required.into_iter().collect();
            if let Some(retry) = retry {
                params.insert("retry".to_owned(), retry);
            }
            if stray {
                // Means something for three of the actions and is dropped by the others.
                params.insert("maxSwipes".to_owned(), json!(7));
            }
            Value::Object(params)
        })
        .boxed()
}

fn host_file() -> impl Strategy<Value = String> {
    "[A-Za-z0-9][A-Za-z0-9._-]{0,20}"
}

fn phone_path() -> impl Strategy<Value = String> {
    "(/sdcard|/storage/emulated/0|/data/local/tmp)(/[a-z0-9 ]{1,10}){1,4}"
}

fn coordinate() -> impl Strategy<Value = Value> {
    (0..=4_000_u32, 0..=4_000_u32).prop_map(|(x, y)| json!({ "x": x, "y": y }))
}

/// The way of one finger: points with times that do not go back.
fn finger() -> impl Strategy<Value = Value> {
    prop::collection::vec((0..=4_000_u32, 0..=4_000_u32, 0..=20_u32), 1..=50).prop_map(|points| {
        let mut at_ms = 0;
        let point = |(x, y, later): (u32, u32, u32)| {
            at_ms += later;
            json!({ "x": x, "y": y, "atMs": at_ms })
        };
        points.into_iter().map(point).collect()
    })
}

fn param(
    key: &'static str,
    value: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<(String, Value)> {
    (name(&aliases::PARAMS, key), value).boxed()
}

fn matcher() -> impl Strategy<Value = Value> {
    let keys: Vec<&'static str> = aliases::MATCHER.names().collect();
    prop::sample::subsequence(keys, 1..=3).prop_flat_map(|keys| {
        let fields: Vec<_> = keys
            .into_iter()
            .map(|key| {
                let value = match key {
                    "role" => prop::sample::select(&ROLES[..])
                        .prop_map(Value::from)
                        .boxed(),
                    _ => text().prop_map(Value::String).boxed(),
                };
                (name(&aliases::MATCHER, key), value)
            })
            .collect();
        fields.prop_map(|fields| Value::Object(fields.into_iter().collect()))
    })
}

fn retry() -> impl Strategy<Value = Value> {
    let keys: Vec<&'static str> = aliases::RETRY.names().collect();
    prop::sample::subsequence(keys, 0..=5).prop_flat_map(|keys| {
        let fields: Vec<_> = keys
            .into_iter()
            .map(|key| (name(&aliases::RETRY, key), number()))
            .collect();
        fields.prop_map(|fields| Value::Object(fields.into_iter().collect()))
    })
}

/// A name that the contract accepts for a key.
fn name(table: &'static KeyTable, key: &'static str) -> impl Strategy<Value = String> + use<> {
    let names: Vec<&'static str> = table
        .keys
        .iter()
        .filter(|known| known.name == key)
        .flat_map(|known| std::iter::once(known.name).chain(known.aliases.iter().copied()))
        .collect();
    prop::sample::select(names).prop_map(str::to_owned)
}

/// Read once: a strategy that is only a text reads it again for each value.
static FIRST: LazyLock<SBoxedStrategy<String>> = LazyLock::new(|| {
    string_regex("[a-z0-9\"\\\\{}$;'%\u{202e}\u{1f600}\u{e9}]")
        .expect("a pattern")
        .sboxed()
});
static REST: LazyLock<SBoxedStrategy<String>> =
    LazyLock::new(|| string_regex(".{0,40}").expect("a pattern").sboxed());

/// Text that is not blank and fits everywhere, from every corner of Unicode.
fn text() -> impl Strategy<Value = String> {
    (FIRST.clone(), REST.clone()).prop_map(|(first, rest)| format!("{first}{rest}"))
}
