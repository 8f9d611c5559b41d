//! What not every driver and release can do of the actions: one table, for the check before a run and for whoever asks
//! what a phone can do.

use clawperator_contract::actions::{ActionType, ClickType};
use clawperator_contract::doctor::{DriverAbilities, Inability};
use clawperator_contract::{Action, ActionParams};
use clawperator_device::driver::{Capabilities, Drags};

/// Something of actions that not every driver can do on every release.
pub(crate) struct Ability {
    /// The actions that can want it.
    types: &'static [ActionType],
    /// Which part of them it is; nothing where none of them can be done without it.
    part: Option<Part>,
    /// What to do instead.
    pub(crate) hint: &'static str,
    /// Whether an action of these types wants it, as far as its params say.
    is_wanted: fn(&Action) -> bool,
    is_there: fn(Capabilities) -> bool,
}

/// A part of an action.
struct Part {
    /// As whoever asks for it writes it.
    named: &'static str,
    /// What a step does that wants it, in a refusal.
    does: &'static str,
}

const PRESSES: &[ActionType] = &[
    ActionType::Click,
    ActionType::ScrollAndClick,
    ActionType::ScrollUntil,
];

/// Recordings, which are also fetched and listed outside of any execution.
pub(crate) const RECORDING: Ability = Ability {
    types: &[ActionType::StartRecording, ActionType::StopRecording],
    part: None,
    hint: "drive the phone through the Operator, which records",
    is_wanted: |_| true,
    is_there: |able| able.recording,
};

/// The focus for any node. Only the step that has found its node knows whether it wants this.
pub(crate) const FOCUS_ANY_NODE: Ability = Ability {
    types: PRESSES,
    part: Some(Part {
        named: "clickType focus of a node that is not a text field",
        does: "focuses what is not a text field",
    }),
    hint: "focus a text field, or click the node",
    is_wanted: |_| false,
    is_there: |able| able.focus_any_node,
};

const ABILITIES: &[Ability] = &[
    RECORDING,
    Ability {
        types: &[ActionType::WaitForToast],
        part: None,
        hint: "drive the phone through the Operator, which hears toasts",
        is_wanted: |_| true,
        is_there: |able| able.toasts,
    },
    Ability {
        types: &[
            ActionType::ListApps,
            ActionType::ClearApp,
            ActionType::UninstallApp,
            ActionType::SetPermission,
        ],
        part: None,
        hint: "choose a phone; a saved dump has no apps",
        is_wanted: |_| true,
        is_there: |able| able.apps,
    },
    Ability {
        types: &[ActionType::PushFile, ActionType::PullFile],
        part: None,
        hint: "choose a phone; a saved dump has no files",
        is_wanted: |_| true,
        is_there: |able| able.files,
    },
    Ability {
        types: &[ActionType::DeviceShell],
        part: None,
        hint: "choose a phone; a saved dump runs no programs",
        is_wanted: |_| true,
        is_there: |able| able.programs,
    },
    Ability {
        types: &[ActionType::GetClipboard, ActionType::SetClipboard],
        part: None,
        hint: "drive the phone through the Operator, which reaches the clipboard",
        is_wanted: |_| true,
        is_there: |able| able.clipboard,
    },
    Ability {
        types: &[ActionType::TouchPath, ActionType::Pinch],
        part: None,
        hint: "drive the phone through the Operator, which moves several fingers",
        is_wanted: |_| true,
        is_there: |able| able.gestures,
    },
    Ability {
        types: &[ActionType::Drag],
        part: None,
        hint: "drive the phone through the Operator, which drags",
        is_wanted: |_| true,
        is_there: |able| able.drags != Drags::Never,
    },
    Ability {
        types: &[ActionType::Drag],
        part: Some(Part {
            named: "holdMs and restMs",
            does: "chooses how long a finger is held",
        }),
        hint: "leave that to the phone, or drive it through the Operator, which holds a finger as long as asked",
        is_wanted: |action| match &action.params {
            ActionParams::Drag(drag) => drag.hold_ms.is_some() || drag.rest_ms.is_some(),
            _ => false,
        },
        is_there: |able| able.drags == Drags::AsAsked,
    },
    Ability {
        types: PRESSES,
        part: Some(Part {
            named: "clickType double_click",
            does: "taps twice",
        }),
        hint: "drive the phone through the Operator, which taps twice",
        is_wanted: |action| action.click_type() == Some(ClickType::DoubleClick),
        is_there: |able| able.double_taps,
    },
    FOCUS_ANY_NODE,
    Ability {
        types: &[ActionType::PressKey],
        part: Some(Part {
            named: "long",
            does: "holds a key",
        }),
        hint: "drive the phone through the Operator, which holds keys",
        is_wanted: |action| matches!(&action.params, ActionParams::PressKey(press) if press.long == Some(true)),
        is_there: |able| able.holds_keys,
    },
];

