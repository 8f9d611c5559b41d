//! `docs/reference/cli.md`: the help of every command, as the binary prints it.

use std::collections::BTreeMap;

use clap::Command;

use super::{code_list, heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Command line");
    page.push_str(
        "Global flags may appear anywhere before `--`. Output is readable text on a terminal and compact JSON otherwise;\n\
         `--json` asks for JSON, `--output pretty` for indented JSON, `--output text` for text.\n",
    );
    let mut command = clawperator_cli::command();
    command.build();
    section(&mut page, &mut command, "clawperator");
    page.push_str(
        "\n## Flags under other names\n\nAccepted on input and not shown in the help.\n\n",
    );
    let mut commands_of = BTreeMap::new();
    collect_aliases(&command, &mut commands_of);
    let rows: Vec<Vec<String>> = commands_of
        .into_iter()
        .map(|((flag, aliases), commands)| vec![flag, aliases, commands.join(", ")])
        .collect();
    page.push_str(&table(&["flag", "also accepted", "commands"], &rows));
    page
}

/// For each flag with its aliases, the commands that have it.
fn collect_aliases(command: &Command, commands_of: &mut BTreeMap<(String, String), Vec<String>>) {
    for argument in command.get_arguments() {
        let (Some(flag), Some(aliases)) = (argument.get_long(), argument.get_all_aliases()) else {
            continue;
        };
        let aliases: Vec<String> = aliases.iter().map(|alias| format!("--{alias}")).collect();
        if aliases.is_empty() {
            continue;
        }
        let key = (
            format!("`--{flag}`"),
            code_list(aliases.iter().map(String::as_str)),
        );
        let commands = commands_of.entry(key).or_default();
        if !argument.is_global_set() {
            commands.push(command.get_name().to_owned());
        } else if commands.is_empty() {
            commands.push("all".to_owned());
        }
    }
    for subcommand in command.get_subcommands() {
        collect_aliases(subcommand, commands_of);
    }
}

fn section(page: &mut String, command: &mut Command, name: &str) {
    let help = command.render_long_help().to_string();
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    page.push_str(&format!(
        "\n## {name}\n\n```text\n{}\n```\n",
        help.join("\n").trim_end()
    ));
    let mut names: Vec<String> = command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set() && subcommand.get_name() != "help")
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    names.sort();
    for subcommand in names {
        if let Some(command) = command.find_subcommand_mut(&subcommand) {
            section(page, command, &format!("{name} {subcommand}"));
        }
    }
}
