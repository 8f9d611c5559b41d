//! What holds for every payload, shown on random ones.

use clawperator_contract::limits::{MAX_EXECUTION_ACTIONS, MAX_PAYLOAD_BYTES};
use clawperator_contract::{ErrorCode, WarningRule, validate};
use proptest::prelude::*;
use proptest::string::string_regex;
use serde_json::{Value, json};

use super::generate;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic_and_equal_bytes_get_equal_answers(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert_eq!(validate(&bytes), validate(&bytes));
    }

    #[test]
    fn no_json_panics(execution in generate::broken_execution()) {
        let bytes = execution.to_string().into_bytes();
        let answer = validate(&bytes);
        prop_assert_eq!(&answer, &validate(&bytes));
        if let Err(failure) = answer {
            prop_assert!(!failure.message.is_empty());
            prop_assert!(failure.details.is_some());
        }
    }

    #[test]
    fn a_validated_execution_validates_to_itself(execution in generate::execution()) {
        let first = validate(execution.to_string().as_bytes()).map_err(|failure| {
            TestCaseError::fail(format!("refused: {failure:?} for {execution}"))
        })?;
        let canonical = first.execution.to_canonical_json();
        let second = validate(canonical.as_bytes()).map_err(|failure| TestCaseError::fail(format!("{failure:?}")))?;
        prop_assert_eq!(&second.execution, &first.execution);
        // Normalising twice equals once, to the byte.
        prop_assert_eq!(second.execution.to_canonical_json(), canonical);
        // What was dropped is gone; what is clamped is kept as written, and so is warned of again.
        prop_assert!(second.warnings.iter().all(|warning| warning.rule == WarningRule::Clamped));
    }

    #[test]
    fn clamped_fields_never_refuse(number in generate::number(), field in 0..9_usize) {
        let (action_type, mut params, pointer) = clamped_fields().swap_remove(field);
        let whole = pointer != "/maxSwipes" || number.as_f64().is_some_and(|number| number.fract() == 0.0);
        *params.pointer_mut(pointer).unwrap() = number.clone();
        let answer = validate(payload(&json!({ "id": "a", "type": action_type, "params": params })).as_bytes());
        prop_assert_eq!(answer.is_ok(), whole, "{} {}", action_type, number);
        if let Ok(validated) = answer {
            let kept = serde_json::to_value(&validated.execution).unwrap();
            let kept = kept["actions"][0]["params"].pointer(pointer).and_then(Value::as_f64);
            prop_assert_eq!(kept, number.as_f64());
        }
    }

    #[test]
    fn one_byte_over_the_payload_limit_is_refused(filler in string_regex("[a-z\u{e9}\u{4e16}\u{1f600}\"\\\\]{1,40}").unwrap(), over in 0..2_usize) {
        let mut action = json!({
            "id": "a", "type": "enter_text", "params": { "matcher": { "role": "textfield" }, "text": filler },
        });
        let base = validate(payload(&action).as_bytes()).unwrap().execution.to_canonical_json().len();
        let text = format!("{filler}{}", "x".repeat(MAX_PAYLOAD_BYTES + over - base));
        action["params"]["text"] = json!(text);
        match validate(payload(&action).as_bytes()) {
            Ok(validated) => {
                prop_assert_eq!(over, 0);
                prop_assert_eq!(validated.execution.to_canonical_json().len(), MAX_PAYLOAD_BYTES);
            }
            Err(failure) => {
                prop_assert_eq!(over, 1);
                prop_assert_eq!(failure.code, ErrorCode::PayloadTooLarge);
            }
        }
    }

    #[test]
    fn one_millisecond_over_a_refusing_limit_is_refused(over in -1.0..1.0_f64) {
        for (action_type, key, most) in [("sleep", "durationMs", 120_000.0), ("wait_for_navigation", "timeoutMs", 30_000.0)] {
            let mut params = json!({ "expectedPackage": "p" });
            params[key] = json!(most + over);
            let action = json!({ "id": "a", "type": action_type, "params": params });
            prop_assert_eq!(validate(payload(&action).as_bytes()).is_ok(), over <= 0.0);
        }
        let action = json!({ "id": "a", "type": "snapshot_ui" });
        for (least_or_most, inside) in [(1_000.0, over >= 0.0), (120_000.0, over <= 0.0)] {
            let mut execution: Value = serde_json::from_str(&payload(&action)).unwrap();
            execution["timeoutMs"] = json!(least_or_most + over);
            prop_assert_eq!(validate(execution.to_string().as_bytes()).is_ok(), inside);
        }
    }

    #[test]
    fn one_action_over_the_limit_is_refused(count in 1..=60_usize) {
        let actions: Vec<Value> =
            (0..count).map(|index| json!({ "id": format!("a{index}"), "type": "snapshot_ui" })).collect();
        let mut execution: Value = serde_json::from_str(&payload(&json!({}))).unwrap();
        execution["actions"] = json!(actions);
        prop_assert_eq!(validate(execution.to_string().as_bytes()).is_ok(), count <= MAX_EXECUTION_ACTIONS);
    }
}

fn payload(action: &Value) -> String {
    json!({
        "commandId": "c",
        "taskId": "t",
        "source": "test",
        "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000,
        "actions": [action],
    })
    .to_string()
}

/// Every field that the seeds clamp, in params that are otherwise right.
fn clamped_fields() -> Vec<(&'static str, Value, &'static str)> {
    let matcher = json!({ "role": "button" });
    let scroll =
        json!({ "matcher": matcher, "maxSwipes": 1, "distanceRatio": 1, "settleDelayMs": 1 });
    let retry = json!({
        "retry": {
            "maxAttempts": 1, "initialDelayMs": 1, "maxDelayMs": 1, "backoffMultiplier": 1, "jitterRatio": 1,
        },
    });
    vec![
        (
            "wait_for_node",
            json!({ "matcher": matcher, "timeoutMs": 1 }),
            "/timeoutMs",
        ),
        ("scroll_and_click", scroll.clone(), "/maxSwipes"),
        ("scroll_and_click", scroll.clone(), "/distanceRatio"),
        ("scroll_and_click", scroll, "/settleDelayMs"),
        ("snapshot_ui", retry.clone(), "/retry/maxAttempts"),
        ("snapshot_ui", retry.clone(), "/retry/initialDelayMs"),
        ("snapshot_ui", retry.clone(), "/retry/maxDelayMs"),
        ("snapshot_ui", retry.clone(), "/retry/backoffMultiplier"),
        ("snapshot_ui", retry, "/retry/jitterRatio"),
    ]
}
