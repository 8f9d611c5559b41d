//! A dump without the passwords that it gives in clear.

use std::borrow::Cow;
use std::ops::Range;

use super::build::MAX_OPEN;
use super::decode;
use super::document::Document;
use super::scan::{Attribute, Scanner, Tag};
use super::value;
use crate::family::Family;
use crate::secret;

/// The element of a window.
const WINDOW: &str = "window";
/// The elements around nodes; of all that they say, only a title is words.
const FRAMES: [&str; 4] = [WINDOW, "hierarchy", "displays", "display"];

/// The attributes that hold no words. All others may repeat what was typed, those that nothing here reads too.
const NO_WORDS: [&str; 22] = [
    "index",
    "resource-id",
    "class",
    "package",
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
    "heading",
    "showing-hint",
    "visible-to-user",
    "displayed",
    "drawing-order",
    "bounds",
    "rotation",
    "display-id",
];

/// The dump with every character of a typed password masked, without the words of the same node, around it and in it that
/// repeat one and without a tag in whose middle it ends, for whoever keeps it.
///
/// Read again it is the same screen, with one exception: what says that it is a password and is not a text field keeps
/// its words in a tree, and so does what is around it, because it may be pressed, but not in what is stored. A tag alone
/// does not show which it is.
///
/// ```
/// use clawperator_ui::without_passwords;
///
/// let dump = br#"<hierarchy><node password="true" text="hunter2" tooltip="Is hunter2" /></hierarchy>"#;
/// let kept = without_passwords(dump);
/// assert!(String::from_utf8_lossy(&kept).contains(r#"text="•••••••" tooltip="""#));
/// ```
#[must_use]
pub fn without_passwords(dump: &[u8]) -> Cow<'_, [u8]> {
    let decoded = decode::decode(dump);
    let text: &str = &decoded.text;
    let secrets = secrets(text);
    if secrets.is_empty() {
        return Cow::Borrowed(dump);
    }
    let mut redacted = String::with_capacity(text.len());
    let mut done = 0;
    for (Range { start, end }, instead) in secrets {
        // Two values never overlap. If they did, text would be missing, and no password would be shown.
        redacted.push_str(text.get(done..start).unwrap_or_default());
        redacted.push_str(&instead);
        done = end;
    }
    redacted.push_str(text.split_at(done).1);
    Cow::Owned(redacted.into_bytes())
}

/// A place in a dump and what is written there instead.
type Change = (Range<usize>, String);

/// Where passwords and the words that repeat one stand, in order.
fn secrets(text: &str) -> Vec<Change> {
    let Some(document) = Document::find(text) else {
        return Vec::new();
    };
    let mut elements = Elements::default();
    let mut secrets: Vec<Change> = Vec::new();
    let mut scanner = Scanner::new(document.text);
    while let Some(tag) = scanner.next_tag() {
        match tag {
            Tag::Start { name, is_empty } => {
                let changes = elements.start(name, is_empty, &scanner.attributes);
                secrets.extend(
                    changes
                        .into_iter()
                        .map(|(value, instead)| (place(text, value), instead)),
                );
            }
            Tag::End { name } => elements.end(name),
            Tag::Unfinished => {
                // It may be a password field that does not say so any more; the tree has no node for it either.
                let start = place(text, document.text).start + scanner.start;
                secrets.push((start..text.len(), String::new()));
                break;
            }
        }
    }
    let repeated = elements.repeated().into_iter();
    secrets.extend(repeated.map(|words| (place(text, words), String::new())));
    secrets.sort_by_key(|(place, _)| place.start);
    secrets
}

