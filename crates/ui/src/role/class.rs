//! What a class name says of a node.

/// What kind of view a class is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Holds others and is nothing by itself.
    Layout,
    /// Scrolls what it holds.
    Scroller,
    /// Says nothing: toolkits that draw their own nodes use it for everything.
    Plain,
    /// Shows text.
    Text,
    /// Takes text.
    Field,
    Button,
    /// One of several to choose from.
    Radio,
    /// A button that stays pressed.
    Toggle,
    /// Is on or off.
    Switch,
    /// Is ticked or not.
    Checkbox,
    /// A small rounded choice.
    Chip,
    /// Sets a value by sliding.
    Slider,
    /// Opens a list to choose from.
    Dropdown,
    /// A picture.
    Image,
    /// Holds pages.
    Pager,
    /// A list, or a grid when its items stand side by side and below each other.
    Recycler,
    List,
    Grid,
    /// The bar at the top of an app.
    Toolbar,
    /// Holds tabs.
    Tabbar,
    Tab,
    /// A box around something.
    Card,
    /// A list of commands.
    Menu,
    /// A command of a menu.
    Menuitem,
    /// Anything else, obfuscated names included.
    Other,
}

/// One row of [`CLASSES`].
#[derive(Debug, Clone, Copy)]
pub struct ClassRow {
    /// The kind.
    pub class: Class,
    /// Names that the last part of the class name is equal to, in lower case.
    pub is: &'static [&'static str],
    /// Names that the last part of the class name holds, in lower case.
    pub holds: &'static [&'static str],
}

/// The kinds of classes; the first row that fits decides.
pub const CLASSES: &[ClassRow] = &[
    row(Class::Pager, &[], &["viewpager"]),
    row(
        Class::Layout,
        &[],
        &["switcher", "radiogroup", "chipgroup", "togglegroup"],
    ),
    row(Class::Field, &[], &["edittext", "autocomplete"]),
    row(Class::Radio, &[], &["radiobutton"]),
    row(Class::Toggle, &[], &["togglebutton", "compoundbutton"]),
    row(Class::Switch, &[], &["switch"]),
    row(Class::Checkbox, &[], &["checkbox", "checkedtextview"]),
    row(Class::Chip, &[], &["chip"]),
    row(Class::Button, &[], &["button", "actionmenuitemview"]),
    row(
        Class::Slider,
        &["slider", "rangeslider"],
        &["seekbar", "ratingbar"],
    ),
    row(Class::Dropdown, &[], &["spinner"]),
    row(
        Class::Tabbar,
        &["tabs", "tabbar"],
        &[
            "tablayout",
            "tabwidget",
            "bottomnavigationview",
            "bottomnavigationmenuview",
            "navigationbarview",
            "navigationbarmenuview",
            "navigationrailview",
        ],
    ),
    row(
        Class::Tab,
        &["tab", "tabview"],
        &["bottomnavigationitemview", "navigationbaritemview"],
    ),
    row(Class::Menuitem, &["menuitem"], &["menuitemview"]),
    row(
        Class::Menu,
        &["menu"],
        &["menuview", "menudropdownlistview", "menupopup"],
    ),
    row(Class::Recycler, &[], &["recyclerview"]),
    row(Class::List, &[], &["listview"]),
    row(Class::Grid, &[], &["gridview"]),
    row(Class::Toolbar, &[], &["toolbar"]),
    row(Class::Image, &["image"], &["imageview"]),
    row(Class::Card, &[], &["cardview"]),
    row(Class::Text, &[], &["textview"]),
    row(Class::Scroller, &[], &["scrollview", "webview"]),
    row(Class::Layout, &[], &["layout"]),
    row(Class::Plain, &["view", "viewgroup", ""], &[]),
];

const fn row(
    class: Class,
    is: &'static [&'static str],
    holds: &'static [&'static str],
) -> ClassRow {
    ClassRow { class, is, holds }
}

impl Class {
    /// The kind of a class by its name, such as `android.widget.Button`.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let last = name.rsplit_once(['.', '$']).map_or(name, |(_, last)| last);
        let last = last.to_ascii_lowercase();
        CLASSES
            .iter()
            .find(|row| {
                row.is.contains(&last.as_str()) || row.holds.iter().any(|part| last.contains(part))
            })
            .map_or(Self::Other, |row| row.class)
    }

    /// The kind in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layout => "layout",
            Self::Scroller => "scroller",
            Self::Plain => "plain view",
            Self::Text => "text",
            Self::Field => "text field",
            Self::Button => "button",
            Self::Radio => "radio button",
            Self::Toggle => "toggle",
            Self::Switch => "switch",
            Self::Checkbox => "check box",
            Self::Chip => "chip",
            Self::Slider => "slider",
            Self::Dropdown => "dropdown",
            Self::Image => "picture",
            Self::Pager => "pager",
            Self::Recycler => "recycler",
            Self::List => "list",
            Self::Grid => "grid",
            Self::Toolbar => "toolbar",
            Self::Tabbar => "tab bar",
            Self::Tab => "tab",
            Self::Card => "card",
            Self::Menu => "menu",
            Self::Menuitem => "menu item",
            Self::Other => "other",
        }
    }

    /// Whether the class alone does not tell what a node with an action is.
    pub(super) const fn is_generic(self) -> bool {
        matches!(self, Self::Layout | Self::Plain | Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_several_toolkits_are_told_apart() {
        for (name, expected) in [
            ("android.widget.Button", Class::Button),
            ("android.widget.ImageButton", Class::Button),
            ("android.widget.RadioButton", Class::Radio),
            ("android.widget.RadioGroup", Class::Layout),
            ("android.widget.ToggleButton", Class::Toggle),
            ("androidx.appcompat.widget.SwitchCompat", Class::Switch),
            ("android.widget.ViewSwitcher", Class::Layout),
            ("android.widget.CheckedTextView", Class::Checkbox),
            ("android.widget.MultiAutoCompleteTextView", Class::Field),
            ("android.widget.TableLayout", Class::Layout),
            ("android.widget.SeekBar", Class::Slider),
            ("android.widget.RatingBar", Class::Slider),
            ("com.google.android.material.slider.Slider", Class::Slider),
            (
                "androidx.appcompat.widget.AppCompatSpinner",
                Class::Dropdown,
            ),
            ("com.google.android.material.tabs.TabLayout", Class::Tabbar),
            ("androidx.appcompat.app.ActionBar$Tab", Class::Tab),
            ("androidx.appcompat.app.ActionBar.Tab", Class::Tab),
            ("androidx.appcompat.widget.Toolbar", Class::Toolbar),
            ("androidx.recyclerview.widget.RecyclerView", Class::Recycler),
            ("android.widget.ExpandableListView", Class::List),
            ("androidx.viewpager2.widget.ViewPager2", Class::Pager),
            ("android.widget.HorizontalScrollView", Class::Scroller),
            ("androidx.cardview.widget.CardView", Class::Card),
            ("android.view.View", Class::Plain),
            ("android.view.ViewGroup", Class::Plain),
            ("", Class::Plain),
            ("X.abc", Class::Other),
        ] {
            assert_eq!(Class::of(name), expected, "{name}");
        }
    }
}
