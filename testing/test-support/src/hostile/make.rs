//! Makes pages by chance.

mod labels;

use serde_json::json;

use super::page::{Page, View};
use crate::dice::Dice;

/// What a page is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// As apps are built every day: nothing lies over anything that is to be pressed.
    Ordinary,
    /// Things lie over, around and inside each other.
    Hostile,
}

/// Words that spend money.
const SPENDING: &[&str] = &[
    "Buy now",
    "Place order",
    "Pay $5.00",
    "Purchase",
    "Buy",
    "Confirm purchase",
    "Subscribe for $9.99/month",
];
/// Words that do not.
const HARMLESS: &[&str] = &[
    "Details", "Open", "Settings", "More", "Share", "Log out", "Next", "Help", "Filter", "Profile",
    "Messages", "Cancel",
];

/// The width of a page in dp, and a height that every page has.
const WIDTH: usize = 411;
const HEIGHT: usize = 780;

/// Makes a page of an app.
#[must_use]
pub fn make(dice: &mut Dice, package: &'static str, number: usize, manner: Manner) -> Page {
    let mut maker = Maker {
        dice,
        next: 0,
        manner,
    };
    maker.page(package, number)
}

struct Maker<'d> {
    dice: &'d mut Dice,
    next: usize,
    manner: Manner,
}

