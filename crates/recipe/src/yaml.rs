//! YAML into a [`Node`], event by event, so that limits hold while it is read.
//!
//! Only the plain part of YAML is taken: no anchors and aliases (which expand), no tags (which change what a scalar
//! is), no merge keys, one document, keys that are words.

use clawperator_contract::excerpt;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::budget::Budget;
use crate::finding::{RecipeCode, Report};
use crate::rule::RecipeRule;
use crate::source::Position;
use crate::tree::{Entry, Form, Node, Value, without_duplicates};

/// Reads the one document in `text`, whose first line is line `first_line` of the file; whatever is wrong is reported.
pub(crate) fn parse(
    text: &str,
    first_line: usize,
    budget: &Budget,
    rule: RecipeRule,
    report: &Report<'_>,
) -> Option<Node> {
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        first_line,
        budget,
        rule,
        report,
    };
    // Why reading stopped has been reported.
    reader.document().unwrap_or_default()
}

/// The reason has been reported, and reading cannot go on.
struct Stopped;

struct Reader<'p, 's> {
    parser: Parser<'p, StrInput<'p>>,
    first_line: usize,
    budget: &'p Budget,
    rule: RecipeRule,
    report: &'p Report<'s>,
}

impl<'p> Reader<'p, '_> {
    /// The document's value; `None` where it has none.
    fn document(&mut self) -> Result<Option<Node>, Stopped> {
        let mut root = None;
        loop {
            let (event, at) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(root),
                Event::Nothing | Event::StreamStart | Event::DocumentEnd => {}
                Event::DocumentStart(_) if root.is_none() => {
                    let (event, at) = self.next()?;
                    root = Some(self.node(event, at, 1)?);
                }
                Event::DocumentStart(_) => {
                    return self.unsupported(at, "a second document", "keep one document");
                }
                Event::Alias(_)
                | Event::Scalar(..)
                | Event::SequenceStart(..)
                | Event::SequenceEnd
                | Event::MappingStart(..)
                | Event::MappingEnd => return Err(Stopped),
            }
        }
    }

    fn node(&mut self, event: Event<'p>, at: Position, depth: usize) -> Result<Node, Stopped> {
        if !self.budget.take(depth, at, self.report) {
            return Err(Stopped);
        }
        let value = match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.plain_node(at, anchor, tag.is_some())?;
                let form = match style {
                    ScalarStyle::Plain => Form::Bare,
                    ScalarStyle::SingleQuoted
                    | ScalarStyle::DoubleQuoted
                    | ScalarStyle::Literal
                    | ScalarStyle::Folded => Form::Quoted,
                };
                Value::Scalar(text.into_owned(), form)
            }
            Event::SequenceStart(anchor, tag) => {
                self.plain_node(at, anchor, tag.is_some())?;
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Value::List(items),
                        (event, at) => items.push(self.node(event, at, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(anchor, tag) => {
                self.plain_node(at, anchor, tag.is_some())?;
                let mut entries = Vec::new();
                loop {
                    match self.next()? {
                        (Event::MappingEnd, _) => {
                            break Value::Map(without_duplicates(entries, self.report));
                        }
                        (event, key_at) => entries.push(self.entry(event, key_at, depth)?),
                    }
                }
            }
            Event::Alias(_) => {
                return self.unsupported(at, "an alias", "write the value itself");
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd
            | Event::SequenceEnd
            | Event::MappingEnd => return Err(Stopped),
        };
        Ok(Node { at, value })
    }

    fn entry(
        &mut self,
        event: Event<'p>,
        key_at: Position,
        depth: usize,
    ) -> Result<Entry, Stopped> {
        let key = self.node(event, key_at, depth + 1)?;
        let Value::Scalar(key, form) = key.value else {
            return self.unsupported(key_at, "a key that is not a word", "use a word as the key");
        };
        if form == Form::Bare && key == "<<" {
            return self.unsupported(key_at, "a merge key", "write the keys themselves");
        }
        let (event, at) = self.next()?;
        let node = self.node(event, at, depth + 1)?;
        Ok(Entry { key, key_at, node })
    }

    fn plain_node(&self, at: Position, anchor: usize, tagged: bool) -> Result<(), Stopped> {
        if anchor > 0 {
            return self.unsupported(at, "an anchor", "remove it: nothing may refer to it");
        }
        if tagged {
            return self.unsupported(at, "a tag", "remove it: the field decides what a value is");
        }
        Ok(())
    }

    fn unsupported<T>(&self, at: Position, what: &str, fix: &str) -> Result<T, Stopped> {
        self.report.add(
            RecipeRule::Document,
            RecipeCode::Unsupported,
            at,
            format!("recipes do not support {what}"),
            fix,
        );
        Err(Stopped)
    }

    fn next(&mut self) -> Result<(Event<'p>, Position), Stopped> {
        match self.parser.next() {
            Some(Ok((event, span))) => Ok((event, self.position(&span))),
            Some(Err(error)) => {
                self.report_syntax(&error);
                Err(Stopped)
            }
            None => Err(Stopped),
        }
    }

    fn report_syntax(&self, error: &ScanError) {
        let marker = error.marker();
        let at = Position::new(
            marker
                .line()
                .saturating_add(self.first_line)
                .saturating_sub(1),
            marker.col() + 1,
        );
        self.report.add(
            self.rule,
            RecipeCode::Syntax,
            at,
            format!("this is not YAML: {}", excerpt(error.info())),
            "check indentation, colons and quotes here and on the line before",
        );
    }

    fn position(&self, span: &Span) -> Position {
        Position::new(
            span.start
                .line()
                .saturating_add(self.first_line)
                .saturating_sub(1),
            span.start.col() + 1,
        )
    }
}
