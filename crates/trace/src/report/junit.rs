//! Runs as `JUnit`'s XML, which build servers read.

use clawperator_contract::runs::Fate;

use super::limits::{Budget, MAX_JUNIT_SCREEN_BYTES, MAX_NAME, MAX_RUNS};
use super::markup::{Markup, shorten, whole_lines};
use super::story::{State, Step, Story, Words};
use super::tell::Detail;
use super::times::{seconds, timestamp};
use crate::bundle::Bundle;

/// These runs as `JUnit`'s XML: a suite for each run, a case for each step. What cannot be read of a run is said in the
/// suite's properties.
#[must_use]
pub fn junit(runs: &[Bundle]) -> String {
    let mut budget = Budget::new();
    let mut suites = Markup::default();
    let mut total = Counts::default();
    let mut took_ms = 0_u64;
    for bundle in runs.iter().take(MAX_RUNS) {
        let story = Story::of(bundle, Detail::Screens, &mut budget);
        total.add(&suite(&mut suites, &story));
        took_ms = took_ms.saturating_add(story.span_ms);
    }
    let mut xml = Markup::default();
    xml.tag("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"clawperator\"");
    total.write(&mut xml);
    xml.tag(" time=\"").text(&seconds(took_ms)).tag("\">\n");
    let more = runs.len().saturating_sub(MAX_RUNS);
    if more > 0 {
        xml.tag("<!-- ")
            .number(more)
            .tag(" more runs are not in this file -->\n");
    }
    xml.append(&suites).tag("</testsuites>\n");
    xml.finish()
}

#[derive(Debug, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
    }

    fn write(&self, xml: &mut Markup) {
        xml.tag(" tests=\"")
            .number(self.tests)
            .tag("\" failures=\"")
            .number(self.failures);
        xml.tag("\" errors=\"")
            .number(self.errors)
            .tag("\" skipped=\"")
            .number(self.skipped)
            .tag("\"");
    }
}

fn suite(xml: &mut Markup, story: &Story<'_>) -> Counts {
    let mut counts = Counts::default();
    let mut cases = Markup::default();
    let is_open = story.summary.fate.is_open();
    // A run that was refused has no steps to speak of, and neither has one whose steps are not kept.
    if story.has_begun || is_open {
        for step in &story.steps {
            case(&mut cases, step, &mut counts);
        }
    }
    let has_failed = matches!(story.summary.fate, Fate::Failed | Fate::Unknown);
    let is_said = counts.failures + counts.errors > 0;
    if counts.tests == 0 || (has_failed && !is_said) {
        whole(&mut cases, story, &mut counts);
    }
    let accepted = &story.summary.accepted;
    xml.tag("<testsuite name=\"")
        .text(&shorten(&accepted.command_id, MAX_NAME))
        .tag("\"");
    counts.write(xml);
    xml.tag(" time=\"").text(&seconds(story.span_ms)).tag("\"");
    if let Some(at) = timestamp(accepted.accepted_at_ms) {
        xml.tag(" timestamp=\"").text(&at).tag("\"");
    }
    xml.tag(">\n<properties>\n");
    property(xml, "run", &accepted.run);
    property(xml, "task", &accepted.task_id);
    property(xml, "phone", &accepted.device_id);
    property(xml, "profile", &accepted.profile);
    property(xml, "fate", story.summary.fate.name());
    property(xml, "trace", accepted.trace.name());
    for note in &story.notes {
        property(xml, "note", note);
    }
    xml.tag("</properties>\n")
        .append(&cases)
        .tag("</testsuite>\n");
    counts
}

fn property(xml: &mut Markup, name: &'static str, value: &str) {
    xml.tag("<property name=\"").tag(name).tag("\" value=\"");
    xml.text(&shorten(value, MAX_NAME * 2)).tag("\"/>\n");
}

fn case(xml: &mut Markup, step: &Step, counts: &mut Counts) {
    counts.tests += 1;
    xml.tag("<testcase name=\"")
        .text(&step.id)
        .tag("\" classname=\"")
        .text(&step.action_type);
    xml.tag("\" time=\"")
        .text(&seconds(step.took_ms.unwrap_or(0)))
        .tag("\"");
    match step.state {
        State::Ok => {
            xml.tag("/>\n");
            return;
        }
        State::NotRun | State::UnderWay => {
            counts.skipped += 1;
            xml.tag("><skipped message=\"")
                .tag(step.state.name())
                .tag("\"/>");
        }
        State::Failed => {
            counts.failures += 1;
            xml.tag("><failure");
            wrong(xml, step);
            xml.tag("</failure>");
        }
        State::Unknown => {
            counts.errors += 1;
            xml.tag("><error");
            wrong(xml, step);
            xml.tag("</error>");
        }
    }
    xml.tag("</testcase>\n");
}

/// The rest of an element that says what is wrong with a step: attributes and content.
fn wrong(xml: &mut Markup, step: &Step) {
    let message = step.message.as_deref().unwrap_or("no reason is kept");
    kind(xml, step.code.as_deref(), message);
    xml.lines(message);
    if let Some(hint) = &step.hint {
        xml.tag("\nNext: ").lines(hint);
    }
    if let Some(Words::Lines { text, .. }) = &step.screen {
        let (text, cut) = whole_lines(text, MAX_JUNIT_SCREEN_BYTES);
        xml.tag("\n\nWhat was on the screen:\n").lines(text);
        if cut > 0 {
            xml.tag("\n(").number(cut).tag(" more lines not shown)");
        }
    }
}

fn kind(xml: &mut Markup, code: Option<&str>, message: &str) {
    xml.tag(" type=\"")
        .text(code.unwrap_or("UNKNOWN"))
        .tag("\" message=\"")
        .text(message)
        .tag("\">");
}

/// A case for the run as a whole.
fn whole(xml: &mut Markup, story: &Story<'_>, counts: &mut Counts) {
    counts.tests += 1;
    let took_ms = if counts.tests == 1 { story.span_ms } else { 0 };
    xml.tag("<testcase name=\"run\" classname=\"execution\" time=\"")
        .text(&seconds(took_ms))
        .tag("\"");
    let code = story
        .summary
        .code
        .as_ref()
        .map(clawperator_contract::FailureCode::name);
    match story.summary.fate {
        Fate::Done => {
            xml.tag("/>\n");
        }
        Fate::Running | Fate::Parked => {
            counts.skipped += 1;
            xml.tag("><skipped message=\"under way\"/></testcase>\n");
        }
        Fate::Failed | Fate::Unknown => {
            counts.errors += 1;
            let message = story.message.as_deref().unwrap_or("no reason is kept");
            xml.tag("><error");
            kind(xml, code, message);
            xml.lines(message);
            if let Some(hint) = &story.hint {
                xml.tag("\nNext: ").lines(hint);
            }
            xml.tag("</error></testcase>\n");
        }
    }
}
