//! Who may say no.

use std::fmt;

use async_trait::async_trait;
use clawperator_contract::{Action, Execution};
use clawperator_ui::Node;

/// Yes or no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may be done.
    Allow,
    /// It may not.
    Deny {
        /// Why, for whoever asked.
        reason: String,
    },
}

/// What is about to be done to the phone.
#[derive(Debug, Clone, Copy)]
pub enum Intent<'a> {
    /// To touch a node, or to type into it.
    Node(Node<'a>),
    /// To touch a point that nobody named a node for.
    Point {
        /// Pixels from the left.
        x: i32,
        /// Pixels from the top.
        y: i32,
    },
    /// To press a key, open or close an app: the action says it all.
    Whole,
}

/// Asked before the first step of a run and again before each change to the phone.
#[async_trait]
pub trait Guard: fmt::Debug + Send + Sync {
    /// Whether the execution may begin on this phone.
    async fn may_run(&self, execution: &Execution, serial: &str) -> Verdict;

    /// Whether this action may do this.
    async fn may_act(&self, action: &Action, intent: Intent<'_>) -> Verdict;
}

/// Says yes.
#[derive(Debug, Clone, Copy)]
pub struct AllowAll;

#[async_trait]
impl Guard for AllowAll {
    async fn may_run(&self, _: &Execution, _: &str) -> Verdict {
        Verdict::Allow
    }

    async fn may_act(&self, _: &Action, _: Intent<'_>) -> Verdict {
        Verdict::Allow
    }
}
