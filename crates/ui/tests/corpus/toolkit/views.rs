//! The platform's own views: a class for each thing, ids nearly everywhere, boxes in boxes.

use super::super::element::{Element, Rect, part};
use super::super::random::Random;
use super::{Style, Trailing, Widget};

const LAYOUTS: [&str; 4] = [
    "android.widget.LinearLayout",
    "android.widget.RelativeLayout",
    "android.widget.FrameLayout",
    "android.view.ViewGroup",
];
const TEXT: &str = "android.widget.TextView";
const IMAGE: &str = "android.widget.ImageView";
const IMAGE_BUTTON: &str = "android.widget.ImageButton";
const BUTTON: &str = "android.widget.Button";

pub(super) fn put(style: &Style, widget: &Widget, at: Rect, random: &mut Random) -> Element {
    let layout = LAYOUTS.get(usize::from(style.is_other_way)).copied();
    let layout = layout.unwrap_or("android.view.View");
    match widget {
        Widget::Text(text) => Element::new(TEXT, at)
            .text(text)
            .id(style.id(0))
            .wrapped(style.wraps, layout),
        Widget::Heading(text) => Element::new(TEXT, part(at, 16, 20, 70, 80))
            .text(text)
            .id(style.id(0)),
        Widget::Button(label) => Element::new(BUTTON, at)
            .text(label)
            .id(style.id(0))
            .clickable()
            .wrapped(style.wraps, layout),
        Widget::Icon(label) => icon(style, label.as_deref(), at, random),
        Widget::Row {
            title,
            subtitle,
            trailing,
        } => row(
            style,
            layout,
            title,
            subtitle.as_deref(),
            trailing,
            at,
            random,
        ),
        Widget::Card {
            title,
            lines,
            actions,
        } => card(style, layout, (title, lines, actions), at, random),
        Widget::Field {
            label,
            value,
            is_password,
        } => field(
            style,
            layout,
            (label, value.as_deref(), *is_password),
            at,
            random,
        ),
        Widget::Tab {
            label, is_selected, ..
        } => {
            let words = Element::new(TEXT, part(at, 10, 60, 90, 95))
                .text(label)
                .id(style.id(2))
                .selected(*is_selected);
            let picture = Element::new(IMAGE, part(at, 30, 10, 70, 55)).id(style.id(1));
            let tab = Element::new("android.widget.FrameLayout", at)
                .id(format!("{}_{}", style.id(0), label.len()))
                .selected(*is_selected)
                .clickable()
                .children([picture, words.wrapped(1, "android.view.ViewGroup")]);
            if style.is_other_way {
                tab.desc(label)
            } else {
                tab
            }
        }
        Widget::Chip(label) => Element::new(BUTTON, at)
            .text(label)
            .id(style.id(0))
            .clickable()
            .checkable(false),
        Widget::Cell(label) => cell(style, layout, label.as_deref(), at),
        Widget::Decoration => {
            let leaf = Element::new("android.view.View", part(at, 10, 10, 90, 90));
            let leaf = if random.chance(70) {
                leaf.id(style.id(5))
            } else {
                leaf
            };
            Element::new(layout, at)
                .id(style.id(4))
                .children([leaf, Element::new(IMAGE, part(at, 40, 40, 60, 60))])
        }
    }
}

fn icon(style: &Style, label: Option<&str>, at: Rect, random: &mut Random) -> Element {
    let class = if style.is_other_way {
        IMAGE_BUTTON
    } else {
        IMAGE
    };
    let icon = Element::new(class, at)
        .id(if random.chance(75) {
            style.voice.id(random)
        } else {
            String::new()
        })
        .clickable();
    match label {
        Some(label) => icon.desc(label),
        None => icon,
    }
}

