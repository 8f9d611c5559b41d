//! The faults that real dumps have.

use super::element::Element;
use super::random::Random;
use super::screen::Screen;
use super::toolkit::Toolkit;

/// Gives a screen some of the faults that its toolkit's dumps have.
pub(crate) fn apply(screen: &mut Screen, random: &mut Random) {
    match screen.toolkit {
        Toolkit::WebView => off_screen(screen, random),
        Toolkit::ReactNative if random.chance(35) => inverted(screen, random),
        _ if random.chance(10) => no_area(screen, random),
        _ => {}
    }
    if random.chance(45) {
        gaps(screen, random);
    }
    if random.chance(20) {
        beyond_parent(screen, random);
    }
    if random.chance(4) {
        in_container(screen);
    }
    if random.chance(3) {
        odd_classes(screen, random);
    }
    if random.chance(8) {
        focus_field(screen);
    }
    disabled(screen, random);
}

/// What a page has further down has no place on the screen: two of three nodes.
fn off_screen(screen: &mut Screen, random: &mut Random) {
    for root in &mut screen.roots {
        let all = root.count();
        let mut place = 0;
        let from = usize::try_from(random.between(30, 70)).unwrap_or(40) * all / 100;
        root.visit(&mut |element| {
            place += 1;
            if place > from.max(12) && element.children.is_empty() {
                element.bounds = [0, 0, 0, 0];
            } else if place > from.max(12) && element.is_clickable {
                element.visit(&mut |inner| inner.bounds = [0, 0, 0, 0]);
            }
        });
    }
}

/// Rows beyond the edge: the bottom lies above the top.
fn inverted(screen: &mut Screen, random: &mut Random) {
    let mut left = random.between(1, 6);
    for root in &mut screen.roots {
        let height = root.bounds[3];
        root.visit(&mut |element| {
            if left > 0 && element.is_clickable && element.bounds[3] >= height - height / 8 {
                let edge = element.bounds[1];
                element.visit(&mut |inner| {
                    inner.bounds[1] = edge + 20;
                    inner.bounds[3] = edge;
                });
                left -= 1;
            }
        });
    }
}

fn no_area(screen: &mut Screen, random: &mut Random) {
    let mut left = random.between(1, 12);
    for root in &mut screen.roots {
        root.visit(&mut |element| {
            if left > 0 && element.children.is_empty() && random.chance(20) {
                element.bounds = [0, 0, 0, 0];
                left -= 1;
            }
        });
    }
}

/// Children that cannot be seen are left out, but they count.
fn gaps(screen: &mut Screen, random: &mut Random) {
    for root in &mut screen.roots {
        root.visit(&mut |element| {
            if element.children.len() > 1 && random.chance(15) {
                let mut index = 0;
                for child in &mut element.children {
                    index += usize::from(random.chance(30));
                    child.index = Some(index);
                    index += 1;
                }
            }
        });
    }
}

fn beyond_parent(screen: &mut Screen, random: &mut Random) {
    for root in &mut screen.roots {
        root.visit(&mut |element| {
            if element.children.is_empty() && element.bounds[3] > 0 && random.chance(6) {
                element.bounds[2] += random.between(5, 60);
            }
        });
    }
}

/// A container around a whole page that takes clicks.
fn in_container(screen: &mut Screen) {
    for root in &mut screen.roots {
        root.is_clickable = true;
    }
}

fn odd_classes(screen: &mut Screen, random: &mut Random) {
    for root in &mut screen.roots {
        root.visit(&mut |element| {
            if element.text.is_empty() && random.chance(10) {
                element.class = if random.chance(50) { "" } else { "X.abc" };
            }
        });
    }
}

fn focus_field(screen: &mut Screen) {
    let mut is_done = false;
    for root in &mut screen.roots {
        root.visit(&mut |element| {
            if !is_done && element.class.ends_with("EditText") {
                element.is_focused = true;
                is_done = true;
            }
        });
    }
}

fn disabled(screen: &mut Screen, random: &mut Random) {
    for root in &mut screen.roots {
        root.visit(&mut |element: &mut Element| {
            element.is_disabled = random.chance(1) && random.chance(40);
        });
    }
}

/// The bytes as they were saved: most plainly, some with marks, in another encoding or with a line glued on.
pub(crate) fn encode(xml: &str, random: &mut Random) -> Vec<u8> {
    let with_line = if random.chance(7) {
        format!("{xml}UI hierchary dumped to: /dev/tty\n")
    } else {
        xml.to_owned()
    };
    match random.between(0, 199) {
        0..5 => [&[0xef, 0xbb, 0xbf], with_line.as_bytes()].concat(),
        5..14 => [0xfeff]
            .into_iter()
            .chain(with_line.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect(),
        _ => with_line.into_bytes(),
    }
}
