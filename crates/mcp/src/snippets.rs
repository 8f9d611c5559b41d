//! What to put into the configuration of a client.

use std::path::PathBuf;

use clawperator_contract::shell_word;
use serde_json::{Map, Value, json};

/// A client whose configuration is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// A command to run.
    ClaudeCode,
    /// A command to run.
    Codex,
    /// A part of `~/.cursor/mcp.json`.
    Cursor,
    /// A part of `claude_desktop_config.json`.
    ClaudeDesktop,
}

/// How a client starts this server.
#[derive(Debug, Clone)]
pub struct Start {
    /// With its whole path.
    pub program: PathBuf,
    /// The only phone that may be used.
    pub device: Option<String>,
    /// By which runs are judged, where it is not the usual one.
    pub profile: Option<String>,
    /// Programs of a desktop do not have the variables of a shell.
    pub variables: Vec<(&'static str, String)>,
}

/// What makes a client start this server.
#[must_use]
pub fn snippet(client: Client, start: &Start) -> String {
    let program = start.program.display().to_string();
    let mut arguments = vec!["mcp"];
    for (flag, value) in [("--device", &start.device), ("--profile", &start.profile)] {
        arguments.extend(value.iter().flat_map(|value| [flag, value]));
    }
    match client {
        Client::ClaudeCode => added("claude", &program, &arguments, &start.variables),
        Client::Codex => added("codex", &program, &arguments, &start.variables),
        Client::Cursor | Client::ClaudeDesktop => {
            let mut server = Map::new();
            server.insert("command".to_owned(), json!(program));
            server.insert("args".to_owned(), json!(arguments));
            if !start.variables.is_empty() {
                let variables = start.variables.iter();
                let variables = variables.map(|(name, value)| ((*name).to_owned(), json!(value)));
                server.insert("env".to_owned(), Value::Object(variables.collect()));
            }
            let servers = json!({ "mcpServers": { "clawperator": server } });
            format!("{servers:#}")
        }
    }
}

/// The command that adds the server to a client of the command line.
fn added(
    client: &str,
    program: &str,
    arguments: &[&str],
    variables: &[(&'static str, String)],
) -> String {
    let mut words = vec![format!("{client} mcp add clawperator")];
    let set = |(name, value): &(&str, String)| format!("--env {name}={}", shell_word(value));
    words.extend(variables.iter().map(set));
    words.extend(["--".to_owned(), shell_word(program)]);
    words.extend(arguments.iter().map(|word| match *word {
        flag @ ("--device" | "--profile") => flag.to_owned(),
        word => shell_word(word),
    }));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_blanks_stay_one_word() {
        let mut start = Start {
            program: "/opt/my tools/clawperator".into(),
            device: None,
            profile: None,
            variables: vec![("ADB_PATH", "/sdk/adb".to_owned())],
        };
        assert_eq!(
            snippet(Client::ClaudeCode, &start),
            "claude mcp add clawperator --env ADB_PATH=/sdk/adb -- '/opt/my tools/clawperator' mcp"
        );
        let cursor: Value = serde_json::from_str(&snippet(Client::Cursor, &start)).unwrap();
        let server = &cursor["mcpServers"]["clawperator"];
        assert_eq!(server["env"]["ADB_PATH"], "/sdk/adb");
        assert_eq!(server["args"], json!(["mcp"]));
        start.variables.clear();
        start.device = Some("it's".to_owned());
        start.profile = Some("ask".to_owned());
        assert_eq!(
            snippet(Client::Codex, &start),
            r"codex mcp add clawperator -- '/opt/my tools/clawperator' mcp --device 'it'\''s' --profile ask"
        );
    }
}
