//! The roles, by name.

/// What a node is, in one word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Holds others.
    Container,
    /// Holds others side by side.
    Row,
    /// Holds others one above the other.
    Column,
    /// The bar at the top of an app.
    Toolbar,
    /// Holds tabs.
    Tabbar,
    /// Holds items one after the other.
    List,
    /// Holds items in several columns.
    Grid,
    /// An item of a list or grid.
    Listitem,
    /// Holds pages to swipe through.
    Pager,
    /// One of several views to switch between.
    Tab,
    /// A box around something that belongs together.
    Card,
    /// Does something when tapped.
    Button,
    /// Takes text.
    Textfield,
    /// Is on or off.
    Switch,
    /// Is ticked or not.
    Checkbox,
    /// One of several to choose from.
    Radio,
    /// A button that stays pressed.
    Toggle,
    /// A picture that does something when tapped.
    Icon,
    /// A picture.
    Image,
    /// A small rounded choice.
    Chip,
    /// Sets a value by sliding.
    Slider,
    /// Shows the chosen one of a list that opens.
    Dropdown,
    /// A list of commands.
    Menu,
    /// A command of a menu.
    Menuitem,
    /// Text to read.
    Text,
    /// Text that names something else.
    Label,
    /// A heading.
    Title,
    /// None of these.
    #[default]
    Unknown,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 28] = [
        Self::Container,
        Self::Row,
        Self::Column,
        Self::Toolbar,
        Self::Tabbar,
        Self::List,
        Self::Grid,
        Self::Listitem,
        Self::Pager,
        Self::Tab,
        Self::Card,
        Self::Button,
        Self::Textfield,
        Self::Switch,
        Self::Checkbox,
        Self::Radio,
        Self::Toggle,
        Self::Icon,
        Self::Image,
        Self::Chip,
        Self::Slider,
        Self::Dropdown,
        Self::Menu,
        Self::Menuitem,
        Self::Text,
        Self::Label,
        Self::Title,
        Self::Unknown,
    ];

    /// The name that a matcher's `role` compares with.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Container => "container",
            Self::Row => "row",
            Self::Column => "column",
            Self::Toolbar => "toolbar",
            Self::Tabbar => "tabbar",
            Self::List => "list",
            Self::Grid => "grid",
            Self::Listitem => "listitem",
            Self::Pager => "pager",
            Self::Tab => "tab",
            Self::Card => "card",
            Self::Button => "button",
            Self::Textfield => "textfield",
            Self::Switch => "switch",
            Self::Checkbox => "checkbox",
            Self::Radio => "radio",
            Self::Toggle => "toggle",
            Self::Icon => "icon",
            Self::Image => "image",
            Self::Chip => "chip",
            Self::Slider => "slider",
            Self::Dropdown => "dropdown",
            Self::Menu => "menu",
            Self::Menuitem => "menuitem",
            Self::Text => "text",
            Self::Label => "label",
            Self::Title => "title",
            Self::Unknown => "unknown",
        }
    }

    /// The role of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_knows_every_role() {
        assert_eq!(Role::ALL.map(Role::name), clawperator_contract::ROLES);
    }
}
