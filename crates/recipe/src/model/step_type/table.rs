//! The table of the types of steps.

use clawperator_contract::ActionType;

use super::facts::StepType;
use super::{
    assert_node, click, close_app, enter_text, open_app, open_uri, press_key, read_key_value_pair,
    read_text, scroll, scroll_and_click, scroll_until, sleep, snapshot_ui, swipe, wait_for_idle,
    wait_for_navigation, wait_for_node,
};
use crate::model::RecipeFormat;

macro_rules! step_types {
    ($($variant:ident $name:literal $module:ident $doc:literal;)+) => {
        /// The actions that a recipe may run.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum StepAction {
            $(
                #[doc = $doc]
                $variant,
            )+
        }

        impl StepAction {
            /// Every one, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name in recipes and in the contract.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What is known of it.
            pub(crate) const fn facts(self) -> &'static StepType {
                match self {
                    $(Self::$variant => &$module::TYPE,)+
                }
            }
        }
    };
}

step_types! {
    OpenApp "open_app" open_app "Bring an app to the front.";
    CloseApp "close_app" close_app "Stop an app.";
    WaitForNode "wait_for_node" wait_for_node "Wait until a node is there, or gone.";
    Click "click" click "Press a node.";
    ScrollAndClick "scroll_and_click" scroll_and_click "Scroll to a node and press it.";
    ReadText "read_text" read_text "Read a node's text.";
    SnapshotUi "snapshot_ui" snapshot_ui "Read the whole screen.";
    Sleep "sleep" sleep "Do nothing for a while.";
    EnterText "enter_text" enter_text "Type into a field.";
    PressKey "press_key" press_key "Press a key.";
    OpenUri "open_uri" open_uri "Open an address.";
    Scroll "scroll" scroll "Scroll once.";
    ScrollUntil "scroll_until" scroll_until "Scroll until a node shows.";
    Swipe "swipe" swipe "Draw a finger from one point to another.";
    ReadKeyValuePair "read_key_value_pair" read_key_value_pair "Read the value beside a label.";
    WaitForNavigation "wait_for_navigation" wait_for_navigation "Wait until an app or a node has come to the front.";
    WaitForIdle "wait_for_idle" wait_for_idle "Wait until the screen stays as it is.";
    AssertNode "assert_node" assert_node "Say whether a node is there as it should be.";
}

impl StepAction {
    /// The action of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|action| action.name() == name)
    }

    /// The action that a type of the contract is, if recipes may run it.
    #[must_use]
    pub fn from_action_type(action_type: ActionType) -> Option<Self> {
        Self::from_name(action_type.name())
    }

    /// The format it came with.
    #[must_use]
    pub fn since(self) -> RecipeFormat {
        self.facts().since
    }

    /// The names of those that a format has.
    #[must_use]
    pub fn names(format: RecipeFormat) -> Vec<&'static str> {
        let all = Self::ALL.iter();
        all.filter(|action| format.has(action.since()))
            .map(|action| action.name())
            .collect()
    }
}
