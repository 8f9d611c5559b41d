//! `sed`: addresses, `s`, `p`, `d`, `q`, `=`, `y`, `a`, `i`, `c` and `n`.

use regex::bytes::{Captures, Regex};

use super::call::{Call, MAX_KEPT};
use super::expression::Syntax;
use super::options::Spec;
use super::sed_script::{Action, Address, Instruction, Reader};
use crate::files::Opening;
use crate::io::{Closed, Input};
use crate::program::Exit;

pub(super) async fn sed(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        long: &[("in-place", b'i'), ("regexp-extended", b'E')],
        ..Spec::new("nEri", "e", 0)
    };
    let mut options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut scripts: Vec<Vec<u8>> = options.each(b'e').map(<[u8]>::to_vec).collect();
    if scripts.is_empty() {
        if options.operands.is_empty() {
            call.complain("no pattern").await?;
            return Ok(1);
        }
        scripts.push(options.operands.remove(0));
    }
    let source = scripts.join(&b'\n');
    let syntax = if options.has(b'E') || options.has(b'r') {
        Syntax::Extended
    } else {
        Syntax::Basic
    };
    let script = match (Reader {
        source: &source,
        position: 0,
        syntax,
    })
    .script()
    {
        Ok(script) => script,
        Err(position) => {
            let shown = String::from_utf8_lossy(&source).into_owned();
            call.complain(format!("bad pattern '{shown}'@{position}"))
                .await?;
            return Ok(1);
        }
    };
    let quiet = options.has(b'n');
    if options.has(b'i') {
        for operand in options.operands.clone() {
            let input = match call.open(&operand) {
                Ok(input) => input,
                Err(error) => {
                    call.complain_about(&operand, &error).await?;
                    continue;
                }
            };
            let mut edited = Vec::new();
            let mut machine = Machine::new(&script, quiet);
            machine
                .run(vec![input], &mut Sink::Kept(&mut edited))
                .await?;
            let path = call.path(&operand);
            if let Err(error) = call
                .files()
                .open(&path, Opening::Truncate, 0o644)
                .and_then(|file| file.write(&edited))
            {
                call.complain_about(&operand, &error).await?;
            }
        }
        return Ok(call.status);
    }
    let inputs = call
        .inputs(&options.operands)
        .await?
        .into_iter()
        .map(|(_, input)| input)
        .collect();
    Machine::new(&script, quiet)
        .run(inputs, &mut Sink::Call(&call))
        .await?;
    Ok(call.status)
}

enum Sink<'a, 'b> {
    Call(&'a Call<'b>),
    Kept(&'a mut Vec<u8>),
}

impl Sink<'_, '_> {
    async fn write(&mut self, bytes: Vec<u8>) -> Result<(), Closed> {
        match self {
            Self::Call(call) => call.print(bytes).await,
            Self::Kept(kept) => {
                kept.extend_from_slice(&bytes);
                if kept.len() > MAX_KEPT {
                    Err(Closed)
                } else {
                    Ok(())
                }
            }
        }
    }
}

/// A script while it runs over lines.
struct Machine<'a> {
    script: &'a [Instruction],
    quiet: bool,
    number: u64,
    /// Which ranges are open.
    open: Vec<bool>,
}

impl<'a> Machine<'a> {
    fn new(script: &'a [Instruction], quiet: bool) -> Self {
        Self {
            script,
            quiet,
            number: 0,
            open: vec![false; script.len()],
        }
    }

