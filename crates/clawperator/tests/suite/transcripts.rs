//! Transcripts in pages: commands with what they print, and what of that differs from run to run.

use super::case::Ran;

/// A line as a reader types it on a terminal, where text is the default.
pub(super) fn on_a_terminal(mut args: Vec<String>) -> Vec<String> {
    if !args.iter().any(|arg| arg == "--json" || arg == "--output") {
        args.extend(["--output", "text"].map(str::to_owned));
    }
    args
}

pub(super) fn printed(ran: &Ran) -> String {
    let printed = if ran.stdout.is_empty() {
        &ran.stderr
    } else {
        &ran.stdout
    };
    printed.trim_end().to_owned()
}

/// The text with `0.00 s` for every time and `(0,0)` for every point.
pub(super) fn without_times(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            (1..=2).contains(&part.len())
                && [whole, part]
                    .iter()
                    .all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    let mut pieces: Vec<&str> = text.split(' ').collect();
    for index in 1..pieces.len() {
        let unit = pieces[index].split(['\n', ')']).next();
        if unit == Some("s") && is_time(pieces[index - 1]) {
            pieces[index - 1] = "0.00";
        }
        // How often there was time to look.
        if unit == Some("looks") {
            pieces[index - 1] = "0";
        }
    }
    for piece in &mut pieces {
        if piece.starts_with('(') && piece.ends_with("),") {
            *piece = "(0,0),";
        }
    }
    pieces.join(" ")
}

/// The lines, that of the adb program without its version.
pub(super) fn without_version(text: &str) -> Vec<&str> {
    let cut = |line: &'_ str| -> usize {
        match line.find("  adb ") {
            Some(at) if line.contains("host.adb.program") => at,
            _ => line.len(),
        }
    };
    text.lines().map(|line| &line[..cut(line)]).collect()
}

/// The commands in `console` blocks, each with the lines that follow it.
pub(super) fn transcripts(text: &str) -> Vec<(String, String)> {
    let blocks = text
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next());
    let mut found: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = found.last_mut() {
            if !output.is_empty() {
                output.push('\n');
            }
            output.push_str(line);
        }
    }
    found
}
