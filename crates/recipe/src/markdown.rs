//! A `*.recipe.md` taken apart: the frontmatter, and the one block of every step.
//!
//! Markdown is for people. Only the frontmatter and the blocks under headings that begin with `Step` mean anything;
//! blocks elsewhere are prose.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use clawperator_contract::excerpt;

use crate::finding::{RecipeCode, Report};
use crate::limits::MAX_STEPS;
use crate::rule::RecipeRule;
use crate::source::Position;

/// A piece of YAML and the line of the file it begins on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece<'t> {
    pub(crate) text: &'t str,
    pub(crate) line: usize,
}

/// What of a Markdown recipe is read.
#[derive(Debug)]
pub(crate) struct Parts<'t> {
    pub(crate) frontmatter: Option<Piece<'t>>,
    pub(crate) steps: Vec<Piece<'t>>,
    /// Whether every step has its block: rules about all steps need all of them.
    pub(crate) complete: bool,
}

impl Parts<'_> {
    /// The lines that are neither frontmatter nor a step's block, with their numbers: what only people read.
    pub(crate) fn prose<'t>(&self, text: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
        let pieces = self.frontmatter.iter().chain(&self.steps);
        let read: Vec<std::ops::Range<usize>> = pieces
            .map(|piece| piece.line..piece.line + piece.text.lines().count())
            .collect();
        let numbered = (1..).zip(text.lines());
        numbered.filter(move |(line, _)| !read.iter().any(|lines| lines.contains(line)))
    }
}

/// Takes the file apart; whatever is wrong is reported.
pub(crate) fn split<'t>(text: &'t str, report: &Report<'_>) -> Parts<'t> {
    let (frontmatter, body) = split_frontmatter(text, report);
    let before = report.errors();
    let steps = steps(body, report);
    Parts {
        frontmatter,
        steps,
        complete: report.errors() == before,
    }
}

fn split_frontmatter<'t>(text: &'t str, report: &Report<'_>) -> (Option<Piece<'t>>, Piece<'t>) {
    let whole = Piece { text, line: 1 };
    let mut lines = text.split_inclusive('\n');
    // An empty file has no line at all.
    let opening = lines.next().unwrap_or_default();
    if opening.trim_end() != "---" {
        report.add(
            RecipeRule::FrontmatterFields,
            RecipeCode::Frontmatter,
            Position::START,
            "the file does not begin with frontmatter",
            "begin the file with a `---` line, the fields, and another `---` line",
        );
        return (None, whole);
    }
    let start = opening.len();
    let mut end = start;
    for (line, next) in (2..).zip(lines) {
        let after = end + next.len();
        if matches!(next.trim_end(), "---" | "...") {
            let fields = text.split_at(end).0.split_at(start).1;
            let body = text.split_at(after).1;
            return (
                Some(Piece {
                    text: fields,
                    line: 2,
                }),
                Piece {
                    text: body,
                    line: line + 1,
                },
            );
        }
        end = after;
    }
    report.add(
        RecipeRule::FrontmatterFields,
        RecipeCode::Frontmatter,
        Position::START,
        "the frontmatter is not closed",
        "close it with a `---` line",
    );
    (None, Piece { text: "", line: 1 })
}

/// A heading that begins with `Step`, and what was found under it.
struct Section<'t> {
    at: Position,
    level: HeadingLevel,
    blocks: Vec<Piece<'t>>,
    /// Reported already, so that its lack of a block is no second finding.
    spoiled: bool,
}

