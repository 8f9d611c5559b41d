//! The operations of skills.

use clawperator_contract::limits::{MAX_EXECUTION_TIMEOUT_MS, MIN_EXECUTION_TIMEOUT_MS};
use serde_json::{Value, json};

use super::components::Components;
use super::meets::Meets;
use super::operations::{Answer, GET, JSON, Operation, POST, Query, ok};
use crate::routes::{ExecutionState, ListedSkills, OneSkill, RanSkill};

/// All of them.
pub(super) const OPERATIONS: &[Operation] = &[
    Operation {
        path: "/skills",
        id: "skills",
        summary: "The skills of this machine, or those that fit",
        query: Query::Skills,
        answers: &[ok("The skills", Components::of::<ListedSkills>)],
        meets: &[Meets::Query, Meets::Skills],
        ..GET
    },
    Operation {
        path: "/skills/{id}",
        id: "skill",
        summary: "A skill, its recipes and their inputs",
        answers: &[ok("The skill", Components::of::<OneSkill>)],
        meets: &[Meets::Skills],
        ..GET
    },
    Operation {
        path: "/skills/{id}/run",
        id: "runSkill",
        summary: "Run a skill; it is cancelled when the connection closes",
        takes_key: true,
        body: Some(run_body),
        answers: &[
            ok(
                "The skill ran, and its result may say failed",
                Components::of::<RanSkill>,
            ),
            Answer {
                status: 202,
                meaning: "The run waits for a person, or its result is not kept; see its state",
                kind: JSON,
                schema: Components::of::<ExecutionState>,
            },
        ],
        meets: &[
            Meets::Body,
            Meets::Skills,
            Meets::SkillRun,
            Meets::Phones,
            Meets::Run,
        ],
        ..POST
    },
];

fn run_body(_: &mut Components) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "inputs": {
                "type": ["object", "null"],
                "additionalProperties": { "type": ["string", "number", "boolean"] },
                "description": "A value for each input, by its name.",
            },
            "artifact": {
                "type": ["string", "null"],
                "description": "Which recipe or script, where the skill has several.",
            },
            "deviceId": {
                "type": ["string", "null"], "minLength": 1, "maxLength": 256, "pattern": "^[!-~]+$",
                "description": "The phone's serial; default: the only phone.",
            },
            "timeoutMs": {
                "type": ["number", "null"], "minimum": MIN_EXECUTION_TIMEOUT_MS, "maximum": MAX_EXECUTION_TIMEOUT_MS,
                "description": "How long it may take; default: what the recipe says, and two minutes for a script.",
            },
            "operatorPackage": {
                "type": ["string", "null"],
                "description": "Which program on the phone is meant; there is none, so it changes nothing.",
            },
        },
    })
}
