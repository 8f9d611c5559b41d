//! Every operation: its path, what it takes, what it answers and how it can be refused.

use std::collections::BTreeMap;

use clawperator_contract::ErrorCode;
use clawperator_contract::schema::SchemaName;
use clawperator_contract::wrappers::ValidatedAnswer;
use serde_json::{Value, json};

use super::components::Components;
use super::meets::Meets;
use crate::routes::{
    Devices, Examined, ExecutionState, Health, HttpOptions, KeptRun, ListedApprovals, ListedRuns,
    OneApproval, Ran, ScreenshotBody, SnapshotBody,
};
use crate::tokens::Scope;

/// One method of one path.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    pub(super) scope: Option<Scope>,
    pub(super) query: Query,
    pub(super) takes_key: bool,
    pub(super) body: Option<fn(&mut Components) -> Value>,
    pub(super) answers: &'static [Answer],
    /// What can go wrong beyond what every request can meet.
    pub(super) meets: &'static [Meets],
}

/// Which parameters of a query there are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Query {
    Nothing,
    Runs,
    Doctor,
    Events,
    Screen,
    Skills,
}

/// What an operation answers with when it is not refused.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) meaning: &'static str,
    pub(super) kind: &'static str,
    pub(super) schema: fn(&mut Components) -> Value,
}

pub(super) const JSON: &str = "application/json";

impl Operation {
    /// The codes of every refusal, by status.
    pub(super) fn refusals(&self) -> BTreeMap<u16, Vec<&'static str>> {
        let mut codes = vec![ErrorCode::HostNotAllowed, ErrorCode::OriginNotAllowed];
        if self.scope.is_some() {
            codes.extend([ErrorCode::AuthenticationRequired, ErrorCode::NotPermitted]);
        }
        for meets in self.meets {
            codes.extend(meets.codes());
        }
        let mut refusals: BTreeMap<u16, Vec<&'static str>> = BTreeMap::new();
        for code in codes {
            let names = refusals.entry(code.spec().http).or_default();
            if !names.contains(&code.name()) {
                names.push(code.name());
            }
        }
        refusals
    }
}

fn execute_body(components: &mut Components) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["execution"],
        "properties": {
            "execution": components.document(SchemaName::Execution, "Canonical"),
            "deviceId": {
                "type": ["string", "null"], "minLength": 1, "maxLength": 256, "pattern": "^[!-~]+$",
                "description": "The phone's serial; default: the only phone.",
            },
            "operatorPackage": {
                "type": ["string", "null"],
                "description": "Which program on the phone is meant; there is none, so it changes nothing.",
            },
            "options": { "anyOf": [components.body::<HttpOptions>(), { "type": "null" }] },
        },
    })
}

fn text(_: &mut Components) -> Value {
    json!({ "type": "string" })
}

pub(super) fn any(_: &mut Components) -> Value {
    json!({})
}

const RAN: &[Answer] = &[
    ok(
        "The execution ran to its envelope, which may say failed",
        Components::of::<Ran>,
    ),
    Answer {
        status: 202,
        meaning: "The run waits for a person, or its answer is not kept; see its state",
        kind: JSON,
        schema: Components::of::<ExecutionState>,
    },
];

const STATE: &[Answer] = &[Answer {
    status: 200,
    meaning: "How far it has come",
    kind: JSON,
    schema: Components::of::<ExecutionState>,
}];

/// What is asked for with GET, unless it says otherwise.
pub(super) const GET: Operation = Operation {
    method: "get",
    path: "",
    id: "",
    summary: "",
    scope: Some(Scope::Read),
    query: Query::Nothing,
    takes_key: false,
    body: None,
    answers: &[],
    meets: &[],
};

/// What is asked for with POST, unless it says otherwise.
pub(super) const POST: Operation = Operation {
    method: "post",
    scope: Some(Scope::Act),
    ..GET
};

