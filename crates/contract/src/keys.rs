//! The keys of a phone that can be pressed: the name, the number and what it does of each.
//!
//! A phone takes an unknown key for key 0 and says nothing, so a key that is not in this table is refused. All of them are
//! on every supported release, with the same numbers. Left out on purpose: keys that call somebody, that turn the phone
//! off, or that only a remote control has.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::decode::{Decode, Value};
use crate::excerpt::excerpt;
use crate::failure::Rule;
use crate::suggest::did_you_mean;
use crate::values::AnyNumber;

/// What a key does in most apps. Policy judges by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyDoes {
    /// It is for the system or for media, or gives the focus to something else.
    Moves,
    /// It moves the focus, or changes the value of what has it.
    Adjusts,
    /// It changes what is in the field that has the focus.
    Types,
    /// It presses what has the focus.
    Activates,
}

/// A key that can be pressed by its name or its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyCode {
    name: &'static str,
    number: u32,
    does: KeyDoes,
}

impl KeyCode {
    /// Every key, by its number.
    pub const ALL: &'static [Self] = TABLE;

    /// The name in documents: that of Android without `KEYCODE_`, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Android's number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// What it does in most apps.
    #[must_use]
    pub const fn does(self) -> KeyDoes {
        self.does
    }

    /// The key of a name, in any case, with or without `KEYCODE_`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        let prefix = name.get(..PREFIX.len());
        let name = match prefix {
            Some(prefix) if prefix.eq_ignore_ascii_case(PREFIX) => &name[PREFIX.len()..],
            _ => name,
        };
        let mut all = Self::ALL.iter().copied();
        all.find(|key| key.name.eq_ignore_ascii_case(name))
    }

    /// The key of a number.
    #[must_use]
    pub fn numbered(number: u32) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.number == number)
    }

    /// The name nearest to an unknown one.
    #[must_use]
    pub fn suggest(written: &str) -> Option<&'static str> {
        did_you_mean(written, Self::ALL.iter().map(|key| key.name))
    }
}

/// How Android's own constants begin.
const PREFIX: &str = "KEYCODE_";

impl Decode for KeyCode {
    fn decode(value: &Value<'_>) -> Option<Self> {
        if value.is_number() {
            let number = value.number()?;
            let mut known = Self::ALL.iter().copied();
            let found = known.find(|key| AnyNumber::from_integer(key.number.into()) == number);
            return found.or_else(|| {
                value.fail_with_hint(
                    Rule::NotAllowed,
                    format!("{number} is not the number of a key that can be pressed"),
                    "use a key of the list in the reference of press_key",
                )
            });
        }
        let written = value.string()?;
        if let Some(key) = Self::named(written) {
            return Some(key);
        }
        let message = format!("'{}' is not a key that can be pressed", excerpt(written));
        let hint = match Self::suggest(written) {
            Some(near) => format!("did you mean '{near}'?"),
            None => "use a name such as enter, tab, dpad_down, del or a, or Android's number of it"
                .to_owned(),
        };
        value.fail_with_hint(Rule::NotAllowed, message, hint)
    }
}

impl Serialize for KeyCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl JsonSchema for KeyCode {
    fn schema_name() -> Cow<'static, str> {
        "KeyCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Self::ALL.iter().map(|key| key.name).collect();
        let numbers: Vec<u32> = Self::ALL.iter().map(|key| key.number).collect();
        json_schema!({
            "type": "string",
            "description": "A key by its name; input takes the name in any case, also with `KEYCODE_`, and the number.",
            "enum": names,
            "x-clawperator-input-prefix": PREFIX,
            "x-clawperator-input-numbers": numbers,
        })
    }
}

const fn key(number: u32, name: &'static str, does: KeyDoes) -> KeyCode {
    KeyCode { name, number, does }
}

