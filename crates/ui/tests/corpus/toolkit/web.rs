//! A page in a WebView: words on both attributes, blanks between, elements nested as the page has them.

use super::super::element::{Element, Rect, part};
use super::super::random::Random;
use super::{Style, Trailing, Widget};

const VIEW: &str = "android.view.View";
const TEXT: &str = "android.widget.TextView";
const BUTTON: &str = "android.widget.Button";

pub(super) fn put(style: &Style, widget: &Widget, at: Rect, random: &mut Random) -> Element {
    match widget {
        Widget::Text(text) | Widget::Heading(text) => {
            Element::new(TEXT, at).text(text).wrapped(style.wraps, VIEW)
        }
        Widget::Button(label) | Widget::Chip(label) => labelled(BUTTON, at, label, random)
            .id(style.id(0))
            .clickable(),
        Widget::Icon(label) | Widget::Cell(label) => {
            let words = label.as_deref().unwrap_or_default();
            labelled(VIEW, at, words, random)
                .clickable()
                .child(Element::new(
                    "android.widget.Image",
                    part(at, 10, 10, 90, 90),
                ))
        }
        Widget::Row {
            title,
            subtitle,
            trailing,
        } => row(style, title, subtitle.as_deref(), trailing, at, random),
        Widget::Card {
            title,
            lines,
            actions,
        } => card(style, title, lines, actions, at, random),
        Widget::Field {
            label,
            value,
            is_password,
        } => {
            let mut field = Element::new("android.widget.EditText", part(at, 0, 40, 100, 100))
                .id(style.id(2))
                .clickable();
            field.is_password = *is_password;
            field.text = value.clone().filter(|_| !*is_password).unwrap_or_default();
            Element::new(VIEW, at)
                .child(Element::new(TEXT, part(at, 0, 0, 100, 38)).text(label))
                .child(field)
        }
        Widget::Tab {
            label, is_selected, ..
        } => labelled(VIEW, at, label, random)
            .selected(*is_selected)
            .clickable(),
        Widget::Decoration => {
            let leaf = if style.is_other_way {
                Element::new(TEXT, at).text(" ")
            } else {
                Element::new("android.widget.Image", at)
            };
            leaf.wrapped(1 + style.wraps, VIEW)
        }
    }
}

fn labelled(class: &'static str, at: Rect, words: &str, random: &mut Random) -> Element {
    let element = Element::new(class, at);
    match random.between(0, 3) {
        0 => element.desc(words),
        1 => element.text(words).desc(words),
        _ => element.text(words),
    }
}

fn row(
    style: &Style,
    title: &str,
    subtitle: Option<&str>,
    trailing: &Trailing,
    at: Rect,
    random: &mut Random,
) -> Element {
    let link = labelled(VIEW, part(at, 0, 0, 80, 50), title, random)
        .clickable()
        .child(Element::new(TEXT, part(at, 0, 0, 80, 50)).text(title));
    let mut row = Element::new(VIEW, at).id(style.id(1)).child(link);
    if let Some(subtitle) = subtitle {
        row = row.child(Element::new(TEXT, part(at, 0, 50, 80, 100)).text(subtitle));
    }
    let end = part(at, 82, 20, 97, 80);
    match trailing {
        Trailing::Nothing => row.child(Element::new(TEXT, end).text(" ")),
        Trailing::Value(value) => row.child(Element::new(TEXT, end).text(value)),
        Trailing::Switch(is_on) => row.child(
            Element::new("android.widget.CheckBox", end)
                .clickable()
                .checkable(*is_on),
        ),
        Trailing::Icon(label) => {
            let words = label.as_deref().unwrap_or_default();
            row.child(labelled(BUTTON, end, words, random).clickable())
        }
        Trailing::Button(label) => row.child(labelled(BUTTON, end, label, random).clickable()),
    }
}

fn card(
    style: &Style,
    title: &str,
    lines: &[String],
    actions: &[Option<String>],
    at: Rect,
    random: &mut Random,
) -> Element {
    let mut card = Element::new(VIEW, at).child(
        labelled(VIEW, part(at, 0, 0, 100, 60), title, random)
            .clickable()
            .child(Element::new(
                "android.widget.Image",
                part(at, 0, 0, 100, 50),
            )),
    );
    for line in lines {
        card = card.child(
            Element::new(TEXT, part(at, 5, 62, 95, 80))
                .text(line)
                .wrapped(style.wraps, VIEW),
        );
    }
    for (place, action) in (0..).zip(actions) {
        let bounds = part(at, 5 + place * 22, 86, 25 + place * 22, 97);
        let words = action.as_deref().unwrap_or_default();
        card = card.child(labelled(BUTTON, bounds, words, random).clickable());
    }
    card
}
