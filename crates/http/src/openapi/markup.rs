//! HTML while it is written.

/// Tags are literals of this program; everything else is escaped on its way in.
#[derive(Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Tags, as they are written here.
    pub(super) fn tag(&mut self, tag: &'static str) -> &mut Self {
        self.0.push_str(tag);
        self
    }

    /// A text, for the content of an element or for a value in double quotes.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                _ => self.0.push(character),
            }
        }
        self
    }

    /// A text in which what stands between backticks is code.
    pub(super) fn prose(&mut self, text: &str) -> &mut Self {
        for (place, piece) in text.split('`').enumerate() {
            if place % 2 == 0 {
                self.text(piece);
            } else {
                self.tag("<code>").text(piece).tag("</code>");
            }
        }
        self
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}
