//! Where the walk goes.

use super::super::chance::Chance;
use super::super::file::Toolkit;

/// Pages that both toolkits have.
pub(in super::super) const PAGES: [&str; 47] = [
    "index",
    "counter",
    "toggle",
    "fields",
    "login",
    "list",
    "chips",
    "nested",
    "dialog",
    "menu",
    "pairs",
    "slow",
    "restless",
    "noids",
    "web",
    "secure",
    "sliders",
    "tabs",
    "drag",
    "messages",
    "trouble",
    "grid",
    "result",
    "endless",
    "pan",
    "languages",
    "sticky",
    "input",
    "choices",
    "sheet",
    "pager",
    "dismiss",
    "reorder",
    "icons",
    "parents",
    "twins",
    "later",
    "loading",
    "arriving",
    "rtl",
    "largefont",
    "misleading",
    "labels",
    "rotate",
    "resize",
    "cover",
    "moving",
];

/// Pages that are made of views only.
const VIEWS: [&str; 3] = ["permission", "canvas", "link/from/the/walk"];

/// A page as it is made with one toolkit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) toolkit: Toolkit,
    pub(super) page: &'static str,
}

impl Place {
    pub(super) fn choose(chance: &mut Chance) -> Self {
        let all: Vec<Self> = PAGES
            .into_iter()
            .flat_map(|page| {
                [Toolkit::Views, Toolkit::Compose].map(|toolkit| Self { toolkit, page })
            })
            .chain(VIEWS.into_iter().map(|page| Self {
                toolkit: Toolkit::Views,
                page,
            }))
            .collect();
        *chance.one_of(&all).expect("there are pages")
    }

    pub(super) fn address(self) -> String {
        self.toolkit.address(self.page)
    }

    /// The name under which the page records its coming and going.
    pub(super) fn recorded(self) -> String {
        let page = self.page.split('/').next().unwrap_or(self.page);
        match self.toolkit {
            Toolkit::Views => page.to_owned(),
            Toolkit::Compose => format!("compose/{page}"),
        }
    }
}
