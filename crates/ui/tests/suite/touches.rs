//! Random screens of nested and overlapping takers, held against a hit test that knows nothing of the crate's own.
//!
//! The hit test walks the screen as it was made, not as it was read: the last sibling first, or the one that is drawn
//! last where the dump says so, and the first taker under the finger takes the touch.

use std::fmt::Write as _;

use clawperator_contract::actions::Direction;
use clawperator_ui::{Bounds, Gesture, Point, Taker, Tree};
use proptest::prelude::*;

const SIDE: i32 = 240;

/// A node of a screen that is made up.
#[derive(Debug, Clone)]
struct Made {
    bounds: Bounds,
    kind: Kind,
    children: Vec<Made>,
    /// Whether the dump says in which order the children are drawn, and how it turns them.
    turned: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Button,
    LongOnly,
    Slider,
    Field,
    Check,
    /// Not by chance: where lists are, what is small lies over them.
    List,
}

impl Kind {
    const CHOICE: [Self; 6] = [
        Self::Plain,
        Self::Button,
        Self::LongOnly,
        Self::Slider,
        Self::Field,
        Self::Check,
    ];

    const fn attributes(self) -> &'static str {
        match self {
            Self::Plain => r#"class="android.view.View""#,
            Self::Button => r#"class="android.widget.Button" clickable="true""#,
            Self::LongOnly => r#"class="android.view.View" long-clickable="true""#,
            Self::Slider => r#"class="android.widget.SeekBar""#,
            Self::Field => r#"class="android.widget.EditText" clickable="true""#,
            Self::List => r#"class="android.widget.ScrollView" scrollable="true""#,
            Self::Check => r#"class="android.widget.CheckBox" checkable="true" clickable="true""#,
        }
    }
}

impl Made {
    /// The children in the order in which they are drawn.
    fn drawn(&self) -> Vec<&Self> {
        let mut children: Vec<&Self> = self.children.iter().collect();
        if let Some(by) = self.turned.filter(|_| !children.is_empty()) {
            let by = by % children.len();
            children.rotate_left(by);
        }
        children
    }

    /// What takes a finger here: a number in document order.
    fn hit(&self, at: Point, clip: Bounds, numbers: &Numbers) -> Option<usize> {
        let seen = self.bounds.intersection(clip);
        if !seen.contains(at) {
            return None;
        }
        let inside = self
            .drawn()
            .into_iter()
            .rev()
            .find_map(|child| child.hit(at, seen, numbers));
        inside.or_else(|| (self.kind != Kind::Plain).then(|| numbers.of(self)))
    }

    fn write(&self, order: usize, dump: &mut String) {
        let Bounds {
            left,
            top,
            right,
            bottom,
        } = self.bounds;
        write!(
            dump,
            "<node {} drawing-order=\"{order}\" bounds=\"[{left},{top}][{right},{bottom}]\">",
            self.kind.attributes()
        )
        .unwrap();
        let drawn = self.drawn();
        for child in &self.children {
            let place = drawn.iter().position(|one| std::ptr::eq(*one, child));
            let order = self.turned.and(place).map_or(0, |place| place + 1);
            child.write(order, dump);
        }
        dump.push_str("</node>");
    }

    fn dump(&self) -> String {
        let mut dump = "<hierarchy rotation=\"0\">".to_owned();
        self.write(0, &mut dump);
        dump + "</hierarchy>"
    }

    fn list(&self, list: &mut Vec<*const Self>) {
        list.push(self);
        for child in &self.children {
            child.list(list);
        }
    }
}

/// The numbers of the nodes in document order.
struct Numbers(Vec<*const Made>);

impl Numbers {
    fn new(root: &Made) -> Self {
        let mut list = Vec::new();
        root.list(&mut list);
        Self(list)
    }

    fn of(&self, made: &Made) -> usize {
        let is_it = |one: &*const Made| std::ptr::eq(*one, made);
        self.0.iter().position(is_it).unwrap()
    }
}

fn made() -> impl Strategy<Value = Made> {
    let bounds = (0..20_i32, 0..20_i32, 1..14_i32, 1..14_i32).prop_map(|(x, y, wide, high)| {
        Bounds::new(x * 12, y * 12, (x + wide) * 12, (y + high) * 12)
    });
    let kind = || prop::sample::select(Kind::CHOICE.to_vec());
    let leaf = (bounds.clone(), kind()).prop_map(|(bounds, kind)| Made {
        bounds,
        kind,
        children: Vec::new(),
        turned: None,
    });
    let inner = leaf.prop_recursive(4, 40, 5, move |child| {
        (
            bounds.clone(),
            kind(),
            prop::collection::vec(child, 0..5),
            prop::option::of(0..5_usize),
        )
            .prop_map(|(bounds, kind, children, turned)| Made {
                bounds,
                kind,
                children,
                turned,
            })
    });
    (
        prop::collection::vec(inner, 1..6),
        prop::option::of(0..5_usize),
    )
        .prop_map(|(children, turned)| {
            let mut root = Made {
                bounds: Bounds::new(0, 0, SIDE, SIDE),
                kind: Kind::Plain,
                children,
                turned,
            };
            clip(&mut root, Bounds::new(0, 0, SIDE, SIDE));
            root
        })
}

