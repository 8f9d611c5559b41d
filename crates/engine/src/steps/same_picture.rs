//! Whether two pictures, one taken before the tree was read and one after it, show the screen that the tree is of.
//!
//! Two things change on a screen that stands still: the caret of the field that has the focus, twice a second, and the
//! clock in the bar at the top. Taking either for another page would make every second look at a form a lie or a wait.

use clawperator_pictures::Rect;
use clawperator_ui::{Node, Role, Tree};

use crate::picture_change::PictureChange;

/// A caret is at most this part of the screen's width: 2 of the 320 units that the narrowest phone has, with what is
/// blended at its edges. A letter that is typed is wider, since the caret moves by it.
const CARET_PART: i32 = 100;

/// Whether what changed leaves the screen what the tree says it is.
pub(super) fn shows_the_same(change: &PictureChange, tree: &Tree) -> bool {
    let is_caret = |changed| is_caret(changed, change.screen, tree);
    let bar_is_same = change
        .in_bar
        .is_none_or(|changed| is_of_nobody(changed, tree) || is_caret(changed));
    bar_is_same && change.below.is_none_or(is_caret)
}

/// Whether nothing that the tree speaks of lies there: what the system draws over an app.
fn is_of_nobody(changed: Rect, tree: &Tree) -> bool {
    let speaks = |node: &Node<'_>| {
        node.is_interactive() || !node.text().is_empty() || !node.content_desc().is_empty()
    };
    // A page that is one large button is below the bar too.
    let mut there = tree
        .nodes()
        .filter(|node| !node.is_most_of_screen() && speaks(node));
    !there.any(|node| rect(&node).overlaps(changed))
}

/// Whether it is the caret of the field that has the focus.
fn is_caret(changed: Rect, screen: Rect, tree: &Tree) -> bool {
    changed.width() <= (screen.width() / CARET_PART).max(1)
        && tree.nodes().any(|node| {
            node.is_focused() && node.role() == Role::Textfield && rect(&node).encloses(changed)
        })
}

fn rect(node: &Node<'_>) -> Rect {
    let bounds = node.bounds();
    Rect::new(bounds.left, bounds.top, bounds.right, bounds.bottom)
}

#[cfg(test)]
mod tests {
    use clawperator_pictures::Picture;

    use super::*;

    const PAGE: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="p" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][400,800]">
<node index="0" text="Title" resource-id="" class="android.widget.TextView" package="p" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,30][200,60]" />
<node index="1" text="mail" resource-id="" class="android.widget.EditText" package="p" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true" scrollable="false" long-clickable="true" password="false" selected="false" bounds="[10,100][390,160]" />
<node index="2" text="Send" resource-id="" class="android.widget.Button" package="p" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[10,200][390,260]" />
</node></hierarchy>"#;

    /// Whether a screen on which these places change counts as the same.
    fn same_with(places: &[Rect]) -> bool {
        let tree = Tree::parse(PAGE.as_bytes()).unwrap().tree;
        let before = Picture::filled(400, 800, [255; 3]).unwrap();
        let mut after = before.clone();
        for place in places {
            after.fill(*place, [0; 3]);
        }
        let [before, after] = [before, after].map(|picture| picture.encode_png().unwrap());
        let change = PictureChange::between(&before, &after).unwrap();
        shows_the_same(&change, &tree)
    }

    #[test]
    fn a_caret_and_a_clock_are_no_other_screen() {
        let caret = Rect::new(60, 110, 64, 150);
        let clock = Rect::new(300, 8, 390, 24);
        assert!(same_with(&[]));
        assert!(same_with(&[caret]) && same_with(&[clock]) && same_with(&[caret, clock]));
    }

    #[test]
    fn everything_else_is_another_screen() {
        for (place, what) in [
            (Rect::new(60, 110, 70, 150), "a letter that was typed"),
            (Rect::new(60, 110, 64, 190), "a line that leaves the field"),
            (Rect::new(60, 210, 64, 250), "a line in a button"),
            (Rect::new(60, 400, 64, 440), "a line where nothing is"),
            (
                Rect::new(20, 32, 90, 38),
                "a title that reaches into the bar",
            ),
            (
                Rect::new(300, 8, 390, 60),
                "a banner that is higher than the bar",
            ),
            (Rect::new(0, 0, 400, 800), "another page"),
        ] {
            assert!(!same_with(&[place]), "{what}");
        }
    }

    #[test]
    fn what_cannot_be_read_or_was_turned_cannot_be_compared() {
        let file = |width, height| {
            let picture = Picture::filled(width, height, [0; 3]).unwrap();
            picture.encode_png().unwrap()
        };
        let upright = file(400, 800);
        assert_eq!(PictureChange::between(&upright, &file(800, 400)), None);
        assert_eq!(PictureChange::between(&upright, b"no picture"), None);
    }
}
