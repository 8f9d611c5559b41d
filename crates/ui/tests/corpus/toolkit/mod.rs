//! How each toolkit writes a widget.

mod compose;
mod flutter;
mod react_native;
mod views;
mod web;

use super::element::{Element, Rect};
use super::random::Random;
use super::vocabulary::{Voice, bare_id};

/// What a dump is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Toolkit {
    Views,
    Compose,
    ReactNative,
    Flutter,
    Launcher,
    SystemDialog,
    SystemUi,
    WebView,
    Canvas,
    Settings,
}

impl Toolkit {
    pub(crate) const ALL: [Self; 10] = [
        Self::Views,
        Self::Compose,
        Self::ReactNative,
        Self::Flutter,
        Self::Launcher,
        Self::SystemDialog,
        Self::SystemUi,
        Self::WebView,
        Self::Canvas,
        Self::Settings,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Views => "views",
            Self::Compose => "compose",
            Self::ReactNative => "react native",
            Self::Flutter => "flutter",
            Self::Launcher => "launcher",
            Self::SystemDialog => "system dialog",
            Self::SystemUi => "system ui",
            Self::WebView => "webview",
            Self::Canvas => "canvas",
            Self::Settings => "settings",
        }
    }

    /// How many of the 475 real dumps were of it.
    pub(crate) const fn real_dumps(self) -> usize {
        match self {
            Self::Views => 173,
            Self::Compose => 100,
            Self::ReactNative => 51,
            Self::Flutter => 50,
            Self::Launcher => 32,
            Self::SystemDialog => 19,
            Self::SystemUi => 18,
            Self::WebView => 13,
            Self::Canvas => 12,
            Self::Settings => 7,
        }
    }

    /// How often a target without a text has no words at all, in percent of how often it is so with views.
    pub(crate) const fn unnamed(self) -> i32 {
        match self {
            Self::Views | Self::SystemDialog | Self::SystemUi | Self::Canvas | Self::Settings => {
                110
            }
            Self::Compose => 60,
            Self::ReactNative => 15,
            Self::Flutter => 75,
            Self::Launcher => 40,
            Self::WebView => 30,
        }
    }

    /// The number of nodes: tenth, fiftieth, ninetieth and ninety-ninth percentile.
    pub(crate) const fn nodes(self) -> [i32; 4] {
        match self {
            Self::Views => [15, 50, 135, 500],
            Self::Compose => [20, 55, 105, 280],
            Self::ReactNative => [25, 74, 175, 380],
            Self::Flutter => [10, 28, 48, 120],
            Self::Launcher => [20, 46, 98, 200],
            Self::SystemDialog => [8, 14, 69, 90],
            Self::SystemUi => [12, 45, 120, 200],
            Self::WebView => [40, 129, 353, 590],
            Self::Canvas => [1, 4, 10, 14],
            Self::Settings => [40, 70, 140, 200],
        }
    }
}

/// Something to put on a screen, whatever draws it.
pub(crate) enum Widget {
    Text(String),
    Heading(String),
    Button(String),
    /// A picture to tap, with or without words.
    Icon(Option<String>),
    Row {
        title: String,
        subtitle: Option<String>,
        trailing: Trailing,
    },
    Card {
        title: String,
        lines: Vec<String>,
        actions: Vec<Option<String>>,
    },
    Field {
        label: String,
        value: Option<String>,
        is_password: bool,
    },
    Tab {
        label: String,
        place: i32,
        count: i32,
        is_selected: bool,
    },
    Chip(String),
    /// A picture in a grid: words beside it or none.
    Cell(Option<String>),
    /// Nothing to read or touch.
    Decoration,
}

/// What stands at the end of a row.
#[derive(Clone)]
pub(crate) enum Trailing {
    Nothing,
    Switch(bool),
    Icon(Option<String>),
    Button(String),
    Value(String),
}

/// What the like widgets of one section share.
pub(crate) struct Style {
    pub(crate) toolkit: Toolkit,
    pub(crate) voice: Voice,
    ids: [String; 6],
    /// How many boxes lie around each part.
    wraps: i32,
    has_picture: bool,
    /// Chosen once: whether the toolkit's less usual way is taken.
    is_other_way: bool,
}

impl Style {
    pub(crate) fn new(toolkit: Toolkit, voice: Voice, random: &mut Random) -> Self {
        let share = match toolkit {
            Toolkit::Views => 92,
            Toolkit::Compose | Toolkit::ReactNative => 40,
            Toolkit::Flutter => 30,
            Toolkit::Launcher | Toolkit::Settings | Toolkit::SystemDialog | Toolkit::SystemUi => 90,
            Toolkit::WebView => 25,
            Toolkit::Canvas => 0,
        };
        let ids = std::array::from_fn(|_| {
            let has_id = random.chance(share);
            let is_bare = matches!(toolkit, Toolkit::WebView | Toolkit::ReactNative);
            match (has_id, is_bare) {
                (false, _) => String::new(),
                (true, true) => bare_id(random),
                (true, false) => voice.id(random),
            }
        });
        Self {
            toolkit,
            voice,
            ids,
            wraps: random
                .weighted(&[(0, 45), (1, 35), (2, 15), (4, 5)])
                .unwrap_or(0),
            has_picture: random.chance(60),
            is_other_way: random.chance(36),
        }
    }

    fn id(&self, place: usize) -> String {
        self.ids.get(place).cloned().unwrap_or_default()
    }

    /// Writes a widget.
    pub(crate) fn put(&self, widget: &Widget, at: Rect, random: &mut Random) -> Element {
        match self.toolkit {
            Toolkit::Compose => compose::put(self, widget, at, random),
            Toolkit::ReactNative => react_native::put(self, widget, at, random),
            Toolkit::Flutter => flutter::put(self, widget, at, random),
            Toolkit::WebView => web::put(self, widget, at, random),
            Toolkit::Views
            | Toolkit::Launcher
            | Toolkit::SystemDialog
            | Toolkit::SystemUi
            | Toolkit::Canvas
            | Toolkit::Settings => views::put(self, widget, at, random),
        }
    }
}
