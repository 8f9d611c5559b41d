//! Templates and what their users say against them.

use crate::scene::{Handlers, Look, View};

/// The template with the fields of its user on top.
pub(super) fn merge(template: &View, user: &View) -> View {
    macro_rules! either {
        ($($field:ident),*) => {
            View {
                template: template.template.clone(),
                with: template.with.clone(),
                repeat: None,
                only_if: template.only_if.clone(),
                look: merge_look(template.look.as_ref(), user.look.as_ref()),
                on: merge_handlers(template.on.as_ref(), user.on.as_ref()),
                children: merge_children(template, user),
                slot: None,
                $($field: user.$field.clone().or_else(|| template.$field.clone()),)*
            }
        };
    }
    either!(
        kind,
        class,
        id,
        key,
        text,
        desc,
        hint,
        width,
        height,
        weight,
        margin,
        padding,
        gravity,
        align,
        columns,
        clickable,
        long_clickable,
        focusable,
        enabled,
        checkable,
        checked,
        checked_var,
        selected,
        single_choice,
        password,
        multiline,
        auto_focus,
        visible,
        visible_when,
        value,
        max,
        loaded,
        draggable,
        opaque
    )
}

/// The template's children with the user's in the slot; without a slot the user's in place of them.
fn merge_children(template: &View, user: &View) -> Vec<View> {
    if user.children.is_empty() {
        return template.children.clone();
    }
    let mut children = template.children.clone();
    if fill_slot(&mut children, &user.children) {
        children
    } else {
        user.children.clone()
    }
}

fn fill_slot(views: &mut [View], given: &[View]) -> bool {
    views.iter_mut().any(|view| {
        if view.slot == Some(true) {
            view.children = given.to_vec();
            view.slot = None;
            return true;
        }
        fill_slot(&mut view.children, given)
    })
}

fn merge_look(template: Option<&Look>, user: Option<&Look>) -> Option<Look> {
    let (Some(template), Some(user)) = (template, user) else {
        return user.or(template).cloned();
    };
    Some(Look {
        background: user.background.or(template.background),
        color: user.color.or(template.color),
        border: user.border.or(template.border),
        corner: user.corner.or(template.corner),
        size: user.size.or(template.size),
        bold: user.bold.or(template.bold),
        align: user.align.or(template.align),
        lines: user.lines.or(template.lines),
        icon: user.icon.clone().or_else(|| template.icon.clone()),
    })
}

fn merge_handlers(template: Option<&Handlers>, user: Option<&Handlers>) -> Option<Handlers> {
    let (Some(template), Some(user)) = (template, user) else {
        return user.or(template).cloned();
    };
    let pick = |user: &Vec<_>, template: &Vec<_>| {
        if user.is_empty() {
            template.clone()
        } else {
            user.clone()
        }
    };
    Some(Handlers {
        tap: pick(&user.tap, &template.tap),
        long_tap: pick(&user.long_tap, &template.long_tap),
        text: pick(&user.text, &template.text),
        submit: pick(&user.submit, &template.submit),
        change: pick(&user.change, &template.change),
        end: pick(&user.end, &template.end),
        drop: pick(&user.drop, &template.drop),
        swipe_up: pick(&user.swipe_up, &template.swipe_up),
        swipe_down: pick(&user.swipe_down, &template.swipe_down),
        swipe_left: pick(&user.swipe_left, &template.swipe_left),
        swipe_right: pick(&user.swipe_right, &template.swipe_right),
        pinch: pick(&user.pinch, &template.pinch),
    })
}
