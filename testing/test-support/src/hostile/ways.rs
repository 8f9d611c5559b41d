//! The ways to press something.

use serde_json::{Value, json};

use super::judge::Meant;
use super::page::{Page, View};
use crate::dice::Dice;

/// One press.
#[derive(Debug)]
pub struct Way {
    /// The execution.
    pub payload: Value,
    /// What it is to do.
    pub meant: Meant,
    /// For whoever looks for the reason of a finding.
    pub about: String,
}

impl Way {
    /// Whether nobody named a node.
    #[must_use]
    pub fn is_bare_point(&self) -> bool {
        self.meant == Meant::Point
    }

    /// Whether the page is another one afterwards: the keyboard is up, or it was scrolled.
    #[must_use]
    pub fn changes_page(&self) -> bool {
        let moves = ["scroll", "swipe"]
            .iter()
            .any(|way| self.about.starts_with(way));
        moves || matches!(self.meant, Meant::Type(_) | Meant::Scroll)
    }

    /// Whether it presses something that may be pressed.
    #[must_use]
    pub fn counts_as_ordinary(&self, page: &Page) -> bool {
        let (Meant::Tap(key) | Meant::Type(key)) = &self.meant else {
            return false;
        };
        let around = page.around(key);
        let taker = around.iter().find(|view| view.taps);
        // Only rows in sight exist in a list.
        if around.iter().any(|view| view.kind == "list") {
            return false;
        }
        // What it is called counts too: a label inside something that spends is part of it.
        taker.is_some_and(|view| !spends_inside(view)) && around.iter().all(|view| !view.spends)
    }
}

fn spends_inside(view: &View) -> bool {
    view.spends || view.children.iter().any(spends_inside)
}

/// One press for each view that has something to be named by, each in a way by chance.
#[must_use]
pub fn ways(page: &Page, listed: &str, dice: &mut Dice) -> Vec<Way> {
    let mut ways = Vec::new();
    for view in page.views() {
        if view.hidden {
            continue;
        }
        ways.extend(way_to(page, view, listed, dice));
    }
    for _ in 0..2 {
        let (x, y) = (dice.below(1_080), dice.between(70, 2_250));
        ways.push(exec(
            "click",
            &json!({ "coordinate": { "x": x, "y": y } }),
            Meant::Point,
            format!("point {x},{y}"),
        ));
    }
    for _ in 0..2 {
        ways.push(swipe(dice));
    }
    if dice.percent(50) {
        let direction = *dice.one_of(&["down", "up", "left", "right"]);
        let about = format!("scroll {direction}");
        ways.push(exec(
            "scroll",
            &json!({ "direction": direction }),
            Meant::Scroll,
            about,
        ));
    }
    ways
}

/// A swipe between two points: as short as a tap that trembles, as long as a button, or over half of the screen; as quick
/// as a finger, or as slow as a long press.
fn swipe(dice: &mut Dice) -> Way {
    let (x, y) = (dice.below(1_080), dice.between(70, 2_250));
    let far = *dice.one_of(&[0, 4, 12, 30, 60, 150, 400, 1_000]);
    let mut to = |from: usize, most: usize| match dice.below(3) {
        0 => from,
        1 => (from + dice.below(far + 1)).min(most),
        _ => from.saturating_sub(dice.below(far + 1)),
    };
    let (to_x, to_y) = (to(x, 1_079), to(y, 2_250));
    let millis = *dice.one_of(&[50, 300, 900, 2_000]);
    let params = json!({
        "from": { "x": x, "y": y }, "to": { "x": to_x, "y": to_y }, "durationMs": millis,
    });
    let about = format!("swipe {x},{y} to {to_x},{to_y} in {millis} ms");
    exec("swipe", &params, Meant::Point, about)
}

