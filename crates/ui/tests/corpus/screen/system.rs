//! Screens of the system: launcher, dialogs, notifications, and apps that draw everything themselves.

use super::super::element::Element;
use super::super::random::Random;
use super::super::vocabulary::Voice;
use super::Size;

pub(super) const SYSTEM_UI: &str = "com.android.systemui";
const FRAME: &str = "android.widget.FrameLayout";
const GROUP: &str = "android.view.ViewGroup";
const TEXT: &str = "android.widget.TextView";

/// Icons in a grid; most say their name twice.
pub(super) fn launcher(size: Size, voice: Voice, nodes: usize, random: &mut Random) -> Element {
    let (width, height) = size;
    let id = |name: &str| format!("{}:id/{name}", voice.package);
    let mut cells = Vec::new();
    let count = i32::try_from(nodes).unwrap_or(40).saturating_sub(8).max(3);
    let columns = 5;
    let step = (width / columns, height / (count / columns + 2));
    for place in 0..count {
        let (left, top) = (place % columns * step.0, place / columns * step.1);
        let at = [left, top, left + step.0, top + step.1];
        if random.chance(55) {
            cells.push(Element::new(GROUP, at).wrapped(i32::from(random.chance(50)), FRAME));
            continue;
        }
        // Apps have names of their own, but some are there twice: in the grid and among the suggestions.
        let name = if random.chance(8) {
            "Photos".to_owned()
        } else {
            format!("{} {}", voice.action(random), place + 1)
        };
        let mut icon = Element::new(TEXT, at).clickable();
        icon.is_long_clickable = random.chance(70);
        icon = match random.between(0, 24) {
            0..16 => icon.text(&name).desc(&name).id(id("icon")),
            16..19 => icon.text(&name).desc(format!("{name}, 2 notifications")),
            19..24 => icon.desc(&name).id(id("icon")),
            _ => Element::new(FRAME, at).clickable(),
        };
        cells.push(icon);
    }
    let search = Element::new(FRAME, [40, height - 300, width - 40, height - 180])
        .desc("Search")
        .id(id("search_container_hotseat"))
        .clickable();
    let pages = Element::new(GROUP, [0, 0, width, height - 320]).children(cells);
    let mut workspace = Element::new("android.widget.ScrollView", [0, 0, width, height])
        .id(id("workspace"))
        .scrollable();
    workspace.is_long_clickable = random.chance(30);
    workspace
        .child(pages.wrapped(2, GROUP))
        .child(search)
        .wrapped(3, FRAME)
}

/// A dialog: its root is smaller than the screen.
pub(super) fn dialog(size: Size, voice: Voice, nodes: usize, random: &mut Random) -> Element {
    let (width, height) = size;
    let (left, right) = (width / 12, width - width / 12);
    let (top, bottom) = (height / 3, height * 2 / 3);
    let at = [left, top, right, bottom];
    let id = |name: &str| format!("android:id/{name}");
    let message = Element::new(TEXT, [left + 60, top + 120, right - 60, bottom - 300])
        .text(voice.paragraph(random))
        .id(id("message"));
    let title = Element::new(TEXT, [left + 60, top + 30, right - 60, top + 110])
        .text(voice.action(random))
        .id(id("alertTitle"));
    let mut panel = Element::new("android.widget.LinearLayout", at)
        .id(id("parentPanel"))
        .child(title.wrapped(1, "android.widget.LinearLayout"))
        .child(message.wrapped(random.between(1, 2), FRAME));
    let places = i32::try_from(nodes).unwrap_or(14).saturating_sub(14) / 5;
    for place in 0..places {
        let y = top + 120 + place * 40;
        let row = [left, y, right, y + 40];
        panel = panel.child(
            Element::new("android.widget.LinearLayout", row)
                .clickable()
                .child(
                    Element::new("android.widget.ImageView", [left, y, left + 40, y + 40])
                        .id(id("icon")),
                )
                .child(
                    Element::new("android.widget.LinearLayout", [left + 60, y, right, y + 40])
                        .child(
                            Element::new(TEXT, [left + 60, y, right, y + 40])
                                .text(voice.action(random))
                                .id(id("text1")),
                        )
                        .child(
                            Element::new(TEXT, [left + 60, y + 20, right, y + 40]).id(id("text2")),
                        ),
                ),
        );
    }
    let mut buttons = Element::new(
        "android.widget.LinearLayout",
        [left, bottom - 150, right, bottom],
    );
    for (place, name) in (0..random.between(1, 3)).zip(["button1", "button2", "button3"]) {
        let x = right - 240 * (place + 1);
        buttons = buttons.child(
            Element::new(
                "android.widget.Button",
                [x, bottom - 140, x + 230, bottom - 20],
            )
            .text(voice.action(random))
            .id(id(name))
            .clickable(),
        );
    }
    panel
        .child(buttons.wrapped(1, "android.widget.ScrollView"))
        .wrapped(random.between(2, 4), FRAME)
}

/// The shade with notifications and tiles.
pub(super) fn notifications(
    size: Size,
    voice: Voice,
    nodes: usize,
    random: &mut Random,
) -> Element {
    let (width, height) = size;
    let id = |name: &str| format!("{SYSTEM_UI}:id/{name}");
    let clock = Element::new(TEXT, [40, 40, 300, 120])
        .text(format!(
            "{}:{:02}",
            random.between(0, 23),
            random.between(0, 59)
        ))
        .id(id("clock"));
    let mut shade = Element::new(FRAME, [0, 0, width, height])
        .child(clock.wrapped(1, "android.widget.LinearLayout"));
    let count = i32::try_from(nodes).unwrap_or(40).saturating_sub(8).max(2) / 5;
    let step = (height - 200) / count.max(1);
    for place in 0..count {
        let top = 200 + place * step;
        let at = [0, top, width, top + step];
        shade = shade.child(if place < count / 3 {
            let name = voice.action(random);
            let tile = Element::new("android.widget.Switch", at)
                .desc(format!("{name},Off."))
                .clickable()
                .checkable(random.chance(40));
            let label = Element::new(TEXT, at).text(name).id(id("tile_label"));
            tile.child(
                Element::new(FRAME, at)
                    .child(Element::new("android.widget.ImageView", at).id("android:id/icon")),
            )
            .child(label.wrapped(1, "android.widget.LinearLayout"))
        } else {
            let words = [("android:id/title", 60), ("android:id/text", 100)].map(|(name, y)| {
                Element::new(TEXT, [60, top + 20, width - 60, top + y])
                    .text(voice.label(random))
                    .id(name)
            });
            let mut row = Element::new(FRAME, at)
                .id(id("expandableNotificationRow"))
                .clickable();
            row.is_long_clickable = true;
            row.child(
                Element::new(FRAME, at)
                    .id("android:id/status_bar_latest_event_content")
                    .children(words),
            )
            .child(Element::new("android.view.View", at).id(id("backgroundNormal")))
        });
    }
    shade.wrapped(random.between(1, 3), FRAME)
}

/// A game or a splash: boxes and perhaps a word.
pub(super) fn canvas(size: Size, nodes: usize, random: &mut Random) -> Element {
    let (width, height) = size;
    let at = [0, 0, width, height];
    let mut inner = Element::new("android.view.View", at);
    if random.chance(25) {
        inner = inner.desc("Game view").clickable();
    }
    inner.wrapped(i32::try_from(nodes).unwrap_or(3), FRAME)
}
