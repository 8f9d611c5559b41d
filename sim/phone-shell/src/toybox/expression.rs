//! Regular expressions in POSIX's two languages.

use regex::bytes::{Regex, RegexBuilder};

/// How big a compiled expression may be.
const MAX_REGEX: usize = 1024 * 1024;

/// Which language an expression is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Basic,
    Extended,
    Fixed,
}

/// Compiles a POSIX expression. References to groups inside the expression are not supported: matching stays linear.
pub(super) fn compile(pattern: &[u8], syntax: Syntax, ignore_case: bool) -> Option<Regex> {
    let source = match syntax {
        Syntax::Fixed => regex::escape(&String::from_utf8_lossy(pattern)),
        Syntax::Basic => translate(&String::from_utf8_lossy(pattern), true),
        Syntax::Extended => translate(&String::from_utf8_lossy(pattern), false),
    };
    RegexBuilder::new(&source)
        .case_insensitive(ignore_case)
        .size_limit(MAX_REGEX)
        .build()
        .ok()
}

/// From POSIX's languages to the one of the library.
fn translate(pattern: &str, basic: bool) -> String {
    let mut result = String::new();
    let characters: Vec<char> = pattern.chars().collect();
    let mut position = 0;
    let mut at_start = true;
    while let Some(character) = characters.get(position).copied() {
        position += 1;
        let starts = at_start;
        at_start = false;
        match character {
            '[' => {
                let end = bracket_end(&characters, position);
                let inside: String = characters
                    .get(position..end)
                    // A bracket at the end of the pattern has nothing inside.
                    .unwrap_or_default()
                    .iter()
                    .collect();
                position = end + 1;
                result.push_str(&bracket(&inside));
            }
            '\\' => {
                let Some(next) = characters.get(position).copied() else {
                    result.push_str("\\\\");
                    break;
                };
                position += 1;
                match next {
                    '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => {
                        at_start = next == '(' || next == '|';
                        result.push(next);
                    }
                    '<' => result.push_str("\\b{start}"),
                    '>' => result.push_str("\\b{end}"),
                    'w' | 'W' | 's' | 'S' | 'b' | 'B' => result.extend(['\\', next]),
                    'n' => result.push_str("\\n"),
                    't' => result.push_str("\\t"),
                    other => result.push_str(&regex::escape(&other.to_string())),
                }
            }
            '*' if basic && starts => result.push_str("\\*"),
            '^' if basic && !starts => result.push_str("\\^"),
            '$' if basic && !ends_here(&characters, position) => result.push_str("\\$"),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => result.extend(['\\', character]),
            '{' if !characters.get(position).is_some_and(char::is_ascii_digit) => {
                result.push_str("\\{");
            }
            '^' => {
                at_start = true;
                result.push('^');
            }
            '(' | '|' => {
                at_start = true;
                result.push(character);
            }
            '.' | '*' | '$' | ')' | '{' | '}' | '+' | '?' => result.push(character),
            other => result.push_str(&regex::escape(&other.to_string())),
        }
    }
    result
}

fn ends_here(characters: &[char], position: usize) -> bool {
    matches!(
        characters.get(position..),
        None | Some([] | ['\\', ')' | '|', ..])
    )
}

fn bracket_end(characters: &[char], start: usize) -> usize {
    let mut position = start;
    if characters.get(position) == Some(&'^') {
        position += 1;
    }
    if characters.get(position) == Some(&']') {
        position += 1;
    }
    while let Some(character) = characters.get(position) {
        if *character == '[' && matches!(characters.get(position + 1), Some(':' | '.' | '=')) {
            position += 2;
            while characters
                .get(position)
                .is_some_and(|character| *character != ']')
            {
                position += 1;
            }
        } else if *character == ']' {
            break;
        }
        position += 1;
    }
    position
}

fn bracket(inside: &str) -> String {
    let (negated, inside) = inside
        .strip_prefix('^')
        .map_or((false, inside), |rest| (true, rest));
    let mut result = String::from(if negated { "[^" } else { "[" });
    let characters: Vec<char> = inside.chars().collect();
    let mut position = 0;
    while let Some(character) = characters.get(position).copied() {
        if character == '[' && characters.get(position + 1) == Some(&':') {
            let length = characters
                .iter()
                .skip(position)
                .position(|character| *character == ']')
                .unwrap_or(0);
            result.extend(
                characters
                    .get(position..=position + length)
                    // The end was found among them.
                    .unwrap_or_default(),
            );
            position += length + 1;
            continue;
        }
        position += 1;
        if character == '-' && position > 1 && position < characters.len() {
            result.push('-');
        } else {
            if !character.is_alphanumeric() {
                result.push('\\');
            }
            result.push(character);
        }
    }
    result.push(']');
    // The library wants a backslash only before characters that may be special to it.
    result
        .replace("\\_", "_")
        .replace("\\ ", " ")
        .replace("\\\u{A0}", "\u{A0}")
}
