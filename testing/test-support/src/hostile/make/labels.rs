//! Controls that are known by words outside of them.

use serde_json::json;

use super::{Maker, View, WIDTH};

impl Maker<'_> {
    /// A label that stands over what it names and is not in it.
    pub(super) fn label_over_nothing(&mut self) -> View {
        let label = self.view("text").with("margin", json!([16, 12, 0, 0]));
        let label = self.labelled(label, "text");
        let mut below = self
            .with_id("view")
            .with("width", "match")
            .with("height", 56)
            .tapped();
        below.spends = label.spends;
        self.view("frame")
            .with("height", 64)
            .holding(vec![below, label])
    }

    /// A control without a name beside the words that tell what it does.
    pub(super) fn words_beside(&mut self) -> View {
        let label = self.view("text").with("width", 0).with("weight", 1);
        let label = self.labelled(label, "text");
        let mut control = self.with_id("image_button").tapped();
        control.spends = label.spends;
        self.view("row")
            .with("padding", 8)
            .holding(vec![label, control])
    }

    /// Switches in columns, in one flat layout: each beside its label or over the end of it.
    pub(super) fn cells(&mut self) -> View {
        let (columns, rows) = (self.dice.between(1, 3), self.dice.between(1, 3));
        let width = WIDTH / columns;
        let over = self.dice.percent(50);
        let mut inside = Vec::new();
        for cell in 0..columns * rows {
            let (left, top) = (cell % columns * width, cell / columns * 56);
            let words = self.harmless();
            let room = if over { width - 8 } else { width - 68 };
            let label = self.view("text").with("text", words.clone());
            let mut switch = self.with_id("switch").tapped();
            switch.row = Some(words);
            let at = |view: View, left: usize, width: usize| {
                view.with("margin", json!([left, top, 0, 0]))
                    .with("width", width)
                    .with("height", 48)
            };
            inside.push(at(label, left, room));
            inside.push(at(switch, left + width - 60, 50));
        }
        self.view("frame").with("height", rows * 56).holding(inside)
    }
}
