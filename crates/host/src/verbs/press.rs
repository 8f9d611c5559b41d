//! Press a key.

use clawperator_contract::actions::Key;
use clawperator_contract::{ActionType, ExecutionTimeout, KeyCode, did_you_mean};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Timed("press_key_"),
    task_id: Some("cli-action-press-key"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

const TIMEOUT: Milliseconds = Milliseconds::whole(10_000);

/// Press a key.
#[derive(Debug, Clone, Default)]
pub struct Press {
    /// The key: `back`, `home`, `recents`, or the name or number of another. Validation knows the words.
    pub key: String,
    /// How often; default: once.
    pub times: Option<u32>,
    /// Whether it is held.
    pub long: bool,
    /// How long the execution may take; default: 10000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl Press {
    /// Press the back key.
    #[must_use]
    pub fn back(timeout: Option<ExecutionTimeout>) -> Self {
        Self {
            key: "back".to_owned(),
            timeout,
            ..Self::default()
        }
    }
}

/// Whether a word is another key than those of the system, or is nearer to one.
fn is_by_code(word: &str) -> bool {
    let system = Key::ALL.map(Key::name);
    if system.iter().any(|name| name.eq_ignore_ascii_case(word)) {
        return false;
    }
    let is_near = || did_you_mean(word, system).is_none() && KeyCode::suggest(word).is_some();
    KeyCode::named(word).is_some() || is_near()
}

impl From<Press> for Draft {
    fn from(press: Press) -> Self {
        let draft = Self::new(FRAME, ActionType::PressKey, TIMEOUT).timeout(press.timeout);
        let word = press.key.trim();
        // A single digit is the key with that digit.
        let number = word.parse::<u32>().ok().filter(|_| word.len() > 1);
        let draft = match number {
            Some(number) => draft.param("keyCode", number),
            None if is_by_code(word) => draft.param("keyCode", press.key),
            None => draft.param("key", press.key),
        };
        draft
            .optional("times", press.times)
            .flag("long", press.long)
    }
}