fn row(
    style: &Style,
    layout: &'static str,
    title: &str,
    subtitle: Option<&str>,
    trailing: &Trailing,
    at: Rect,
    random: &mut Random,
) -> Element {
    let mut row = Element::new(layout, at).id(style.id(0)).clickable();
    if style.has_picture {
        let picture = Element::new(IMAGE, part(at, 3, 20, 12, 80)).id(style.id(1));
        row = row.child(picture.wrapped(style.wraps, "android.widget.FrameLayout"));
    }
    let mut words = Element::new(layout, part(at, 15, 5, 78, 95)).child(
        Element::new(TEXT, part(at, 15, 10, 78, 50))
            .text(title)
            .id(style.id(2)),
    );
    if let Some(subtitle) = subtitle {
        words = words.child(
            Element::new(TEXT, part(at, 15, 50, 78, 90))
                .text(subtitle)
                .id(style.id(3)),
        );
    }
    row = row.child(words.wrapped(style.wraps, "android.widget.RelativeLayout"));
    let end = part(at, 82, 20, 97, 80);
    let id = style.id(4);
    match trailing {
        Trailing::Nothing => row,
        Trailing::Switch(is_on) => {
            let switch = Element::new("android.widget.Switch", end)
                .id(id)
                .checkable(*is_on);
            row.child(if random.chance(74) {
                switch.clickable()
            } else {
                switch
            })
        }
        Trailing::Icon(label) => {
            let icon = Element::new(IMAGE_BUTTON, end).id(id).clickable();
            row.child(match label {
                Some(label) => icon.desc(label),
                None => icon,
            })
        }
        Trailing::Button(label) => {
            row.child(Element::new(BUTTON, end).text(label).id(id).clickable())
        }
        Trailing::Value(value) => row.child(Element::new(TEXT, end).text(value).id(id)),
    }
}

fn card(
    style: &Style,
    layout: &'static str,
    (title, lines, actions): (&str, &[String], &[Option<String>]),
    at: Rect,
    random: &mut Random,
) -> Element {
    let picture = Element::new(IMAGE, part(at, 0, 0, 100, 50)).id(style.id(1));
    let mut words = Element::new(layout, part(at, 3, 52, 97, 98)).child(
        Element::new(TEXT, part(at, 5, 54, 95, 64))
            .text(title)
            .id(style.id(2)),
    );
    for (place, line) in (0..).zip(lines) {
        let top = 64 + place * 8;
        words = words.child(
            Element::new(TEXT, part(at, 5, top, 95, top + 8))
                .text(line)
                .id(style.id(3)),
        );
    }
    let mut card = Element::new("android.widget.FrameLayout", at)
        .id(style.id(0))
        .clickable()
        .child(picture.wrapped(style.wraps, "android.widget.FrameLayout"))
        .child(words);
    for (place, action) in (0..).zip(actions) {
        let bounds = part(at, 5 + place * 22, 86, 25 + place * 22, 97);
        let class = if action.is_some() && !style.is_other_way {
            BUTTON
        } else {
            IMAGE_BUTTON
        };
        let target = Element::new(class, bounds).id(style.id(4)).clickable();
        card = card.child(match action {
            Some(label) if class == BUTTON => target.text(label),
            Some(label) => target.desc(label),
            None => target,
        });
    }
    if random.chance(30) {
        card.is_long_clickable = true;
    }
    card
}

fn field(
    style: &Style,
    layout: &'static str,
    (label, value, is_password): (&str, Option<&str>, bool),
    at: Rect,
    random: &mut Random,
) -> Element {
    let mut field = Element::new("android.widget.EditText", part(at, 4, 40, 96, 95))
        .id(if random.chance(80) {
            style.voice.id(random)
        } else {
            String::new()
        })
        .clickable();
    field.is_long_clickable = true;
    field.is_password = is_password;
    field.text = match value {
        Some(value) if is_password => "•".repeat(value.chars().count()),
        Some(value) => value.to_owned(),
        None => label.to_owned(),
    };
    if random.chance(26) {
        label.clone_into(&mut field.hint);
    }
    if random.chance(55) {
        let words = Element::new(TEXT, part(at, 4, 5, 96, 38))
            .text(label)
            .id(style.id(1));
        Element::new(layout, at).children([words, field])
    } else {
        field.wrapped(1 + style.wraps, layout)
    }
}

fn cell(style: &Style, layout: &'static str, label: Option<&str>, at: Rect) -> Element {
    let picture = Element::new(IMAGE, part(at, 5, 5, 95, 70)).id(style.id(1));
    let cell = Element::new(layout, at)
        .id(style.id(0))
        .clickable()
        .child(picture.wrapped(style.wraps, "android.widget.FrameLayout"));
    match label {
        Some(label) => cell.child(
            Element::new(TEXT, part(at, 5, 72, 95, 95))
                .text(label)
                .id(style.id(2)),
        ),
        None => cell,
    }
}
