//! The screens that are held against the app: every page, and what can be opened on it.

use serde_json::{Value, json};

use super::super::file::Toolkit;

/// Pages with views only.
const VIEWS: [&str; 3] = ["permission", "canvas", "link/of/the/test"];

/// What is opened on a page by pressing what has this id; where it has none, this text.
const OPENED: [(&str, Opening); 12] = [
    ("dialog", Opening::Id("open_dialog")),
    ("dialog", Opening::Id("open_input")),
    ("dialog", Opening::Id("open_sheet")),
    ("dialog", Opening::Id("open_late")),
    ("choices", Opening::Id("sort")),
    ("choices", Opening::Id("more_menu")),
    ("menu", Opening::Held("music.mp3")),
    ("messages", Opening::Id("snackbar")),
    ("sheet", Opening::Id("pull_up")),
    ("input", Opening::Typed("country", "Ger")),
    ("fields", Opening::Typed("name", "Ada")),
    ("toggle", Opening::Id("agree")),
];

#[derive(Debug, Clone, Copy)]
enum Opening {
    Id(&'static str),
    Held(&'static str),
    Typed(&'static str, &'static str),
}

/// One screen of the app.
#[derive(Debug, Clone)]
pub(in super::super) struct Shown {
    pub(in super::super) toolkit: Toolkit,
    pub(in super::super) page: &'static str,
    pub(in super::super) name: String,
    /// What leads there from the page.
    pub(in super::super) actions: Vec<Value>,
}

/// Every screen with both toolkits.
pub(in super::super) fn all(pages: &[&'static str]) -> Vec<Shown> {
    let both = [Toolkit::Views, Toolkit::Compose];
    let plain = both.into_iter().flat_map(|toolkit| {
        pages.iter().map(move |page| Shown {
            toolkit,
            page,
            name: format!("{page} ({})", toolkit.name()),
            actions: Vec::new(),
        })
    });
    let views = VIEWS.into_iter().map(|page| Shown {
        toolkit: Toolkit::Views,
        page,
        name: format!("{page} (views)"),
        actions: Vec::new(),
    });
    let opened = both.into_iter().flat_map(|toolkit| {
        OPENED.into_iter().map(move |(page, opening)| Shown {
            toolkit,
            page,
            name: format!("{page}, {} ({})", opening.name(), toolkit.name()),
            actions: vec![opening.action(toolkit)],
        })
    });
    plain.chain(views).chain(opened).collect()
}

impl Opening {
    fn name(self) -> String {
        match self {
            Self::Id(id) => id.to_owned(),
            Self::Held(text) => format!("{text} held"),
            Self::Typed(id, text) => format!("{text} in {id}"),
        }
    }

    fn action(self, toolkit: Toolkit) -> Value {
        match self {
            Self::Id(id) => json!({ "type": "click", "params": {
                "matcher": { "resourceId": toolkit.id(id) },
            } }),
            Self::Held(text) => json!({ "type": "click", "params": {
                "matcher": { "textEquals": text }, "clickType": "long_click",
            } }),
            Self::Typed(id, text) => json!({ "type": "enter_text", "params": {
                "matcher": { "resourceId": toolkit.id(id) }, "text": text,
            } }),
        }
    }
}
