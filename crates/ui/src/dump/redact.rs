//! A dump without the passwords that it gives in clear.

use std::borrow::Cow;
use std::ops::Range;

use super::decode;
use super::document::Document;
use super::scan::{Attribute, Scanner, Tag};
use super::value;
use crate::secret;

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

/// The dump with every character of a typed password masked, without the words that repeat one and without a tag in
/// whose middle it ends, for whoever keeps it.
///
/// Read again it is the same screen, with one exception: what says that it is a password and is not a text field keeps
/// its words in a tree, because it may be pressed, but not in what is stored. A tag alone does not show which it is.
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
        redacted.push_str(text.get(done..start).unwrap_or_default());
        redacted.push_str(&instead);
        done = end;
    }
    redacted.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(redacted.into_bytes())
}

/// A place in a dump and what is written there instead.
type Change = (Range<usize>, String);

/// Where passwords stand, in order.
fn secrets(text: &str) -> Vec<Change> {
    let Some(document) = Document::find(text) else {
        return Vec::new();
    };
    let mut secrets: Vec<Change> = Vec::new();
    let mut scanner = Scanner::new(document.text);
    while let Some(tag) = scanner.next_tag() {
        match tag {
            Tag::Start { .. } => {
                let changes = secret_values(&scanner.attributes);
                secrets.extend(changes.map(|(value, instead)| (place(text, value), instead)));
            }
            Tag::End { .. } => {}
            Tag::Unfinished => {
                // It may be a password field that does not say so any more; the tree has no node for it either.
                let start = place(text, document.text).start + scanner.start;
                secrets.push((start..text.len(), String::new()));
                break;
            }
        }
    }
    secrets.sort_by_key(|(place, _)| place.start);
    secrets
}

/// The values of a password node that hold what was typed, as [`crate::Node::is_secret`] has it, and what is written
/// instead of each.
fn secret_values<'t>(attributes: &[Attribute<'t>]) -> impl Iterator<Item = (&'t str, String)> {
    let named = |name: &'static str| {
        let attributes = attributes.iter().filter(move |other| other.name == name);
        attributes.map(|attribute| attribute.value)
    };
    let hint = value::resolve(named("hint").next_back().unwrap_or_default());
    let is_password = named("password").any(|value| value == "true")
        && named("showing-hint").next_back() != Some("true");
    let is_hint = |text: &str| text == hint || (hint.is_empty() && secret::is_usual_hint(text));
    // A text that is given twice is masked twice.
    let passwords: Vec<(&'t str, Cow<'t, str>)> = named("text")
        .map(|text| (text, value::resolve(text)))
        .filter(|(_, password)| is_password && !password.is_empty() && !is_hint(password))
        .collect();
    let masks: Vec<_> = passwords
        .iter()
        .map(|(text, password)| (*text, secret::masked(password)))
        .collect();
    let words = attributes.iter().filter(|attribute| {
        attribute.name != "text" && !NO_WORDS.contains(&attribute.name) && !passwords.is_empty()
    });
    let dropped: Vec<_> = words
        .filter(|words| {
            let words = value::resolve(words.value);
            let is_in = |password: &str| secret::gives_away(&words, password);
            passwords.iter().any(|(_, password)| is_in(password))
        })
        .map(|words| (words.value, String::new()))
        .collect();
    masks.into_iter().chain(dropped)
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
