//! What is wrong with a recipe: where, by which rule, and how to fix it.

use std::cell::{Cell, RefCell};

use clawperator_contract::ErrorCode;

use crate::limits::MAX_FINDINGS;
use crate::rule::{Level, Levels, RecipeRule};
use crate::source::{Position, Source};

macro_rules! codes {
    ($($variant:ident $name:literal $meaning:literal;)+) => {
        /// A stable name for a kind of finding; branch on this.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RecipeCode {
            $(
                #[doc = $meaning]
                $variant,
            )+
        }

        impl RecipeCode {
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
    TooLarge "RECIPE_TOO_LARGE" "the file is too large and was not read";
    NotText "RECIPE_NOT_TEXT" "the file is not UTF-8";
    Syntax "RECIPE_SYNTAX" "the YAML or JSON is invalid";
    TooDeep "RECIPE_TOO_DEEP" "lists and mappings are nested too deep";
    TooMany "RECIPE_TOO_MANY" "a list, an expression or the whole file has too many entries";
    Unsupported "RECIPE_UNSUPPORTED" "an anchor, alias, tag, second document or other YAML feature that recipes do not support";
    DuplicateKey "RECIPE_DUPLICATE_KEY" "one mapping has the same key twice";
    Frontmatter "RECIPE_FRONTMATTER" "the frontmatter is missing or not closed";
    UnknownKey "RECIPE_UNKNOWN_KEY" "an unknown key";
    MissingField "RECIPE_MISSING_FIELD" "a required field is missing or has no value";
    WrongType "RECIPE_WRONG_TYPE" "a value of the wrong type";
    Blank "RECIPE_BLANK" "a text that is empty or only whitespace";
    TooLong "RECIPE_TOO_LONG" "a text that is too long";
    Malformed "RECIPE_MALFORMED" "a text in the wrong format";
    NotAllowed "RECIPE_NOT_ALLOWED" "a value that the field does not allow";
    OutOfRange "RECIPE_OUT_OF_RANGE" "a number outside its range";
    Repeated "RECIPE_REPEATED" "a duplicate id, name or list entry";
    StepBlock "RECIPE_STEP_BLOCK" "a step with no block, with several, or with an invalid one";
    NoSteps "RECIPE_NO_STEPS" "a recipe without steps";
    ActionType "RECIPE_ACTION_TYPE" "an action that recipes cannot run";
    Recorded "RECIPE_RECORDED_STEP" "a step of a draft that recipes cannot run as it was recorded";
    NotHere "RECIPE_NOT_HERE" "a field that has no effect on this action or this recipe";
    EmptySelector "RECIPE_EMPTY_SELECTOR" "a selector without a condition";
    FreshStart "RECIPE_FRESH_START" "the fresh start is neither added by the compiler nor written as steps";
    Placeholder "RECIPE_PLACEHOLDER" "an invalid placeholder, or one where none is allowed";
    InputUndeclared "RECIPE_INPUT_UNDECLARED" "a placeholder for an input that is not declared";
    NotVerified "RECIPE_NOT_VERIFIED" "a side effect that nothing verifies";
    PersonalLiteral "RECIPE_PERSONAL_LITERAL" "a text that likely belongs to one person, home, device or account";
    NeedsPlaceholder "RECIPE_NEEDS_PLACEHOLDER" "a text marked as variable without a placeholder";
    TypedLiteral "RECIPE_TYPED_LITERAL" "a text to type that is written in the recipe";
    UnknownStep "RECIPE_UNKNOWN_STEP" "a condition about a step that is not there";
    OutputUnbound "RECIPE_OUTPUT_UNBOUND" "an output that no reading step provides";
    Pattern "RECIPE_PATTERN" "a pattern that cannot be used";
    InputMissing "RECIPE_INPUT_MISSING" "a required input has no value";
    InputUnknown "RECIPE_INPUT_UNKNOWN" "a value for an input that is not declared";
    InputType "RECIPE_INPUT_TYPE" "a value of the wrong type for its input, or too long";
    Limit "RECIPE_LIMIT" "the compiled recipe does not fit into one execution";
    NotAProbe "RECIPE_NOT_A_PROBE" "a probe that does more than look";
    Capability "RECIPE_CAPABILITY" "a step needs a capability that the recipe does not declare";
    CapabilityUnused "RECIPE_CAPABILITY_UNUSED" "a declared capability that no step uses";
    Index "RECIPE_INDEX" "a target that is selected by its index first";
    Compatibility "RECIPE_COMPATIBILITY" "a version range that contradicts itself";
    StartedTwice "RECIPE_STARTED_TWICE" "a fresh start that is made twice";
    InputUnused "RECIPE_INPUT_UNUSED" "a declared input that no step uses";
    Refused "RECIPE_REFUSED" "the compiled execution breaks the contract";
}

/// One thing wrong with a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeFinding {
    /// What kind of thing.
    pub code: RecipeCode,
    /// The rule that is broken.
    pub rule: RecipeRule,
    /// How grave it is.
    pub level: Level,
    /// The file, safe to show.
    pub file: String,
    /// Where in the file.
    pub at: Position,
    /// What stands there, safe to show.
    pub snippet: String,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub fix: String,
}

