//! What is wrong with a skill or a registry: where, how grave, and how to fix it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use clawperator_contract::{Next, visible};
use clawperator_recipe::{Level, Position, RecipeCode, RecipeFinding, RecipeFindings, RecipeRule};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::limits::MAX_FINDINGS;

macro_rules! codes {
    ($($variant:ident $name:literal $meaning:literal;)+) => {
        /// A stable name for a kind of finding about a skill; recipes have their own.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(
                #[doc = $meaning]
                $variant,
            )+
        }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name itself.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)+
                }
            }
        }
    };
}

codes! {
    TooLarge "SKILL_TOO_LARGE" "a file, or all files of a skill together, are too large";
    TooMany "SKILL_TOO_MANY" "a list or a folder has too many entries";
    NotText "SKILL_NOT_TEXT" "the file is not UTF-8";
    Syntax "SKILL_SYNTAX" "the JSON is invalid";
    DuplicateKey "SKILL_DUPLICATE_KEY" "one object has the same key twice";
    UnknownKey "SKILL_UNKNOWN_KEY" "an unknown key";
    MissingField "SKILL_MISSING_FIELD" "a required field is missing";
    WrongType "SKILL_WRONG_TYPE" "a value of the wrong type";
    Blank "SKILL_BLANK" "a text that is empty or only whitespace";
    TooLong "SKILL_TOO_LONG" "a text that is too long";
    Malformed "SKILL_MALFORMED" "a text in the wrong format";
    SchemaVersion "SKILL_SCHEMA_VERSION" "a registry version that this program does not support";
    PathOutside "SKILL_PATH_OUTSIDE" "a path that points outside the skill";
    Symlink "SKILL_SYMLINK" "a symbolic link inside a skill";
    NotAFile "SKILL_NOT_A_FILE" "something that is neither a file nor a folder";
    Unreadable "SKILL_UNREADABLE" "a file or folder that could not be read";
    FileMissing "SKILL_FILE_MISSING" "a listed file or folder that does not exist";
    FileUnlisted "SKILL_FILE_UNLISTED" "a script or recipe that is not listed";
    Repeated "SKILL_REPEATED" "a duplicate id or list entry";
    Unregistered "SKILL_UNREGISTERED" "a skill's folder that the registry does not list";
    Disagrees "SKILL_DISAGREES" "the registry and `skill.json` disagree";
    Page "SKILL_PAGE" "`SKILL.md` does not begin with a name and a description";
    NothingToRun "SKILL_NOTHING_TO_RUN" "a skill with neither scripts nor recipes";
    RecipeApp "SKILL_RECIPE_APP" "a recipe for a different app than its skill's";
    RecipeTwice "SKILL_RECIPE_TWICE" "the same `recipe_id` in two files";
    Legacy "SKILL_LEGACY" "a legacy template, which is only searched for personal data";
    ScriptLanguage "SKILL_SCRIPT_LANGUAGE" "a script in a language that skills are not written in";
    MigrationNote "SKILL_MIGRATION_NOTE" "a script in Python, or more than a wrapper in Bash, without a note about its migration";
    Personal "SKILL_PERSONAL" "a text that likely belongs to one person, home, device or account";
    Combination "SKILL_COMBINATION" "capabilities that a profile forbids together";
    NotDeterministic "SKILL_NOT_DETERMINISTIC" "a recipe that compiled to two different templates";
    SampleRefused "SKILL_SAMPLE_REFUSED" "a recipe that does not compile with made-up inputs";
    InputIncomplete "SKILL_INPUT_INCOMPLETE" "a recipe that asks for an input which is neither required nor has a default";
    IndexMissing "SKILL_INDEX_MISSING" "an index that has not been generated";
    IndexStale "SKILL_INDEX_STALE" "an index that is out of date";
}

/// What kind of thing a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// About a skill or a registry.
    Skill(Code),
    /// About a recipe, by a rule of recipes.
    Recipe(RecipeCode, RecipeRule),
}

impl Kind {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Skill(code) => code.name(),
            Self::Recipe(code, _) => code.name(),
        }
    }

    /// The rule of recipes that is broken.
    #[must_use]
    pub const fn rule(self) -> Option<RecipeRule> {
        match self {
            Self::Skill(_) => None,
            Self::Recipe(_, rule) => Some(rule),
        }
    }
}

/// One thing wrong with a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Kind,
    /// How grave it is.
    pub level: Level,
    /// The file or folder below the registry's folder, safe to show.
    pub file: String,
    /// Where in the file, if it is about a place.
    pub at: Option<Position>,
    /// What is wrong.
    pub message: String,
    /// How to fix it, in words.
    pub fix: String,
    /// What does that, where something of Clawperator does.
    pub next: Option<Next>,
}

