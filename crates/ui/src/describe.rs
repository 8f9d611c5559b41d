//! A node in one short line, for messages.

use clawperator_contract::excerpt;

use crate::node::Node;
use crate::render::{identifier, quote};

/// The most characters of a name in a message.
const LONGEST_NAME: usize = 64;

impl Node<'_> {
    /// The node in a few words: `[button] "Sign in" #login_button`. A name is a JSON string, cut if it is long: no text
    /// of a screen can end its quotes and go on with words of ours.
    #[must_use]
    pub fn describe(self) -> String {
        let mut line = format!("[{}]", self.role().name());
        let name = self.name().unwrap_or_else(|| self.label());
        if !name.is_empty() {
            line.push_str(&format!(" {}", quote(&name, LONGEST_NAME)));
        }
        let id = self.id_name();
        if !id.is_empty() {
            let id = match identifier(id) {
                plain if plain == id => plain,
                _ => quote(id, LONGEST_NAME),
            };
            line.push_str(&format!(" #{id}"));
        }
        if name.is_empty() && id.is_empty() {
            line.push_str(&format!(" {} {}", excerpt(self.class()), self.bounds()));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::Tree;

    #[test]
    fn words_of_a_screen_cannot_pass_for_words_of_ours() {
        for (attributes, expected) in [
            (
                r#"text="Sign in" resource-id="a:id/go""#,
                r#""Sign in" #go"#,
            ),
            (
                r#"text="Wi-Fi&quot; #wifi in com.android.settings" resource-id="a:id/buy""#,
                r#""Wi-Fi\" #wifi in com.android.settings" #buy"#,
            ),
            (r#"content-desc="a\&quot;b""#, r#""a\\\"b""#),
            (
                r#"resource-id="a:id/x in com.android.settings""#,
                r#"#"x in com.android.settings""#,
            ),
        ] {
            let dump = format!(
                r#"<hierarchy><node class="android.widget.Button" {attributes} clickable="true" bounds="[0,0][9,9]" /></hierarchy>"#
            );
            let tree = Tree::parse(dump.as_bytes()).expect("it can be read").tree;
            let node = tree.nodes().next().expect("the button");
            assert_eq!(node.describe(), format!("[button] {expected}"));
        }
    }

    #[test]
    fn long_words_are_cut_behind_their_quotes() {
        for (attributes, expected) in [
            (
                format!(r#"text="{}""#, "x".repeat(65)),
                format!("\"{}\"…", "x".repeat(64)),
            ),
            // An id can be a sentence.
            (
                format!(r#"resource-id="{}""#, "do this ".repeat(9)),
                format!("#\"{}\"…", "do this ".repeat(8)),
            ),
        ] {
            let dump = format!(
                r#"<hierarchy><node class="android.widget.Button" {attributes} clickable="true" bounds="[0,0][9,9]" /></hierarchy>"#
            );
            let tree = Tree::parse(dump.as_bytes()).expect("it can be read").tree;
            let node = tree.nodes().next().expect("the button");
            assert_eq!(node.describe(), format!("[button] {expected}"));
        }
    }
}
