//! Files that are not what they seem: no bytes lead to a panic, and no secret into a draft.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use clawperator_recording::{draft, read};
use proptest::prelude::*;
use serde_json::json;

use super::fuzz_corpus::property;
use super::read::{CLICK, END, HEADER, file};

/// A line of some type, with parts of it missing or of the wrong type.
fn line() -> impl Strategy<Value = String> {
    let types = prop::sample::select(vec![
        "click",
        "long_click",
        "text",
        "scroll",
        "window",
        "toast",
        "gap",
        "dropped",
        "end",
        "header",
        "",
    ]);
    let label = prop_oneof![
        Just(String::new()),
        "[a-z:/.]{1,12}",
        "\\PC{0,30}",
        "[\"\\\\\\$\\{\\}:#\\-\n\t`|>&*!%@\u{2028}\u{0}]{1,12}",
    ];
    let labels = (label.clone(), label.clone(), label.clone(), -1..3_i64).prop_map(
        |(id, text, description, same)| {
            json!({
                "id": id, "same_id": same, "text": text, "same_text": same,
                "description": description, "same_description": same,
            })
        },
    );
    let by = prop::sample::select(vec!["person", "person", "operator", "unknown", "?"]);
    let package = prop_oneof![
        Just("com.example".to_owned()),
        Just("com.android.systemui".to_owned()),
        label
    ];
    (
        types,
        by,
        package,
        0..400_u64,
        labels.clone(),
        prop::collection::vec(labels, 0..3),
        any::<(bool, bool, Option<bool>, [i8; 4])>(),
    )
        .prop_map(|(kind, by, package, ms, mut node, inside, more)| {
            let (editable, password, checked, scroll) = more;
            node["editable"] = json!(editable);
            node["password"] = json!(password);
            node["checked"] = json!(checked);
            node["bounds"] = json!([0, 0, 10, 10]);
            json!({
                "type": kind, "by": by, "package": package, "ms": ms, "node": node,
                "inside": inside, "password": password, "typed": "typed", "length": 5,
                "scroll": scroll, "count": 3, "version": 1, "why": "stopped",
            })
            .to_string()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_read_within_bounds(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        property::check(&bytes);
        property::check(&[file(&[HEADER]).as_bytes(), &bytes].concat());
    }

    #[test]
    fn any_lines_make_a_draft(lines in prop::collection::vec(line(), 0..30), cut in 0..4_000_usize) {
        let lines: Vec<&str> = std::iter::once(HEADER).chain(lines.iter().map(String::as_str)).collect();
        let whole = file(&lines);
        property::check(whole.as_bytes());
        property::check(&whole.as_bytes()[..cut.min(whole.len())]);
    }

    /// Whatever a file says of a password, a draft has nothing of it.
    #[test]
    fn no_password_is_in_a_draft(secret in "[!-~]{6,40}", is_password in any::<bool>(), is_editable in any::<bool>()) {
        prop_assume!(is_password || is_editable);
        let secret = format!("\u{a7}{secret}");
        let node = json!({
            "id": "com.example:id/field", "same_id": 1, "text": secret, "same_text": 1,
            "editable": is_editable, "password": is_password,
        });
        let typed = json!({
            "type": "text", "by": "person", "package": "com.example", "length": 9,
            "password": true, "typed": secret, "node": node,
        });
        let press = json!({
            "type": "click", "by": "person", "package": "com.example", "node": node,
            "inside": [{ "text": secret, "same_text": 1, "password": is_password, "editable": is_editable }],
        });
        let text = file(&[HEADER, &press.to_string(), &typed.to_string(), END]);
        let recording = read(text.as_bytes()).unwrap();
        let told = format!("{recording:?}{:?}", draft(&recording));
        prop_assert!(!told.contains('\u{a7}') && !told.contains("\\u{a7}"), "{told}");
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the time that it takes is what is tested"
)]
fn five_megabytes_are_read_in_their_time() {
    let mut text = file(&[HEADER]);
    while text.len() < 5_000_000 {
        let _ = writeln!(text, "{CLICK}");
    }
    let began = Instant::now();
    property::check(text.as_bytes());
    // Deep nesting and a line without an end.
    let deep = format!("{HEADER}\n{}\n", "[".repeat(5_000_000));
    property::check(deep.as_bytes());
    let long = format!("{HEADER}\n{{\"type\":\"{}", "x".repeat(5_000_000));
    property::check(long.as_bytes());
    assert!(
        began.elapsed() < Duration::from_mins(1),
        "{:?}",
        began.elapsed()
    );
}
