//! What to put into the configuration of a client.

use std::path::Path;

use clawperator_contract::shell_word;
use serde_json::json;

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

/// What makes a client start this server. Programs of a desktop have no shell's PATH, so `adb` is named with its place.
#[must_use]
pub fn snippet(client: Client, program: &Path, adb: Option<&Path>, device: Option<&str>) -> String {
    let program = program.display().to_string();
    let mut arguments = vec!["mcp"];
    arguments.extend(device.into_iter().flat_map(|serial| ["--device", serial]));
    let adb = adb.map(|adb| adb.display().to_string());
    match client {
        Client::ClaudeCode => added("claude", &program, device, adb.as_deref()),
        Client::Codex => added("codex", &program, device, adb.as_deref()),
        Client::Cursor | Client::ClaudeDesktop => {
            let mut server = json!({ "command": program, "args": arguments });
            if let (Some(adb), Some(server)) = (adb, server.as_object_mut()) {
                server.insert("env".to_owned(), json!({ "ADB_PATH": adb }));
            }
            let servers = json!({ "mcpServers": { "clawperator": server } });
            format!("{servers:#}")
        }
    }
}

/// The command that adds the server to a client of the command line.
fn added(client: &str, program: &str, device: Option<&str>, adb: Option<&str>) -> String {
    let adb = adb.map(|adb| format!(" --env ADB_PATH={}", shell_word(adb)));
    let device = device.map(|serial| format!(" --device {}", shell_word(serial)));
    // What is not known is not in the command.
    let (adb, device) = (adb.unwrap_or_default(), device.unwrap_or_default());
    let program = shell_word(program);
    format!("{client} mcp add clawperator{adb} -- {program} mcp{device}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_blanks_stay_one_word() {
        let program = Path::new("/opt/my tools/clawperator");
        let adb = Path::new("/sdk/adb");
        assert_eq!(
            snippet(Client::ClaudeCode, program, Some(adb), None),
            "claude mcp add clawperator --env ADB_PATH=/sdk/adb -- '/opt/my tools/clawperator' mcp"
        );
        assert_eq!(
            snippet(Client::Codex, program, None, Some("it's")),
            r"codex mcp add clawperator -- '/opt/my tools/clawperator' mcp --device 'it'\''s'"
        );
        let cursor = snippet(Client::Cursor, program, Some(adb), None);
        let cursor: serde_json::Value = serde_json::from_str(&cursor).unwrap();
        let server = &cursor["mcpServers"]["clawperator"];
        assert_eq!(server["env"]["ADB_PATH"], "/sdk/adb");
        assert_eq!(server["args"], json!(["mcp"]));
    }
}
