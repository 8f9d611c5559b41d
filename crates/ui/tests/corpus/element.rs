//! A node to be written.

/// A rectangle: left, top, right, bottom.
pub(crate) type Rect = [i32; 4];

#[derive(Clone, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "a dump writes as many yes-or-no attributes"
)]
pub(crate) struct Element {
    pub(crate) class: &'static str,
    pub(crate) text: String,
    pub(crate) desc: String,
    /// As written, with its package where it has one.
    pub(crate) id: String,
    pub(crate) hint: String,
    pub(crate) package: Option<&'static str>,
    pub(crate) bounds: Rect,
    pub(crate) is_clickable: bool,
    pub(crate) is_long_clickable: bool,
    pub(crate) is_checkable: bool,
    pub(crate) is_checked: bool,
    pub(crate) is_focusable: bool,
    pub(crate) is_focused: bool,
    pub(crate) is_scrollable: bool,
    pub(crate) is_selected: bool,
    pub(crate) is_password: bool,
    pub(crate) is_disabled: bool,
    /// Set where the number among the siblings is not the position.
    pub(crate) index: Option<usize>,
    pub(crate) children: Vec<Element>,
}

impl Element {
    pub(crate) fn new(class: &'static str, bounds: Rect) -> Self {
        Self {
            class,
            bounds,
            ..Self::default()
        }
    }

    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    pub(crate) fn desc(mut self, desc: impl Into<String>) -> Self {
        self.desc = desc.into();
        self
    }

    pub(crate) fn id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    pub(crate) fn clickable(mut self) -> Self {
        self.is_clickable = true;
        self.is_focusable = true;
        self
    }

    pub(crate) fn scrollable(mut self) -> Self {
        self.is_scrollable = true;
        self.is_focusable = true;
        self
    }

    pub(crate) fn checkable(mut self, is_checked: bool) -> Self {
        self.is_checkable = true;
        self.is_checked = is_checked;
        self
    }

    pub(crate) fn selected(mut self, is_selected: bool) -> Self {
        self.is_selected = is_selected;
        self
    }

    pub(crate) fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// This element inside so many others that hold nothing else.
    pub(crate) fn wrapped(self, times: i32, class: &'static str) -> Self {
        (0..times).fold(self, |inner, _| Self::new(class, inner.bounds).child(inner))
    }

    /// How many nodes this is.
    pub(crate) fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }

    /// Calls `change` with every node, parents first.
    pub(crate) fn visit(&mut self, change: &mut impl FnMut(&mut Self)) {
        change(self);
        for child in &mut self.children {
            child.visit(change);
        }
    }
}

/// A part of a rectangle, given in percent of its width and height.
pub(crate) fn part(of: Rect, left: i32, top: i32, right: i32, bottom: i32) -> Rect {
    let [x, y, end_x, end_y] = of;
    let (width, height) = (end_x - x, end_y - y);
    [
        x + width * left / 100,
        y + height * top / 100,
        x + width * right / 100,
        y + height * bottom / 100,
    ]
}