/// What was found, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecipeFindings {
    /// The findings, at most [`MAX_FINDINGS`].
    pub list: Vec<RecipeFinding>,
    /// How many more there are.
    pub unlisted: usize,
}

impl RecipeFindings {
    /// Whether anything found stops a recipe.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.unlisted > 0
            || self
                .list
                .iter()
                .any(|finding| finding.level == Level::Error)
    }

    /// The contract's code for an answer that these findings make a failure; none when they stop nothing.
    ///
    /// What is wrong with the recipe comes first: no value for an input fixes that.
    #[must_use]
    pub fn error_code(&self) -> Option<ErrorCode> {
        if !self.has_errors() {
            return None;
        }
        let mut errors = self
            .list
            .iter()
            .filter(|finding| finding.level == Level::Error);
        if self.unlisted > 0
            || errors
                .clone()
                .any(|finding| finding.rule != RecipeRule::Inputs)
        {
            return Some(ErrorCode::RecipeInvalid);
        }
        let found = if errors.all(|finding| finding.code == RecipeCode::InputMissing) {
            ErrorCode::RecipeInputMissing
        } else {
            ErrorCode::RecipeInputInvalid
        };
        Some(found)
    }
}

/// Where readers and rules write down what they find.
#[derive(Debug)]
pub(crate) struct Report<'s> {
    source: &'s Source<'s>,
    levels: &'s Levels,
    found: RefCell<Vec<RecipeFinding>>,
    unlisted: Cell<usize>,
    quieted: RefCell<Vec<Quieted>>,
    patterns: PatternWork,
}

/// How much work the patterns of a file have been so far.
#[derive(Debug, Default)]
pub(crate) struct PatternWork {
    pub(crate) count: Cell<usize>,
    /// Of how many characters they fold the case.
    pub(crate) folded: Cell<usize>,
}

/// A guess that an annotation has quieted: whoever reviews a recipe should know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quieted {
    /// Where the text stands.
    pub at: Position,
    /// What it looks like.
    pub kind: &'static str,
}

impl<'s> Report<'s> {
    pub(crate) fn new(source: &'s Source<'s>, levels: &'s Levels) -> Self {
        Self {
            source,
            levels,
            found: RefCell::default(),
            unlisted: Cell::default(),
            quieted: RefCell::default(),
            patterns: PatternWork::default(),
        }
    }

    /// The work of the patterns so far.
    pub(crate) fn patterns(&self) -> &PatternWork {
        &self.patterns
    }

    /// Notes a guess that an annotation has quieted.
    pub(crate) fn quiet(&self, at: Position, kind: &'static str) {
        if !self.is_full() {
            self.quieted.borrow_mut().push(Quieted { at, kind });
        }
    }

    /// The guesses that were quieted, in the order of the file.
    pub(crate) fn take_quieted(&self) -> Vec<Quieted> {
        let mut quieted = self.quieted.take();
        quieted.sort_by_key(|one| one.at);
        quieted
    }

    pub(crate) fn add(
        &self,
        rule: RecipeRule,
        code: RecipeCode,
        at: Position,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        let level = self.levels.of(rule);
        if level == Level::Off {
            return;
        }
        if self.is_full() {
            self.unlisted.set(self.unlisted.get().saturating_add(1));
            return;
        }
        self.found.borrow_mut().push(RecipeFinding {
            code,
            rule,
            level,
            file: self.source.name(),
            at,
            snippet: self.source.snippet(at),
            message: message.into(),
            fix: fix.into(),
        });
    }

    /// Whether further findings are only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.found.borrow().len() >= MAX_FINDINGS
    }

    /// How many errors there are so far; two readings of this tell whether a part was sound.
    pub(crate) fn errors(&self) -> usize {
        let found = self.found.borrow();
        let listed = found
            .iter()
            .filter(|finding| finding.level == Level::Error)
            .count();
        listed.saturating_add(self.unlisted.get())
    }

    /// What was found, in the order of the file; of what stands in one place, in the order it was found.
    pub(crate) fn into_findings(self) -> RecipeFindings {
        let mut list = self.found.into_inner();
        list.sort_by_key(|finding| finding.at);
        RecipeFindings {
            list,
            unlisted: self.unlisted.get(),
        }
    }
}