impl Finding {
    /// An error about a file or folder as a whole.
    #[must_use]
    pub fn of_file(
        code: Code,
        file: &str,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self {
            kind: Kind::Skill(code),
            level: Level::Error,
            file: visible(file),
            at: None,
            message: message.into(),
            fix: fix.into(),
            next: None,
        }
    }

    /// The same, at a place in it.
    #[must_use]
    pub fn at(mut self, at: Position) -> Self {
        self.at = Some(at);
        self
    }

    /// The same, with what fixes it.
    #[must_use]
    pub fn by(mut self, next: Next) -> Self {
        self.next = Some(next);
        self
    }

    /// The same, told and stopping nothing.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.level = Level::Warn;
        self
    }

    /// `file:line:column`, as far as it is known.
    #[must_use]
    pub fn place(&self) -> String {
        match self.at {
            Some(at) => format!("{}:{}:{}", self.file, at.line, at.column),
            None => self.file.clone(),
        }
    }
}

impl From<RecipeFinding> for Finding {
    fn from(finding: RecipeFinding) -> Self {
        Self {
            kind: Kind::Recipe(finding.code, finding.rule),
            level: finding.level,
            file: finding.file,
            at: Some(finding.at),
            message: finding.message,
            fix: finding.fix,
            next: None,
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Finding", 9)?;
        map.serialize_field("code", self.kind.code())?;
        if let Some(rule) = self.kind.rule() {
            map.serialize_field("rule", rule.name())?;
        }
        map.serialize_field("level", self.level.name())?;
        map.serialize_field("file", &self.file)?;
        if let Some(at) = self.at {
            map.serialize_field("line", &at.line)?;
            map.serialize_field("column", &at.column)?;
        }
        map.serialize_field("message", &self.message)?;
        map.serialize_field("fix", &self.fix)?;
        if let Some(next) = self.next {
            map.serialize_field("next", &next)?;
        }
        map.end()
    }
}

impl JsonSchema for Finding {
    fn schema_name() -> Cow<'static, str> {
        "Finding".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "One thing wrong with a skill.",
            "type": "object",
            "required": ["code", "level", "file", "message", "fix"],
            "properties": {
                "code": { "type": "string" },
                "rule": { "type": "string" },
                "level": { "type": "string" },
                "file": { "type": "string" },
                "line": { "type": "integer" },
                "column": { "type": "integer" },
                "message": { "type": "string" },
                "fix": { "type": "string" },
                "next": generator.subschema_for::<Next>(),
            },
        })
    }
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The findings, at most [`MAX_FINDINGS`].
    pub list: Vec<Finding>,
    /// How many more there are.
    pub unlisted: usize,
}

impl Findings {
    /// Whether anything found stops a skill.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.unlisted > 0 || self.errors() > 0
    }

    /// How many of those listed are errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        let is_error = |finding: &&Finding| finding.level == Level::Error;
        self.list.iter().filter(is_error).count()
    }

    /// How many there are, listed or not.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len().saturating_add(self.unlisted)
    }

    /// Adds one, or counts it when the list is full.
    pub fn push(&mut self, finding: Finding) {
        if self.list.len() < MAX_FINDINGS {
            self.list.push(finding);
        } else {
            self.unlisted = self.unlisted.saturating_add(1);
        }
    }

    /// Adds all of another list.
    pub fn append(&mut self, other: Self) {
        for finding in other.list {
            self.push(finding);
        }
        self.unlisted = self.unlisted.saturating_add(other.unlisted);
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Self {
        Self {
            list: vec![finding],
            unlisted: 0,
        }
    }
}

impl From<RecipeFindings> for Findings {
    fn from(findings: RecipeFindings) -> Self {
        Self {
            list: findings.list.into_iter().map(Finding::from).collect(),
            unlisted: findings.unlisted,
        }
    }
}

/// Where readers write down what they find in one file.
#[derive(Debug)]
pub(crate) struct Report<'f> {
    file: &'f str,
    found: RefCell<Findings>,
    errors: Cell<usize>,
}

impl<'f> Report<'f> {
    pub(crate) fn new(file: &'f str) -> Self {
        Self {
            file,
            found: RefCell::default(),
            errors: Cell::default(),
        }
    }

    pub(crate) fn error(
        &self,
        code: Code,
        at: Option<Position>,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        let mut finding = Finding::of_file(code, self.file, message, fix);
        finding.at = at;
        self.errors.set(self.errors.get().saturating_add(1));
        self.found.borrow_mut().push(finding);
    }

    /// How many errors there are so far; two readings of this tell whether a part was sound.
    pub(crate) fn errors(&self) -> usize {
        self.errors.get()
    }

    /// Whether further findings are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.found.borrow().list.len() >= MAX_FINDINGS
    }

    /// What was found, in the order of the file.
    pub(crate) fn into_findings(self) -> Findings {
        let mut findings = self.found.into_inner();
        findings.list.sort_by_key(|finding| finding.at);
        findings
    }
}
