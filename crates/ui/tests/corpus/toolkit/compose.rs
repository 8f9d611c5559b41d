//! Compose: everything is a `View`, words lie in children, and a leaf may only state what its parent is.

use super::super::element::{Element, Rect, part};
use super::super::random::Random;
use super::{Style, Trailing, Widget};

const VIEW: &str = "android.view.View";
const TEXT: &str = "android.widget.TextView";
const BUTTON: &str = "android.widget.Button";

pub(super) fn put(style: &Style, widget: &Widget, at: Rect, random: &mut Random) -> Element {
    match widget {
        Widget::Text(text) | Widget::Heading(text) => {
            let text = Element::new(TEXT, at).text(text).id(style.id(0));
            text.wrapped(style.wraps.min(1), VIEW)
        }
        Widget::Button(label) if style.is_other_way => {
            Element::new(BUTTON, at).text(label).clickable()
        }
        Widget::Button(label) => target(style, at)
            .child(Element::new(TEXT, part(at, 20, 20, 80, 80)).text(label))
            .child(role(BUTTON, at)),
        Widget::Icon(label) => {
            let icon = target(style, at);
            let picture = Element::new(VIEW, part(at, 25, 25, 75, 75));
            let icon = match label {
                Some(label) if style.is_other_way => icon.desc(label),
                Some(label) => icon.child(picture.desc(label)),
                None => icon.child(picture),
            };
            icon.child(role(BUTTON, at))
                .wrapped(style.wraps.min(1), VIEW)
        }
        Widget::Row {
            title,
            subtitle,
            trailing,
        } => row(style, title, subtitle.as_deref(), trailing, at),
        Widget::Card {
            title,
            lines,
            actions,
        } => card(style, title, lines, actions, at),
        Widget::Field {
            label,
            value,
            is_password,
        } => field(style, (label, value.as_deref(), *is_password), at, random),
        Widget::Tab {
            label, is_selected, ..
        } => {
            let picture = Element::new(VIEW, part(at, 30, 10, 70, 55));
            let words = Element::new(TEXT, part(at, 10, 60, 90, 95)).text(label);
            target(style, at)
                .selected(*is_selected)
                .child(if style.has_picture {
                    picture.desc(label)
                } else {
                    picture
                })
                .child(words)
        }
        Widget::Chip(label) => target(style, at)
            .checkable(false)
            .child(Element::new(TEXT, part(at, 10, 20, 90, 80)).text(label)),
        Widget::Cell(label) => {
            let picture = Element::new(VIEW, part(at, 5, 5, 95, 70));
            let cell = target(style, at).child(picture);
            match label {
                Some(label) if style.is_other_way => cell.desc(label),
                Some(label) => cell.child(Element::new(TEXT, part(at, 5, 72, 95, 95)).text(label)),
                None => cell,
            }
        }
        Widget::Decoration => Element::new(VIEW, at),
    }
}

fn target(style: &Style, at: Rect) -> Element {
    Element::new(VIEW, at).id(style.id(0)).clickable()
}

/// A leaf that says only what its parent is.
fn role(class: &'static str, around: Rect) -> Element {
    Element::new(class, part(around, 5, 5, 95, 95))
}

fn row(
    style: &Style,
    title: &str,
    subtitle: Option<&str>,
    trailing: &Trailing,
    at: Rect,
) -> Element {
    let mut row = target(style, at);
    if style.has_picture {
        row = row.child(Element::new(VIEW, part(at, 3, 20, 12, 80)));
    }
    row = row.child(Element::new(TEXT, part(at, 15, 10, 78, 50)).text(title));
    if let Some(subtitle) = subtitle {
        row = row.child(Element::new(TEXT, part(at, 15, 50, 78, 90)).text(subtitle));
    }
    let end = part(at, 82, 20, 97, 80);
    row = match trailing {
        Trailing::Nothing => row,
        Trailing::Switch(is_on) => row.child(Element::new(VIEW, end).clickable().checkable(*is_on)),
        Trailing::Icon(label) => {
            let picture = Element::new(VIEW, part(end, 20, 20, 80, 80));
            let picture = match label {
                Some(label) => picture.desc(label),
                None => picture,
            };
            row.child(
                Element::new(VIEW, end)
                    .clickable()
                    .children([picture, role(BUTTON, end)]),
            )
        }
        Trailing::Button(label) => row.child(
            Element::new(VIEW, end)
                .clickable()
                .child(Element::new(TEXT, part(end, 10, 10, 90, 90)).text(label))
                .child(role(BUTTON, end)),
        ),
        Trailing::Value(value) => row.child(Element::new(TEXT, end).text(value)),
    };
    if style.is_other_way {
        row.child(role(BUTTON, at))
    } else {
        row
    }
}

fn card(
    style: &Style,
    title: &str,
    lines: &[String],
    actions: &[Option<String>],
    at: Rect,
) -> Element {
    let mut card = target(style, at)
        .child(Element::new(VIEW, part(at, 0, 0, 100, 50)))
        .child(Element::new(TEXT, part(at, 5, 54, 95, 64)).text(title));
    for (place, line) in (0..).zip(lines) {
        let top = 64 + place * 8;
        card = card.child(Element::new(TEXT, part(at, 5, top, 95, top + 8)).text(line));
    }
    for (place, action) in (0..).zip(actions) {
        let bounds = part(at, 5 + place * 22, 86, 25 + place * 22, 97);
        let picture = Element::new(VIEW, part(bounds, 20, 20, 80, 80));
        card = card.child(
            Element::new(VIEW, bounds)
                .clickable()
                .child(match action {
                    Some(label) if style.is_other_way => picture.desc(label),
                    Some(label) => Element::new(TEXT, picture.bounds).text(label),
                    None => picture,
                })
                .child(role(BUTTON, bounds)),
        );
    }
    card.wrapped(style.wraps.min(1), VIEW)
}

fn field(
    style: &Style,
    (label, value, is_password): (&str, Option<&str>, bool),
    at: Rect,
    random: &mut Random,
) -> Element {
    let mut field = Element::new("android.widget.EditText", at)
        .id(style.id(3))
        .clickable();
    field.is_long_clickable = random.chance(40);
    field.is_password = is_password;
    field.text = match value {
        Some(value) if is_password => "•".repeat(value.chars().count()),
        Some(value) => value.to_owned(),
        None => String::new(),
    };
    if random.chance(69) {
        field.child(Element::new(TEXT, part(at, 5, 10, 95, 40)).text(label))
    } else {
        field
    }
}
