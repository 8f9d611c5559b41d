//! The words of STYLE.md: what people read is plain English, and a comment says more than the name below it.
//!
//! Messages and help stand in generated pages, so that looking through the pages covers them too.

use std::collections::BTreeSet;

use super::repository::{File, files, forbid};

/// Phrases that sound translated or speak of what a reader cannot open, each with what to write instead.
/// They are looked for without regard to case, between other letters' ends.
const UNWANTED: [(&str, &str); 32] = [
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mends", "fixes"),
    ("left out", "default: …, or by default"),
    ("is told", "is reported, or shown"),
    ("are told", "are reported, or shown"),
    ("tells of", "reports, or says"),
    ("told of", "reported, or shown"),
    ("hears of", "gets"),
    ("in vain", "not found, or without success"),
    ("gone round", "bypassed"),
    ("stands in for", "replaces"),
    ("stand in for", "replace"),
    ("in its stead", "instead"),
    ("is of another", "belongs to another"),
    ("are of another", "belong to another"),
    ("blotted out", "hidden"),
    ("take back", "revoke"),
    ("taken back", "revoked"),
    ("beside the seeds", "an extension"),
    ("the seeds", "the contract"),
    ("the seed", "the contract"),
    ("(ours)", "an extension"),
    ("for want of", "because … is missing"),
    ("cannot be told", "unknown, or cannot be known"),
    ("all the same", "still, or anyway"),
    ("nothing of it", "none of it, or nothing"),
    ("wants somebody", "needs a person"),
    ("in the attempts of its retry", "after 5 looks in 6.5 s"),
    ("as was said", "as described"),
    ("of itself", "by itself, or about itself"),
    ("anew", "again"),
];

/// What may follow `is no` in plain English.
const AFTER_IS_NO: [&str; 4] = ["longer", "more", "less", "different"];

#[test]
fn pages_and_messages_use_plain_words() {
    let mut violations = Vec::new();
    for file in files().iter().filter(|file| is_page(file)) {
        for (number, line) in file.lines() {
            let line = line.to_lowercase();
            for (phrase, instead) in UNWANTED {
                if has_phrase(&line, phrase) {
                    violations.push(format!(
                        "{}:{number}: '{phrase}': write {instead}",
                        file.path
                    ));
                }
            }
            if has_odd_negation(&line) {
                violations.push(format!(
                    "{}:{number}: 'is no …': write 'is not a …': {}",
                    file.path,
                    line.trim()
                ));
            }
        }
    }
    forbid(&violations, "STYLE.md has the words to use.");
}

#[test]
fn no_comment_only_repeats_the_name_below_it() {
    let mut violations = Vec::new();
    for file in files()
        .iter()
        .filter(|file| file.has_ending("rs") && !becomes_a_page(file))
    {
        let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(comment) = line.strip_prefix("/// ") else {
                continue;
            };
            let alone = |place: Option<usize>| {
                place
                    .and_then(|place| lines.get(place))
                    .is_none_or(|other| !other.starts_with("///"))
            };
            if !alone(index.checked_sub(1)) || !alone(Some(index + 1)) {
                continue;
            }
            let item = lines
                .iter()
                .skip(index + 1)
                .find(|line| !line.starts_with("#["));
            if item.is_some_and(|item| repeats(comment, item)) {
                violations.push(format!("{}:{}: {comment}", file.path, index + 1));
            }
        }
    }
    forbid(
        &violations,
        "Say what the name does not, or delete the comment.",
    );
}

/// Below the surfaces nobody knows where a message is read: by somebody at a shell, or by a model that has tools and no
/// shell. What is to be done is data there (`Next`), and each surface puts it into its own words.
#[test]
fn messages_below_the_surfaces_name_no_command_line() {
    let pages = files();
    let messages = pages
        .iter()
        .find(|file| file.path == "docs/reference/messages.md")
        .unwrap();
    let command = clawperator_cli::command();
    let flags = flags(&command);
    let mut source = "";
    let mut violations = Vec::new();
    for (_, line) in messages.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            source = title;
        }
        let is_surface = ["crates/cli/", "sim/"]
            .iter()
            .any(|surface| source.starts_with(surface));
        if is_surface || !line.starts_with("- ") {
            continue;
        }
        let words: Vec<&str> = line
            .split(|letter: char| letter.is_whitespace() || "`'\"(),;:=".contains(letter))
            .collect();
        let names_command = words
            .windows(2)
            .any(|pair| pair[0] == "clawperator" && command.find_subcommand(pair[1]).is_some());
        let names_flag = words.iter().any(|word| flags.contains(*word));
        if names_command || names_flag {
            violations.push(format!("{source}: {line}"));
        }
    }
    forbid(&violations, "Say what is to be done with `Next`.");
}

