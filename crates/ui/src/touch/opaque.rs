//! Content that a tree says nothing about: web pages, games, maps, films.

use crate::node::Node;
use crate::role::Role;
use crate::touch::order::Standing;

/// What is wordless and takes at least this part of the screen is a picture of something, not a control.
const LARGE: i64 = 4;

/// Who draws what a tree does not describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opaque {
    /// A web page.
    Page,
    /// A surface, such as a game's or a camera's.
    Surface,
    /// A large view of an unknown kind without a word and without anything in it.
    Blank,
}

impl Node<'_> {
    /// What the node shows that the tree does not describe.
    #[must_use]
    pub fn opaque(self) -> Option<Opaque> {
        if self.descendants().next().is_some() {
            return None;
        }
        if self.is_web_page() {
            Some(Opaque::Page)
        } else if self.is_surface() {
            Some(Opaque::Surface)
        } else if self.is_blank() {
            Some(Opaque::Blank)
        } else {
            None
        }
    }

    /// Whether a finger on the node, and on nothing in it, is taken by what draws its content.
    pub(crate) fn draws_for_itself(self) -> bool {
        self.is_web_page() || self.is_bare_surface()
    }

    /// Whether the node is a surface with nothing in it.
    pub(crate) fn is_bare_surface(self) -> bool {
        self.is_surface() && self.descendants().next().is_none()
    }

    /// Whether this node is known to lie over another one of the same tree.
    #[must_use]
    pub fn lies_over(self, other: Self) -> bool {
        self.standing_to(other) == Standing::Above
    }

    /// Whether this node lies over another one of the same tree, or the dump does not tell.
    #[must_use]
    pub fn may_lie_over(self, other: Self) -> bool {
        self.standing_to(other) != Standing::Below
    }

    /// Whether the node is part of a web page, where nothing declares what it takes.
    #[must_use]
    pub fn is_in_web_page(self) -> bool {
        self.ancestors().any(Node::is_web_page)
    }

    /// Whether the node is a browser's view, by its class: a page has one of them inside another.
    #[must_use]
    pub fn is_web_page(self) -> bool {
        self.class_has(&["webview", "geckoview"])
    }

    fn is_surface(self) -> bool {
        self.class_has(&["surfaceview", "textureview", "flutterview", "unityplayer"])
    }

    fn is_blank(self) -> bool {
        let area = self.visible_bounds().map_or(0, crate::bounds::Bounds::area);
        area.saturating_mul(LARGE) >= self.tree().screen().area()
            && [self.text(), self.content_desc(), self.hint()]
                .iter()
                .all(|words| words.is_empty())
            && self.role() == Role::Unknown
            && !self.is_checkable()
            && !self.is_scrollable()
    }

    /// Whether the last part of the class has one of these words in it; they are in small letters.
    pub(crate) fn class_has(self, words: &[&str]) -> bool {
        let class = self.class();
        let last = class
            .rsplit_once(['.', '$'])
            .map_or(class, |(_, last)| last);
        words.iter().any(|word| {
            last.as_bytes()
                .windows(word.len())
                .any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        })
    }
}
