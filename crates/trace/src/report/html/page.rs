//! The page around the runs.

use clawperator_contract::runs::Fate;

use super::run;
use super::words::{fate_class, fate_word, state_class};
use crate::bundle::Bundle;
use crate::report::limits::{Budget, MAX_NAME, MAX_PICTURE_BYTES, MAX_RUNS};
use crate::report::markup::{Markup, shorten};
use crate::report::story::{State, Story};
use crate::report::tell::Detail;
use crate::report::times::{duration, moment};

const HEAD: &str = concat!(
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta http-equiv=\"Content-Security-Policy\" ",
    "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    "<meta name=\"color-scheme\" content=\"light dark\">\n",
    "<meta name=\"referrer\" content=\"no-referrer\">\n",
    "<title>Clawperator report</title>\n<style>\n",
    include_str!("report.css"),
    "</style>\n</head>\n<body>\n",
);

/// A page about these runs, in their order. What cannot be read of a run is said in its place.
#[must_use]
pub fn html(runs: &[Bundle]) -> String {
    let mut budget = Budget::new();
    let mut totals = Totals::default();
    let mut rows = Markup::default();
    let mut sections = Markup::default();
    for (place, bundle) in runs.iter().take(MAX_RUNS).enumerate() {
        let story = Story::of(bundle, Detail::Changes, &mut budget);
        totals.add(&story);
        row(&mut rows, place + 1, &story);
        run::section(&mut sections, place + 1, &story, bundle, &mut budget);
    }
    let mut page = Markup::default();
    page.tag(HEAD);
    page.tag("<header class=\"top\">\n<h1>Clawperator report</h1>\n");
    totals.write(&mut page);
    page.tag("</header>\n<main>\n");
    left_out(&mut page, runs.len(), &budget);
    if runs.is_empty() {
        page.tag("<p class=\"empty\">There are no runs to show.</p>\n");
    } else {
        page.tag("<nav aria-label=\"Runs\">\n<table class=\"runs\">\n<thead><tr>");
        page.tag(
            "<th>Result</th><th>Run</th><th>Phone</th><th>Steps</th><th>Time</th><th>Accepted</th>",
        );
        page.tag("</tr></thead>\n<tbody>\n").append(&rows);
        page.tag("</tbody>\n</table>\n</nav>\n").append(&sections);
    }
    page.tag("</main>\n</body>\n</html>\n");
    page.finish()
}

#[derive(Debug, Default)]
struct Totals {
    runs: usize,
    fates: [usize; FATES.len()],
    steps: [usize; State::ALL.len()],
    took_ms: u64,
}

const FATES: [Fate; 5] = [
    Fate::Done,
    Fate::Failed,
    Fate::Unknown,
    Fate::Running,
    Fate::Parked,
];

impl Totals {
    fn add(&mut self, story: &Story<'_>) {
        self.runs += 1;
        for (fate, count) in FATES.into_iter().zip(&mut self.fates) {
            *count += usize::from(story.summary.fate == fate);
        }
        for (state, count) in State::ALL.into_iter().zip(&mut self.steps) {
            *count += story.count(state);
        }
        self.took_ms = self.took_ms.saturating_add(story.span_ms);
    }

    fn write(&self, page: &mut Markup) {
        page.tag("<dl class=\"totals\">\n<div><dt>Runs</dt><dd><b>")
            .number(self.runs)
            .tag("</b>");
        for (fate, count) in FATES.into_iter().zip(self.fates) {
            if count > 0 {
                mark(page, fate_class(fate), fate_word(fate), Some(count));
            }
        }
        let steps: usize = self.steps.iter().sum();
        page.tag("</dd></div>\n<div><dt>Steps</dt><dd><b>")
            .number(steps)
            .tag("</b>");
        for (state, count) in State::ALL.into_iter().zip(self.steps) {
            if count > 0 {
                mark(page, state_class(state), state.name(), Some(count));
            }
        }
        page.tag("</dd></div>\n<div><dt>Total time</dt><dd><b>");
        page.text(&duration(self.took_ms))
            .tag("</b></dd></div>\n</dl>\n");
    }
}

/// What became of something, as a word with a colour.
pub(super) fn mark(
    page: &mut Markup,
    class: &'static str,
    word: &'static str,
    count: Option<usize>,
) {
    page.tag("<span class=\"mark ").tag(class).tag("\">");
    if let Some(count) = count {
        page.number(count).tag(" ");
    }
    page.tag(word).tag("</span>");
}

fn row(rows: &mut Markup, number: usize, story: &Story<'_>) {
    let summary = story.summary;
    let accepted = &summary.accepted;
    rows.tag("<tr><td>");
    mark(
        rows,
        fate_class(summary.fate),
        fate_word(summary.fate),
        None,
    );
    rows.tag("</td><td><a class=\"x\" href=\"#run-")
        .number(number)
        .tag("\">");
    rows.text(&shorten(&accepted.command_id, MAX_NAME))
        .tag("</a>");
    if let Some(code) = &summary.code {
        rows.tag(" <code>").text(code.name()).tag("</code>");
    }
    rows.tag("</td><td class=\"x\">")
        .text(&shorten(&accepted.device_id, MAX_NAME));
    rows.tag("</td><td class=\"n\">");
    if story.steps.is_empty() {
        rows.number(accepted.step_count);
    } else {
        rows.number(story.count(State::Ok))
            .tag(" of ")
            .number(story.steps.len())
            .tag(" ok");
    }
    rows.tag("</td><td class=\"n\">").text(&took(story));
    rows.tag("</td><td class=\"n\">")
        .text(&when(accepted.accepted_at_ms))
        .tag("</td></tr>\n");
}

/// How long a run took, as far as that is known.
pub(super) fn took(story: &Story<'_>) -> String {
    match story.summary.took_ms {
        Some(ms) => duration(ms),
        None if story.is_cut_off => format!("at least {}", duration(story.span_ms)),
        None => format!("{} so far", duration(story.span_ms)),
    }
}

/// When a run was accepted.
pub(super) fn when(epoch_ms: u64) -> String {
    moment(epoch_ms).unwrap_or_else(|| "at an unknown time".to_owned())
}

/// What the report has no room for.
fn left_out(page: &mut Markup, runs: usize, budget: &Budget) {
    let more = runs.saturating_sub(MAX_RUNS);
    if more > 0 {
        page.tag("<p class=\"note\">").number(more);
        page.tag(" more runs are not shown: a report has at most ")
            .number(MAX_RUNS);
        page.tag(".</p>\n");
    }
    if budget.pictures_left_out > 0 {
        page.tag("<p class=\"note\">")
            .number(budget.pictures_left_out);
        page.tag(" pictures are not shown: a report has at most ");
        page.number(MAX_PICTURE_BYTES / 1024 / 1024)
            .tag(" MB of them.</p>\n");
    }
}
