//! `skills`: finding, checking, compiling, running, indexing and guarding skills.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{SkillsRunArgs, examples};

/// Find, check, compile, run, index and guard skills
#[derive(Debug, Args)]
pub(crate) struct SkillsArgs {
    #[command(flatten)]
    pub(crate) tree: TreeArgs,
    #[command(subcommand)]
    pub(crate) command: SkillsCommand,
}

/// Where the skills are.
#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    /// The folder that holds skills-registry.json
    #[arg(long, global = true, value_name = "FOLDER", alias = "skills-root")]
    pub(crate) skills_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
#[command(subcommand_value_name = "command")]
pub(crate) enum SkillsCommand {
    #[command(after_help = examples::SKILLS_LIST)]
    List(ListArgs),
    #[command(after_help = examples::SKILLS_GET)]
    Get(GetArgs),
    #[command(after_help = examples::SKILLS_SEARCH)]
    Search(SearchArgs),
    #[command(after_help = examples::SKILLS_NEW)]
    New(NewArgs),
    #[command(after_help = examples::SKILLS_VALIDATE)]
    Validate(ValidateArgs),
    #[command(after_help = examples::SKILLS_LINT)]
    Lint(LintArgs),
    #[command(after_help = examples::SKILLS_COMPILE)]
    Compile(CompileArgs),
    #[command(after_help = examples::SKILLS_COMPILE_ARTIFACT)]
    CompileArtifact(CompileArtifactArgs),
    #[command(after_help = examples::SKILLS_RUN)]
    Run(Box<SkillsRunArgs>),
    #[command(after_help = examples::SKILLS_INDEX)]
    Index(IndexArgs),
    #[command(after_help = examples::SKILLS_CI)]
    Ci(CiArgs),
    Guard(GuardArgs),
}

/// List the skills of the registry
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Only skills of this app, by package id
    #[arg(long, value_name = "PACKAGE")]
    pub(crate) app: Option<String>,
}

/// Show a skill: its recipes, inputs, outputs, scripts and hash
#[derive(Debug, Args)]
pub(crate) struct GetArgs {
    /// The skill's id
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// Find skills by words, app or intent
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Words that must all appear in the skill's id, summary or keywords
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// One more word, as a flag
    #[arg(long, value_name = "WORD")]
    pub(crate) keyword: Option<String>,
    /// The app, exactly
    #[arg(long, value_name = "PACKAGE")]
    pub(crate) app: Option<String>,
    /// The intent, exactly
    #[arg(long, value_name = "INTENT")]
    pub(crate) intent: Option<String>,
    /// How many to show
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) limit: usize,
}

/// Create a skill that passes every check
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The app's package id, a dot and an intent
    #[arg(value_name = "ID")]
    pub(crate) id: String,
    /// What it does, in a sentence
    #[arg(long, value_name = "SENTENCE", alias = "description")]
    pub(crate) summary: Option<String>,
}

/// Report the errors in a skill's metadata, files and recipes, or in the file of a recipe
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// The skill's id, or a recipe's file
    #[arg(value_name = "ID|FILE", required_unless_present = "all")]
    pub(crate) id: Option<String>,
    /// Every skill of the registry
    #[arg(long, conflicts_with = "id")]
    pub(crate) all: bool,
}

/// Report the errors and warnings of a skill, or of the file of a recipe
#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// The skill's id, or a recipe's file
    #[arg(value_name = "ID|FILE", required_unless_present = "all")]
    pub(crate) id: Option<String>,
    /// Every skill of the registry
    #[arg(long, conflicts_with = "id")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) levels: LevelArgs,
}

/// The levels of rules.
#[derive(Debug, Args)]
pub(crate) struct LevelArgs {
    /// Level of a rule whose level can be set: RULE=off, RULE=warn or RULE=error
    #[arg(long, value_name = "RULE=LEVEL")]
    pub(crate) level: Vec<String>,
}

/// Compile a skill's recipe, or one from a file, to an execution without ids
#[derive(Debug, Args)]
pub(crate) struct CompileArgs {
    /// The skill's id, or a recipe's file
    #[arg(value_name = "ID|FILE")]
    pub(crate) id: String,
    /// The recipe, by its file name without extensions; required if there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) artifact: Option<String>,
    /// A value for an input
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) input: Vec<String>,
    /// Values for inputs as one JSON object
    #[arg(long, value_name = "JSON")]
    pub(crate) inputs: Option<String>,
}

/// Compile a legacy template, with {{VARIABLES}}
#[derive(Debug, Args)]
pub(crate) struct CompileArtifactArgs {
    /// The skill's id
    #[arg(value_name = "ID", alias = "skill-id")]
    pub(crate) id: String,
    /// The template, by its file name without extensions; required if there are several
    #[arg(long, value_name = "NAME")]
    pub(crate) artifact: Option<String>,
    /// Values for its variables as one JSON object
    #[arg(long, value_name = "JSON")]
    pub(crate) vars: Option<String>,
}

/// Write the indexes under generated/
#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    /// Write nothing; fail if an index is out of date
    #[arg(long, conflicts_with = "register")]
    pub(crate) check: bool,
    /// Write the registry from the folders first
    #[arg(long)]
    pub(crate) register: bool,
}

/// Check the eleven requirements of a skills tree, in order
#[derive(Debug, Args)]
pub(crate) struct CiArgs {
    /// A policy profile whose forbidden combinations count [default: all that are shipped]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Vec<String>,
    #[command(flatten)]
    pub(crate) levels: LevelArgs,
}

/// Keep tokens of a local denylist out of a git repository
#[derive(Debug, Args)]
pub(crate) struct GuardArgs {
    #[command(subcommand)]
    pub(crate) command: GuardCommand,
}

#[derive(Debug, Subcommand)]
#[command(subcommand_value_name = "command")]
pub(crate) enum GuardCommand {
    /// Install pre-commit and pre-push hooks; existing hooks are kept and run first
    #[command(after_help = examples::SKILLS_GUARD_INSTALL)]
    Install,
    #[command(after_help = examples::SKILLS_GUARD_SCAN)]
    Scan(ScanArgs),
    #[command(after_help = examples::SKILLS_GUARD_DENYLIST)]
    Denylist(DenylistArgs),
}

/// Look for tokens of the denylist in what is about to be committed or pushed
#[derive(Debug, Args)]
pub(crate) struct ScanArgs {
    /// Scan what is about to be pushed to this remote, as git passes it to a pre-push hook on standard input
    #[arg(long, value_name = "REMOTE")]
    pub(crate) push: Option<String>,
}

/// Add to the denylist of this repository, which is never committed
#[derive(Debug, Args)]
pub(crate) struct DenylistArgs {
    /// Tokens to add; - reads them from standard input, one per line
    #[arg(value_name = "TOKEN")]
    pub(crate) add: Vec<String>,
    /// Add the serial of every phone that adb knows
    #[arg(long)]
    pub(crate) from_adb: bool,
}
