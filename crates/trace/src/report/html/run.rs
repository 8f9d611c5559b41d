//! One run on the page.

use clawperator_contract::runs::Fate;

use super::page::{mark, took, when};
use super::step::{self, Folding};
use super::words::{fate_class, fate_word, leave_class, state_class, surface_word};
use crate::bundle::Bundle;
use crate::report::limits::{Budget, MAX_NAME};
use crate::report::markup::{Markup, shorten};
use crate::report::story::{State, Step, Story, Verdict};
use crate::report::times::duration;

/// The most steps of a run that are all open at first.
const MAX_OPEN_STEPS: usize = 12;

/// Writes the section of a run. Runs are numbered from 1, in the order of the page.
pub(super) fn section(
    page: &mut Markup,
    number: usize,
    story: &Story<'_>,
    bundle: &Bundle,
    budget: &mut Budget,
) {
    let summary = story.summary;
    page.tag("<section class=\"run\" id=\"run-")
        .number(number)
        .tag("\">\n<h2>");
    mark(
        page,
        fate_class(summary.fate),
        fate_word(summary.fate),
        None,
    );
    page.tag(" <span class=\"x\">")
        .text(&shorten(&summary.accepted.command_id, MAX_NAME));
    page.tag("</span></h2>\n");
    failure(page, number, story);
    facts(page, story);
    for note in &story.notes {
        page.tag("<p class=\"note\">").text(note).tag("</p>\n");
    }
    verdicts(page, &story.verdicts);
    timeline(page, number, story);
    let folding = if story.steps.len() > MAX_OPEN_STEPS {
        Folding::GoodFolded
    } else {
        Folding::AllOpen
    };
    if !story.steps.is_empty() {
        page.tag("<ol class=\"steps\">\n");
        for (place, step) in story.steps.iter().enumerate() {
            step::item(page, folding, (number, place), step, bundle, budget);
        }
        page.tag("</ol>\n");
    }
    page.tag("</section>\n");
}

/// Lists what policy and people said.
pub(super) fn verdicts(page: &mut Markup, verdicts: &[Verdict]) {
    if verdicts.is_empty() {
        return;
    }
    page.tag("<ul class=\"verdicts\" aria-label=\"Verdicts\">");
    for verdict in verdicts {
        page.tag("<li class=\"")
            .tag(leave_class(verdict.leave))
            .tag("\"><span class=\"x\">");
        page.text(&verdict.text).tag("</span></li>");
    }
    page.tag("</ul>\n");
}

fn failure(page: &mut Markup, number: usize, story: &Story<'_>) {
    let code = story.summary.code.as_ref();
    if code.is_none() && story.message.is_none() {
        return;
    }
    page.tag("<div class=\"failure ")
        .tag(fate_class(story.summary.fate))
        .tag("\"><p>");
    if let Some(code) = code {
        page.tag("<code>").text(code.name()).tag("</code> ");
    }
    if let Some(message) = &story.message {
        page.tag("<span class=\"x\">").text(message).tag("</span>");
    }
    let is_wrong = |step: &Step| matches!(step.state, State::Failed | State::Unknown);
    if let Some(place) = story.steps.iter().position(is_wrong) {
        page.tag(" <a href=\"#run-")
            .number(number)
            .tag("-step-")
            .number(place + 1);
        page.tag("\">Step ").number(place + 1).tag("</a>");
    }
    page.tag("</p>");
    if let Some(hint) = &story.hint {
        page.tag("<p class=\"hint\">Next: <span class=\"x\">")
            .text(hint)
            .tag("</span></p>");
    }
    page.tag("</div>\n");
}

