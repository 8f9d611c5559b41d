//! The words of the help texts that are not the description of one flag.

use std::fmt::Write as _;

use clawperator_contract::ExitStatus;

use crate::environment::VARIABLES;

/// The commands as the top help groups them.
const GROUPS: [(&str, &[&str]); 10] = [
    ("Run", &["exec"]),
    (
        "Look",
        &[
            "snapshot",
            "screenshot",
            "observe",
            "read",
            "read-value",
            "wait",
            "wait-for-nav",
            "wait-for-idle",
            "exists",
        ],
    ),
    (
        "Act",
        &[
            "click",
            "type",
            "clear-text",
            "hide-keyboard",
            "press",
            "back",
            "open",
            "close",
            "scroll",
            "scroll-until",
            "scroll-and-click",
            "swipe",
            "drag",
            "pinch",
            "touch-path",
            "wake",
            "sleep",
            "apps",
            "clipboard",
            "files",
            "device",
        ],
    ),
    ("Agents", &["guide", "agent"]),
    (
        "Phones",
        &[
            "devices",
            "doctor",
            "operator",
            "conformance",
            "virtual-phone",
        ],
    ),
    ("Runs", &["runs", "report"]),
    ("Servers", &["serve", "mcp"]),
    ("Policy", &["approve", "approvals", "revoke", "policy"]),
    ("Skills", &["skills", "recording"]),
    (
        "Explain",
        &[
            "actions",
            "errors",
            "schema",
            "limits",
            "version",
            "completions",
        ],
    ),
];

/// Sets what derived types cannot say: synonyms, the grouped list of commands and the exit codes.
pub(crate) fn arrange(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommands(with_synonyms);
    let mut template = String::from("{about}\n\n{usage-heading} clawperator <command> [flags]\n");
    for (title, names) in GROUPS {
        // Writing to a String cannot fail.
        let _ = write!(template, "\n{title}:\n");
        for name in names {
            let about = command
                .find_subcommand(name)
                .and_then(clap::Command::get_about);
            // A test asks every command for its line.
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(template, "  {name:<18}{about}");
        }
    }
    template.push_str("\nGlobal options:\n{options}{after-help}");
    command
        .help_template(template)
        .after_help(AFTER)
        .after_long_help(after_long())
}

/// The top help with everything in it, laid out as the short one is.
pub(crate) fn top(command: clap::Command) -> String {
    command.after_help(after_long()).render_help().to_string()
}

fn with_synonyms(command: clap::Command) -> clap::Command {
    let synonyms: Vec<&str> = command.get_all_aliases().collect();
    if synonyms.is_empty() {
        return command;
    }
    let about = command
        .get_about()
        .map(ToString::to_string)
        // The other words still stand.
        .unwrap_or_default();
    let about = format!("{about} (also: {})", synonyms.join(", "));
    command.about(about)
}

const AFTER: &str = "\
Run `clawperator <command> --help` for a command's flags and examples.";

fn after_long() -> String {
    let mut text = format!(
        "{AFTER}

Answers go to standard output, diagnostics to standard error. With JSON output, a failure is also one
document: {{\"code\", \"message\", \"hint\", \"details\"}}. Write a value that starts with a dash as
--text=-5 or --text -- -5.

Exit codes:
"
    );
    for status in ExitStatus::ALL {
        let _ = writeln!(text, "  {:>3}  {}", status.code(), status.meaning());
    }
    text.push_str("\nEnvironment:\n");
    for (name, meaning) in VARIABLES {
        let _ = writeln!(text, "  {name:<28}{meaning}");
    }
    text.pop();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = crate::args::command();
        let mut listed: Vec<_> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .collect();
        let mut defined: Vec<_> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        listed.sort_unstable();
        defined.sort_unstable();
        assert_eq!(listed, defined);
    }
}
