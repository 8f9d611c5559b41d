//! One step on the page.

use clawperator_contract::events::ScreenPoint;

use super::page::mark;
use super::pictures;
use super::run::verdicts;
use super::words::{act_word, state_class};
use crate::bundle::Bundle;
use crate::report::limits::Budget;
use crate::report::markup::Markup;
use crate::report::story::{Act, Seen, State, Step, Words};
use crate::report::times::duration;

/// Which steps are open at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Folding {
    /// All of them.
    AllOpen,
    /// Those that are not as they should be.
    GoodFolded,
}

/// Writes a step, which is at this place of its run.
pub(super) fn item(
    page: &mut Markup,
    folding: Folding,
    (run, place): (usize, usize),
    step: &Step,
    bundle: &Bundle,
    budget: &mut Budget,
) {
    page.tag("<li class=\"step ")
        .tag(state_class(step.state))
        .tag("\" id=\"run-");
    page.number(run)
        .tag("-step-")
        .number(place + 1)
        .tag("\">\n");
    if has_more(step) {
        page.tag("<details");
        if folding == Folding::AllOpen || step.state != State::Ok {
            page.tag(" open");
        }
        page.tag("><summary>");
        head(page, place, step);
        page.tag("</summary>\n<div class=\"body\">\n<div class=\"said\">\n");
        failure(page, step);
        verdicts(page, &step.verdicts);
        acts(page, step);
        change(page, step);
        screen(page, step);
        facts(page, step);
        page.tag("</div>\n");
        pictures::list(page, step, bundle, budget);
        page.tag("</div></details>\n");
    } else {
        page.tag("<div class=\"head\">");
        head(page, place, step);
        page.tag("</div>\n");
    }
    page.tag("</li>\n");
}

fn has_more(step: &Step) -> bool {
    step.message.is_some()
        || step.code.is_some()
        || !step.verdicts.is_empty()
        || !step.acts.is_empty()
        || !step.facts.is_empty()
        || !step.pictures.is_empty()
        || step.screen.is_some()
        || step
            .last_screen
            .as_ref()
            .is_some_and(|seen| seen.activity.is_some())
}

fn head(page: &mut Markup, place: usize, step: &Step) {
    page.tag("<span class=\"no\">")
        .number(place + 1)
        .tag("</span>");
    mark(page, state_class(step.state), step.state.name(), None);
    page.tag("<span class=\"what\"><b class=\"x\">")
        .text(&step.id)
        .tag("</b> <code>");
    page.text(&step.action_type).tag("</code>");
    if let Some(asked) = &step.asked {
        page.tag(" <span class=\"asked x\">")
            .text(asked)
            .tag("</span>");
    }
    page.tag("</span>");
    if let Some(took) = step.took_ms {
        page.tag("<span class=\"took\">")
            .text(&duration(took))
            .tag("</span>");
    }
}

fn failure(page: &mut Markup, step: &Step) {
    if step.code.is_none() && step.message.is_none() {
        return;
    }
    page.tag("<div class=\"failure ")
        .tag(state_class(step.state))
        .tag("\"><p>");
    if let Some(code) = &step.code {
        page.tag("<code>").text(code).tag("</code> ");
    }
    if let Some(message) = &step.message {
        page.tag("<span class=\"x\">").text(message).tag("</span>");
    }
    page.tag("</p>");
    if let Some(hint) = &step.hint {
        page.tag("<p class=\"hint\">Next: <span class=\"x\">")
            .text(hint)
            .tag("</span></p>");
    }
    page.tag("</div>\n");
}

fn acts(page: &mut Markup, step: &Step) {
    if step.acts.is_empty() {
        return;
    }
    page.tag("<h3>Sent to the phone</h3>\n<ol class=\"acts\">");
    for act in &step.acts {
        page.tag("<li>");
        one(page, act);
        page.tag("</li>");
    }
    page.tag("</ol>\n");
    if step.acts_not_shown > 0 {
        page.tag("<p class=\"note\">").number(step.acts_not_shown);
        page.tag(" more are not shown.</p>\n");
    }
}

fn one(page: &mut Markup, act: &Act) {
    page.tag(act_word(act.kind));
    if let Some(target) = &act.target {
        page.tag(" <span class=\"x\">").text(target).tag("</span>");
    }
    if let Some(at) = act.at {
        page.tag(" <span class=\"at\">at ");
        point(page, at);
        if let Some(to) = act.to {
            page.tag(" to ");
            point(page, to);
        }
        page.tag("</span>");
    }
}

fn point(page: &mut Markup, point: ScreenPoint) {
    page.text(&format!("({}, {})", point.x, point.y));
}

fn change(page: &mut Markup, step: &Step) {
    let Some(change) = &step.change else {
        return;
    };
    page.tag("<h3>Changed on the screen</h3>\n");
    match change {
        Words::None(why) => {
            page.tag("<p class=\"note\">").text(why).tag("</p>\n");
        }
        Words::Lines { text, cut } => {
            page.tag("<pre class=\"diff\" tabindex=\"0\">");
            for line in text.lines() {
                page.tag("<span class=\"").tag(line_class(line)).tag("\">");
                page.text(line).tag("</span>");
            }
            page.tag("</pre>\n");
            cut_lines(page, *cut);
        }
    }
}

/// The class of a line that says what changed.
fn line_class(line: &str) -> &'static str {
    match line.get(..2) {
        Some("+ ") => "came",
        Some("- ") => "went",
        Some("~ ") => "became",
        _ => "sum",
    }
}

fn screen(page: &mut Markup, step: &Step) {
    match &step.screen {
        None => {}
        Some(Words::None(why)) => {
            page.tag("<p class=\"note\">The screen: ")
                .text(why)
                .tag("</p>\n");
        }
        Some(Words::Lines { text, cut }) => {
            page.tag("<details class=\"screen\"><summary>What was on the screen</summary>\n");
            page.tag("<pre tabindex=\"0\">").lines(text).tag("</pre>\n");
            cut_lines(page, *cut);
            page.tag("</details>\n");
        }
    }
}

fn cut_lines(page: &mut Markup, cut: usize) {
    if cut > 0 {
        page.tag("<p class=\"note\">")
            .number(cut)
            .tag(" more lines are not shown.</p>\n");
    }
}

fn facts(page: &mut Markup, step: &Step) {
    let mut rows = Vec::new();
    if step.looked_again > 0 {
        rows.push((
            "looked again".to_owned(),
            format!("{} times", step.looked_again),
        ));
    }
    rows.extend(screens(step));
    rows.extend(step.facts.iter().cloned());
    if rows.is_empty() {
        return;
    }
    page.tag("<details class=\"result\"");
    // A step that only reads has nothing else to say.
    if step.state == State::Ok && step.acts.is_empty() {
        page.tag(" open");
    }
    page.tag("><summary>Result</summary>\n<dl>");
    for (name, value) in &rows {
        page.tag("<div><dt class=\"x\">")
            .text(name)
            .tag("</dt><dd class=\"x\">");
        page.text(value).tag("</dd></div>");
    }
    page.tag("</dl></details>\n");
}

/// The activities that were in front, where they are known.
fn screens(step: &Step) -> Option<(String, String)> {
    let activity = |seen: &Option<Seen>| seen.as_ref().and_then(|seen| seen.activity.clone());
    let (first, last) = (activity(&step.first_screen)?, activity(&step.last_screen)?);
    let shown = if first == last {
        first
    } else {
        format!("{first}, then {last}")
    };
    Some(("screen".to_owned(), shown))
}
