//! What a page shows at this moment: the page, what the phone changed on it, and the live parts of its texts.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::font::float;
use crate::page::{Bindings, Flags, NodeId, Page, Piece, Text};
use crate::page_state::{AppState, Facts, ViewState};
use crate::scene::{App, Condition, ViewKind};

/// A page with all that its texts and conditions look at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(crate) page: &'a Page,
    pub(crate) views: &'a BTreeMap<NodeId, ViewState>,
    pub(crate) focus: Option<NodeId>,
    /// The app's description; `None` for windows of no app.
    pub(crate) app: Option<&'a App>,
    pub(crate) app_state: Option<&'a AppState>,
    pub(crate) extras: &'a Bindings,
    pub(crate) facts: &'a Facts,
    /// The activity below a dialog.
    pub(crate) below: Option<Below<'a>>,
}

/// The page of the activity below a dialog.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Below<'a> {
    pub(crate) page: &'a Page,
    pub(crate) views: &'a BTreeMap<NodeId, ViewState>,
}

/// What an empty secret and a typed one look like.
const BULLET: char = '•';
/// The largest text, in sp, and the most lines of one.
const MAX_TEXT_SIZE: u16 = 200;
const MAX_LINES: usize = 200;
/// The size of text when nothing is said, in sp.
const TEXT_SIZE: u16 = 16;
/// `DejaVu` is wider than the fonts of phones; this makes texts as wide as there.
const NARROWER: f32 = 0.92;