/// Every long flag of a command and of those below it.
fn flags(command: &clap::Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(clap::Arg::get_long);
    let mut flags: BTreeSet<String> = own.map(|long| format!("--{long}")).collect();
    for below in command.get_subcommands() {
        flags.extend(self::flags(below));
    }
    flags
}

/// What people read: pages, and schemas, which take their descriptions from comments. The style guide itself lists what
/// not to write.
fn is_page(file: &File) -> bool {
    let is_schema = file.path.starts_with("schemas/") && file.has_ending("json");
    let is_markdown = file.has_ending("md") && file.path != "STYLE.md";
    (is_schema || is_markdown) && !file.path.contains("/tests/")
}

/// Help, schemas and the contract's reference are generated from comments, where every entry needs one.
fn becomes_a_page(file: &File) -> bool {
    file.path.starts_with("crates/contract/")
        || file.text.contains("JsonSchema")
        || file.text.contains("clap::")
}

fn has_phrase(line: &str, phrase: &str) -> bool {
    line.match_indices(phrase).any(|(place, _)| {
        let before = line.get(..place).and_then(|text| text.chars().next_back());
        let after = line
            .get(place + phrase.len()..)
            .and_then(|text| text.chars().next());
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        !is_letter(before) && !is_letter(after)
    })
}

/// `'x' is no JSON`; `there is no index` and `is no longer` are plain.
fn has_odd_negation(line: &str) -> bool {
    let words: Vec<&str> = line
        .split(|letter: char| letter.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    words.windows(3).enumerate().any(|(index, window)| {
        let [verb, "no", next] = window else {
            return false;
        };
        let subject = index.checked_sub(1).and_then(|before| words.get(before));
        matches!(*verb, "is" | "are")
            && subject.is_none_or(|subject| !subject.ends_with("there"))
            && !AFTER_IS_NO.contains(next)
    })
}

/// Whether every word of a comment stands in the line it explains, forms of words and small words apart.
fn repeats(comment: &str, item: &str) -> bool {
    const SMALL: [&str; 24] = [
        "a", "an", "the", "of", "to", "for", "in", "on", "it", "is", "that", "this", "as", "be",
        "by", "with", "and", "or", "one", "its", "at", "from", "which", "what",
    ];
    let names: Vec<String> = words_of(item);
    let words = words_of(comment);
    let mut telling = words
        .iter()
        .filter(|word| !SMALL.contains(&word.as_str()))
        .peekable();
    !words.is_empty() && telling.all(|word| names.iter().any(|name| stem(name) == stem(word)))
}

/// The words of a text, with those of `CamelCase` and `snake_case` apart.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for letter in text.chars() {
        if !letter.is_ascii_alphabetic() || (letter.is_ascii_uppercase() && lower) {
            words.push(String::new());
        }
        lower = letter.is_ascii_lowercase();
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphabetic()) {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn stem(word: &str) -> &str {
    ["ing", "ed", "es", "s", "e"]
        .iter()
        .filter(|ending| word.len() > ending.len() + 2)
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(word)
}

#[test]
fn the_rules_find_what_they_are_for() {
    assert!(has_phrase("please mend the file", "mend"));
    assert!(!has_phrase("we recommend it", "mend"));
    assert!(has_odd_negation("'x' is no json"));
    assert!(!has_odd_negation("there is no index"));
    assert!(!has_odd_negation("it is no longer there"));
    assert!(repeats("The keyboard.", "Keyboard,"));
    assert!(repeats("Which phone.", "phone: Option<String>,"));
    assert!(!repeats(
        "The phone that answered last.",
        "phone: Option<String>,"
    ));
}
