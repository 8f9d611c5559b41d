//! Views: what is on a page, how large it is and what it does.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::{Condition, Effect};
use super::measure::{Color, Edges, Size};

/// A view. Everything is optional: the `kind` and the template bring the rest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct View {
    /// The template to start from; fields here win over the template's.
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// What the template's placeholders stand for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, String>,
    /// Makes several views of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<Repeat>,
    /// The view exists only when this placeholder is given and not empty; `!name` when it is not.
    #[serde(rename = "if", skip_serializing_if = "Option::is_none")]
    pub only_if: Option<String>,
    /// What it is; default: `view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ViewKind>,
    /// The class in the hierarchy, instead of the kind's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The resource id: `title` becomes `PACKAGE:id/title`, one with a colon stays, `=name` is a bare name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name that effects call it by; default: the short id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its content description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desc: Option<String>,
    /// What an empty field shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Its width.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Size>,
    /// Its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Size>,
    /// Its share of the room that is left along its parent's axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u16>,
    /// Room around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Edges>,
    /// Room inside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Edges>,
    /// Where its children stand when there is room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gravity: Option<Align>,
    /// Where it stands in its parent, against the parent's gravity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    /// Columns of a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<u16>,
    /// Whether a touch does something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clickable: Option<bool>,
    /// Whether a long touch does something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long_clickable: Option<bool>,
    /// Whether it can have the focus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focusable: Option<bool>,
    /// Whether it is enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Whether it can be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkable: Option<bool>,
    /// Whether it is checked at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// A variable of the app that says and keeps whether it is checked (`true` or `false`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked_var: Option<String>,
    /// Whether it is selected at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected: Option<bool>,
    /// Whether only one of its children may be checked or selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single_choice: Option<bool>,
    /// Whether its text is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<bool>,
    /// Whether a field takes several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiline: Option<bool>,
    /// Whether it has the focus at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_focus: Option<bool>,
    /// Whether it is there at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible: Option<bool>,
    /// It is there only while this holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visible_when: Option<Condition>,
    /// Progress or slider position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The greatest progress or slider position; default: 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// How many rows a list has at first; default: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loaded: Option<u32>,
    /// Whether it can be dragged after a long touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draggable: Option<bool>,
    /// In a template: the children given where it is used go in here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<bool>,
    /// Whether what is inside stays out of the hierarchy, as in a web page without accessibility.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opaque: Option<bool>,
    /// How it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// What happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Handlers>,
    /// Its children.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<View>,
}

/// What a view is. Each kind brings a class, sizes and behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
// The schema's name for it stays what it was.
#[schemars(rename = "Kind")]
pub enum ViewKind {
    /// `android.view.View`.
    #[default]
    View,
    /// `LinearLayout`, children below each other.
    Column,
    /// `LinearLayout`, children beside each other.
    Row,
    /// `FrameLayout`, children on top of each other.
    Frame,
    /// `CardView`: a frame with round corners.
    Card,
    /// `GridLayout`: all children exist.
    Grid,
    /// `RecyclerView`: only rows in sight exist.
    List,
    /// `RecyclerView` that scrolls sideways.
    HorizontalList,
    /// `RecyclerView` with columns.
    GridList,
    /// `ScrollView`: every child exists.
    Scroll,
    /// `HorizontalScrollView`.
    HorizontalScroll,
    /// `TextView`.
    Text,
    /// `Button`.
    Button,
    /// `ImageView`.
    Image,
    /// `ImageButton`.
    ImageButton,
    /// `Switch`.
    Switch,
    /// `CheckBox`.
    CheckBox,
    /// `RadioButton`; its siblings are unchecked with it.
    Radio,
    /// `EditText`.
    Field,
    /// `SeekBar`.
    Slider,
    /// `ProgressBar` as a bar.
    ProgressBar,
    /// `ProgressBar` as a ring that turns.
    Spinner,
    /// A material chip.
    Chip,
    /// A tab; its siblings are unselected with it.
    Tab,
    /// `WebView`.
    Web,
    /// A thin line.
    Divider,
    /// `Space`.
    Space,
}

/// Where something stands when there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// Left and top.
    Start,
    /// In the middle of both axes.
    Center,
    /// In the middle from top to bottom.
    CenterVertical,
    /// In the middle from left to right.
    CenterHorizontal,
    /// Right and top.
    End,
    /// Right, in the middle from top to bottom.
    EndCenter,
    /// Left and bottom.
    Bottom,
    /// Right and bottom.
    BottomEnd,
    /// Bottom, in the middle from left to right.
    BottomCenter,
}

/// How text stands in its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextAlign {
    /// At the left.
    Start,
    /// In the middle.
    Center,
    /// At the right.
    End,
}

/// How a view is drawn; only pictures show it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    /// Behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<Color>,
    /// The text, or the icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// A line around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border: Option<Color>,
    /// The radius of its corners in dp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<u16>,
    /// The size of its text in sp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
    /// Whether its text is bold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bold: Option<bool>,
    /// Where its text stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<TextAlign>,
    /// The most lines of text; the rest is cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<u16>,
    /// A shape: `back`, `more`, `search`, `home`, `recents`, `plus`, `minus`, `close`, `check`, `chevron`, `heart`,
    /// `cart`, `wifi`, `battery`, `bell`, `gear`, `menu`, `backspace`, `enter`, `shift`; any other word is a disc
    /// with its first letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
}

/// What happens to a view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Handlers {
    /// On a tap; checkable views have changed before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tap: Vec<Effect>,
    /// On a touch of half a second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub long_tap: Vec<Effect>,
    /// When the user changed the text of a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<Effect>,
    /// On the enter key of a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub submit: Vec<Effect>,
    /// When the user checked it or moved its slider.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<Effect>,
    /// When a list or scroller comes to its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<Effect>,
    /// When something dragged is dropped on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<Effect>,
    /// When a finger moves up over it and nothing scrolls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swipe_up: Vec<Effect>,
    /// When a finger moves down over it and nothing scrolls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swipe_down: Vec<Effect>,
    /// When a finger moves left over it and nothing scrolls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swipe_left: Vec<Effect>,
    /// When a finger moves right over it and nothing scrolls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swipe_right: Vec<Effect>,
    /// When two fingers on it have come up: `{{var.pinch_percent}}` is how far they were apart then, in percent of what they
    /// were at first, and `{{var.pinch_degrees}}` how far they turned clockwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinch: Vec<Effect>,
}

/// How one view becomes several: exactly one of `count`, `rows` and `over`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Repeat {
    /// So many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The first number of `{{n}}`; default: 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    /// The placeholder that holds the number; default: `n`.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// One for each of these sets of placeholders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<BTreeMap<String, String>>,
    /// One for each thing that the phone has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<RepeatOver>,
}

/// Things that a phone has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RepeatOver {
    /// Apps with an icon: `{{package}}`, `{{label}}`, `{{color}}`, `{{version}}`.
    Apps,
    /// Tasks, newest first: `{{task}}`, `{{package}}`, `{{label}}`, `{{color}}`.
    Tasks,
    /// Notifications, newest first: `{{id}}`, `{{title}}`, `{{text}}`, `{{label}}`, `{{package}}`, `{{activity}}`.
    Notifications,
}
