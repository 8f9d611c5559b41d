//! Tags and attributes out of text that is almost XML.
//!
//! Nothing is expanded and nothing is looked up: a document type is skipped, not obeyed.

use crate::limits::{MAX_ATTRIBUTES, MAX_REPAIRS};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag<'t> {
    /// `<name …>`, or `<name …/>` when it is also its own end. Its attributes are in [`Scanner::attributes`].
    Start {
        name: &'t str,
        is_empty: bool,
    },
    End {
        name: &'t str,
    },
    /// A start tag in whose middle the text ends.
    Unfinished,
}

/// An attribute with its value as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Attribute<'t> {
    pub(super) name: &'t str,
    pub(super) value: &'t str,
}

/// Goes through a text tag by tag.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// Where the last start tag begins.
    pub(super) start: usize,
    /// The attributes of the last start tag.
    pub(super) attributes: Vec<Attribute<'t>>,
    /// Values whose closing quote was missing or whose own quotes were not escaped.
    pub(super) quotes_repaired: usize,
    /// Tags with something in them that is no attribute.
    pub(super) tags_repaired: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            start: 0,
            attributes: Vec::with_capacity(24),
            quotes_repaired: 0,
            tags_repaired: 0,
        }
    }

    /// What has not been looked at.
    pub(super) fn rest(&self) -> &'t str {
        self.text.split_at(self.at).1
    }

    /// The next tag; `None` when there is none left.
    pub(super) fn next_tag(&mut self) -> Option<Tag<'t>> {
        loop {
            self.at += find(self.bytes(), b'<')?;
            match self.bytes().get(1) {
                Some(b'!') if self.rest().starts_with("<!--") => self.skip_behind("-->")?,
                Some(b'!') if self.rest().starts_with("<![CDATA[") => self.skip_behind("]]>")?,
                Some(b'!') => self.skip_declaration()?,
                Some(b'?') => self.skip_behind("?>")?,
                Some(b'/') => {
                    self.at += 2;
                    let name = self.name();
                    self.at += find(self.bytes(), b'>')? + 1;
                    return Some(Tag::End { name });
                }
                _ => {
                    self.start = self.at;
                    self.at += 1;
                    let name = self.name();
                    if !name.is_empty() {
                        return Some(self.start_tag(name));
                    }
                }
            }
        }
    }

    fn start_tag(&mut self, name: &'t str) -> Tag<'t> {
        self.attributes.clear();
        let mut is_broken = false;
        let tag = loop {
            self.skip_blanks();
            match self.byte() {
                None => break Tag::Unfinished,
                Some(b'>') => {
                    self.at += 1;
                    let is_empty = false;
                    break Tag::Start { name, is_empty };
                }
                Some(b'/') if self.bytes().get(1) == Some(&b'>') => {
                    self.at += 2;
                    let is_empty = true;
                    break Tag::Start { name, is_empty };
                }
                // The next tag begins before this one ended.
                Some(b'<') => {
                    is_broken = true;
                    let is_empty = false;
                    break Tag::Start { name, is_empty };
                }
                Some(_) => match self.attribute() {
                    Read::Attribute(attribute) => {
                        if self.attributes.len() < MAX_ATTRIBUTES {
                            self.attributes.push(attribute);
                        }
                    }
                    Read::Nonsense => is_broken = true,
                    Read::End => break Tag::Unfinished,
                },
            }
        };
        self.tags_repaired += usize::from(is_broken);
        tag
    }

    fn attribute(&mut self) -> Read<'t> {
        let name = self.name();
        if name.is_empty() {
            self.skip_character();
            return Read::Nonsense;
        }
        self.skip_blanks();
        if self.byte() != Some(b'=') {
            return Read::Nonsense;
        }
        self.at += 1;
        self.skip_blanks();
        let quote = match self.byte() {
            Some(quote @ (b'"' | b'\'')) => quote,
            Some(_) => return Read::Nonsense,
            None => return Read::End,
        };
        self.at += 1;
        match self.value(quote) {
            Some(value) => Read::Attribute(Attribute { name, value }),
            None => Read::End,
        }
    }

    /// The value up to its closing quote, or to where it must have ended.
    fn value(&mut self, quote: u8) -> Option<&'t str> {
        let rest = self.rest();
        let first = find(rest.as_bytes(), quote)?;
        let value = rest.get(..first)?;
        if ends_value(rest.get(first + 1..)?) {
            self.at += first + 1;
            return Some(value);
        }
        self.quotes_repaired += 1;
        // A code page swallowed the closing quote: what was found opens the next value.
        if let Some(end) = value_before_attribute(value) {
            self.at += end;
            return value.get(..end);
        }
        let last = self.unescaped_end(rest, quote).unwrap_or(first);
        self.at += last + 1;
        rest.get(..last)
    }

    /// Where a value ends whose own quotes were not escaped: at one that is followed by a further attribute or by the
    /// end of the tag.
    fn unescaped_end(&self, rest: &str, quote: u8) -> Option<usize> {
        // The dump will be refused anyway, and looking this far ahead for each quote would take its length squared.
        if self.quotes_repaired > MAX_REPAIRS {
            return None;
        }
        let tag_end = rest.find(['<', '>']).unwrap_or(rest.len());
        rest.get(..tag_end)?
            .match_indices(char::from(quote))
            .map(|(at, _)| at)
            .find(|at| rest.get(at + 1..).is_some_and(surely_ends_value))
    }

    fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.bytes().position(ends_name).unwrap_or(rest.len());
        self.at += end;
        rest.split_at(end).0
    }

    /// What has not been looked at, as bytes.
    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes().split_at(self.at).1
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn skip_character(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    fn skip_behind(&mut self, mark: &str) -> Option<()> {
        self.at += self.rest().find(mark)? + mark.len();
        Some(())
    }

    /// Skips a document type, with the declarations in its brackets.
    fn skip_declaration(&mut self) -> Option<()> {
        let mut brackets = 0_usize;
        loop {
            match self.byte()? {
                b'[' => brackets += 1,
                b']' => brackets = brackets.saturating_sub(1),
                b'>' if brackets == 0 => {
                    self.at += 1;
                    return Some(());
                }
                _ => {}
            }
            self.at += 1;
            while !self.text.is_char_boundary(self.at) {
                self.at += 1;
            }
        }
    }
}