    async fn run(&mut self, inputs: Vec<Input>, sink: &mut Sink<'_, '_>) -> Result<(), Closed> {
        let mut inputs = inputs.into_iter().peekable();
        let mut current = inputs.next();
        let mut ahead = next_line(&mut current, &mut inputs).await;
        while let Some(line) = ahead.take() {
            ahead = next_line(&mut current, &mut inputs).await;
            self.number += 1;
            let ended = line.ends_with(b"\n");
            let text = line.strip_suffix(b"\n").unwrap_or(&line).to_vec();
            let mut out = Vec::new();
            let goes_on = self.line(text, ahead.is_none(), &mut out);
            if !ended && out.last() == Some(&b'\n') {
                out.pop();
            }
            sink.write(out).await?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Runs the script over one line; false when it quits.
    fn line(&mut self, mut text: Vec<u8>, last: bool, out: &mut Vec<u8>) -> bool {
        let mut after = Vec::new();
        let mut goes_on = true;
        let mut shows = !self.quiet;
        for (index, instruction) in self.script.iter().enumerate() {
            if !self.selects(index, instruction, &text, last) {
                continue;
            }
            match &instruction.action {
                Action::Substitute {
                    pattern,
                    with,
                    global,
                    nth,
                    print,
                } => {
                    if let Some(new) = substitute(pattern, &text, with, *global, *nth) {
                        text = new;
                        if *print {
                            push_line(out, &text);
                        }
                    }
                }
                Action::Print => push_line(out, &text),
                Action::Delete => {
                    shows = false;
                    break;
                }
                Action::Quit => {
                    goes_on = false;
                    break;
                }
                Action::Number => push_line(out, self.number.to_string().as_bytes()),
                Action::Next => break,
                Action::Translate(pairs) => {
                    for byte in &mut text {
                        if let Some((_, to)) = pairs.iter().find(|(from, _)| from == byte) {
                            *byte = *to;
                        }
                    }
                }
                Action::Append(more) => push_line(&mut after, more),
                Action::Insert(more) => push_line(out, more),
                Action::Change(more) => {
                    push_line(out, more);
                    shows = false;
                    break;
                }
                Action::Nothing => {}
            }
        }
        if shows {
            push_line(out, &text);
        }
        out.extend_from_slice(&after);
        goes_on
    }

    fn selects(
        &mut self,
        index: usize,
        instruction: &Instruction,
        text: &[u8],
        last: bool,
    ) -> bool {
        let number = self.number;
        let fits = |address: &Address| match address {
            Address::Line(line) => *line == number,
            Address::Last => last,
            Address::Match(pattern) => pattern.is_match(text),
        };
        let selected = match (&instruction.from, &instruction.to) {
            (None, _) => true,
            (Some(from), None) => fits(from),
            (Some(from), Some(to)) => {
                let open = self.open.get(index).copied().unwrap_or(false);
                let begins = !open && fits(from);
                let ends = match to {
                    Address::Line(line) => *line <= number,
                    to => !begins && fits(to),
                };
                if let Some(state) = self.open.get_mut(index) {
                    *state = (open || begins) && !ends;
                }
                open || begins
            }
        };
        selected != instruction.negated
    }
}

async fn next_line(
    current: &mut Option<Input>,
    inputs: &mut (impl Iterator<Item = Input> + Send),
) -> Option<bytes::Bytes> {
    loop {
        let line = current.as_mut()?.read_until(b'\n', MAX_KEPT).await;
        if !line.is_empty() {
            return Some(line);
        }
        *current = inputs.next();
    }
}

fn push_line(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(text);
    out.push(b'\n');
}

fn substitute(
    pattern: &Regex,
    text: &[u8],
    with: &[u8],
    global: bool,
    nth: u64,
) -> Option<Vec<u8>> {
    let mut result = Vec::new();
    let mut end = 0;
    let mut count = 0;
    let mut changed = false;
    for captures in pattern.captures_iter(text) {
        let Some(whole) = captures.get(0) else {
            continue;
        };
        count += 1;
        if count < nth || (count > nth && !global) {
            continue;
        }
        result.extend_from_slice(text.get(end..whole.start()).unwrap_or_default());
        push_replacement(&mut result, with, &captures);
        end = whole.end();
        changed = true;
    }
    result.extend_from_slice(text.get(end..).unwrap_or_default());
    changed.then_some(result)
}

fn push_replacement(result: &mut Vec<u8>, with: &[u8], captures: &Captures<'_>) {
    let group = |index: u8| {
        captures
            .get(usize::from(index))
            .map(|found| found.as_bytes())
            .unwrap_or_default()
    };
    let mut bytes = with.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'&' => result.extend_from_slice(group(0)),
            b'\\' => match bytes.next() {
                Some(digit @ b'0'..=b'9') => result.extend_from_slice(group(digit - b'0')),
                Some(b'n') => result.push(b'\n'),
                Some(b't') => result.push(b'\t'),
                Some(other) => result.push(*other),
                None => result.push(b'\\'),
            },
            byte => result.push(*byte),
        }
    }
}
