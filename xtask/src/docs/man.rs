//! `docs/man/`: a manual page per command.

use std::collections::BTreeMap;

use clap::Command;

/// The manual pages by path.
pub(crate) fn pages() -> Result<BTreeMap<String, String>, String> {
    let mut command = clawperator_cli::command();
    command.build();
    let mut pages = BTreeMap::new();
    render(&command, "clawperator", &mut pages)?;
    Ok(pages)
}

fn render(
    command: &Command,
    name: &str,
    pages: &mut BTreeMap<String, String>,
) -> Result<(), String> {
    let mut bytes = Vec::new();
    // A manual page carries no date: the same source gives the same bytes.
    clap_mangen::Man::new(command.clone())
        .date("")
        .render(&mut bytes)
        .map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    pages.insert(
        format!("docs/man/{name}.1"),
        format!("{}\n", lines.join("\n")),
    );
    for subcommand in command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set())
    {
        if subcommand.get_name() != "help" {
            render(
                subcommand,
                &format!("{name}-{}", subcommand.get_name()),
                pages,
            )?;
        }
    }
    Ok(())
}