fn steps<'t>(body: Piece<'t>, report: &Report<'_>) -> Vec<Piece<'t>> {
    let lines = Lines::new(body);
    let mut found = Vec::new();
    let mut section: Option<Section<'t>> = None;
    let mut heading: Option<(Position, HeadingLevel, String)> = None;
    // Lists and quotes that are open: a block inside one is indented or quoted, and its text is not that of the file.
    let mut containers = 0_usize;
    for (event, range) in Parser::new(body.text).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((lines.position(range.start), level, String::new()));
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, _, title)) = &mut heading {
                    title.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((at, level, title)) = heading.take() else {
                    continue;
                };
                let is_step = begins_with_step(&title);
                if is_step || section.as_ref().is_some_and(|open| level <= open.level) {
                    found.extend(section.take());
                }
                if is_step {
                    section = Some(Section {
                        at,
                        level,
                        blocks: Vec::new(),
                        spoiled: false,
                    });
                }
            }
            Event::Start(Tag::List(_) | Tag::Item | Tag::BlockQuote(_)) => containers += 1,
            Event::End(TagEnd::List(_) | TagEnd::Item | TagEnd::BlockQuote(_)) => {
                containers = containers.saturating_sub(1);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                // A fence may name no language.
                let language = info.split_whitespace().next().unwrap_or_default();
                if let Some(open) = &mut section
                    && language.eq_ignore_ascii_case("yaml")
                {
                    let at = lines.position(range.start);
                    match block(body, &lines, range, containers) {
                        Ok(piece) => open.blocks.push(piece),
                        Err(problem) => {
                            open.spoiled = true;
                            report.add(
                                RecipeRule::StepBlocks,
                                RecipeCode::StepBlock,
                                at,
                                problem,
                                "begin and end the block with ``` at the start of a line",
                            );
                        }
                    }
                }
            }
            _ => {}
        }
    }
    found.extend(section);
    one_block_each(&found, report)
}

fn one_block_each<'t>(sections: &[Section<'t>], report: &Report<'_>) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    for section in sections {
        match section.blocks.as_slice() {
            [piece] => pieces.push(*piece),
            [] if section.spoiled => {}
            [] => report.add(
                RecipeRule::StepBlocks,
                RecipeCode::StepBlock,
                section.at,
                "this step has no block",
                "put one fenced block with the language `yaml` under the heading",
            ),
            [_, rest @ ..] => {
                for piece in rest {
                    report.add(
                        RecipeRule::StepBlocks,
                        RecipeCode::StepBlock,
                        Position::new(piece.line.saturating_sub(1), 1),
                        "this step has a second block",
                        "give it its own heading that begins with `Step`",
                    );
                }
            }
        }
    }
    if let Some(piece) = pieces.get(MAX_STEPS) {
        report.add(
            RecipeRule::StepBlocks,
            RecipeCode::TooMany,
            Position::new(piece.line, 1),
            format!("a recipe has at most {MAX_STEPS} steps"),
            "split the recipe",
        );
        pieces.truncate(MAX_STEPS);
    }
    pieces
}

/// `Step` as a word: `Step 3: Scroll`, `Step: open`, but not `Stepping stones` and not `Steps`.
fn begins_with_step(title: &str) -> bool {
    title
        .strip_prefix("Step")
        .is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphabetic()))
}

/// The text between the fences, if it stands in the file as it is.
fn block<'t>(
    body: Piece<'t>,
    lines: &Lines,
    range: std::ops::Range<usize>,
    containers: usize,
) -> Result<Piece<'t>, String> {
    if containers > 0 {
        return Err("a step's block must not be in a list or a quote".to_owned());
    }
    let start = lines.position(range.start);
    if start.column != 1 {
        return Err("a step's block must not be indented".to_owned());
    }
    let whole = body.text.split_at(range.end).0.split_at(range.start).1;
    let fence: String = whole
        .chars()
        .take_while(|character| matches!(character, '`' | '~'))
        .collect();
    let opening = whole.find('\n').map_or(whole.len(), |end| end + 1);
    let inside = whole.split_at(opening).1;
    let last = inside.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let (content, closing) = inside.split_at(last);
    if !closing.trim().starts_with(fence.as_str()) {
        return Err(format!(
            "this block is not closed; its last line is `{}`",
            excerpt(closing.trim())
        ));
    }
    Ok(Piece {
        text: content,
        line: start.line + 1,
    })
}

/// Where lines begin, for places in a file. Only blanks stand before a heading or a fence, so bytes are columns there.
struct Lines {
    first: usize,
    /// The byte on which each line begins.
    starts: Vec<usize>,
}

impl Lines {
    fn new(body: Piece<'_>) -> Self {
        let ends = body.text.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            first: body.line,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    fn position(&self, byte: usize) -> Position {
        let begun = self.starts.partition_point(|start| *start <= byte);
        let line = begun.saturating_sub(1);
        // The first line begins at 0, which is not behind any byte.
        let start = self.starts.get(line).copied().unwrap_or_default();
        Position::new(self.first + line, byte.saturating_sub(start) + 1)
    }
}