fn way_to(page: &Page, view: &View, listed: &str, dice: &mut Dice) -> Option<Way> {
    let key = view.key.clone();
    if view.is_field() && dice.percent(70) {
        let params = json!({ "matcher": { "resourceId": page.id(view)? }, "text": "a" });
        return Some(exec(
            "enter_text",
            &params,
            Meant::Type(key),
            format!("type {}", view.key),
        ));
    }
    if dice.percent(20)
        && let Some(node) = reference(page, view, listed)
    {
        let params = json!({ "ref": node, "generation": 0 });
        let about = format!("ref {node} of {}", view.key);
        return Some(exec("click", &params, Meant::Tap(key), about));
    }
    let (selector, about) = selector(page, view, dice)?;
    let mut params = selector;
    if dice.percent(20) {
        params["clickType"] = json!("long_click");
        return Some(exec(
            "click",
            &params,
            Meant::Hold(key),
            format!("hold {about}"),
        ));
    }
    if dice.percent(12) {
        let about = format!("scroll and click {about}");
        return Some(exec("scroll_and_click", &params, Meant::Tap(key), about));
    }
    Some(exec(
        "click",
        &params,
        Meant::Tap(key),
        format!("click {about}"),
    ))
}

/// The params that name a view and no other.
fn selector(page: &Page, view: &View, dice: &mut Dice) -> Option<(Value, String)> {
    let is_only = |field: fn(&View) -> &str, words: &str| {
        !words.is_empty()
            && page
                .views()
                .iter()
                .filter(|view| field(view) == words)
                .count()
                == 1
    };
    let mut found = Vec::new();
    if let Some(id) = page.id(view) {
        found.push((
            json!({ "matcher": { "resourceId": id } }),
            format!("{} by id", view.key),
        ));
    }
    if is_only(View::text, view.text()) {
        let text = view.text();
        found.push((
            json!({ "matcher": { "textEquals": text } }),
            format!("{} by text", view.key),
        ));
        found.push((
            json!({ "where": { "textEquals": text } }),
            format!("{} by where", view.key),
        ));
    }
    if is_only(View::desc, view.desc()) {
        let desc = view.desc();
        found.push((
            json!({ "matcher": { "contentDescEquals": desc } }),
            format!("{} by desc", view.key),
        ));
    }
    if let Some(row) = &view.row {
        found.push((
            json!({ "where": { "role": "switch", "inRow": row } }),
            format!("{} by row", view.key),
        ));
    }
    if found.is_empty() {
        return None;
    }
    let number = dice.below(found.len());
    Some(found.swap_remove(number))
}

/// The ref of a view in the compact form, found by its id or its words.
fn reference(page: &Page, view: &View, listed: &str) -> Option<String> {
    let id = page.id(view);
    let id = id
        .as_deref()
        .and_then(|id| id.rsplit('/').next())
        .map(|id| format!("#{id}"));
    let words = [view.text(), view.desc()]
        .into_iter()
        .find(|words| !words.is_empty());
    let names = |line: &&str| {
        let by_id = id
            .as_deref()
            .is_some_and(|id| line.split(' ').any(|word| word == id));
        // A line that an id tells of belongs to another view.
        let by_words = id.is_none()
            && !line.contains('#')
            && words.is_some_and(|words| line.contains(&format!("] \"{words}\"")));
        by_id || by_words
    };
    let mut lines = listed
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("@e"))
        .filter(names);
    let line = lines.next().filter(|_| lines.next().is_none())?;
    line.split(' ').next().map(str::to_owned)
}

/// An execution of one action that does not wait for what is not there.
fn exec(action: &str, params: &Value, meant: Meant, about: String) -> Way {
    let mut params = params.clone();
    let once = json!({ "maxAttempts": 1 });
    match action {
        "scroll_and_click" => {
            params["scrollRetry"] = once.clone();
            params["clickRetry"] = once;
            params["settleDelayMs"] = json!(0);
            params["maxSwipes"] = json!(6);
        }
        "scroll" => params["settleDelayMs"] = json!(0),
        _ if params.get("coordinate").is_none() => params["retry"] = once,
        _ => {}
    }
    let payload = json!({
        "commandId": "search", "taskId": "search", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 20_000, "actions": [{ "id": "press", "type": action, "params": params }],
    });
    Way {
        payload,
        meant,
        about,
    }
}
