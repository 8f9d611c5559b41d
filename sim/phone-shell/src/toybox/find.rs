//! `find`: path, `-name`, `-iname`, `-path`, `-type`, `-maxdepth`, `-mindepth`, `-size`, `-empty`, `-not`, `-o`,
//! `-print`, `-print0`, `-delete`.

use super::call::Call;
use crate::files::{Entry, Kind, Metadata, join};
use crate::io::Closed;
use crate::program::Exit;
use crate::shell::matches;

/// How many things one call walks over.
const MAX_STEPS: usize = 1_000_000;

#[derive(Debug)]
enum Test {
    Name { pattern: Vec<u8>, fold: bool },
    Path(Vec<u8>),
    Type(u8),
    Empty,
    Size { more: Option<bool>, blocks: u64 },
    Print(u8),
    Delete,
    Prune,
}

/// Tests that must all hold; each may be turned around. Several of these are alternatives.
type Clause = Vec<(bool, Test)>;

pub(super) async fn find(mut call: Call<'_>) -> Result<Exit, Closed> {
    let arguments = std::mem::take(&mut call.arguments);
    let count = arguments
        .iter()
        .take_while(|word| !matches!(word.first(), Some(b'-' | b'!' | b'(')))
        .count();
    let mut roots = arguments.get(..count).unwrap_or_default().to_vec();
    if roots.is_empty() {
        roots.push(b".".to_vec());
    }
    let expression = match parse(arguments.get(count..).unwrap_or_default()) {
        Ok(expression) => expression,
        Err(bad) => {
            call.complain([b"bad arg '".as_slice(), &bad, b"'"].concat())
                .await?;
            return Ok(1);
        }
    };
    let acts = expression
        .clauses
        .iter()
        .flatten()
        .any(|(_, test)| matches!(test, Test::Print(_) | Test::Delete));
    let mut steps = 0;
    for root in &roots {
        let path = call.path(root);
        let metadata = match call.files().link_metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) => {
                call.complain_about_quoted(root, &error).await?;
                continue;
            }
        };
        let mut open = vec![(root.clone(), path, metadata, 0_usize, false)];
        while let Some((shown, path, metadata, depth, visited)) = open.pop() {
            steps += 1;
            if steps > MAX_STEPS {
                break;
            }
            tokio::task::coop::consume_budget().await;
            let deletes = expression.deletes;
            let descends = metadata.is_dir() && depth < expression.most;
            let mut pruned = false;
            if (!deletes || visited || !descends) && depth >= expression.least {
                let (selected, cut) =
                    evaluate(&mut call, &expression, &shown, &path, &metadata).await?;
                pruned = cut;
                if selected && !acts {
                    call.print([shown.as_slice(), b"\n"].concat()).await?;
                }
            }
            if !descends || visited || pruned {
                continue;
            }
            if deletes {
                open.push((shown.clone(), path.clone(), metadata, depth, true));
            }
            match call.files().read_dir(&path) {
                Ok(entries) => {
                    for Entry { name, metadata } in entries.into_iter().rev() {
                        let below =
                            [shown.strip_suffix(b"/").unwrap_or(&shown), b"/", &name].concat();
                        open.push((below, join(&path, &name), metadata, depth + 1, false));
                    }
                }
                Err(error) => call.complain_about_quoted(&shown, &error).await?,
            }
        }
    }
    Ok(call.status)
}

struct Expression {
    clauses: Vec<Clause>,
    least: usize,
    most: usize,
    deletes: bool,
}

