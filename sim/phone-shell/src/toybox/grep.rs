//! `grep`.

use std::collections::VecDeque;

use bytes::Bytes;
use regex::bytes::Regex;

use super::call::{Call, MAX_KEPT};
use super::expression::{Syntax, compile};
use super::options::{Options, Spec};
use crate::io::{Closed, Input};
use crate::program::Exit;

/// How many lines before a hit are kept.
const MAX_CONTEXT: usize = 1000;
/// How many files `-r` looks into.
const MAX_FILES: usize = 10_000;

pub(super) async fn grep(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        long: &[("color", b'N'), ("ignore-case", b'i')],
        ..Spec::new("aEFHhLNRrivwcloqsnx", "emABC", 0)
    };
    let Ok(mut options) = call.options(spec).await? else {
        return Ok(2);
    };
    let syntax = match (call.name.as_str(), options.has(b'F'), options.has(b'E')) {
        ("fgrep", ..) | (_, true, _) => Syntax::Fixed,
        ("egrep", ..) | (_, _, true) => Syntax::Extended,
        _ => Syntax::Basic,
    };
    let Some(matchers) = matchers(&mut call, &mut options, syntax).await? else {
        return Ok(2);
    };
    let (files, failed) = operands(
        &mut call,
        &options.operands,
        options.has(b'r') || options.has(b'R'),
        options.has(b's'),
    )
    .await?;
    let named =
        (files.len() > 1 || options.operands.len() > 1 || options.has(b'H') || options.has(b'r'))
            && !options.has(b'h');
    let most = options
        .value(b'm')
        .and_then(|text| std::str::from_utf8(text).ok()?.parse::<u64>().ok());
    let mut search = Search {
        matchers,
        options,
        named,
        most,
        found: false,
    };
    for (name, input) in files {
        let shown = if name == b"-" {
            b"(standard input)".to_vec()
        } else {
            name
        };
        search.file(&call, &shown, input).await?;
        if search.found && search.options.has(b'q') {
            return Ok(0);
        }
    }
    let found = search.found;
    Ok(if failed { 2 } else { u8::from(!found) })
}

/// A search while it goes through files.
struct Search {
    matchers: Vec<Regex>,
    options: Options,
    /// Whether each line begins with its file's name.
    named: bool,
    /// After how many lines a file is left.
    most: Option<u64>,
    found: bool,
}

impl Search {
    async fn file(
        &mut self,
        call: &Call<'_>,
        shown: &[u8],
        mut input: Input,
    ) -> Result<(), Closed> {
        let options = &self.options;
        let context = |letter: u8| {
            let text = options.value(letter).or_else(|| options.value(b'C'))?;
            std::str::from_utf8(text).ok()?.parse::<usize>().ok()
        };
        let (after, before) = (
            context(b'A').unwrap_or(0),
            context(b'B').unwrap_or(0).min(MAX_CONTEXT),
        );
        let silent = [b'q', b'l', b'L', b'c']
            .iter()
            .any(|letter| options.has(*letter));
        let mut earlier: VecDeque<(u64, Bytes)> = VecDeque::new();
        let (mut count, mut number, mut owed, mut last) = (0_u64, 0_u64, 0_usize, 0_u64);
        loop {
            let full = self.most.is_some_and(|most| count >= most);
            if full && owed == 0 {
                break;
            }
            let line = input.read_until(b'\n', MAX_KEPT).await;
            if line.is_empty() {
                break;
            }
            number += 1;
            let line = line.slice(..line.len() - usize::from(line.ends_with(b"\n")));
            let hits = hits(&self.matchers, &line, options.has(b'x'), options.has(b'w'));
            if full || hits.is_empty() != options.has(b'v') {
                if owed > 0 && !silent {
                    owed -= 1;
                    last = number;
                    call.print(self.line(shown, number, b'-', &line)).await?;
                } else if before > 0 {
                    earlier.push_back((number, line));
                    if earlier.len() > before {
                        earlier.pop_front();
                    }
                }
                continue;
            }
            self.found = true;
            count += 1;
            if options.has(b'q') {
                return Ok(());
            }
            if silent {
                continue;
            }
            let first = earlier.front().map_or(number, |(number, _)| *number);
            if (after > 0 || before > 0) && last > 0 && first > last + 1 {
                call.print("--\n").await?;
            }
            for (number, line) in earlier.drain(..) {
                call.print(self.line(shown, number, b'-', &line)).await?;
            }
            let texts = if options.has(b'o') {
                hits
            } else {
                vec![&*line]
            };
            for text in texts
                .into_iter()
                .filter(|text| !(options.has(b'o') && text.is_empty()))
            {
                call.print(self.line(shown, number, b':', text)).await?;
            }
            (owed, last) = (after, number);
        }
        if options.has(b'c') {
            let head = if self.named {
                [shown, b":"].concat()
            } else {
                Vec::new()
            };
            call.print([head.as_slice(), format!("{count}\n").as_bytes()].concat())
                .await?;
        } else if (options.has(b'l') && count > 0) || (options.has(b'L') && count == 0) {
            call.print([shown, b"\n"].concat()).await?;
        }
        Ok(())
    }

