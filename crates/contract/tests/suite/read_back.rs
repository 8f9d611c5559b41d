//! What is written is read as it was: failures of every kind and results, with any texts in them.

use std::collections::BTreeMap;

use clawperator_contract::phones::{DeviceDetails, ListedDevice};
use clawperator_contract::wrappers::{ExecutionResult, TerminalSource};
use clawperator_contract::{
    ConflictDetails, Dispatched, Envelope, ErrorCode, Failure, FailureCode, FailureDetails, Holder,
    InFlight, InterruptedDetails, Issue, Next, Rule, Status, StepResult, ValidationDetails,
    Warning, WarningRule, read_answer, validate,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::string::string_regex;
use serde::Serialize;

use super::generate;

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn failures_are_read_as_they_were_written(failure in failure()) {
        prop_assert_eq!(read_answer(&json(&failure)), Ok(failure));
    }

    #[test]
    fn results_are_read_as_they_were_written(result in result()) {
        prop_assert_eq!(read_answer(&json(&result)), Ok(result.clone()));
        prop_assert_eq!(read_answer(&json(&result.envelope)), Ok(result.envelope));
    }

    #[test]
    fn refusals_of_payloads_are_read_as_they_were_written(execution in generate::broken_execution()) {
        if let Err(failure) = validate(execution.to_string().as_bytes()) {
            prop_assert_eq!(read_answer(&json(&failure)), Ok(failure));
        }
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_answer::<Failure>(&bytes);
        let _ = read_answer::<ExecutionResult>(&bytes);
    }
}

fn json(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).unwrap()
}

fn failure() -> impl Strategy<Value = Failure> {
    let code = prop_oneof![
        any_code().prop_map(FailureCode::from),
        string_regex("[A-Z][A-Z_0-9]{0,20}")
            .unwrap()
            .prop_map(|name| FailureCode::from_name(&name).unwrap()),
    ];
    let words = (text(), maybe_text(), next());
    (code, words, prop::option::of(details())).prop_map(|(code, (message, hint, next), details)| {
        Failure {
            code,
            message,
            hint,
            next,
            details,
        }
    })
}

fn next() -> impl Strategy<Value = Vec<Next>> {
    prop::collection::vec(select(Next::ALL.to_vec()), 0..4)
}

fn any_code() -> impl Strategy<Value = ErrorCode> {
    let codes: Vec<ErrorCode> = ErrorCode::TABLE.iter().map(|spec| spec.code).collect();
    select(codes)
}

fn details() -> impl Strategy<Value = FailureDetails> {
    prop_oneof![
        validation().prop_map(|it| FailureDetails::Validation(Box::new(it))),
        interrupted().prop_map(|it| FailureDetails::Interrupted(Box::new(it))),
        conflict().prop_map(|it| FailureDetails::Conflict(Box::new(it))),
        devices().prop_map(|it| FailureDetails::Devices(Box::new(it))),
    ]
}

fn validation() -> impl Strategy<Value = ValidationDetails> {
    let ids = (maybe_text(), maybe_text(), maybe_text(), maybe_text());
    let issues = prop::collection::vec(issue(), 0..4);
    (text(), ids, issues, any::<u32>()).prop_map(
        |(path, (input_path, action_id, action_type, hint), issues, issue_count)| {
            ValidationDetails {
                path,
                input_path,
                action_id,
                action_type,
                hint,
                issues,
                issue_count: issue_count as usize,
            }
        },
    )
}

fn issue() -> impl Strategy<Value = Issue> {
    let rules = [
        Rule::JsonSyntax,
        Rule::NotTaken,
        Rule::PatternSize,
        Rule::Other,
    ];
    let ids = (maybe_text(), maybe_text(), maybe_text(), maybe_text());
    (text(), ids, select(rules.to_vec()), text()).prop_map(
        |(path, (input_path, hint, action_id, action_type), rule, message)| Issue {
            path,
            input_path,
            rule,
            message,
            hint,
            action_id,
            action_type,
        },
    )
}

fn interrupted() -> impl Strategy<Value = InterruptedDetails> {
    let sent = select(vec![Dispatched::Yes, Dispatched::No, Dispatched::Unknown]);
    let in_flight = (text(), text(), sent).prop_map(|(id, action_type, dispatched)| InFlight {
        id,
        action_type,
        dispatched,
    });
    (
        steps(),
        prop::option::of(in_flight),
        any::<u64>(),
        any::<u64>(),
    )
        .prop_map(
            |(step_results, in_flight, elapsed_ms, timeout_ms)| InterruptedDetails {
                step_results,
                in_flight,
                elapsed_ms,
                timeout_ms,
            },
        )
}

fn conflict() -> impl Strategy<Value = ConflictDetails> {
    let holder =
        (text(), any::<u32>(), maybe_text()).prop_map(|(command_id, process_id, user)| Holder {
            command_id,
            process_id,
            user,
        });
    (text(), prop::option::of(holder)).prop_map(|(device_id, holder)| ConflictDetails {
        device_id,
        holder,
        phone_holder: None,
    })
}

fn devices() -> impl Strategy<Value = DeviceDetails> {
    let code = prop::option::of(any_code().prop_map(FailureCode::from));
    let listed = (text(), text(), maybe_text(), code, maybe_text()).prop_map(
        |(serial, state, model, code, hint)| ListedDevice {
            serial,
            state,
            product: model.clone(),
            model,
            code,
            hint,
        },
    );
    let connected = prop::collection::vec(text(), 0..3);
    (maybe_text(), connected, prop::collection::vec(listed, 0..3)).prop_map(
        |(device_id, connected, devices)| DeviceDetails {
            device_id,
            connected,
            devices,
        },
    )
}

fn result() -> impl Strategy<Value = ExecutionResult> {
    let envelope = (
        (text(), text()),
        prop::bool::ANY,
        steps(),
        (maybe_text(), maybe_text(), maybe_text(), next()),
    )
        .prop_map(|((command_id, task_id), success, step_results, words)| {
            let (error, error_code, hint, next) = words;
            let status = if success {
                Status::Success
            } else {
                Status::Failed
            };
            Envelope {
                command_id,
                task_id,
                status,
                step_results,
                error,
                error_code,
                hint,
                next,
            }
        });
    let rules = [
        WarningRule::Clamped,
        WarningRule::Dropped,
        WarningRule::Other,
    ];
    let warning = (text(), maybe_text(), select(rules.to_vec()), text()).prop_map(
        |(path, input_path, rule, message)| Warning {
            path,
            input_path,
            rule,
            message,
            effective: None,
        },
    );
    (
        envelope,
        text(),
        any::<bool>(),
        prop::collection::vec(warning, 0..3),
    )
        .prop_map(
            |(envelope, device_id, is_canonical_terminal, warnings)| ExecutionResult {
                envelope,
                device_id,
                terminal_source: TerminalSource::ClawperatorResult,
                is_canonical_terminal,
                warnings,
                driver: None,
            },
        )
}

fn steps() -> impl Strategy<Value = Vec<StepResult>> {
    let data: BoxedStrategy<BTreeMap<String, String>> =
        prop::collection::btree_map(text(), text(), 0..4).boxed();
    let step =
        (text(), text(), any::<bool>(), data).prop_map(|(id, action_type, success, data)| {
            StepResult {
                id,
                action_type,
                success,
                data,
            }
        });
    prop::collection::vec(step, 0..4)
}

fn text() -> impl Strategy<Value = String> {
    "\\PC{0,12}"
}

fn maybe_text() -> impl Strategy<Value = Option<String>> {
    prop::option::of(text())
}