impl Ability {
    pub(crate) fn is_missing(&self, able: Capabilities) -> bool {
        !(self.is_there)(able)
    }

    /// What a step of this type does with it, in a refusal.
    pub(crate) fn said_of(&self, action_type: ActionType) -> String {
        match &self.part {
            Some(part) => part.does.to_owned(),
            None => format!("is {}", action_type.name()),
        }
    }

    fn is_of(&self, action_type: ActionType) -> bool {
        self.types.contains(&action_type)
    }
}

/// What an action wants and a driver lacks, as far as its params say.
pub(crate) fn missing(action: &Action, able: Capabilities) -> Option<&'static Ability> {
    ABILITIES.iter().find(|ability| {
        ability.is_of(action.action_type())
            && (ability.is_wanted)(action)
            && ability.is_missing(able)
    })
}

/// What a driver can do of every action, and what it cannot.
#[must_use]
pub fn abilities(able: Capabilities) -> DriverAbilities {
    let mut can = Vec::new();
    let mut cannot = Vec::new();
    for &action in ActionType::ALL {
        let lacks: Vec<_> = ABILITIES
            .iter()
            .filter(|ability| ability.is_of(action) && ability.is_missing(able))
            .collect();
        let inability = |ability: &&Ability| Inability {
            action: action.name().to_owned(),
            part: ability.part.as_ref().map(|part| part.named.to_owned()),
            instead: ability.hint.to_owned(),
        };
        // What cannot be done at all has no parts.
        if let Some(whole) = lacks.iter().find(|ability| ability.part.is_none()) {
            cannot.push(inability(whole));
        } else {
            can.push(action.name().to_owned());
            cannot.extend(lacks.iter().map(inability));
        }
    }
    DriverAbilities {
        driver: able.driver.name().to_owned(),
        can,
        cannot,
    }
}

#[cfg(test)]
mod tests {
    use clawperator_contract::{EXPECTED_FORMAT, validate};
    use clawperator_device::shell;
    use serde_json::{Value, json};

    use super::*;

    /// An action with these params, as the check before a run sees it.
    fn refuses(action: &Value, able: Capabilities) -> bool {
        let mut action = action.clone();
        action["id"] = json!("one");
        let payload = json!({
            "commandId": "one", "taskId": "one", "source": "test", "timeoutMs": 1000,
            "expectedFormat": EXPECTED_FORMAT, "actions": [action],
        });
        let validated = validate(payload.to_string().as_bytes());
        let validated = validated.unwrap_or_else(|failure| panic!("{payload}: {failure:?}"));
        missing(&validated.execution.actions()[0], able).is_some()
    }

    #[test]
    fn the_list_is_what_the_check_refuses_on_every_release() {
        for level in 24..=36 {
            let able = shell::capabilities(Some(level));
            let list = abilities(able);
            for &action in ActionType::ALL {
                let name = action.name();
                let can = list.can.iter().any(|listed| listed == name);
                let whole = |lack: &&Inability| lack.action == name && lack.part.is_none();
                assert_ne!(can, list.cannot.iter().any(|lack| whole(&lack)), "{name}");
                // An example may want what only some releases can do.
                let example: Value = serde_json::from_str(action.info().example).unwrap();
                let in_part = list.cannot.iter().any(|lack| lack.action == name);
                if !can || !in_part {
                    assert_eq!(refuses(&example, able), !can, "{name} on {level}");
                }
            }
        }
    }

    #[test]
    fn a_part_is_listed_where_it_is_refused() {
        let click = |kind: &str| json!({ "type": "click", "params": { "clickType": kind, "matcher": { "textEquals": "A" } } });
        let drag = |hold: Value| {
            let mut drag = json!({ "type": "drag", "params": {
                "from": { "x": 1, "y": 1 }, "to": { "x": 9, "y": 9 } } });
            if !hold.is_null() {
                drag["params"]["holdMs"] = hold;
            }
            drag
        };
        let long = json!({ "type": "press_key", "params": { "key": "back", "long": true } });
        let double = ("click", Some("clickType double_click"));
        for (part, action, releases) in [
            (double, click("double_click"), 24..31),
            (("drag", None), drag(Value::Null), 24..28),
            (
                ("drag", Some("holdMs and restMs")),
                drag(json!(700)),
                28..31,
            ),
            (("press_key", Some("long")), long, 24..37),
        ] {
            for level in 24..=36 {
                let able = shell::capabilities(Some(level));
                let listed = abilities(able)
                    .cannot
                    .iter()
                    .any(|lack| (&*lack.action, lack.part.as_deref()) == part);
                assert_eq!(listed, releases.contains(&level), "{part:?} on {level}");
                assert!(!listed || refuses(&action, able), "{part:?} on {level}");
            }
        }
        let able = shell::capabilities(Some(34));
        assert!(!refuses(&click("double_click"), able) && !refuses(&drag(json!(700)), able));
    }
}
