//! Text files in general, and documents in particular.

use std::path::Path;

use super::repository::{File, files, forbid, root};

#[test]
fn no_line_ends_in_blanks_or_holds_a_tab() {
    let mut violations = Vec::new();
    // Hostile input is kept as data whose every byte is meant.
    for file in files()
        .iter()
        .filter(|file| !file.path.contains("/tests/data/"))
    {
        for (number, line) in file.lines() {
            if line.contains('\t') {
                violations.push(format!("{}:{number}: a tab", file.path));
            }
            if line.ends_with(' ') || line.ends_with('\r') {
                violations.push(format!("{}:{number}: blanks at the end", file.path));
            }
        }
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            violations.push(format!("{}: no newline at the end", file.path));
        }
    }
    forbid(
        &violations,
        "Editors disagree about these, and they make noise in every diff.",
    );
}

#[test]
fn no_file_names_a_place_on_somebodys_machine() {
    // In two halves, so that this file keeps its own rule.
    let places = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/home", "/"),
    ];
    let mut violations = Vec::new();
    for file in files() {
        for (number, line) in file.lines() {
            if places.iter().any(|place| line.contains(place)) {
                violations.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    forbid(&violations, "Write paths from the root of the repository.");
}

#[test]
fn both_licences_are_there() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert!(root().join(name).is_file(), "{name} is missing");
    }
}

#[test]
fn every_page_of_the_documentation_is_in_its_index() {
    let files = files();
    let index = files.iter().find(|file| file.path == "docs/README.md");
    let linked: Vec<String> = links(index.expect("docs/README.md is there"))
        .into_iter()
        .map(|(_, target)| format!("docs/{target}"))
        .collect();
    let missing: Vec<String> = files
        .iter()
        .filter(|file| file.path.starts_with("docs/") && file.has_ending("md"))
        .filter(|file| file.path != "docs/README.md" && !linked.contains(&file.path))
        .map(|file| file.path.clone())
        .collect();
    forbid(&missing, "Add a line for the page to docs/README.md.");
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut violations = Vec::new();
    for document in files().iter().filter(|file| file.has_ending("md")) {
        let folder = root()
            .join(&document.path)
            .parent()
            .map(Path::to_path_buf)
            .unwrap();
        for (number, target) in links(document) {
            let path = target.split('#').next().unwrap();
            let elsewhere = target.contains("://") || target.starts_with("mailto:");
            if !elsewhere && !path.is_empty() && !folder.join(path).exists() {
                violations.push(format!("{}:{number}: {target}", document.path));
            }
        }
    }
    forbid(
        &violations,
        "Links are relative to the document that holds them.",
    );
}

/// The targets of `[text](target)` and `[name]: target` outside code, with their lines.
fn links(document: &File) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (number, line) in document.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        // Every second piece between backticks is code.
        let prose: String = line.split('`').step_by(2).collect();
        let inline = prose
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split([')', ' ']).next());
        let named = prose
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]: "))
            .map(|(_, target)| target.trim());
        found.extend(
            inline
                .chain(named)
                .map(|target| (number, target.to_owned())),
        );
    }
    found
}

#[test]
fn links_are_found_in_prose_and_not_in_code() {
    let text = "see [a](b.md#c) and `[x](y)`, [d](../e \"title\")\n[f]: g.md\n```\n[h](i)\n```\n";
    let document = File {
        path: String::new(),
        text: text.to_owned(),
    };
    let targets: Vec<_> = links(&document)
        .into_iter()
        .map(|(_, target)| target)
        .collect();
    assert_eq!(targets, ["b.md#c", "../e", "g.md"]);
}