/// Where a byte is. Values are short: looking at one byte after the other is quicker than setting out to search, if
/// the loop stands alone.
#[inline(never)]
fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|byte| *byte == wanted)
}

enum Read<'t> {
    Attribute(Attribute<'t>),
    Nonsense,
    End,
}

const fn ends_name(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\n' | b'\r' | b'\t' | b'=' | b'>' | b'/' | b'<' | b'"' | b'\''
    )
}

/// Whether what follows a quote may follow a value: a blank, the end of the tag, the end of the text.
fn ends_value(rest: &str) -> bool {
    matches!(
        rest.as_bytes().first(),
        None | Some(b' ' | b'\n' | b'\r' | b'\t' | b'/' | b'>')
    )
}

/// Whether what follows a quote follows a value and is not part of it.
fn surely_ends_value(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\n', '\r', '\t']);
    if rest.is_empty() || rest.starts_with(['/', '>']) {
        return true;
    }
    let after_name = rest.trim_start_matches(|character: char| {
        character.is_ascii_alphanumeric() || character == '-'
    });
    after_name.len() < rest.len() && (after_name.starts_with("=\"") || after_name.starts_with("='"))
}

/// Where a value ended if it goes on with ` name=`, as it does when its closing quote is gone.
fn value_before_attribute(value: &str) -> Option<usize> {
    let before = value.strip_suffix('=')?;
    let name = before.rfind([' ', '\n'])?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let word = before.get(name + 1..)?;
    (!word.is_empty() && word.bytes().all(is_name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> (Vec<String>, usize, usize) {
        let mut scanner = Scanner::new(text);
        let mut tags = Vec::new();
        while let Some(tag) = scanner.next_tag() {
            tags.push(match tag {
                Tag::Start { name, is_empty } => {
                    let attributes: Vec<String> = scanner
                        .attributes
                        .iter()
                        .map(|attribute| format!("{}={}", attribute.name, attribute.value))
                        .collect();
                    let end = if is_empty { "/" } else { "" };
                    format!("{name}({}){end}", attributes.join("|"))
                }
                Tag::End { name } => format!("/{name}"),
                Tag::Unfinished => "unfinished".to_owned(),
            });
        }
        (tags, scanner.quotes_repaired, scanner.tags_repaired)
    }

    #[test]
    fn tags_are_found_between_whatever_else() {
        let text = "<?xml version='1.0'?><!DOCTYPE h [<!ENTITY a \"b>\">]><!-- <x> --><h r=\"0\">\n\
                    text < 3 <![CDATA[<y>]]><node a='1' b = \"2\" /></h> after";
        assert_eq!(
            tags(text),
            (
                vec![
                    "h(r=0)".to_owned(),
                    "node(a=1|b=2)/".to_owned(),
                    "/h".to_owned()
                ],
                0,
                0
            )
        );
    }

    #[test]
    fn lost_and_unescaped_quotes_are_repaired() {
        for (text, expected) in [
            (
                r#"<n content-desc="caf? checkable="false" text="" />"#,
                "n(content-desc=caf?|checkable=false|text=)/",
            ),
            (r#"<n text="a? desc="" b="1">"#, "n(text=a?|desc=|b=1)"),
            (r#"<n text="SAY "X"" b="1">"#, r#"n(text=SAY "X"|b=1)"#),
            (r#"<n text="1 "2" 3" b="1"/>"#, r#"n(text=1 "2" 3|b=1)/"#),
        ] {
            let (tags, quotes, _) = tags(text);
            assert_eq!(tags, [expected], "{text}");
            assert_eq!(quotes, 1, "{text}");
        }
    }

    #[test]
    fn broken_tags_keep_the_attributes_that_can_be_read() {
        for (text, expected) in [
            (r#"<n a="1" <n b="2"/>"#, vec!["n(a=1)", "n(b=2)/"]),
            (r#"<n a="1" junk b=2 "c" d="3">"#, vec!["n(a=1|d=3)"]),
            (r#"<n a="1" b="2"#, vec!["unfinished"]),
            ("<n", vec!["unfinished"]),
            ("</n", vec![]),
            ("<!-- never closed <n/>", vec![]),
        ] {
            assert_eq!(tags(text).0, expected, "{text}");
        }
    }
}