fn facts(page: &mut Markup, story: &Story<'_>) {
    let accepted = &story.summary.accepted;
    let mut phone = shorten(&accepted.device_id, MAX_NAME);
    if let Some(facts) = &story.phone {
        if let Some(serial) = &facts.serial
            && *serial != accepted.device_id
        {
            phone.push_str(&format!(", serial {}", shorten(serial, MAX_NAME)));
        }
        phone.push_str(&format!(", driver {}", shorten(&facts.driver, MAX_NAME)));
    }
    let asker = &accepted.asker;
    let mut by = surface_word(asker.surface).to_owned();
    if let Some(name) = &asker.name {
        by.push_str(&format!(", {}", shorten(name, MAX_NAME)));
    }
    if let Some(skill) = &asker.skill {
        by.push_str(&format!(", skill {}", shorten(skill, MAX_NAME)));
    }
    by.push_str(&format!(", process {}", asker.process_id));
    let sent = match story.summary.fate {
        _ if !story.summary.dispatched => "nothing",
        Fate::Done | Fate::Failed => "yes",
        Fate::Unknown | Fate::Running | Fate::Parked => "at least one act was about to be",
    };
    let limit = duration(accepted.timeout_ms);
    let mut rows = vec![
        ("Run", shorten(&accepted.run, MAX_NAME)),
        ("Task", shorten(&accepted.task_id, MAX_NAME)),
        ("Phone", phone),
        ("Sent to the phone", sent.to_owned()),
        ("Profile", shorten(&accepted.profile, MAX_NAME)),
        ("Asked by", by),
        ("Accepted", when(accepted.accepted_at_ms)),
        ("Took", format!("{}, allowed {limit}", took(story))),
        ("Trace", accepted.trace.name().to_owned()),
        (
            "Written by",
            format!("clawperator {}", shorten(&accepted.program, MAX_NAME)),
        ),
    ];
    if let Some(key) = &accepted.idempotency_key {
        rows.push(("Idempotency key", shorten(key, MAX_NAME)));
    }
    page.tag("<dl class=\"facts\">");
    for (name, value) in rows {
        page.tag("<div><dt>")
            .tag(name)
            .tag("</dt><dd class=\"x\">")
            .text(&value)
            .tag("</dd></div>");
    }
    page.tag("</dl>\n");
}

/// A thin bar with the steps where they were in time. It says nothing that the steps do not say.
fn timeline(page: &mut Markup, number: usize, story: &Story<'_>) {
    let is_placed = |step: &Step| step.began_at_ms.is_some();
    if story.span_ms == 0 || !story.steps.iter().any(is_placed) {
        return;
    }
    page.tag("<div class=\"timeline\" aria-hidden=\"true\"><div class=\"bar\">");
    for (place, step) in story.steps.iter().enumerate() {
        let Some(began) = step.began_at_ms else {
            continue;
        };
        // A step that has not ended goes on until the last thing that is known.
        let end = match step.took_ms {
            Some(took) => began.saturating_add(took),
            None => story.span_ms,
        };
        let left = share(began, story.span_ms);
        let width = (share(end, story.span_ms) - left).max(0.0);
        page.tag("<a tabindex=\"-1\" class=\"")
            .tag(state_class(step.state));
        page.tag("\" href=\"#run-")
            .number(number)
            .tag("-step-")
            .number(place + 1);
        page.tag("\" style=\"left:")
            .number(left)
            .tag("%;width:")
            .number(width);
        page.tag("%\" title=\"")
            .text(&step.id)
            .tag(", ")
            .tag(step.state.name());
        if let Some(took) = step.took_ms {
            page.tag(", ").text(&duration(took));
        }
        page.tag("\"></a>");
    }
    page.tag("</div><div class=\"scale\"><span>0</span><span>");
    page.text(&duration(story.span_ms))
        .tag("</span></div></div>\n");
}

/// How much of a whole something is, in percent.
#[expect(
    clippy::cast_precision_loss,
    reason = "a bar has some thousand dots at most"
)]
fn share(part: u64, whole: u64) -> f64 {
    (part as f64 / whole.max(1) as f64 * 100.0).clamp(0.0, 100.0)
}