/// The elements of a dump, nested as a tree of it has them.
#[derive(Default)]
struct Elements<'t> {
    family: Family,
    /// Those that are open, with their numbers, innermost last.
    open: Vec<(&'t str, usize)>,
    open_beyond: usize,
    /// Words that stay unless something around them or in them has them for a password, and whose they are.
    words: Vec<(usize, &'t str)>,
}

impl<'t> Elements<'t> {
    /// Begins an element and gives what is written instead of its values.
    fn start(
        &mut self,
        name: &'t str,
        is_empty: bool,
        attributes: &[Attribute<'t>],
    ) -> Vec<(&'t str, String)> {
        let number = if name == WINDOW {
            self.family.add_window()
        } else {
            self.family.add(self.open.last().map(|(_, number)| *number))
        };
        let Secrets { passwords, changes } = Secrets::of(attributes);
        for password in &passwords {
            self.family.add_password(password);
        }
        let kept = attributes
            .iter()
            .filter(|attribute| may_have_words(attribute) && !attribute.value.is_empty())
            .filter(|attribute| attribute.name == "title" || !FRAMES.contains(&name))
            .map(|attribute| attribute.value)
            .filter(|value| {
                !changes
                    .iter()
                    .any(|(changed, _)| std::ptr::eq(*changed, *value))
            });
        self.words.extend(kept.map(|value| (number, value)));
        if is_empty {
            self.leave(name, number);
        } else if self.open.len() >= MAX_OPEN {
            self.open_beyond += 1;
            self.leave(name, number);
        } else {
            self.open.push((name, number));
        }
        changes
    }

    fn end(&mut self, name: &str) {
        if self.open_beyond > 0 {
            self.open_beyond -= 1;
            return;
        }
        let Some(depth) = self.open.iter().rposition(|(open, _)| *open == name) else {
            return;
        };
        for (name, number) in self.open.split_off(depth) {
            self.leave(name, number);
        }
    }

    fn leave(&mut self, name: &str, number: usize) {
        if name != WINDOW {
            self.family.end(number);
        }
    }

    /// The words that repeat a password of something around them or in them.
    fn repeated(mut self) -> Vec<&'t str> {
        if !self.family.has_passwords() {
            return Vec::new();
        }
        let mut words = std::mem::take(&mut self.words);
        words.retain(|(number, words)| self.family.is_repeated(*number, &value::resolve(words)));
        words.into_iter().map(|(_, words)| words).collect()
    }
}

fn may_have_words(attribute: &Attribute<'_>) -> bool {
    !NO_WORDS.contains(&attribute.name)
}

/// What a password node gives away, as [`crate::Node::is_secret`] has it.
struct Secrets<'t> {
    passwords: Vec<Cow<'t, str>>,
    /// The values that hold one, and what is written instead of each.
    changes: Vec<(&'t str, String)>,
}

impl<'t> Secrets<'t> {
    fn of(attributes: &[Attribute<'t>]) -> Self {
        let named = |name: &'static str| {
            let attributes = attributes.iter().filter(move |other| other.name == name);
            attributes.map(|attribute| attribute.value)
        };
        // A field without a hint has the usual ones.
        let hint = value::resolve(named("hint").next_back().unwrap_or_default());
        let is_password = named("password").any(|value| value == "true")
            && named("showing-hint").next_back() != Some("true");
        let is_hint = |text: &str| text == hint || (hint.is_empty() && secret::is_usual_hint(text));
        // A text that is given twice is masked twice.
        let (texts, passwords): (Vec<&'t str>, Vec<Cow<'t, str>>) = named("text")
            .map(|text| (text, value::resolve(text)))
            .filter(|(_, password)| is_password && !password.is_empty() && !is_hint(password))
            .unzip();
        let masks = passwords.iter().map(|password| secret::masked(password));
        let mut changes: Vec<(&'t str, String)> = texts.into_iter().zip(masks).collect();
        let words = attributes
            .iter()
            .filter(|_| !passwords.is_empty())
            .filter(|attribute| attribute.name != "text" && may_have_words(attribute))
            .filter(|attribute| {
                let words = value::resolve(attribute.value);
                let mut passwords = passwords.iter();
                passwords.any(|password| secret::gives_away(&words, password))
            });
        changes.extend(words.map(|words| (words.value, String::new())));
        Self { passwords, changes }
    }
}

/// Where a part of a text stands in it.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn passwords_are_masked_and_nothing_else_changes() {
        let node = |attributes: &str| format!("<hierarchy><node {attributes} /></hierarchy>");
        for (attributes, expected) in [
            (
                r#"text="a&amp;b" password="true""#,
                r#"text="•••" password="true""#,
            ),
            (
                r#"password="true" content-desc="pw" text="pw""#,
                r#"password="true" content-desc="" text="••""#,
            ),
            (
                r#"text="hunter2" hint="PIN" tooltip="Is HUNTER&#50;" x='hunter2' resource-id="hunter2" password="true""#,
                r#"text="•••••••" hint="PIN" tooltip="" x='' resource-id="hunter2" password="true""#,
            ),
            (
                r#"password="true" text=" pw1 " content-desc="Now pw1" hint="pw1?""#,
                r#"password="true" text="•••••" content-desc="" hint="""#,
            ),
            (
                r#"password="true" text="hunter2" text="x""#,
                r#"password="true" text="•••••••" text="•""#,
            ),
            (
                r#"password="false" text="pw""#,
                r#"password="false" text="pw""#,
            ),
            (
                r#"password="true" text="PIN" hint="PIN""#,
                r#"password="true" text="PIN" hint="PIN""#,
            ),
            (
                r#"password="true" text="PIN" showing-hint="true""#,
                r#"password="true" text="PIN" showing-hint="true""#,
            ),
        ] {
            let dump = node(attributes);
            let kept = without_passwords(dump.as_bytes()).into_owned();
            assert_eq!(String::from_utf8(kept.clone()).unwrap(), node(expected));
            let length = |dump: &[u8]| {
                let parsed = Tree::parse(dump).unwrap();
                let node = parsed.tree.nodes().next().unwrap();
                (node.is_secret(), node.text().chars().count())
            };
            assert_eq!(length(&kept), length(dump.as_bytes()), "{attributes}");
        }
        assert_eq!(without_passwords(b"no dump").as_ref(), b"no dump");
    }

    #[test]
    fn words_around_and_inside_are_dropped_and_others_stay() {
        let dump = r#"<displays><display id="0"><window title="Is 15" layer="15" bounds="[0,0][9,9]"><hierarchy rotation="0" width="15"><node class="a.B" content-desc="Code, 1&#53;" bounds="[0,0][9,9]"><node class="android.widget.EditText" password="true" text="15" bounds="[0,0][9,5]"><node class="a.C" text="15" tooltip="x15" bounds="[0,0][9,5]" /></node><node class="a.C" text="15" bounds="[0,5][9,9]" /></node></hierarchy></window></display></displays>"#;
        let expected = r#"<displays><display id="0"><window title="" layer="15" bounds="[0,0][9,9]"><hierarchy rotation="0" width="15"><node class="a.B" content-desc="" bounds="[0,0][9,9]"><node class="android.widget.EditText" password="true" text="••" bounds="[0,0][9,5]"><node class="a.C" text="" tooltip="" bounds="[0,0][9,5]" /></node><node class="a.C" text="15" bounds="[0,5][9,9]" /></node></hierarchy></window></display></displays>"#;
        let kept = without_passwords(dump.as_bytes()).into_owned();
        assert_eq!(String::from_utf8_lossy(&kept), expected);
        let read = |dump: &[u8]| Tree::parse(dump).unwrap().tree;
        // The one difference is how sure it is that the text was typed: a mask was.
        let words = |tree: &Tree| -> Vec<String> {
            let titles = tree.windows().iter().map(|window| window.title.clone());
            let nodes = tree
                .nodes()
                .flat_map(|node| [node.text(), node.content_desc()]);
            titles.chain(nodes.map(str::to_owned)).collect()
        };
        assert_eq!(words(&read(&kept)), words(&read(dump.as_bytes())));
    }

    #[test]
    fn a_tag_that_was_cut_is_not_kept() {
        // The attribute that says what the text is comes late.
        let whole = r#"<hierarchy><node class="a.B" bounds="[0,0][9,9]">"#;
        for cut in [r#"<node text="hunter2" pass"#, r#"<node text="hunter2"#] {
            let dump = format!("{whole}{cut}");
            let kept = without_passwords(dump.as_bytes());
            assert_eq!(kept.as_ref(), whole.as_bytes());
            let read = |dump: &[u8]| Tree::parse(dump).unwrap().tree;
            assert_eq!(read(&kept), read(dump.as_bytes()));
        }
    }

    #[test]
    fn what_is_stored_is_the_same_screen_but_for_passwords_outside_of_fields() {
        for (class, is_same) in [("EditText", true), ("Button", false)] {
            let dump = format!(
                r#"<hierarchy><node class="android.widget.{class}" clickable="true" password="true" text="hunter2" content-desc="Is hunter2" bounds="[0,0][9,9]" /></hierarchy>"#
            );
            let kept = without_passwords(dump.as_bytes());
            assert!(!String::from_utf8_lossy(&kept).contains("hunter2"));
            let read = |dump: &[u8]| Tree::parse(dump).unwrap().tree;
            let (stored, seen) = (read(&kept), read(dump.as_bytes()));
            let words = |tree: &Tree| {
                let node = tree.nodes().next().unwrap();
                (node.text().to_owned(), node.content_desc().to_owned())
            };
            assert_eq!(words(&stored) == words(&seen), is_same, "{class}");
        }
    }
}