impl Maker<'_> {
    fn page(&mut self, package: &'static str, number: usize) -> Page {
        let mut layers = Vec::new();
        let hostile = self.manner == Manner::Hostile;
        if hostile && self.dice.percent(20) {
            // What lies below everything is no obstacle.
            let below = self.taker_at(0, 0, WIDTH, HEIGHT);
            layers.push(below);
        }
        layers.push(self.base());
        if hostile {
            for _ in 0..self.dice.below(4) {
                let overlay = self.overlay();
                layers.extend(overlay);
            }
        }
        let root = self
            .view("frame")
            .with("width", "match")
            .with("height", "match")
            .holding(layers);
        let dialog = (hostile && self.dice.percent(12)).then(|| {
            let rows = (0..self.dice.between(1, 3))
                .map(|_| self.element())
                .collect();
            self.view("column")
                .with("width", 320)
                .with("padding", 16)
                .holding(rows)
        });
        Page {
            number,
            package,
            manner: self.manner,
            root,
            dialog,
        }
    }

    fn view(&mut self, kind: &'static str) -> View {
        self.next += 1;
        View::new(format!("k{}", self.next), kind)
    }

    /// A view with a resource id.
    fn with_id(&mut self, kind: &'static str) -> View {
        let view = self.view(kind);
        let id = format!("i{}", view.key);
        view.with("id", id)
    }

    fn maybe_with_id(&mut self, kind: &'static str) -> View {
        if self.dice.percent(70) {
            self.with_id(kind)
        } else {
            self.view(kind)
        }
    }

    /// Words that no other view of the page has.
    fn harmless(&mut self) -> String {
        self.next += 1;
        format!("{} {}", self.dice.one_of(HARMLESS), self.next)
    }

    fn spends(&mut self) -> bool {
        self.dice.percent(25)
    }

    /// Gives a view its words, and the money that they stand for.
    fn labelled(&mut self, view: View, field: &str) -> View {
        if self.spends() {
            let words = *self.dice.one_of(SPENDING);
            view.with(field, words).spending()
        } else {
            let words = self.harmless();
            view.with(field, words)
        }
    }

    /// What a page is about: rows of things, in a column that may scroll.
    fn base(&mut self) -> View {
        let count = self.dice.between(4, 7);
        let rows: Vec<View> = (0..count).map(|_| self.element()).collect();
        if self.dice.percent(25) {
            return self.list_page();
        }
        let column = self.view("column").with("padding", 8).holding(rows);
        if self.dice.percent(40) {
            return self
                .view("scroll")
                .with("height", "match")
                .holding(vec![column]);
        }
        column.with("height", "match")
    }

    /// A long list with a bar over its end.
    fn list_page(&mut self) -> View {
        self.next += 1;
        let first = self.next;
        let rows: Vec<View> = (0..30)
            .map(|row| {
                let label = format!("Row {first}.{row}");
                let view = self
                    .maybe_with_id("text")
                    .with("text", label)
                    .with("padding", 16)
                    .tapped();
                view.with("height", 56)
            })
            .collect();
        let list = self.view("list").with("height", "match").holding(rows);
        if self.manner == Manner::Ordinary {
            return list;
        }
        let tabs = self.dice.between(1, 4);
        let tabs: Vec<View> = (0..tabs)
            .map(|_| {
                let tab = self
                    .maybe_with_id("button")
                    .with("width", 0)
                    .with("weight", 1)
                    .with("height", 80);
                let tab = self.labelled(tab, "text");
                tab.tapped()
            })
            .collect();
        let bar = self
            .view("row")
            .with("align", "bottom")
            .with("height", 80)
            .holding(tabs);
        self.view("frame")
            .with("height", "match")
            .holding(vec![list, bar])
    }

    /// One thing of a page.
    fn element(&mut self) -> View {
        let hostile = self.manner == Manner::Hostile;
        match self.dice.below(if hostile { 17 } else { 9 }) {
            0 | 1 => self.button(),
            2 => self.row(),
            3 => self.switch_row(),
            4 => {
                let view = self.maybe_with_id("check_box").tapped();
                self.labelled(view, "text")
            }
            5 => {
                let hint = self.harmless();
                // A field takes both without saying so in the scene.
                let mut field = self.with_id("field").with("hint", hint);
                field.taps = true;
                field.holds = true;
                field
            }
            6 => {
                let view = self.with_id("image_button").tapped();
                self.labelled(view, "desc")
            }
            7 => {
                let words = self.harmless();
                self.maybe_with_id("text")
                    .with("text", words)
                    .with("padding", 8)
            }
            8 => self.slider(),
            9 => self.wrapper(),
            10 => self.label_over_nothing(),
            11 => self.held_row(),
            12 => self.web(),
            13 => self.deep(),
            14 => self.words_beside(),
            15 => self.cells(),
            _ => self.crowd(),
        }
    }

    fn button(&mut self) -> View {
        let width = self.dice.between(80, 380);
        let view = self.maybe_with_id("button").with("width", width).tapped();
        self.labelled(view, "text")
    }

    /// A row that takes taps, with a label and sometimes a second line.
    fn row(&mut self) -> View {
        let first = self.view("text");
        let first = self.labelled(first, "text");
        let spends = first.spends;
        let mut inside = vec![first];
        if self.dice.percent(50) {
            let words = self.harmless();
            inside.push(self.view("text").with("text", words));
        }
        let mut row = self
            .maybe_with_id("column")
            .with("padding", 12)
            .tapped()
            .holding(inside);
        row.spends = spends;
        row
    }

    fn switch_row(&mut self) -> View {
        let words = self.harmless();
        let label = self
            .view("text")
            .with("text", words)
            .with("width", 0)
            .with("weight", 1);
        let switch = self.with_id("switch").tapped();
        let row = self
            .maybe_with_id("row")
            .with("padding", 8)
            .holding(vec![label, switch]);
        if self.dice.percent(50) {
            row.tapped()
        } else {
            row
        }
    }

    fn slider(&mut self) -> View {
        let mut slider = self.with_id("slider").with("value", 20);
        if self.spends() {
            slider = slider.with("desc", "Slide to pay").spending();
        }
        slider
    }

    /// Something that takes taps around something that does too.
    fn wrapper(&mut self) -> View {
        let fills = self.dice.percent(50);
        let inner = self.maybe_with_id("button").tapped();
        let inner = self.labelled(inner, "text");
        let inner = if fills {
            inner.with("width", "match").with("height", "match")
        } else {
            let width = self.dice.between(60, 300);
            inner.with("width", width)
        };
        let outer = self
            .with_id("frame")
            .with("height", 72)
            .tapped()
            .holding(vec![inner]);
        if self.dice.percent(40) {
            return self.with_id("frame").tapped().holding(vec![outer]);
        }
        outer
    }

    /// A row that takes long presses only, with a button in it.
    fn held_row(&mut self) -> View {
        let words = self.harmless();
        let label = self.view("text").with("text", words);
        let button = self.button();
        let row = self
            .maybe_with_id("column")
            .with("padding", 8)
            .held()
            .holding(vec![label, button]);
        if self.dice.percent(50) {
            row.tapped()
        } else {
            row
        }
    }

    fn web(&mut self) -> View {
        let opaque = self.dice.percent(60);
        self.web_page(opaque).with("height", 120)
    }

    /// A web page that shows what is in it, or not.
    fn web_page(&mut self, opaque: bool) -> View {
        let mut button = self
            .view("button")
            .with("width", 300)
            .with("height", 100)
            .tapped();
        button.hidden = opaque;
        let button = self.labelled(button, "text");
        let web = self.with_id("web").holding(vec![button]);
        if opaque {
            web.with("opaque", true)
        } else {
            web
        }
    }

    /// Something far inside.
    fn deep(&mut self) -> View {
        let mut view = self.button();
        for _ in 0..self.dice.between(5, 30) {
            view = self.view("frame").holding(vec![view]);
        }
        view
    }

    /// Several things on top of each other.
    fn crowd(&mut self) -> View {
        let several = (0..self.dice.between(2, 4))
            .map(|_| {
                let (left, top) = (self.dice.below(200), self.dice.below(60));
                let (width, height) = (self.dice.between(30, 200), self.dice.between(20, 80));
                self.taker_at(left, top, width, height)
            })
            .collect();
        self.view("frame").with("height", 140).holding(several)
    }

    /// Something that takes touches, or not, at a place.
    fn taker_at(&mut self, left: usize, top: usize, width: usize, height: usize) -> View {
        let view = match self.dice.below(10) {
            0 | 1 => {
                let view = self.maybe_with_id("button").tapped();
                self.labelled(view, "text")
            }
            2 => self.with_id("frame").tapped(),
            3 => self.with_id("frame").held(),
            4 => self.slider(),
            5 => {
                let view = self.maybe_with_id("check_box").tapped();
                self.labelled(view, "text")
            }
            6 => {
                let mut field = self.with_id("field").with("hint", "Search");
                field.taps = true;
                field.holds = true;
                field
            }
            7 => {
                let pressed = self.dice.percent(60);
                let rows: Vec<View> = (0..20)
                    .map(|_| {
                        let words = self.harmless();
                        let row = self.view("text").with("text", words);
                        if pressed { row.tapped() } else { row }
                    })
                    .collect();
                self.with_id("list").holding(rows)
            }
            8 => self.web_page(true),
            // Takes nothing: the touch goes on to what is below.
            _ => self.with_id("frame"),
        };
        view.with("margin", json!([left, top, 0, 0]))
            .with("width", width)
            .with("height", height)
    }

    /// Something over the page.
    fn overlay(&mut self) -> Vec<View> {
        match self.dice.below(5) {
            // A band from edge to edge.
            0 => {
                let height = self.dice.between(40, 300);
                let top = self.dice.below(HEIGHT - height);
                vec![self.taker_at(0, top, WIDTH, height)]
            }
            // Two halves that cover together what neither does alone.
            1 => {
                let (split, height) = (
                    self.dice.between(60, WIDTH - 60),
                    self.dice.between(60, 400),
                );
                let top = self.dice.below(HEIGHT - height);
                vec![
                    self.taker_at(0, top, split, height),
                    self.taker_at(split, top, WIDTH - split, height),
                ]
            }
            // A scrim with a panel on it.
            2 => {
                let panel = self.element();
                let panel = self
                    .view("column")
                    .with("align", "center")
                    .with("width", 300)
                    .holding(vec![panel]);
                let words = self.dice.percent(50);
                let mut scrim = self
                    .with_id("frame")
                    .with("width", "match")
                    .with("height", "match")
                    .tapped();
                if words {
                    scrim = self.labelled(scrim, "desc");
                }
                vec![scrim.holding(vec![panel])]
            }
            _ => {
                let (width, height) = (self.dice.between(40, WIDTH), self.dice.between(30, 400));
                let (left, top) = (
                    self.dice.below(WIDTH - width + 1),
                    self.dice.below(HEIGHT - height),
                );
                vec![self.taker_at(left, top, width, height)]
            }
        }
    }
}
