//! Flags that every command takes.

use clap::{ArgAction, Args, ValueEnum};
use clawperator_host::{DriverChoice, OperatorConfig};

use crate::settings::Settings;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Serial of the phone to use; verbs, exec, skills run and doctor take several, with commas between them
    #[arg(long, global = true, value_name = "SERIAL", alias = "device-id")]
    pub(crate) device: Option<String>,

    /// Every phone that adb knows, side by side: for verbs, exec, skills run and doctor
    #[arg(long, global = true, conflicts_with = "device")]
    pub(crate) all_phones: bool,

    /// How long to wait in line for a phone that another run has, such as 30s: for verbs, exec and skills run [default: 0]
    #[arg(long, global = true, value_name = "MS", allow_negative_numbers = true)]
    pub(crate) wait_for_phone: Option<String>,

    /// Name of the Operator among the processes of the phone; the shell driver does not use it
    #[arg(
        long,
        global = true,
        value_name = "PACKAGE",
        alias = "receiver-package"
    )]
    pub(crate) operator_package: Option<String>,

    /// Driver to use: shell, resident (the Operator stays on the phone), or auto (resident where possible) [default: shell]
    #[arg(
        long,
        global = true,
        value_name = "DRIVER",
        hide_possible_values = true
    )]
    pub(crate) operator: Option<OperatorChoice>,

    /// Same as --output json
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// json, pretty (indented JSON) or text [default: text on a terminal, otherwise json]
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        alias = "format",
        hide_possible_values = true
    )]
    pub(crate) output: Option<OutputFormat>,

    /// Timeout of the execution; with wait, wait-for-nav and wait-for-idle, of the wait
    #[arg(
        long,
        global = true,
        value_name = "MS",
        alias = "timeout-ms",
        allow_negative_numbers = true
    )]
    pub(crate) timeout: Option<String>,

    /// debug, info, warn or error: what to report on standard error
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    pub(crate) log_level: LogLevel,

    /// Follow a run on standard error: what was chosen, looked at, rejected and why; same as --log-level debug
    #[arg(long, global = true)]
    pub(crate) verbose: bool,

    /// How long verbs look for their node where no flag says it: from the configuration file.
    #[arg(skip)]
    pub(crate) usual_patience: Option<String>,

    /// Print the version
    #[arg(long, short = 'V', global = true, action = ArgAction::SetTrue)]
    pub(crate) version: bool,
}

impl GlobalArgs {
    /// Whether JSON was asked for by name, as opposed to being the default.
    pub(crate) fn names_json(&self) -> bool {
        self.json || matches!(self.output, Some(OutputFormat::Json | OutputFormat::Pretty))
    }

    /// Takes from the configuration file what no flag says.
    pub(crate) fn complete(&mut self, settings: &Settings) {
        self.operator = self.operator.or(settings.operator);
        if !self.json {
            self.output = self.output.or(settings.output);
        }
        self.usual_patience.clone_from(&settings.within);
    }

    /// How phones are driven.
    pub(crate) fn operator(&self) -> OperatorConfig {
        let usual = OperatorConfig::default();
        OperatorConfig {
            driver: match self.operator {
                Some(OperatorChoice::Auto) => DriverChoice::Auto,
                Some(OperatorChoice::Resident) => DriverChoice::Resident,
                Some(OperatorChoice::Shell) => DriverChoice::Shell,
                None => usual.driver,
            },
            package: self.operator_package.clone().unwrap_or(usual.package),
        }
    }

    /// The least serious level that is still reported.
    pub(crate) fn log_level(&self) -> LogLevel {
        if self.verbose {
            LogLevel::Debug
        } else {
            self.log_level
        }
    }
}

/// Which driver to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OperatorChoice {
    /// The Operator where it can be used, otherwise Android's own programs
    Auto,
    /// The Operator: a program that stays on the phone
    Resident,
    /// Android's own programs, nothing on the phone
    Shell,
}

/// How answers are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// One compact JSON document
    Json,
    /// The same document, indented by two spaces
    Pretty,
    /// Text for people
    Text,
}

/// How serious a diagnostic is; the order is from talkative to silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum LogLevel {
    /// Everything: sources, sizes, durations
    Debug,
    /// What was done
    Info,
    /// What may surprise
    Warn,
    /// Failures only
    Error,
}

impl LogLevel {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}
