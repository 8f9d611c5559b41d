//! What the app says of one of its views or nodes.

use clawperator_ui::Bounds;
use serde::Deserialize;

/// A view, or a node of Compose, as the toolkit itself has it.
#[derive(Debug, Clone, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "it is what a toolkit has to say of a view"
)]
pub(super) struct Fact {
    pub(super) kind: Kind,
    /// Which window it is in, from the back.
    pub(super) window: usize,
    /// The class that a view says it is to accessibility.
    #[serde(default)]
    pub(super) accessibility_class: String,
    #[serde(default)]
    pub(super) role: String,
    #[serde(default)]
    pub(super) id: String,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    pub(super) hint: String,
    #[serde(default)]
    pub(super) description: String,
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    pub(super) shown: bool,
    #[serde(default = "yes")]
    pub(super) important: bool,
    pub(super) enabled: bool,
    pub(super) clickable: bool,
    pub(super) long_clickable: bool,
    pub(super) focusable: bool,
    pub(super) focused: bool,
    pub(super) selected: bool,
    #[serde(default)]
    pub(super) password: bool,
    #[serde(default)]
    pub(super) editable: bool,
    /// Whether it is on, where it can be on or off.
    #[serde(default)]
    pub(super) checked: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    View,
    Semantics,
}

const fn yes() -> bool {
    true
}

impl Fact {
    /// What of it is on the screen.
    pub(super) fn place(&self) -> Bounds {
        Bounds::new(self.left, self.top, self.right, self.bottom)
    }

    /// A few words for whoever looks for it.
    pub(super) fn describe(&self) -> String {
        let class = match self.kind {
            Kind::View => self
                .accessibility_class
                .rsplit('.')
                .next()
                .unwrap_or_default(),
            Kind::Semantics => "semantics",
        };
        format!(
            "{class} #{} {:?} {:?} {:?}",
            self.id,
            self.text,
            self.description,
            self.place()
        )
    }
}
