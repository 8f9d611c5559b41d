//! What makes real screens hard to read: targets without words, labels beside them, trees without rows.

use super::element::{Element, Rect, part};
use super::random::Random;
use super::screen::Screen;
use super::toolkit::Toolkit;

/// Glyphs of icon fonts, named ones and others.
const GLYPHS: [char; 4] = ['\u{e5c4}', '\u{e8b6}', '\u{f565}', '\u{e001}'];

/// Makes a screen as hard to read as real ones are.
pub(crate) fn apply(screen: &mut Screen, random: &mut Random) {
    let is_flat = screen.toolkit == Toolkit::Compose && random.chance(30);
    for root in &mut screen.roots {
        root.visit(&mut |element| spoil(element, random));
        if is_flat {
            root.visit(&mut flatten);
        }
        if random.chance(6) {
            add_slider(root);
        }
    }
}

fn spoil(element: &mut Element, random: &mut Random) {
    let is_target = element.is_clickable || element.is_checkable;
    let is_leaf = element.children.is_empty();
    if is_target && is_leaf && element.text.is_empty() && !element.desc.is_empty() {
        match random.between(1, 100) {
            // Nobody wrote a description.
            1..=10 => element.desc = String::new(),
            11..=15 => element.desc = random.pick(&GLYPHS).map(String::from).unwrap_or_default(),
            // The row takes presses and so does what fills it.
            16..=20 => {
                let inner = std::mem::take(element);
                *element = Element::new("android.widget.LinearLayout", inner.bounds)
                    .clickable()
                    .child(inner);
            }
            _ => {}
        }
    }
    // The state is on the words and not on what is pressed, or on what holds both.
    if element.is_selected && is_target && random.chance(40) {
        if let Some(child) = element.children.first_mut().filter(|_| random.chance(50)) {
            child.is_selected = true;
            element.is_selected = false;
        } else {
            element.is_clickable = false;
        }
    }
}

/// Puts what lies in plain layouts right into what holds them, as toolkits do that draw their own nodes.
fn flatten(element: &mut Element) {
    let is_plain = |child: &Element| {
        !child.is_clickable
            && !child.is_checkable
            && !child.is_scrollable
            && child.text.is_empty()
            && child.desc.is_empty()
            && !child.children.is_empty()
    };
    if element.is_clickable || element.is_checkable {
        return;
    }
    let children = std::mem::take(&mut element.children);
    for child in children {
        if is_plain(&child) {
            element.children.extend(child.children);
        } else {
            element.children.push(child);
        }
    }
}

/// A slider with its position below it, at the foot of the screen.
fn add_slider(root: &mut Element) {
    let at = |top, bottom| -> Rect { part(root.bounds, 5, top, 95, bottom) };
    let mut slider = Element::new("android.widget.SeekBar", at(94, 97)).text("40.0");
    slider.is_focusable = true;
    let text = Element::new("android.widget.TextView", at(97, 99)).text("1:20");
    root.children.extend([slider, text]);
}