const TABLE: &[KeyCode] = {
    use KeyDoes::{Activates, Adjusts, Moves, Types};
    &[
        key(3, "home", Moves),
        key(4, "back", Moves),
        key(7, "0", Types),
        key(8, "1", Types),
        key(9, "2", Types),
        key(10, "3", Types),
        key(11, "4", Types),
        key(12, "5", Types),
        key(13, "6", Types),
        key(14, "7", Types),
        key(15, "8", Types),
        key(16, "9", Types),
        key(17, "star", Types),
        key(18, "pound", Types),
        key(19, "dpad_up", Adjusts),
        key(20, "dpad_down", Adjusts),
        key(21, "dpad_left", Adjusts),
        key(22, "dpad_right", Adjusts),
        key(23, "dpad_center", Activates),
        key(24, "volume_up", Moves),
        key(25, "volume_down", Moves),
        key(29, "a", Types),
        key(30, "b", Types),
        key(31, "c", Types),
        key(32, "d", Types),
        key(33, "e", Types),
        key(34, "f", Types),
        key(35, "g", Types),
        key(36, "h", Types),
        key(37, "i", Types),
        key(38, "j", Types),
        key(39, "k", Types),
        key(40, "l", Types),
        key(41, "m", Types),
        key(42, "n", Types),
        key(43, "o", Types),
        key(44, "p", Types),
        key(45, "q", Types),
        key(46, "r", Types),
        key(47, "s", Types),
        key(48, "t", Types),
        key(49, "u", Types),
        key(50, "v", Types),
        key(51, "w", Types),
        key(52, "x", Types),
        key(53, "y", Types),
        key(54, "z", Types),
        key(55, "comma", Types),
        key(56, "period", Types),
        key(61, "tab", Moves),
        key(62, "space", Activates),
        key(66, "enter", Activates),
        key(67, "del", Types),
        key(68, "grave", Types),
        key(69, "minus", Types),
        key(70, "equals", Types),
        key(71, "left_bracket", Types),
        key(72, "right_bracket", Types),
        key(73, "backslash", Types),
        key(74, "semicolon", Types),
        key(75, "apostrophe", Types),
        key(76, "slash", Types),
        key(77, "at", Types),
        key(81, "plus", Types),
        key(82, "menu", Moves),
        key(83, "notification", Moves),
        key(84, "search", Moves),
        key(85, "media_play_pause", Moves),
        key(86, "media_stop", Moves),
        key(87, "media_next", Moves),
        key(88, "media_previous", Moves),
        key(89, "media_rewind", Moves),
        key(90, "media_fast_forward", Moves),
        key(92, "page_up", Adjusts),
        key(93, "page_down", Adjusts),
        key(96, "button_a", Activates),
        key(97, "button_b", Moves),
        key(99, "button_x", Activates),
        key(100, "button_y", Activates),
        key(102, "button_l1", Activates),
        key(103, "button_r1", Activates),
        key(108, "button_start", Activates),
        key(109, "button_select", Activates),
        key(111, "escape", Moves),
        key(112, "forward_del", Types),
        key(122, "move_home", Adjusts),
        key(123, "move_end", Adjusts),
        key(126, "media_play", Moves),
        key(127, "media_pause", Moves),
        key(131, "f1", Moves),
        key(132, "f2", Moves),
        key(133, "f3", Moves),
        key(134, "f4", Moves),
        key(135, "f5", Moves),
        key(136, "f6", Moves),
        key(137, "f7", Moves),
        key(138, "f8", Moves),
        key(139, "f9", Moves),
        key(140, "f10", Moves),
        key(141, "f11", Moves),
        key(142, "f12", Moves),
        key(144, "numpad_0", Types),
        key(145, "numpad_1", Types),
        key(146, "numpad_2", Types),
        key(147, "numpad_3", Types),
        key(148, "numpad_4", Types),
        key(149, "numpad_5", Types),
        key(150, "numpad_6", Types),
        key(151, "numpad_7", Types),
        key(152, "numpad_8", Types),
        key(153, "numpad_9", Types),
        key(154, "numpad_divide", Types),
        key(155, "numpad_multiply", Types),
        key(156, "numpad_subtract", Types),
        key(157, "numpad_add", Types),
        key(158, "numpad_dot", Types),
        key(159, "numpad_comma", Types),
        key(160, "numpad_enter", Activates),
        key(161, "numpad_equals", Types),
        key(164, "volume_mute", Moves),
        key(168, "zoom_in", Moves),
        key(169, "zoom_out", Moves),
        key(187, "app_switch", Moves),
        key(220, "brightness_down", Moves),
        key(221, "brightness_up", Moves),
        key(223, "sleep", Moves),
        key(224, "wakeup", Moves),
        key(260, "navigate_previous", Moves),
        key(261, "navigate_next", Moves),
        key(262, "navigate_in", Activates),
        key(263, "navigate_out", Moves),
        key(277, "cut", Types),
        key(278, "copy", Moves),
        key(279, "paste", Types),
    ]
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_numbers_are_of_one_key_each() {
        let names: BTreeSet<&str> = TABLE.iter().map(|key| key.name).collect();
        let numbers: BTreeSet<u32> = TABLE.iter().map(|key| key.number).collect();
        assert_eq!((names.len(), numbers.len()), (TABLE.len(), TABLE.len()));
        assert!(TABLE.is_sorted_by_key(|key| key.number));
        for key in TABLE {
            assert_eq!(KeyCode::numbered(key.number), Some(*key));
            assert_eq!(KeyCode::named(key.name), Some(*key));
        }
    }

    #[test]
    fn a_name_may_be_written_as_android_has_it() {
        for written in ["enter", "ENTER", " KEYCODE_ENTER ", "keycode_Enter"] {
            assert_eq!(KeyCode::named(written).map(KeyCode::number), Some(66));
        }
        for other in ["", "KEYCODE_", "enter2", "call", "power", "66", "ké"] {
            assert_eq!(KeyCode::named(other), None, "{other}");
        }
    }
}
