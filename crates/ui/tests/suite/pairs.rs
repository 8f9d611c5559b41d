//! A value is that of its label or none, however the page is built.

use std::fmt::Write as _;

use clawperator_ui::{Paired, Tree};
use proptest::prelude::*;

/// How labels and values are put into boxes.
#[derive(Debug, Clone, Copy)]
enum Build {
    /// A box for each label with its value, below each other.
    Rows,
    /// One box for the labels, one for the values, side by side.
    Columns,
    /// No boxes.
    Flat,
    /// A box for each label with its value below it, side by side.
    Cells,
    /// The same in cards.
    Cards,
}

/// A page: for each label its value, if it has one.
#[derive(Debug, Clone)]
struct Page {
    build: Build,
    values: Vec<bool>,
    has_ids: bool,
    is_mirrored: bool,
}

const WIDTH: i32 = 1080;
const HEIGHT: i32 = 80;

impl Page {
    fn dump(&self) -> String {
        let label = |at: usize, x: i32, y: i32| self.text(&format!("label {at}"), "label", x, y);
        let value = |at: usize, x: i32, y: i32| {
            if self.values[at] {
                self.text(&format!("value {at}"), "value", x, y)
            } else {
                String::new()
            }
        };
        let top = |at: usize| i32::try_from(at).unwrap() * HEIGHT;
        let left = |at: usize| i32::try_from(at).unwrap() * 150;
        let all = 0..self.values.len();
        let inner: String = match self.build {
            Build::Rows => all
                .map(|at| {
                    let inner = label(at, 0, top(at)) + &value(at, 500, top(at));
                    self.holder("LinearLayout", (0, top(at), 1000, HEIGHT), &inner)
                })
                .collect(),
            Build::Flat => all
                .map(|at| label(at, 0, top(at)) + &value(at, 500, top(at)))
                .collect(),
            Build::Columns => {
                let height = top(self.values.len());
                let labels: String = all.clone().map(|at| label(at, 0, top(at))).collect();
                let values: String = all.map(|at| value(at, 500, top(at))).collect();
                self.holder("LinearLayout", (0, 0, 500, height), &labels)
                    + &self.holder("LinearLayout", (500, 0, 500, height), &values)
            }
            Build::Cells | Build::Cards => all
                .map(|at| {
                    let inner = label(at, left(at), 0) + &value(at, left(at), HEIGHT);
                    let class = match self.build {
                        Build::Cards => "CardView",
                        _ => "LinearLayout",
                    };
                    self.holder(class, (left(at), 0, 150, 2 * HEIGHT), &inner)
                })
                .collect(),
        };
        let page = self.holder("LinearLayout", (0, 0, 1000, 900), &inner);
        let root = self.holder("FrameLayout", (0, 0, WIDTH, 2400), &page);
        format!("<hierarchy rotation=\"0\">{root}</hierarchy>")
    }

    /// Whether the page is no other one with other words: two labels in a box of their own are a label and its value,
    /// and so are two boxes side by side with one text each.
    fn can_be_told(&self) -> bool {
        let is_bare = !self.values.contains(&true);
        match self.build {
            Build::Rows | Build::Cards => true,
            Build::Flat | Build::Columns => self.has_ids || !is_bare || self.values.len() != 2,
            Build::Cells => self.has_ids || !self.values.contains(&false),
        }
    }

    fn text(&self, text: &str, kind: &str, x: i32, y: i32) -> String {
        let id = if self.has_ids {
            format!("com.example:id/{kind}")
        } else {
            String::new()
        };
        self.node("TextView", text, &id, (x, y, 140, HEIGHT), "")
    }

    fn holder(&self, class: &str, place: (i32, i32, i32, i32), inner: &str) -> String {
        self.node(class, "", "", place, inner)
    }

    fn node(
        &self,
        class: &str,
        text: &str,
        id: &str,
        (x, y, width, height): (i32, i32, i32, i32),
        inner: &str,
    ) -> String {
        let left = if self.is_mirrored {
            WIDTH - x - width
        } else {
            x
        };
        let mut node = String::new();
        let _ = write!(
            node,
            r#"<node text="{text}" resource-id="{id}" class="android.widget.{class}" package="com.example" content-desc="" clickable="false" enabled="true" bounds="[{left},{y}][{},{}]">{inner}</node>"#,
            left + width,
            y + height
        );
        node
    }
}

fn page() -> impl Strategy<Value = Page> {
    let build = prop::sample::select(vec![
        Build::Rows,
        Build::Columns,
        Build::Flat,
        Build::Cells,
        Build::Cards,
    ]);
    let values = prop::collection::vec(any::<bool>(), 1..6);
    (build, values, any::<bool>(), any::<bool>())
        .prop_map(|(build, values, has_ids, is_mirrored)| Page {
            build,
            values,
            has_ids,
            is_mirrored,
        })
        .prop_filter("a person could not tell either", Page::can_be_told)
}

/// What is found for each label.
fn found(page: &Page) -> Vec<Option<String>> {
    let tree = Tree::parse(page.dump().as_bytes()).unwrap().tree;
    (0..page.values.len())
        .map(|at| {
            let wanted = format!("label {at}");
            let label = tree.nodes().find(|node| node.text() == wanted).unwrap();
            match label.paired() {
                Paired::With(value) => Some(value.text().to_owned()),
                Paired::Alone | Paired::Unclear { .. } => None,
            }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_label_gets_the_value_of_another(page in page()) {
        for (at, value) in found(&page).into_iter().enumerate() {
            if let Some(value) = value {
                prop_assert!(page.values[at], "{} has {value} and should have none", at);
                prop_assert_eq!(value, format!("value {at}"));
            }
        }
    }

    #[test]
    fn rows_and_cards_tell_every_value(mut page in page(), in_cards in any::<bool>()) {
        page.build = if in_cards { Build::Cards } else { Build::Rows };
        for (at, value) in found(&page).into_iter().enumerate() {
            prop_assert_eq!(value.is_some(), page.values[at]);
        }
    }
}