pub(super) const fn ok(meaning: &'static str, schema: fn(&mut Components) -> Value) -> Answer {
    Answer {
        status: 200,
        meaning,
        kind: JSON,
        schema,
    }
}

const APPROVAL: &[Answer] = &[ok(
    "The question, as it stands now",
    Components::of::<OneApproval>,
)];

/// All of them.
pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        path: "/health",
        id: "health",
        summary: "Whether the server answers",
        scope: None,
        answers: &[ok("It does", Components::of::<Health>)],
        ..GET
    },
    Operation {
        path: "/openapi.json",
        id: "openapi",
        summary: "This document",
        scope: None,
        answers: &[ok("The document", any)],
        ..GET
    },
    Operation {
        path: "/docs",
        id: "docs",
        summary: "This document as a page to read",
        scope: None,
        answers: &[Answer {
            status: 200,
            meaning: "The page",
            kind: "text/html",
            schema: text,
        }],
        ..GET
    },
    Operation {
        path: "/llms.txt",
        id: "guide",
        summary: "How an agent drives a phone: the guide of this version, as Markdown",
        scope: None,
        answers: &[Answer {
            status: 200,
            meaning: "The guide",
            kind: "text/plain",
            schema: text,
        }],
        ..GET
    },
    Operation {
        path: "/devices",
        id: "devices",
        summary: "The phones that the token may use",
        answers: &[ok(
            "The phones, whatever their state",
            Components::of::<Devices>,
        )],
        meets: &[Meets::Phones],
        ..GET
    },
    Operation {
        path: "/doctor",
        id: "doctor",
        summary: "What is wrong with adb or a phone; nothing is fixed",
        query: Query::Doctor,
        answers: &[ok(
            "Every check, and whether the phone can be used",
            Components::of::<Examined>,
        )],
        meets: &[Meets::Query, Meets::Phones, Meets::Run],
        ..GET
    },
    Operation {
        path: "/validate",
        id: "validate",
        summary: "What a payload comes to, without a phone",
        scope: Some(Scope::Read),
        takes_key: true,
        body: Some(execute_body),
        answers: &[ok(
            "The execution in its canonical form",
            Components::of::<ValidatedAnswer>,
        )],
        meets: &[Meets::Body, Meets::Payload],
        ..POST
    },
    Operation {
        path: "/execute",
        id: "execute",
        summary: "Run an execution; it is cancelled when the connection closes",
        takes_key: true,
        body: Some(execute_body),
        answers: RAN,
        meets: &[Meets::Body, Meets::Payload, Meets::Phones, Meets::Run],
        ..POST
    },
    Operation {
        path: "/executions",
        id: "submit",
        summary: "Have an execution run; it goes on by itself",
        takes_key: true,
        body: Some(execute_body),
        answers: &[Answer {
            status: 202,
            meaning: "It was accepted, and that is on disk",
            kind: JSON,
            schema: Components::of::<ExecutionState>,
        }],
        meets: &[Meets::Body, Meets::Payload, Meets::Phones, Meets::Run],
        ..POST
    },
    Operation {
        path: "/executions/{run}",
        id: "execution",
        summary: "How far an execution has come",
        answers: STATE,
        meets: &[Meets::RunName],
        ..GET
    },
    Operation {
        path: "/executions/{run}/cancel",
        id: "cancel",
        summary: "End an execution as soon as its phone allows",
        answers: STATE,
        meets: &[Meets::RunName],
        ..POST
    },
    Operation {
        path: "/snapshot",
        id: "snapshot",
        summary: "Read the screen, in the compact form unless another is asked for",
        scope: Some(Scope::Read),
        takes_key: true,
        body: Some(Components::body::<SnapshotBody>),
        answers: RAN,
        meets: &[Meets::Body, Meets::Phones, Meets::Run],
        ..POST
    },
    Operation {
        path: "/screenshot",
        id: "screenshot",
        summary: "Take a picture of the screen",
        scope: Some(Scope::Read),
        takes_key: true,
        body: Some(Components::body::<ScreenshotBody>),
        answers: RAN,
        meets: &[Meets::Body, Meets::Payload, Meets::Phones, Meets::Run],
        ..POST
    },
    Operation {
        path: "/runs",
        id: "runs",
        summary: "What is kept of runs on the token's phones, the newest first",
        query: Query::Runs,
        answers: &[ok("The runs", Components::of::<ListedRuns>)],
        meets: &[Meets::Query, Meets::RunName],
        ..GET
    },
    Operation {
        path: "/runs/{run}",
        id: "run",
        summary: "Everything that is kept of a run",
        answers: &[ok("The run", Components::of::<KeptRun>)],
        meets: &[Meets::RunName],
        ..GET
    },
    Operation {
        path: "/runs/{run}/files/{name}",
        id: "runFile",
        summary: "A tree, a picture or a long answer that a line of the run names",
        answers: &[Answer {
            status: 200,
            meaning: "The file: image/png, application/json, or a tree as text/plain",
            kind: "*/*",
            schema: any,
        }],
        meets: &[Meets::RunName],
        ..GET
    },
    Operation {
        path: "/files/{path}",
        id: "file",
        summary: "A picture or file that an execution has put into the output folder, by the path in its step's data",
        answers: &[Answer {
            status: 200,
            meaning: "The picture; a file that was copied from the phone as application/octet-stream",
            kind: "image/png",
            schema: any,
        }],
        meets: &[Meets::File],
        ..GET
    },
    Operation {
        path: "/events",
        id: "events",
        summary: "What happens in the runs of this server, as server-sent events",
        query: Query::Events,
        answers: &[Answer {
            status: 200,
            meaning: "clawperator:event, clawperator:result, clawperator:gap and heartbeat; ids for Last-Event-ID",
            kind: "text/event-stream",
            schema: text,
        }],
        meets: &[Meets::Query, Meets::Share],
        ..GET
    },
    Operation {
        path: "/approvals",
        id: "approvals",
        summary: "What waits for a person on the token's phones, of every process of this user",
        scope: Some(Scope::Approve),
        answers: &[ok(
            "The questions, the oldest first",
            Components::of::<ListedApprovals>,
        )],
        meets: &[Meets::Ticket],
        ..GET
    },
    Operation {
        path: "/approvals/{ticket}",
        id: "approval",
        summary: "One question: what would be done, where, and how long it can be decided",
        scope: Some(Scope::Approve),
        answers: APPROVAL,
        meets: &[Meets::Ticket],
        ..GET
    },
    Operation {
        path: "/approvals/{ticket}/picture",
        id: "approvalPicture",
        summary: "The screen of a question; the header Clawperator-Picture-Age-Ms says how old the picture is",
        scope: Some(Scope::Approve),
        answers: &[Answer {
            status: 200,
            meaning: "The picture",
            kind: "image/png",
            schema: any,
        }],
        meets: &[
            Meets::Ticket,
            Meets::Decision,
            Meets::File,
            Meets::Phones,
            Meets::Run,
        ],
        ..GET
    },
    Operation {
        path: "/approvals/{ticket}/approve",
        id: "approve",
        summary: "Approve what waits, for one act; whoever asked cannot",
        scope: Some(Scope::Approve),
        answers: APPROVAL,
        meets: &[Meets::Ticket, Meets::Decision],
        ..POST
    },
    Operation {
        path: "/approvals/{ticket}/refuse",
        id: "refuse",
        summary: "Refuse what waits; whoever asked cannot",
        scope: Some(Scope::Approve),
        answers: APPROVAL,
        meets: &[Meets::Ticket, Meets::Decision],
        ..POST
    },
    Operation {
        path: "/metrics",
        id: "metrics",
        summary: "What the server counts, in the form that Prometheus reads",
        scope: Some(Scope::Admin),
        answers: &[Answer {
            status: 200,
            meaning: "The counts",
            kind: "text/plain",
            schema: text,
        }],
        ..GET
    },
];
