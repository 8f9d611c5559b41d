//! The rules a recipe is held against: the nine of the design, what a file must be to be read at all, and ours.

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not looked for.
    Off,
    /// Told, and nothing is stopped.
    Warn,
    /// Told, and neither compiled nor run.
    Error,
}

impl Level {
    /// The name in options and answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// Where a rule comes from, and so whether its level can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// One of the nine validation rules, by its number: always an error.
    Design(u8),
    /// Ours, and always an error: without it nothing could be read or run.
    Always,
    /// Ours, with this level unless another is chosen.
    Adjustable(Level),
}

macro_rules! rules {
    ($($variant:ident $name:literal $standing:expr; $text:literal)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RecipeRule {
            $(
                #[doc = $text]
                $variant,
            )+
        }

        impl RecipeRule {
            /// Every rule, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name that options and answers use.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Where it comes from.
            #[must_use]
            pub const fn standing(self) -> Standing {
                match self {
                    $(Self::$variant => $standing,)+
                }
            }

            /// What it asks, in one sentence.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

rules! {
    FrontmatterFields "frontmatter-fields" Standing::Design(1);
        "The frontmatter has all required fields, each in the right format, and no unknown fields."
    TypeAndFrameworks "type-and-frameworks" Standing::Design(2);
        "`recipe_type` and `frameworks` contain only allowed values."
    SessionPolicy "session-policy" Standing::Design(3);
        "`session_policy` is set and matches the steps: a fresh start is added by the compiler or written as steps."
    StepBlocks "step-blocks" Standing::Design(4);
        "Every step has exactly one block, with its fields in the right format and no unknown fields."
    ActionTypes "action-types" Standing::Design(5);
        "A step is one of the actions that the recipe's format may run: eight in the first, eighteen in the second."
    SelectorKeys "selector-keys" Standing::Design(6);
        "A selector uses only the keys of the selector language, at every level."
    Verification "verification" Standing::Design(7);
        "Where a recipe changes something, every click, and in the second format every submit, activating key, swipe and address, is confirmed, or its result is read or waited for before the next one."
    PersonalLiterals "personal-literals" Standing::Design(8);
        "A recipe contains no text that belongs to one person, home, device or account."
    DeclaredInputs "declared-inputs" Standing::Design(9);
        "Every placeholder names a declared input, and placeholders are used only where they are allowed."
    Document "document" Standing::Always;
        "The file is text of limited size and depth, without duplicate keys and without anything that expands."
    RecordedSteps "recorded-steps" Standing::Always;
        "Nothing is left of a draft that a person has to do by hand: no step has `recorded`."
    Outputs "outputs" Standing::Always;
        "Every output is bound to one reading step that is always done, and its `parse` pattern has one group."
    Conditions "conditions" Standing::Always;
        "The `ran` of a condition names an earlier step."
    Inputs "inputs" Standing::Always;
        "The inputs given for a compilation are declared, complete and of the right types."
    CompiledSize "compiled-size" Standing::Always;
        "A compiled recipe fits into one execution: 50 actions, 64000 bytes, 120000 ms."
    Probe "probe" Standing::Adjustable(Level::Error);
        "A probe only looks: waits, `sleep`, `snapshot_ui`, `read_text`, and one output."
    Capabilities "capabilities" Standing::Adjustable(Level::Error);
        "What the steps do is declared in `capabilities`."
    UnusedCapabilities "unused-capabilities" Standing::Adjustable(Level::Warn);
        "Every declared capability is used by a step."
    IndexTargeting "index-targeting" Standing::Adjustable(Level::Warn);
        "`index_in_parent` is a fallback, after another alternative in `any_of`."
    CompatibilityWindow "compatibility-window" Standing::Adjustable(Level::Error);
        "The app version that a recipe was made with is within its `compatibility`."
    DoubleStart "double-start" Standing::Adjustable(Level::Warn);
        "A recipe does not repeat the fresh start that the compiler adds."
    UnusedInputs "unused-inputs" Standing::Adjustable(Level::Warn);
        "Every declared input is used by a step."
}

impl RecipeRule {
    /// The rule of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }
}

/// The levels chosen for the rules that have one to choose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels {
    chosen: Vec<(RecipeRule, Level)>,
}

impl Levels {
    /// The same levels with another one for a rule; a rule whose level is fixed keeps it, and the answer is `None`.
    #[must_use]
    pub fn with(mut self, rule: RecipeRule, level: Level) -> Option<Self> {
        match rule.standing() {
            Standing::Design(_) | Standing::Always => None,
            Standing::Adjustable(_) => {
                self.chosen.retain(|(known, _)| *known != rule);
                self.chosen.push((rule, level));
                Some(self)
            }
        }
    }

    #[must_use]
    pub fn of(&self, rule: RecipeRule) -> Level {
        match rule.standing() {
            Standing::Design(_) | Standing::Always => Level::Error,
            Standing::Adjustable(level) => self
                .chosen
                .iter()
                .find(|(known, _)| *known == rule)
                .map_or(level, |(_, chosen)| *chosen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nine_have_their_numbers_and_no_level_to_choose() {
        let numbers: Vec<u8> = RecipeRule::ALL
            .iter()
            .filter_map(|rule| match rule.standing() {
                Standing::Design(number) => Some(number),
                Standing::Always | Standing::Adjustable(_) => None,
            })
            .collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        for rule in RecipeRule::ALL {
            let chosen = Levels::default().with(*rule, Level::Off);
            match rule.standing() {
                Standing::Design(_) | Standing::Always => assert_eq!(chosen, None),
                Standing::Adjustable(_) => {
                    assert_eq!(chosen.unwrap().of(*rule), Level::Off);
                }
            }
            assert_eq!(RecipeRule::from_name(rule.name()), Some(*rule));
        }
    }
}
