//! Commands that explain the contract; none needs a phone.

use clap::Args;
use clap_complete::Shell;

/// Explain how an agent drives a phone
#[derive(Debug, Args)]
pub(crate) struct GuideArgs {
    /// One topic, or all of them [default: the loop, and a list of the topics]
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,
}

/// Explain the action types
#[derive(Debug, Args)]
pub(crate) struct ActionsArgs {
    /// One action type or alias [default: list all]
    #[arg(value_name = "TYPE")]
    pub(crate) name: Option<String>,
}

/// Explain the error codes
#[derive(Debug, Args)]
pub(crate) struct ErrorsArgs {
    /// One code [default: list all]
    #[arg(value_name = "CODE")]
    pub(crate) name: Option<String>,
}

/// Print a JSON Schema of the contract
#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// The schema's name [default: list all]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}
