//! How long validation takes in one process: `cargo bench -p clawperator-contract`.
//!
//! First payloads of the largest legal size, which should validate in less than a millisecond; then 50 patterns that
//! are as bad as 512 characters can be, which together should take less than a second. A word after `--` keeps the
//! rows that contain it.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench reads the clock, prints, and stops when its own payload is wrong"
)]

use std::time::{Duration, Instant};

use clawperator_contract::limits::{
    MAX_EXECUTION_ACTIONS, MAX_MATCHER_VALUE_LENGTH, MAX_PAYLOAD_BYTES,
};
use clawperator_contract::{Pattern, validate};
use serde_json::{Value, json};

fn main() {
    println!(
        "{MAX_EXECUTION_ACTIONS} actions, {MAX_PAYLOAD_BYTES} canonical bytes, no pattern; median below 1 ms"
    );
    measure("long strings", &largest_payload(long_strings()));
    measure("many small values", &largest_payload(many_values()));

    println!("\n{MAX_EXECUTION_ACTIONS} hostile patterns; median below 1 s");
    for (name, pattern) in hostile_patterns() {
        measure(name, &execution(&pattern_actions(&pattern)));
    }
}

/// Validates for two seconds, or once if that takes longer.
fn measure(name: &str, payload: &[u8]) {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    if wanted.is_some_and(|word| !name.contains(&word)) {
        return;
    }
    let answer = if validate(payload).is_ok() {
        "accepted"
    } else {
        "refused"
    };
    let mut times = Vec::new();
    while times.iter().sum::<Duration>() < Duration::from_secs(2) {
        let started = Instant::now();
        let answer = validate(payload);
        times.push(started.elapsed());
        drop(answer);
    }
    times.sort_unstable();
    let percentile = |percent: usize| {
        times
            .get(times.len() * percent / 100)
            .unwrap()
            .as_secs_f64()
            * 1e3
    };
    println!(
        "  {name:<30} {answer}  median {:>9.3} ms  p99 {:>9.3} ms  {} runs",
        percentile(50),
        percentile(99),
        times.len()
    );
}

fn execution(actions: &[Value]) -> Vec<u8> {
    let execution = json!({
        "commandId": "bench",
        "taskId": "bench",
        "source": "bench",
        "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000,
        "actions": actions,
    });
    serde_json::to_vec(&execution).unwrap()
}

/// The actions with the text of the last one lengthened until the canonical form has the largest legal size.
fn largest_payload(mut actions: Vec<Value>) -> Vec<u8> {
    actions.push(json!({
        "id": "last", "type": "enter_text", "params": { "matcher": { "role": "textfield" }, "text": "x" },
    }));
    assert_eq!(actions.len(), MAX_EXECUTION_ACTIONS);
    let size = |actions: &[Value]| {
        validate(&execution(actions))
            .unwrap()
            .execution
            .to_canonical_json()
            .len()
    };
    let padding = MAX_PAYLOAD_BYTES - size(&actions);
    *actions
        .last_mut()
        .and_then(|last| last.pointer_mut("/params/text"))
        .unwrap() = json!("x".repeat(1 + padding));
    assert_eq!(size(&actions), MAX_PAYLOAD_BYTES);
    execution(&actions)
}

fn long_strings() -> Vec<Value> {
    (1..MAX_EXECUTION_ACTIONS)
        .map(|index| {
            let text = "Größe 世界 \u{1f600} \\ \" ".repeat(19);
            json!({
                "id": format!("click-{index}"),
                "type": "click",
                "params": { "matcher": { "textEquals": text, "contentDescContains": text } },
            })
        })
        .collect()
}

fn many_values() -> Vec<Value> {
    (1..MAX_EXECUTION_ACTIONS)
        .map(|index| {
            let clauses: Vec<Value> = (1..=31).map(|nth| json!({ "name": "a", "nth": nth })).collect();
            json!({
                "id": format!("tap-{index}"),
                "type": "tap",
                "params": {
                    "where": { "any_of": clauses, "class_name": "android.widget.Button", "clickable": true },
                    "within": { "id": "list", "text": "a" },
                    "retry": { "max_attempts": 3, "initial_delay_ms": 0.5, "jitter_ratio": 0.25 },
                },
            })
        })
        .collect()
}

fn pattern_actions(pattern: &str) -> Vec<Value> {
    (0..MAX_EXECUTION_ACTIONS)
        .map(|index| {
            json!({
                "id": format!("read-{index}"),
                "type": "read_text",
                "params": {
                    "matcher": { "role": "text" }, "validator": "regex", "validatorPattern": pattern,
                },
            })
        })
        .collect()
}

/// What a search over classes, repetitions, set operations and flags found to be worst, each for another reason.
fn hostile_patterns() -> Vec<(&'static str, String)> {
    let all = '\u{10ffff}';
    vec![
        // Large automata: one more would be over the compiled size.
        (
            "counted class, largest legal",
            largest_legal(|count| format!(r"\W{{{count}}}")),
        ),
        (
            "counted class, first illegal",
            first_illegal(|count| format!(r"\W{{{count}}}")),
        ),
        (
            "nested counts",
            largest_legal(|count| format!("(?:(?:a?){{100}}){{{count}}}")),
        ),
        (
            "captures of classes",
            largest_legal(|count| r"(\PL)|".repeat(count) + "a"),
        ),
        (
            "optional distinct classes",
            largest_legal(|count| r"\P{Lu}?\PN?\w?".repeat(count)),
        ),
        // Much parsing for a small automaton.
        ("union of classes", fill("[", r"\PL\w", "]")),
        (
            "set operations",
            fill("", r"[\w~~\PL~~\PN~~\w~~\PL~~\PN~~\w]", ""),
        ),
        ("class that is never used", fill("(?:", r"\PL", "){0}")),
        // Folding of case goes over a class character by character.
        (
            "case of all characters",
            fill("(?i)", &format!("[ -{all}]"), ""),
        ),
        (
            "case of nested classes",
            fill(
                "(?i)",
                &format!("{}[^b]{}", "[a".repeat(30), "]".repeat(30)),
                "",
            ),
        ),
        ("case of letters", fill("(?i)", r"\pL", "")),
        ("case of a union", fill("(?i)[", r"\p{Any}", "]")),
        (
            "case of all once, then classes",
            largest_legal(|count| format!(r"(?i)[\s\S]{}", r"\W?".repeat(count))),
        ),
    ]
}

fn fill(before: &str, unit: &str, after: &str) -> String {
    let length = |text: &str| text.chars().count();
    let room = MAX_MATCHER_VALUE_LENGTH - length(before) - length(after);
    format!("{before}{}{after}", unit.repeat(room / length(unit)))
}

fn largest_legal(pattern: impl Fn(usize) -> String) -> String {
    pattern(largest_legal_count(&pattern))
}

fn first_illegal(pattern: impl Fn(usize) -> String) -> String {
    pattern(largest_legal_count(&pattern) + 1)
}

fn largest_legal_count(pattern: impl Fn(usize) -> String) -> usize {
    let legal = |count: usize| {
        let pattern = pattern(count);
        pattern.chars().count() <= MAX_MATCHER_VALUE_LENGTH && Pattern::compile(&pattern).is_ok()
    };
    (1..=MAX_MATCHER_VALUE_LENGTH)
        .take_while(|count| legal(*count))
        .last()
        .unwrap()
}
