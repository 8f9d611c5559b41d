//! The steps of a run as values, for a surface that shows them in its own way.

use clawperator_contract::events::{ActKind, ScreenPoint};
use clawperator_contract::runs::PictureMoment;
use schemars::JsonSchema;
use serde::Serialize;

use super::limits::Budget;
use super::story::{Leave, Seen, Step, Story, Verdict, Words};
use super::tell::Detail;
use crate::bundle::Bundle;

/// What happened in a run, step by step.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToldRun {
    /// Why it failed, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What is missing, and why.
    pub notes: Vec<String>,
    /// What policy and people said of the run as a whole.
    pub verdicts: Vec<ToldVerdict>,
    /// In the order of the execution.
    pub steps: Vec<ToldStep>,
}

/// What happened in one step.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToldStep {
    /// The action's id.
    pub id: String,
    /// The action's type.
    pub action_type: String,
    /// What was asked, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// What became of it: `ok`, `failed`, `unknown`, `under way` or `not run`.
    pub state: &'static str,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The same, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// When it began, in milliseconds since the run was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub began_at_ms: Option<u64>,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// How often it looked without success.
    pub looked_again: u64,
    /// What policy and people said.
    pub verdicts: Vec<ToldVerdict>,
    /// What was sent to the phone.
    pub acts: Vec<ToldAct>,
    /// What else its result says.
    pub facts: Vec<(String, String)>,
    /// The pictures that are kept of it.
    pub pictures: Vec<ToldPicture>,
    /// The file of the tree that it looked at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_screen: Option<String>,
    /// The file of the tree that it looked at last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_screen: Option<String>,
    /// What its acts changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<ToldLines>,
    /// What was on the screen at last, for a step that is not as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screen: Option<ToldLines>,
}

/// Something that policy or a person said.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToldVerdict {
    /// In words.
    pub text: String,
    /// `given`, `refused` or `asked`.
    pub leave: &'static str,
}

/// Something that was sent to the phone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToldAct {
    /// What.
    pub kind: ActKind,
    /// Where a finger went down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<ScreenPoint>,
    /// Where it came up, for a swipe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<ScreenPoint>,
    /// What it was meant for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// A picture.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToldPicture {
    /// Its file.
    pub file: String,
    /// When in the step.
    pub moment: PictureMoment,
    /// The places of the acts that came after it, in the list of acts.
    pub acts: Vec<usize>,
}

/// Lines, or why there are none.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ToldLines {
    /// The lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How many lines did not fit.
    pub cut: usize,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What happened in a run, step by step.
#[must_use]
pub fn told(bundle: &Bundle) -> ToldRun {
    let story = Story::of(bundle, Detail::Changes, &mut Budget::new());
    ToldRun {
        message: story.message,
        hint: story.hint,
        notes: story.notes,
        verdicts: story.verdicts.into_iter().map(verdict).collect(),
        steps: story.steps.into_iter().map(step).collect(),
    }
}

fn step(step: Step) -> ToldStep {
    let file = |seen: Option<Seen>| seen.map(|seen| seen.file.name);
    ToldStep {
        id: step.id,
        action_type: step.action_type,
        asked: step.asked,
        state: step.state.name(),
        code: step.code,
        message: step.message,
        hint: step.hint,
        began_at_ms: step.began_at_ms,
        took_ms: step.took_ms,
        looked_again: step.looked_again,
        verdicts: step.verdicts.into_iter().map(verdict).collect(),
        acts: step
            .acts
            .into_iter()
            .map(|act| ToldAct {
                kind: act.kind,
                at: act.at,
                to: act.to,
                target: act.target,
            })
            .collect(),
        facts: step.facts,
        pictures: step
            .pictures
            .into_iter()
            .map(|picture| ToldPicture {
                file: picture.file.name,
                moment: picture.moment,
                acts: picture.acts,
            })
            .collect(),
        first_screen: file(step.first_screen),
        last_screen: file(step.last_screen),
        change: step.change.map(lines),
        screen: step.screen.map(lines),
    }
}

fn verdict(verdict: Verdict) -> ToldVerdict {
    ToldVerdict {
        text: verdict.text,
        leave: match verdict.leave {
            Leave::Given => "given",
            Leave::Refused => "refused",
            Leave::Asked => "asked",
        },
    }
}

fn lines(words: Words) -> ToldLines {
    match words {
        Words::Lines { text, cut } => ToldLines {
            text: Some(text),
            cut,
            why: None,
        },
        Words::None(why) => ToldLines {
            text: None,
            cut: 0,
            why: Some(why),
        },
    }
}