fn parse(words: &[Vec<u8>]) -> Result<Expression, Vec<u8>> {
    let mut expression = Expression {
        clauses: vec![Vec::new()],
        least: 0,
        most: usize::MAX,
        deletes: false,
    };
    let mut words = words.iter();
    let mut negated = false;
    while let Some(word) = words.next() {
        let mut value = || words.next().cloned().ok_or_else(|| word.clone());
        let depth = |text: Vec<u8>| {
            std::str::from_utf8(&text)
                .ok()
                .and_then(|text| text.parse().ok())
                .ok_or(text)
        };
        let test = match word.as_slice() {
            b"!" | b"-not" => {
                negated = !negated;
                continue;
            }
            b"-o" | b"-or" => {
                expression.clauses.push(Vec::new());
                continue;
            }
            b"-a" | b"-and" | b"-depth" | b"-xdev" => continue,
            b"-maxdepth" => {
                expression.most = depth(value()?)?;
                continue;
            }
            b"-mindepth" => {
                expression.least = depth(value()?)?;
                continue;
            }
            b"-name" => Test::Name {
                pattern: value()?,
                fold: false,
            },
            b"-iname" => Test::Name {
                pattern: value()?.to_ascii_lowercase(),
                fold: true,
            },
            b"-path" | b"-wholename" => Test::Path(value()?),
            b"-type" => Test::Type(value()?.first().copied().unwrap_or(b'?')),
            b"-empty" => Test::Empty,
            b"-size" => size(&value()?).ok_or_else(|| word.clone())?,
            b"-print" => Test::Print(b'\n'),
            b"-print0" => Test::Print(0),
            b"-prune" => Test::Prune,
            b"-delete" => {
                expression.deletes = true;
                Test::Delete
            }
            _ => return Err(word.clone()),
        };
        if let Some(clause) = expression.clauses.last_mut() {
            clause.push((negated, test));
        }
        negated = false;
    }
    Ok(expression)
}

/// `+10k`: more than so many blocks of 512 bytes, or of the unit.
fn size(text: &[u8]) -> Option<Test> {
    let text = std::str::from_utf8(text).ok()?;
    let (more, text) = match text.strip_prefix('+') {
        Some(rest) => (Some(true), rest),
        None => text
            .strip_prefix('-')
            .map_or((None, text), |rest| (Some(false), rest)),
    };
    let digits = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit = match text.get(digits.len()..)? {
        "" | "b" => 512,
        "c" => 1,
        "k" => 1024,
        "M" => 1024 * 1024,
        "G" => 1024 * 1024 * 1024,
        _ => return None,
    };
    Some(Test::Size {
        more,
        blocks: digits.parse::<u64>().ok()?.saturating_mul(unit),
    })
}

/// Whether something is selected, and whether what is below it is left out.
async fn evaluate(
    call: &mut Call<'_>,
    expression: &Expression,
    shown: &[u8],
    path: &[u8],
    metadata: &Metadata,
) -> Result<(bool, bool), Closed> {
    let name = shown
        .strip_suffix(b"/")
        .unwrap_or(shown)
        .rsplit(|byte| *byte == b'/')
        .next()
        .unwrap_or(shown);
    let mut pruned = false;
    for clause in &expression.clauses {
        let mut holds = true;
        for (negated, test) in clause {
            let result = match test {
                Test::Name {
                    pattern,
                    fold: true,
                } => matches(pattern, &name.to_ascii_lowercase()),
                Test::Name {
                    pattern,
                    fold: false,
                } => matches(pattern, name),
                Test::Path(pattern) => matches(pattern, shown),
                Test::Type(letter) => *letter == type_letter(metadata.kind),
                Test::Empty if metadata.is_dir() => call
                    .files()
                    .read_dir(path)
                    .is_ok_and(|entries| entries.is_empty()),
                Test::Empty => metadata.size == 0,
                Test::Size { more, blocks } => match more {
                    Some(true) => metadata.size > *blocks,
                    Some(false) => metadata.size < *blocks,
                    None => metadata.size == *blocks,
                },
                Test::Print(end) => {
                    call.print([shown, &[*end]].concat()).await?;
                    true
                }
                Test::Delete => {
                    let removed = if metadata.is_dir() {
                        call.files().remove_dir(path)
                    } else {
                        call.files().remove_file(path)
                    };
                    if let Err(error) = removed {
                        call.complain_about_quoted(shown, &error).await?;
                    }
                    true
                }
                Test::Prune => {
                    pruned = true;
                    true
                }
            };
            holds = result != *negated;
            if !holds {
                break;
            }
        }
        if holds {
            return Ok((true, pruned));
        }
    }
    Ok((false, pruned))
}

fn type_letter(kind: Kind) -> u8 {
    match kind {
        Kind::File | Kind::Program => b'f',
        Kind::Directory => b'd',
        Kind::Link => b'l',
        Kind::Device(_) => b'c',
    }
}
