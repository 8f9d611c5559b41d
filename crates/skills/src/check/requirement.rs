//! The eleven things that are asked of a tree of skills, in their order.

use clawperator_recipe::{RecipeCode, RecipeRule};

use crate::finding::{Code, Kind};

macro_rules! requirements {
    ($($variant:ident $title:literal $counted:literal;)+) => {
        /// One of the eleven things that are asked of a tree of skills.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Requirement {
            $(
                #[doc = $title]
                $variant,
            )+
        }

        impl Requirement {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// What is asked, in a few words.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)+
                }
            }

            /// What is counted as looked at.
            #[must_use]
            pub const fn counted(self) -> &'static str {
                match self {
                    $(Self::$variant => $counted,)+
                }
            }
        }
    };
}

requirements! {
    Metadata "metadata of every skill" "skill";
    Indexes "generated indexes" "file";
    RegistryForm "registry file format" "skill";
    CrossCheck "registry, folders and index agree" "skill";
    Frontmatter "recipes and their frontmatter" "recipe";
    Steps "steps of recipes" "recipe";
    Deterministic "recompiling gives equal output" "recipe";
    Personal "personal data" "skill";
    Capabilities "capabilities and forbidden combinations" "recipe";
    Literals "literals where variables are required" "recipe";
    Inputs "inputs are complete" "recipe";
}

impl Requirement {
    /// The number in the design's list.
    #[must_use]
    pub fn number(self) -> usize {
        let at = Self::ALL.iter().position(|known| *known == self);
        at.map_or(0, |at| at + 1)
    }

    /// Which requirement a finding breaks.
    #[must_use]
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Recipe(code, rule) => Self::of_rule(code, rule),
            Kind::Skill(code) => Self::of_code(code),
        }
    }

    fn of_rule(code: RecipeCode, rule: RecipeRule) -> Self {
        match rule {
            RecipeRule::Document
            | RecipeRule::FrontmatterFields
            | RecipeRule::TypeAndFrameworks
            | RecipeRule::SessionPolicy
            | RecipeRule::CompatibilityWindow => Self::Frontmatter,
            RecipeRule::StepBlocks
            | RecipeRule::ActionTypes
            | RecipeRule::RecordedSteps
            | RecipeRule::SelectorKeys
            | RecipeRule::Verification
            | RecipeRule::Conditions
            | RecipeRule::Outputs
            | RecipeRule::Probe
            | RecipeRule::IndexTargeting
            | RecipeRule::DoubleStart => Self::Steps,
            RecipeRule::CompiledSize => Self::Deterministic,
            RecipeRule::PersonalLiterals
                if matches!(
                    code,
                    RecipeCode::NeedsPlaceholder | RecipeCode::TypedLiteral
                ) =>
            {
                Self::Literals
            }
            RecipeRule::PersonalLiterals => Self::Personal,
            RecipeRule::Capabilities | RecipeRule::UnusedCapabilities => Self::Capabilities,
            RecipeRule::DeclaredInputs | RecipeRule::Inputs | RecipeRule::UnusedInputs => {
                Self::Inputs
            }
        }
    }

    fn of_code(code: Code) -> Self {
        match code {
            Code::IndexMissing | Code::IndexStale => Self::Indexes,
            Code::SchemaVersion => Self::RegistryForm,
            Code::Unregistered | Code::Disagrees => Self::CrossCheck,
            Code::RecipeApp | Code::RecipeTwice | Code::Legacy => Self::Frontmatter,
            Code::NotDeterministic | Code::SampleRefused => Self::Deterministic,
            Code::Personal => Self::Personal,
            Code::Combination => Self::Capabilities,
            Code::InputIncomplete => Self::Inputs,
            Code::TooLarge
            | Code::TooMany
            | Code::NotText
            | Code::Syntax
            | Code::DuplicateKey
            | Code::UnknownKey
            | Code::MissingField
            | Code::WrongType
            | Code::Blank
            | Code::TooLong
            | Code::Malformed
            | Code::PathOutside
            | Code::Symlink
            | Code::NotAFile
            | Code::Unreadable
            | Code::FileMissing
            | Code::FileUnlisted
            | Code::Repeated
            | Code::Page
            | Code::NothingToRun
            | Code::ScriptLanguage
            | Code::MigrationNote => Self::Metadata,
        }
    }
}
