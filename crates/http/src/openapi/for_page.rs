//! The operations that the page needs besides those for programs.

use super::components::Components;
use super::meets::Meets;
use super::operations::{Answer, GET, Operation, POST, Query, any, ok};
use crate::page::{LeftAnswer, LoginAnswer, LoginBody, RunScreen, RunSteps};

/// All of them.
pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        path: "/devices/{serial}/picture",
        id: "livePicture",
        summary: "What a phone shows now, for people: no lock, no run, at most about one a second",
        answers: &[
            Answer {
                status: 200,
                meaning: "The picture, scaled down; Clawperator-Screen says on, off, locked or secure, \
                    Clawperator-App the app in front, Clawperator-Age-Ms how old it is",
                kind: "image/png",
                schema: any,
            },
            Answer {
                status: 304,
                meaning: "It is still the one that If-None-Match names",
                kind: "image/png",
                schema: any,
            },
        ],
        meets: &[Meets::Live, Meets::Phones],
        ..GET
    },
    Operation {
        path: "/runs/{run}/screen",
        id: "runScreen",
        summary: "A screen that a run looked at, with a selector for each node and how many nodes it matches",
        query: Query::Screen,
        answers: &[ok(
            "The last screen, or the one whose file was named",
            Components::of::<RunScreen>,
        )],
        meets: &[Meets::Query, Meets::RunName, Meets::File],
        ..GET
    },
    Operation {
        path: "/runs/{run}/steps",
        id: "runSteps",
        summary: "What happened in a run step by step, with what each step changed on the screen",
        answers: &[ok("The steps", Components::of::<RunSteps>)],
        meets: &[Meets::RunName],
        ..GET
    },
    Operation {
        path: "/page/session",
        id: "login",
        summary: "Log a person in by a link that `clawperator serve link` printed",
        scope: None,
        body: Some(Components::body::<LoginBody>),
        answers: &[ok(
            "What the page sends as a bearer token from now on",
            Components::of::<LoginAnswer>,
        )],
        meets: &[Meets::Body, Meets::Link],
        ..POST
    },
    Operation {
        method: "delete",
        path: "/page/session",
        id: "logout",
        summary: "Log the person out who asks",
        answers: &[ok("They are logged out", Components::of::<LeftAnswer>)],
        ..GET
    },
];