    fn line(&self, shown: &[u8], number: u64, mark: u8, text: &[u8]) -> Vec<u8> {
        let mut line = Vec::new();
        if self.named {
            line.extend_from_slice(shown);
            line.push(mark);
        }
        if self.options.has(b'n') {
            line.extend_from_slice(number.to_string().as_bytes());
            line.push(mark);
        }
        line.extend_from_slice(text);
        line.push(b'\n');
        line
    }
}

/// The expressions, from `-e` or the first operand; `None` after a complaint.
async fn matchers(
    call: &mut Call<'_>,
    options: &mut Options,
    syntax: Syntax,
) -> Result<Option<Vec<Regex>>, Closed> {
    let mut patterns: Vec<Vec<u8>> = options.each(b'e').map(<[u8]>::to_vec).collect();
    if patterns.is_empty() {
        if options.operands.is_empty() {
            call.complain("no REGEX").await?;
            return Ok(None);
        }
        patterns.push(options.operands.remove(0));
    }
    let mut matchers = Vec::new();
    for pattern in patterns
        .iter()
        .flat_map(|pattern| pattern.split(|byte| *byte == b'\n'))
    {
        let Some(matcher) = compile(pattern, syntax, options.has(b'i')) else {
            call.complain([b"bad REGEX '".as_slice(), pattern, b"'"].concat())
                .await?;
            return Ok(None);
        };
        matchers.push(matcher);
    }
    Ok(Some(matchers))
}

fn hits<'a>(
    matchers: &[Regex],
    line: &'a [u8],
    whole_line: bool,
    whole_word: bool,
) -> Vec<&'a [u8]> {
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut hits: Vec<(usize, &[u8])> = Vec::new();
    for matcher in matchers {
        for hit in matcher.find_iter(line) {
            let fits_line = !whole_line || (hit.start() == 0 && hit.end() == line.len());
            let before = hit.start().checked_sub(1).and_then(|index| line.get(index));
            let fits_word = !whole_word || (!is_word(before) && !is_word(line.get(hit.end())));
            if fits_line && fits_word {
                hits.push((hit.start(), hit.as_bytes()));
            }
        }
    }
    hits.sort_by_key(|(start, _)| *start);
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// The files to look into, and whether one of them could not be read.
async fn operands(
    call: &mut Call<'_>,
    operands: &[Vec<u8>],
    recursive: bool,
    silent: bool,
) -> Result<(Vec<(Vec<u8>, Input)>, bool), Closed> {
    let mut inputs = Vec::new();
    let mut failed = false;
    let names = match (operands.is_empty(), recursive) {
        (true, true) => vec![b".".to_vec()],
        (true, false) => vec![b"-".to_vec()],
        (false, _) => operands.to_vec(),
    };
    let mut open: Vec<Vec<u8>> = names.into_iter().rev().collect();
    while let Some(name) = open.pop() {
        let path = call.path(&name);
        if recursive
            && inputs.len() < MAX_FILES
            && let Ok(entries) = call.files().read_dir(&path)
        {
            for entry in entries.into_iter().rev() {
                open.push([name.strip_suffix(b"/").unwrap_or(&name), b"/", &entry.name].concat());
            }
            tokio::task::coop::consume_budget().await;
            continue;
        }
        match call.open(&name) {
            Ok(input) => inputs.push((name, input)),
            Err(error) => {
                failed = true;
                if !silent {
                    call.complain_about(&name, &error).await?;
                }
            }
        }
    }
    Ok((inputs, failed))
}
