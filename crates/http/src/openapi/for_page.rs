//! The operations that the page needs besides those for programs.

use serde_json::{Value, json};

use super::components::Components;
use super::meets::Meets;
use super::operations::{Answer, Operation, Query};
use crate::page::{LeftAnswer, LoginAnswer, LoginBody, RunScreen, RunSteps};
use crate::tokens::Scope;

const JSON: &str = "application/json";

fn picture(_: &mut Components) -> Value {
    json!({})
}

/// All of them.
pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        method: "get",
        path: "/devices/{serial}/picture",
        id: "livePicture",
        summary: "What a phone shows now, for people: no lock, no run, at most about one a second",
        scope: Some(Scope::Read),
        query: Query::Nothing,
        takes_key: false,
        body: None,
        answers: &[
            Answer {
                status: 200,
                meaning: "The picture, scaled down; Clawperator-Screen says on, off, locked or secure, \
                    Clawperator-App the app in front, Clawperator-Age-Ms how old it is",
                kind: "image/png",
                schema: picture,
            },
            Answer {
                status: 304,
                meaning: "It is still the one that If-None-Match names",
                kind: "image/png",
                schema: picture,
            },
        ],
        meets: &[Meets::Live, Meets::Phones],
    },
    Operation {
        method: "get",
        path: "/runs/{run}/screen",
        id: "runScreen",
        summary: "A screen that a run looked at, with a selector for each node and how many nodes it matches",
        scope: Some(Scope::Read),
        query: Query::Screen,
        takes_key: false,
        body: None,
        answers: &[Answer {
            status: 200,
            meaning: "The last screen, or the one whose file was named",
            kind: JSON,
            schema: Components::of::<RunScreen>,
        }],
        meets: &[Meets::Query, Meets::RunName, Meets::File],
    },
    Operation {
        method: "get",
        path: "/runs/{run}/steps",
        id: "runSteps",
        summary: "What happened in a run step by step, with what each step changed on the screen",
        scope: Some(Scope::Read),
        query: Query::Nothing,
        takes_key: false,
        body: None,
        answers: &[Answer {
            status: 200,
            meaning: "The steps",
            kind: JSON,
            schema: Components::of::<RunSteps>,
        }],
        meets: &[Meets::RunName],
    },
    Operation {
        method: "post",
        path: "/page/session",
        id: "login",
        summary: "Log a person in by a link that `clawperator serve link` printed",
        scope: None,
        query: Query::Nothing,
        takes_key: false,
        body: Some(Components::body::<LoginBody>),
        answers: &[Answer {
            status: 200,
            meaning: "What the page sends as a bearer token from now on",
            kind: JSON,
            schema: Components::of::<LoginAnswer>,
        }],
        meets: &[Meets::Body, Meets::Link],
    },
    Operation {
        method: "delete",
        path: "/page/session",
        id: "logout",
        summary: "Log the person out who asks",
        scope: Some(Scope::Read),
        query: Query::Nothing,
        takes_key: false,
        body: None,
        answers: &[Answer {
            status: 200,
            meaning: "They are logged out",
            kind: JSON,
            schema: Components::of::<LeftAnswer>,
        }],
        meets: &[],
    },
];
