//! The guide says nothing that is not so: its commands run, its flags, codes, keys and paths exist.

use std::collections::BTreeSet;

use clawperator_contract::{ActionType, DataKey};

use super::case::{root, run};
use super::private_adb::Bench;
use super::shell::words;

#[test]
fn the_commands_of_the_guide_work_one_after_the_other() {
    let text = printed("cli");
    let (_, rest) = text.split_once("```sh\n").unwrap();
    let (block, _) = rest.split_once("```").unwrap();
    let bench = Bench::start(&[]);
    let mut count = 0;
    for line in block.lines() {
        let args = words(line);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ran = bench.adb.clawperator(&args);
        assert_eq!(ran.exit, 0, "{line}\n{}{}", ran.stdout, ran.stderr);
        count += 1;
    }
    assert!(count >= 6, "{block}");
}

#[test]
fn the_guide_is_text_in_a_pipe_and_a_document_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let words = |line: &str| words(&format!("clawperator {line}"));
    let ran = run(&words("guide waits --json"), "", folder.path());
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(document["topic"], "waits");
    assert_eq!(document["text"], printed("waits"));
    let topics = document["topics"].as_array().unwrap();
    for topic in topics {
        let name = topic["name"].as_str().unwrap();
        assert!(printed(name).len() > 100, "{name}");
        // Whoever looks at the list first finds each of them.
        let start = run(&words("guide"), "", folder.path()).stdout;
        assert!(start.contains(&format!("\n- {name}: ")), "{name}");
    }
}

#[test]
fn every_command_in_the_guide_parses() {
    let definition = clawperator_cli::command();
    let mut count = 0;
    for code in everything().iter().flat_map(|text| code(text)) {
        let line = match code.strip_prefix("clawperator ") {
            Some(rest) => rest,
            // A fragment such as `click @e12`: the verb of a line without the program.
            None if is_verb_with_arguments(&definition, &code) => &code,
            None => continue,
        };
        let line = format!("clawperator {line}");
        let words = [vec!["clawperator".to_owned()], words(&line)].concat();
        let parsed = clawperator_cli::command().try_get_matches_from(words);
        parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
        count += 1;
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn every_flag_in_the_guide_exists() {
    let mut known = BTreeSet::new();
    flags(&clawperator_cli::command(), &mut known);
    for text in everything() {
        let pieces =
            text.split(|letter: char| letter.is_whitespace() || "`,;.:)(|".contains(letter));
        for flag in
            pieces.filter(|piece| piece.starts_with("--") && !piece.trim_matches('-').is_empty())
        {
            assert!(known.contains(flag), "{flag}");
        }
    }
}

/// `snake_case` is an action, a key of a step's data or a word of one; `camelCase` is a key of a body or an answer.
#[test]
fn every_key_in_the_guide_exists() {
    let openapi = std::fs::read_to_string(root().join("../../../schemas/openapi.json")).unwrap();
    let tools = std::fs::read_to_string(root().join("../../mcp/tools.json")).unwrap();
    for piece in everything().iter().flat_map(|text| code(text)) {
        let names = piece.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        for name in names {
            let begins_small = name.starts_with(|letter: char| letter.is_ascii_lowercase());
            let is_snake = begins_small && name.contains('_');
            let is_camel =
                begins_small && name.contains(|letter: char| letter.is_ascii_uppercase());
            let is_known = DataKey::from_name(name).is_some()
                || ActionType::ALL.iter().any(|action| action.name() == name)
                || openapi.contains(&format!("\"{name}\""))
                || tools.contains(&format!("\"{name}\""));
            assert!(!(is_snake || is_camel) || is_known, "{name} in {piece}");
        }
    }
}

#[test]
fn every_path_in_the_guide_exists() {
    let openapi = std::fs::read_to_string(root().join("../../../schemas/openapi.json")).unwrap();
    let openapi: serde_json::Value = serde_json::from_str(&openapi).unwrap();
    let mut count = 0;
    for piece in everything().iter().flat_map(|text| code(text)) {
        let Some((method, path)) = piece.split_once(' ') else {
            continue;
        };
        if !["GET", "POST"].contains(&method) {
            continue;
        }
        let path = path.replace("RUN", "{run}").replace("SKILL", "{id}");
        let operation = &openapi["paths"][&path][method.to_lowercase()];
        assert!(operation.is_object(), "{piece}");
        count += 1;
    }
    assert!(count >= 5, "{count} paths");
}

/// The whole guide and the lines for files of one's own.
fn everything() -> [String; 4] {
    ["all", "mcp-steps", "agents-md", "skill-md"].map(printed)
}

fn printed(topic: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(&["guide".to_owned(), topic.to_owned()], "", folder.path());
    assert_eq!(ran.exit, 0, "{}", ran.stdout);
    ran.stdout
}

/// What is written as code: the lines of blocks, and what is between backticks.
fn code(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            found.push(line.to_owned());
        } else {
            found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found
}

fn is_verb_with_arguments(definition: &clap::Command, code: &str) -> bool {
    code.split_once(' ')
        .is_some_and(|(verb, _)| definition.find_subcommand(verb).is_some())
}

fn flags(command: &clap::Command, into: &mut BTreeSet<String>) {
    let longs = command.get_arguments().filter_map(clap::Arg::get_long);
    into.extend(longs.map(|long| format!("--{long}")));
    for below in command.get_subcommands() {
        flags(below, into);
    }
}
