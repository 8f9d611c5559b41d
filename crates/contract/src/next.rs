//! What to do next, as data. A hint says why in words that fit everywhere; each surface adds how in its own: the command
//! line names a command, a tool for models names a tool.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::data_keys::DataKey;
use crate::envelope::StepResult;
use crate::errors::ErrorCode;

/// The most words of a list that are read.
const MAX_READ: usize = 16;

/// Defines the words and their meanings together.
macro_rules! next {
    ($($variant:ident $name:literal $meaning:literal;)+) => {
        /// One thing to do next.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
        pub enum Next {
            $(
                #[doc = $meaning]
                #[schemars(rename = $name)]
                $variant,
            )+
        }

        impl Next {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word for it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What it means.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)+
                }
            }
        }
    };
}

next! {
    ShowUsage "show_usage" "see what the command or tool accepts";
    ListCommands "list_commands" "see which commands or tools there are";
    ListNames "list_names" "see which names there are";
    AddSelector "add_selector" "say which node is meant";
    WriteLog "write_log" "do it again with a log";
    AllowMoreTime "allow_more_time" "give it more time";

    ListDevices "list_devices" "list the phones";
    ChooseDevice "choose_device" "say which phone is meant, by one of the serials in `details.connected`";
    StartVirtualPhone "start_virtual_phone" "start a virtual phone";
    RunDoctor "run_doctor" "examine this machine and the phone";
    FixPhone "fix_phone" "examine the phone and fix what can be fixed";
    FallBack "fall_back" "let the phone's own programs drive it where the Operator cannot";

    Approve "approve" "have a person approve it";
    Preview "preview" "see what it would do, without doing it";
    Snapshot "snapshot" "read the screen";
    SaveDump "save_dump" "read the screen into a file";
    Screenshot "screenshot" "take a picture of the screen";
    ClickAt "click_at" "press a coordinate";
    WaitForScreen "wait_for_screen" "wait until the screen stops moving";

    CreateSkill "create_skill" "create a skill";
    ChooseSkills "choose_skills" "say where the skills are";
    SearchSkills "search_skills" "search for a skill";
    ShowSkill "show_skill" "see a skill's inputs, outputs and artifacts";
    CheckSkill "check_skill" "check a skill";
    CheckSkills "check_skills" "check all skills";
    LintRecipe "lint_recipe" "list everything that is wrong with a recipe";
    CompileRecipe "compile_recipe" "compile a recipe with values for its inputs";
    IndexSkills "index_skills" "write the indexes of the skills";
    RegisterSkills "register_skills" "write the registry and the indexes from the folders of the skills";
    RunSkill "run_skill" "run a skill";
    GiveInput "give_input" "give an input a value";
}

impl Next {
    /// The one of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|next| next.name() == name)
    }
}

impl Serialize for Next {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What to do next: why, in words that fit every surface, and how, as data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Advice {
    /// What to do and why. It names no command of any surface.
    pub hint: Cow<'static, str>,
    /// How it is done, likeliest first: one of these helps.
    pub next: Vec<Next>,
}

impl Advice {
    /// Advice of these words and nothing to call.
    #[must_use]
    pub fn new(hint: impl Into<Cow<'static, str>>) -> Self {
        Self {
            hint: hint.into(),
            next: Vec::new(),
        }
    }

    /// The words of how it is done, as a step's data has them.
    #[must_use]
    pub fn next_names(&self) -> String {
        let names: Vec<&str> = self.next.iter().map(|next| next.name()).collect();
        names.join(" ")
    }

    /// Its parts, as answers have them.
    #[must_use]
    pub fn into_parts(advice: Option<Self>) -> (Option<String>, Vec<Next>) {
        advice.map_or_else(
            || (None, Vec::new()),
            |advice| (Some(advice.hint.into_owned()), advice.next),
        )
    }

    /// The same, with one more way to do it.
    #[must_use]
    pub fn by(mut self, next: Next) -> Self {
        self.next.push(next);
        self
    }
}

impl StepResult {
    /// What to do about a step that failed: what the step says, or what the table says of its code.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        let Some(hint) = self.get(DataKey::Hint) else {
            let code = ErrorCode::from_name(self.get(DataKey::Error)?)?;
            return Some(code.spec().advice());
        };
        let words = self.get(DataKey::Next).unwrap_or("").split(' ');
        Some(Advice {
            hint: hint.to_owned().into(),
            next: words.filter_map(Next::from_name).take(MAX_READ).collect(),
        })
    }
}

/// Reads a list of these; words of a newer version are left out, as nobody here can follow them.
pub(crate) fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Next>, D::Error> {
    let words = Vec::<Cow<'_, str>>::deserialize(deserializer)?;
    let known = words.iter().filter_map(|word| Next::from_name(word));
    Ok(known.take(MAX_READ).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_word_is_read_as_itself_and_only_once_in_the_table() {
        let names: BTreeSet<&str> = Next::ALL.iter().map(|next| next.name()).collect();
        assert_eq!(names.len(), Next::ALL.len());
        for next in Next::ALL {
            assert_eq!(Next::from_name(next.name()), Some(*next));
            assert!(next.meaning().is_ascii(), "{}", next.name());
        }
    }

    #[test]
    fn words_of_a_newer_version_are_left_out() {
        let read = |json: &str| known(&mut serde_json::Deserializer::from_str(json));
        assert_eq!(
            read(r#"["fly_to_moon","run_doctor"]"#).unwrap(),
            [Next::RunDoctor]
        );
        assert_eq!(read("[]").unwrap(), []);
        assert!(read(r#"["run_doctor",5]"#).is_err());
        let many = serde_json::to_string(&vec![Next::Snapshot; 100]).unwrap();
        assert_eq!(read(&many).unwrap().len(), MAX_READ);
    }
}
