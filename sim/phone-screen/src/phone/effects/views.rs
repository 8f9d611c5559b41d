//! Effects that change a view.

use std::time::Duration;

use crate::phone::{Phone, Spot};
use crate::scene::{Effect, MAX_TEXT};

impl Phone {
    pub(super) fn change_view(&mut self, spot: Spot, effect: &Effect) {
        match effect {
            Effect::Set { .. } => self.set_view(spot, effect),
            Effect::Toggle { view } => {
                let Some((place, node)) = self.find(spot, view) else {
                    return;
                };
                let checked = self.sight(place).is_some_and(|sight| sight.checked(node));
                self.set_checked(place, node, !checked);
            }
            Effect::Append { view, text } => {
                let Some((place, node)) = self.find(spot, view) else {
                    return;
                };
                let added = self.fill(spot, text);
                let Some(sight) = self.sight(place) else {
                    return;
                };
                let mut text = sight.text(node).into_owned();
                if text.len() + added.len() <= MAX_TEXT {
                    text.push_str(&added);
                }
                if let Some(surface) = self.surface_mut(place) {
                    surface.view(node).text = Some(text);
                }
            }
            Effect::Animate { view, ms, every } => {
                if let Some((place, node)) = self.find(spot, view) {
                    self.animate(
                        place,
                        node,
                        Duration::from_millis(*every),
                        ms.map(Duration::from_millis),
                    );
                }
            }
            Effect::StopAnimation { view } => {
                if let Some((place, node)) = self.find(spot, view) {
                    self.stop_animation(place, node);
                }
            }
            Effect::LoadRows { list, count } => {
                let Some((place, node)) = self.find(spot, list) else {
                    return;
                };
                let Some(surface) = self.surface_mut(place) else {
                    return;
                };
                // A page holds no more than MAX_VIEWS.
                let all = u32::try_from(surface.page.children(node).count()).unwrap_or(u32::MAX);
                let had = surface
                    .views
                    .get(&node)
                    .and_then(|view| view.loaded)
                    .or(surface.page.node(node).loaded);
                surface.view(node).loaded =
                    Some(had.unwrap_or(all).saturating_add(*count).min(all));
            }
            Effect::ScrollTo { view, row } => {
                if let Some((place, node)) = self.find(spot, view) {
                    self.scroll_to_row(place, node, *row);
                }
            }
            Effect::Focus { view } => {
                if let Some((place, node)) = self.find(spot, view) {
                    self.focus(place, node);
                }
            }
            _ => {}
        }
        self.changed();
    }

    fn set_view(&mut self, spot: Spot, effect: &Effect) {
        let Effect::Set {
            view,
            text,
            desc,
            hint,
            checked,
            selected,
            visible,
            enabled,
            value,
        } = effect
        else {
            return;
        };
        let Some((place, node)) = self.find(spot, view) else {
            return;
        };
        let filled = [text, desc, hint].map(|text| text.as_ref().map(|text| self.fill(spot, text)));
        if let Some(checked) = checked {
            self.set_checked(place, node, *checked);
        }
        let Some(surface) = self.surface_mut(place) else {
            return;
        };
        let state = surface.view(node);
        let [text, desc, hint] = filled;
        if text.is_some() {
            state.selection = None;
        }
        state.text = text.or(state.text.take());
        state.desc = desc.or(state.desc.take());
        state.hint = hint.or(state.hint.take());
        state.selected = selected.or(state.selected);
        state.visible = visible.or(state.visible);
        state.enabled = enabled.or(state.enabled);
        state.value = value.or(state.value);
    }
}
