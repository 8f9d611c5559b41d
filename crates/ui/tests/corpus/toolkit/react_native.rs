//! React Native: groups with a description that joins the texts inside, icons as letters of a font.

use super::super::element::{Element, Rect, part};
use super::super::random::Random;
use super::super::vocabulary::glyph;
use super::{Style, Trailing, Widget};

const GROUP: &str = "android.view.ViewGroup";
const TEXT: &str = "android.widget.TextView";

pub(super) fn put(style: &Style, widget: &Widget, at: Rect, random: &mut Random) -> Element {
    match widget {
        Widget::Text(text) | Widget::Heading(text) => Element::new(TEXT, at)
            .text(text)
            .id(style.id(0))
            .wrapped(style.wraps, GROUP),
        Widget::Button(label) | Widget::Chip(label) => {
            target(style, std::slice::from_ref(label), at, random).wrapped(style.wraps, GROUP)
        }
        Widget::Icon(label) => {
            let sign = glyph(random);
            let words = label.clone().unwrap_or_else(|| sign.clone());
            Element::new(GROUP, at)
                .id(style.id(0))
                .clickable()
                .desc(words)
                .child(Element::new(TEXT, part(at, 20, 20, 80, 80)).text(sign))
        }
        Widget::Row {
            title,
            subtitle,
            trailing,
        } => {
            let mut texts = vec![title.clone()];
            texts.extend(subtitle.clone());
            row(style, texts, trailing, at, random)
        }
        Widget::Card {
            title,
            lines,
            actions,
        } => {
            let mut texts = vec![title.clone()];
            texts.extend(lines.iter().cloned());
            let mut card = target(style, &texts, part(at, 0, 0, 100, 84), random);
            card.children.insert(
                0,
                Element::new("android.widget.ImageView", part(at, 0, 0, 100, 50)),
            );
            let mut around = Element::new(GROUP, at).child(card);
            for (place, action) in (0..).zip(actions) {
                let bounds = part(at, 5 + place * 22, 86, 25 + place * 22, 97);
                let words = action.clone().unwrap_or_else(|| glyph(random));
                around = around.child(target(style, &[words], bounds, random));
            }
            around
        }
        Widget::Field {
            label,
            value,
            is_password,
        } => {
            let mut field = Element::new("android.widget.EditText", part(at, 4, 40, 96, 95))
                .id(style.id(3))
                .clickable();
            field.is_password = *is_password;
            let typed = value.clone().unwrap_or_default();
            field.text = match value {
                Some(value) if *is_password => "•".repeat(value.chars().count()),
                Some(_) => typed,
                None => label.clone(),
            };
            let words = Element::new(TEXT, part(at, 4, 5, 96, 38)).text(label);
            Element::new(GROUP, at).children([words, field])
        }
        Widget::Tab {
            label, is_selected, ..
        } => {
            let sign = glyph(random);
            target(style, &[sign, label.clone()], at, random).selected(*is_selected)
        }
        Widget::Cell(label) => match label {
            Some(label) => target(style, std::slice::from_ref(label), at, random),
            None => Element::new(GROUP, at)
                .clickable()
                .child(Element::new("android.widget.ImageView", at)),
        },
        Widget::Decoration => Element::new(GROUP, at)
            .children([
                Element::new("android.widget.ImageView", part(at, 10, 10, 50, 90)),
                Element::new(GROUP, part(at, 50, 10, 90, 90)),
            ])
            .wrapped(style.wraps, GROUP),
    }
}

/// A group that can be touched, described by the texts inside.
fn target(style: &Style, texts: &[String], at: Rect, random: &mut Random) -> Element {
    let mut shown: Vec<String> = texts.to_vec();
    if random.chance(12) {
        shown.insert(0, glyph(random));
    }
    let inside = (0..).zip(&shown).map(|(place, text)| {
        let top = 10 + place * 18;
        Element::new(TEXT, part(at, 10, top, 90, top + 18)).text(text)
    });
    let group = Element::new(GROUP, at).id(style.id(0)).clickable();
    let group = if random.chance(94) {
        group.desc(shown.join(", "))
    } else {
        group
    };
    if style.wraps > 0 {
        group.child(Element::new(GROUP, part(at, 5, 5, 95, 95)).children(inside))
    } else {
        group.children(inside)
    }
}

fn row(
    style: &Style,
    texts: Vec<String>,
    trailing: &Trailing,
    at: Rect,
    random: &mut Random,
) -> Element {
    let end = part(at, 82, 20, 97, 80);
    match trailing {
        Trailing::Nothing => target(style, &texts, at, random),
        Trailing::Value(value) => {
            let mut texts = texts;
            texts.push(value.clone());
            target(style, &texts, at, random)
        }
        Trailing::Switch(is_on) => {
            let mut row = target(style, &texts, at, random);
            row.children.push(
                Element::new("android.widget.Switch", end)
                    .clickable()
                    .checkable(*is_on),
            );
            row
        }
        Trailing::Icon(label) => {
            let words = label.clone().unwrap_or_else(|| glyph(random));
            let icon = Element::new(GROUP, end)
                .clickable()
                .desc(words)
                .child(Element::new(TEXT, part(end, 20, 20, 80, 80)).text(glyph(random)));
            Element::new(GROUP, at)
                .children([target(style, &texts, part(at, 0, 0, 80, 100), random), icon])
        }
        Trailing::Button(label) => {
            let button = target(style, std::slice::from_ref(label), end, random);
            Element::new(GROUP, at).children([
                target(style, &texts, part(at, 0, 0, 80, 100), random),
                button,
            ])
        }
    }
}
