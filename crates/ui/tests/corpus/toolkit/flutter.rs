//! Flutter: few nodes, words as descriptions, often several lines of them.

use super::super::element::{Element, Rect, part};
use super::super::random::Random;
use super::{Style, Trailing, Widget};

const VIEW: &str = "android.view.View";
const BUTTON: &str = "android.widget.Button";
const IMAGE: &str = "android.widget.ImageView";

pub(super) fn put(style: &Style, widget: &Widget, at: Rect, random: &mut Random) -> Element {
    match widget {
        Widget::Text(text) | Widget::Heading(text) => {
            Element::new(VIEW, at).desc(text).id(style.id(0))
        }
        Widget::Button(label) | Widget::Chip(label) => Element::new(BUTTON, at)
            .desc(label)
            .id(style.id(1))
            .clickable(),
        Widget::Icon(label) => {
            let icon =
                Element::new(if style.is_other_way { IMAGE } else { BUTTON }, at).clickable();
            match label {
                Some(label) => icon.desc(label),
                None => icon,
            }
        }
        Widget::Row {
            title,
            subtitle,
            trailing,
        } => {
            let mut lines = vec![title.clone()];
            lines.extend(subtitle.clone());
            if let Trailing::Value(value) = trailing {
                lines.push(value.clone());
            }
            let class = if style.has_picture { IMAGE } else { VIEW };
            let row = Element::new(class, at).desc(lines.join("\n")).clickable();
            let end = part(at, 82, 20, 97, 80);
            match trailing {
                Trailing::Nothing | Trailing::Value(_) => row,
                Trailing::Switch(is_on) => row.child(
                    Element::new("android.widget.Switch", end)
                        .clickable()
                        .checkable(*is_on),
                ),
                Trailing::Icon(label) => {
                    let icon = Element::new(BUTTON, end).clickable();
                    row.child(match label {
                        Some(label) => icon.desc(label),
                        None => icon,
                    })
                }
                Trailing::Button(label) => {
                    row.child(Element::new(BUTTON, end).desc(label).clickable())
                }
            }
        }
        Widget::Card {
            title,
            lines,
            actions,
        } => {
            let mut words = vec![title.clone()];
            words.extend(lines.iter().cloned());
            let mut card = Element::new(VIEW, at).desc(words.join("\n")).clickable();
            for (place, action) in (0..).zip(actions) {
                let bounds = part(at, 5 + place * 22, 86, 25 + place * 22, 97);
                let target = Element::new(BUTTON, bounds).clickable();
                card = card.child(match action {
                    Some(label) => target.desc(label),
                    None => target,
                });
            }
            card
        }
        Widget::Field {
            label,
            value,
            is_password,
        } => {
            let mut field = Element::new("android.widget.EditText", at).clickable();
            field.is_password = *is_password;
            if random.chance(39) {
                field.text = value.clone().unwrap_or_else(|| label.clone());
            }
            field
        }
        Widget::Tab {
            label,
            place,
            count,
            is_selected,
        } => Element::new(VIEW, at)
            .desc(format!("{label}\nTab {place} of {count}"))
            .selected(*is_selected)
            .clickable(),
        Widget::Cell(label) => {
            let cell = Element::new(IMAGE, at).clickable();
            match label {
                Some(label) => cell.desc(label),
                None => cell,
            }
        }
        Widget::Decoration => Element::new(VIEW, at)
            .child(Element::new(IMAGE, part(at, 10, 10, 90, 90)))
            .wrapped(style.wraps, VIEW),
    }
}