/// Clips everything by its parents, as the platform does with views.
fn clip(made: &mut Made, around: Bounds) {
    let seen = made.bounds.intersection(around);
    made.bounds = if seen.is_empty() { around } else { seen };
    let around = made.bounds;
    for child in &mut made.children {
        clip(child, around);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_touched_takes_the_touch(root in made()) {
        let screen = Bounds::new(0, 0, SIDE, SIDE);
        let numbers = Numbers::new(&root);
        let dump = root.dump();
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        for node in tree.nodes() {
            for gesture in [Gesture::Tap, Gesture::LongPress, Gesture::Type] {
                let target = node.touch_target(gesture);
                let Ok(point) = target.point() else { continue };
                let hit = root.hit(point, screen, &numbers);
                if target.node.takes_touches() {
                    prop_assert_eq!(hit, Some(target.node.id().index()), "{} {:?}", dump, point);
                } else {
                    let is_around = |hit: usize| {
                        tree.nodes().nth(hit).is_some_and(|hit| hit.is_ancestor_of(target.node.id()))
                    };
                    prop_assert!(hit.is_none_or(is_around), "{} {:?}", dump, point);
                }
            }
        }
    }

    /// Where one taker is named, it is the one; it is among those that are named elsewhere.
    #[test]
    fn what_takes_a_touch_is_named(root in made(), x in 0..SIDE, y in 0..SIDE) {
        let (screen, point) = (Bounds::new(0, 0, SIDE, SIDE), Point { x, y });
        let dump = root.dump();
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        let hit = root.hit(point, screen, &Numbers::new(&root));
        let named: Vec<usize> = tree
            .takers_at(point)
            .into_iter()
            .map(|taker| match taker {
                Taker::Node(node) => node.id().index(),
                other => panic!("{other:?} on a whole screen"),
            })
            .collect();
        match hit {
            Some(hit) => prop_assert!(named.contains(&hit), "{dump} {point:?}: {hit} is not in {named:?}"),
            None => prop_assert!(named.is_empty(), "{dump} {point:?}: {named:?}"),
        }
    }

    /// No slider is on the way of a finger that scrolls, whatever else there is.
    #[test]
    fn a_swipe_meets_no_slider(root in made(), turn in 0..4_usize) {
        let list = Made { kind: Kind::List, ..root.clone() };
        let root = Made { children: vec![list], turned: None, ..root };
        let dump = root.dump();
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        let direction = [Direction::Down, Direction::Up, Direction::Left, Direction::Right][turn];
        let container = tree.nodes().nth(1).unwrap();
        prop_assert!(container.is_scrollable());
        if let Ok(swipe) = container.swipe(direction, 0.7) {
            let met = tree.nodes_along(swipe.from, swipe.to).find(|node| node.is_slider());
            prop_assert!(met.is_none(), "{dump} {swipe:?}");
        }
    }
}

/// Buttons of one place, the last of them on top.
fn stack(count: usize) -> Tree {
    let buttons: Vec<String> = (1..=count)
        .map(|order| {
            format!(
                r#"<node class="android.widget.Button" clickable="true" drawing-order="{order}" bounds="[0,0][100,100]" />"#
            )
        })
        .collect();
    let dump = format!(
        r#"<hierarchy rotation="0"><node bounds="[0,0][400,800]">{}</node></hierarchy>"#,
        buttons.concat()
    );
    Tree::parse(dump.as_bytes()).unwrap().tree
}

/// Of more takers than are compared none is certain, and the answer does not take the square of their number.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the time that it takes is what is tested"
)]
fn of_too_many_takers_none_is_certain() {
    let point = Point { x: 50, y: 50 };
    assert_eq!(stack(256).takers_at(point).len(), 1);
    assert_eq!(stack(257).takers_at(point).len(), 257);
    let tree = stack(19_000);
    let started = std::time::Instant::now();
    assert_eq!(tree.takers_at(point).len(), 19_000);
    let taken = started.elapsed();
    assert!(taken < std::time::Duration::from_secs(5), "{taken:?}");
}

/// A finger that is drawn over these sets a value, so every one of them takes touches.
#[test]
fn what_a_finger_draws_is_known_by_its_class() {
    for (class, expected) in [
        ("android.widget.SeekBar", true),
        ("com.google.android.material.slider.RangeSlider", true),
        ("com.a.PaySliderView", true),
        ("android.widget.RatingBar", true),
        ("android.widget.NumberPicker", true),
        ("android.widget.DatePicker", true),
        ("com.a.WheelPicker", true),
        ("com.slider.TextView", false),
        ("android.widget.ProgressBar", false),
    ] {
        let dump = format!(
            r#"<hierarchy rotation="0"><node class="{class}" bounds="[0,0][400,800]" /></hierarchy>"#
        );
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        let node = tree.nodes().next().unwrap();
        assert_eq!(
            (node.is_slider(), node.takes_touches()),
            (expected, expected),
            "{class}"
        );
    }
}
