//! A node in one short line, for messages.

use clawperator_contract::excerpt;

use crate::node::Node;

impl Node<'_> {
    /// The node in a few words: `[button] "Sign in" #login_button`. Long names are cut, control characters escaped.
    #[must_use]
    pub fn describe(self) -> String {
        let mut line = format!("[{}]", self.role().name());
        let name = self.name().unwrap_or_else(|| self.label());
        if !name.is_empty() {
            line.push_str(&format!(" \"{}\"", excerpt(&name)));
        }
        let id = self.id_name();
        if !id.is_empty() {
            line.push_str(&format!(" #{}", excerpt(id)));
        }
        if name.is_empty() && id.is_empty() {
            line.push_str(&format!(" {} {}", excerpt(self.class()), self.bounds()));
        }
        line
    }
}