impl<'a> Sight<'a> {
    fn state(&self, id: NodeId) -> Option<&'a ViewState> {
        self.views.get(&id)
    }

    fn flag(&self, id: NodeId, flag: Flags, changed: Option<bool>) -> bool {
        changed.unwrap_or_else(|| self.page.node(id).is(flag))
    }

    pub(crate) fn visible(&self, id: NodeId) -> bool {
        let changed = self.state(id).and_then(|state| state.visible);
        if let Some(visible) = changed {
            return visible;
        }
        let node = self.page.node(id);
        node.is(Flags::VISIBLE)
            && node
                .visible_when
                .as_ref()
                .is_none_or(|condition| self.holds(Some(id), condition))
    }

    pub(crate) fn enabled(&self, id: NodeId) -> bool {
        self.flag(
            id,
            Flags::ENABLED,
            self.state(id).and_then(|state| state.enabled),
        )
    }

    pub(crate) fn selected(&self, id: NodeId) -> bool {
        self.flag(
            id,
            Flags::SELECTED,
            self.state(id).and_then(|state| state.selected),
        )
    }

    pub(crate) fn checked(&self, id: NodeId) -> bool {
        let bound = self
            .page
            .node(id)
            .checked_var
            .as_deref()
            .map(|name| self.var(name) == "true");
        self.flag(
            id,
            Flags::CHECKED,
            bound.or_else(|| self.state(id).and_then(|state| state.checked)),
        )
    }

    pub(crate) fn focused(&self, id: NodeId) -> bool {
        self.focus == Some(id)
    }

    pub(crate) fn value(&self, id: NodeId) -> i32 {
        let node = self.page.node(id);
        self.state(id)
            .and_then(|state| state.value)
            .unwrap_or(node.value)
            .clamp(0, node.max)
    }

    pub(crate) fn loaded(&self, id: NodeId) -> Option<u32> {
        self.state(id)
            .and_then(|state| state.loaded)
            .or(self.page.node(id).loaded)
    }

    /// The text a view really holds.
    pub(crate) fn text(&self, id: NodeId) -> Cow<'a, str> {
        match self.state(id).and_then(|state| state.text.as_deref()) {
            Some(text) => Cow::Borrowed(text),
            None => self.live(&self.page.node(id).text),
        }
    }

    /// The text a view shows: bullets for a secret, the hint for an empty field.
    pub(crate) fn shown_text(&self, id: NodeId) -> Cow<'a, str> {
        let text = self.text(id);
        if text.is_empty() {
            return self.hint(id);
        }
        if self.page.node(id).is(Flags::PASSWORD) {
            return Cow::Owned(text.chars().map(|_| BULLET).collect());
        }
        text
    }

    pub(crate) fn shows_hint(&self, id: NodeId) -> bool {
        self.text(id).is_empty()
    }

    pub(crate) fn desc(&self, id: NodeId) -> Cow<'a, str> {
        match self.state(id).and_then(|state| state.desc.as_deref()) {
            Some(desc) => Cow::Borrowed(desc),
            None => self.live(&self.page.node(id).desc),
        }
    }

    pub(crate) fn hint(&self, id: NodeId) -> Cow<'a, str> {
        match self.state(id).and_then(|state| state.hint.as_deref()) {
            Some(hint) => Cow::Borrowed(hint),
            None => self.live(&self.page.node(id).hint),
        }
    }

    /// The size of a view's text in pixels.
    pub(crate) fn text_size(&self, id: NodeId, density: u32) -> f32 {
        let node = self.page.node(id);
        let usual = match node.kind {
            ViewKind::Button | ViewKind::Chip | ViewKind::Tab => 14,
            _ => TEXT_SIZE,
        };
        // A density is below a thousand.
        let density = float(i32::try_from(density).unwrap_or(i32::MAX));
        f32::from(node.look.size.unwrap_or(usual).clamp(1, MAX_TEXT_SIZE)) * density / 160.0
            * NARROWER
    }

    /// The most lines of a view's text.
    pub(crate) fn text_lines(&self, id: NodeId) -> usize {
        let node = self.page.node(id);
        let one_line = match node.kind {
            ViewKind::Field => !node.is(Flags::MULTILINE),
            ViewKind::Button | ViewKind::Chip | ViewKind::Tab => true,
            _ => false,
        };
        node.look
            .lines
            .map_or(if one_line { 1 } else { 64 }, usize::from)
            .clamp(1, MAX_LINES)
    }

    /// Fills in the live parts of a text.
    pub(crate) fn live(&self, text: &'a Text) -> Cow<'a, str> {
        match text {
            Text::Empty => Cow::Borrowed(""),
            Text::Plain(plain) => Cow::Borrowed(plain),
            Text::Live(pieces) => Cow::Owned(self.join(pieces)),
        }
    }

    /// Fills in the live parts of a text that is not part of a page.
    pub(crate) fn fill(&self, text: &str) -> String {
        if text.contains("{{") {
            match Text::parse(text) {
                Text::Empty => String::new(),
                Text::Plain(plain) => plain.to_string(),
                Text::Live(pieces) => self.join(&pieces),
            }
        } else {
            text.to_owned()
        }
    }

    fn join(&self, pieces: &[Piece]) -> String {
        let mut joined = String::new();
        for piece in pieces {
            match piece {
                Piece::Plain(plain) => joined.push_str(plain),
                Piece::Var(name) => joined.push_str(&self.var(name)),
                Piece::Extra(name) => {
                    joined.push_str(self.extras.get(name).map_or("", String::as_str));
                }
                Piece::Field(name) => joined.push_str(&self.named_text(None, name)),
                Piece::Device(name) => joined.push_str(&self.facts.tell(name)),
            }
        }
        joined
    }

    /// The text of a view by its name, on this page or the one below.
    fn named_text(&self, at: Option<NodeId>, name: &str) -> String {
        if let Some(id) = self.page.find(at, name) {
            return self.plain_text(self.page, self.views, id);
        }
        let below = self
            .below
            .and_then(|below| Some((below, below.page.find(None, name)?)));
        below.map_or_else(String::new, |(below, id)| {
            self.plain_text(below.page, below.views, id)
        })
    }

    /// A text without the live parts that look at other texts: two texts cannot look at each other for ever.
    fn plain_text(&self, page: &Page, views: &BTreeMap<NodeId, ViewState>, id: NodeId) -> String {
        if let Some(text) = views.get(&id).and_then(|view| view.text.clone()) {
            return text;
        }
        match &page.node(id).text {
            Text::Empty => String::new(),
            Text::Plain(plain) => plain.to_string(),
            Text::Live(pieces) => {
                let plain: Vec<Piece> = pieces
                    .iter()
                    .filter(|piece| !matches!(piece, Piece::Field(_)))
                    .cloned()
                    .collect();
                self.join(&plain)
            }
        }
    }

    pub(crate) fn var(&self, name: &str) -> Cow<'a, str> {
        let changed = self.app_state.and_then(|state| state.vars.get(name));
        let written = || {
            self.app
                .and_then(|app| app.vars.get(name))
                .map(|variable| &variable.value)
        };
        Cow::Borrowed(changed.or_else(written).map_or("", String::as_str))
    }

    pub(crate) fn granted(&self, permission: &str) -> bool {
        let changed = self
            .app_state
            .and_then(|state| state.permissions.get(permission))
            .copied();
        let written = || {
            let known = self
                .app?
                .permissions
                .iter()
                .find(|known| known.name == permission)?;
            Some(known.granted)
        };
        changed.or_else(written).unwrap_or(false)
    }

    /// Whether a condition of the view `at` holds.
    pub(crate) fn holds(&self, at: Option<NodeId>, condition: &Condition) -> bool {
        match condition {
            Condition::Var {
                name,
                equals,
                at_least,
            } => {
                let value = self.var(name);
                equals.as_ref().is_none_or(|equals| *equals == *value)
                    // A counter that was never counted is at 0.
                    && at_least.is_none_or(|least| value.parse::<i64>().unwrap_or(0) >= least)
            }
            Condition::Checked { view } => match self.page.find(at, view) {
                Some(id) => self.checked(id),
                None => self.below.is_some_and(|below| {
                    let found = below.page.find(None, view);
                    let upper = Sight {
                        page: below.page,
                        views: below.views,
                        below: None,
                        ..*self
                    };
                    found.is_some_and(|id| upper.checked(id))
                }),
            },
            Condition::Text {
                view,
                equals,
                contains,
                empty,
            } => {
                let text = self.named_text(at, view);
                equals.as_ref().is_none_or(|equals| text == *equals)
                    && contains
                        .as_ref()
                        .is_none_or(|part| text.contains(part.as_str()))
                    && empty.is_none_or(|empty| text.is_empty() == empty)
            }
            Condition::Permission { name } => self.granted(name),
            Condition::Not(inner) => !self.holds(at, inner),
            Condition::All(inner) => inner.iter().all(|condition| self.holds(at, condition)),
            Condition::Any(inner) => inner.iter().any(|condition| self.holds(at, condition)),
        }
    }
}
