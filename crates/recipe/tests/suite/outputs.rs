//! What comes of a text that was read.

use std::fmt::Write as _;

use clawperator_recipe::{
    HashKey, Output, OutputError, OutputProblem, OutputType, OutputValue, Redacted, Redaction,
    Redactor, Secret, ShownOutput, load_frontmatter,
};

use super::case;

#[test]
fn texts_are_cut_and_typed() {
    for (declared, text, expected) in [
        (
            "type: string",
            "On",
            Ok(OutputValue::String("On".to_owned())),
        ),
        (
            "type: string",
            " 1.10 ",
            Ok(OutputValue::String(" 1.10 ".to_owned())),
        ),
        ("type: integer", " 85 ", Ok(OutputValue::Integer(85))),
        ("type: integer", "-3", Ok(OutputValue::Integer(-3))),
        ("type: number", "21.50", Ok(OutputValue::Number(21.5))),
        ("type: boolean", "ON", Ok(OutputValue::Boolean(true))),
        ("type: boolean", "no", Ok(OutputValue::Boolean(false))),
        (
            "type: integer, parse: '([0-9]+) ?%'",
            "Battery 85 % left",
            Ok(OutputValue::Integer(85)),
        ),
        (
            "type: string, parse: 'Version (.*)'",
            "Version 14\nBuild 5",
            Ok(OutputValue::String("14".to_owned())),
        ),
        (
            "type: integer",
            "85 %",
            Err(OutputProblem::NotOfType(OutputType::Integer)),
        ),
        (
            "type: integer",
            "",
            Err(OutputProblem::NotOfType(OutputType::Integer)),
        ),
        (
            "type: integer",
            "8.5",
            Err(OutputProblem::NotOfType(OutputType::Integer)),
        ),
        (
            "type: integer",
            "９９",
            Err(OutputProblem::NotOfType(OutputType::Integer)),
        ),
        (
            "type: number",
            "1,299.00",
            Err(OutputProblem::NotOfType(OutputType::Number)),
        ),
        (
            "type: number",
            "inf",
            Err(OutputProblem::NotOfType(OutputType::Number)),
        ),
        (
            "type: boolean",
            "maybe",
            Err(OutputProblem::NotOfType(OutputType::Boolean)),
        ),
        (
            "type: integer, parse: '([0-9]+) ?%'",
            "none",
            Err(OutputProblem::NoMatch),
        ),
        (
            "type: string, parse: 'a(b)?'",
            "a",
            Err(OutputProblem::NoMatch),
        ),
    ] {
        let output = output(&format!("{declared}, redaction: none"));
        let answer = redact(&output, text);
        let expected = expected
            .map(ShownOutput::Value)
            .map_err(|problem| OutputError {
                name: "power".to_owned(),
                problem,
            });
        assert_eq!(
            answer.map(|redacted| redacted.shown),
            expected,
            "{declared} {text:?}"
        );
    }
}

#[test]
fn a_text_that_was_not_read_or_is_too_long_is_no_value() {
    let output = output("type: string");
    let redactor = redactor();
    let problem = |answer: Result<Redacted, OutputError>| answer.unwrap_err().problem;
    assert_eq!(
        problem(redactor.redact(&output, None)),
        OutputProblem::NotRead
    );
    let long = Some(Secret::new("é".repeat(10_001)));
    assert_eq!(
        problem(redactor.redact(&output, long)),
        OutputProblem::TooLong
    );
}

#[test]
fn the_defaults_show_numbers_and_mask_the_rest() {
    for (declared, expected) in [
        ("type: string", Redaction::Mask),
        ("type: boolean", Redaction::Mask),
        ("type: number", Redaction::None),
        ("type: integer", Redaction::None),
        ("type: number, redaction: drop", Redaction::Drop),
        ("type: string, redaction: none", Redaction::None),
    ] {
        assert_eq!(output(declared).redaction, expected, "{declared}");
    }
}

#[test]
fn a_hash_depends_on_the_key_and_the_value_alone() {
    let output = output("type: number, redaction: hash");
    let hash = |key: u8, text: &str| {
        let answer = Redactor::new(HashKey::new([key; 32]))
            .redact(&output, Some(Secret::new(text.to_owned())))
            .unwrap();
        match answer.shown {
            ShownOutput::Hash(hash) => hash,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(hash(1, "85"), hash(1, "85.0"));
    assert_ne!(hash(1, "85"), hash(1, "86"));
    assert_ne!(hash(1, "85"), hash(2, "85"));
    assert_eq!(hash(1, "85").len(), 64);
}

/// Ten thousand values, and none of them in anything that comes out, however it is written.
#[test]
fn no_redacted_value_leaves_the_redactor() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        // A linear generator: any values will do, and these are the same every time.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let alphabet: Vec<char> = ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain("\"\\<&é ".chars())
        .collect();
    let outputs = [
        output("type: string, redaction: mask"),
        output("type: string, redaction: hash"),
        output("type: string, redaction: drop"),
        output("type: integer, redaction: mask"),
        output("type: integer, redaction: none"),
    ];
    let parsed = output("type: string, redaction: drop, parse: '^([0-9]+)$'");
    for index in 0..10_000 {
        let length = 12 + usize::try_from(next() % 20).unwrap();
        let value: String =
            std::iter::repeat_with(|| alphabet[usize::try_from(next()).unwrap() % alphabet.len()])
                .take(length)
                .collect();
        let secret = Secret::new(value.clone());
        let mut shown = format!("{secret:?}");
        let output = match index % 100 {
            0 => &parsed,
            other => &outputs[other % outputs.len()],
        };
        let answer = redactor().redact(output, Some(secret));
        match &answer {
            Ok(redacted) => write!(shown, "{redacted:?}").unwrap(),
            Err(error) => write!(shown, "{error} {error:?}").unwrap(),
        }
        let json = serde_json::Value::from(value.as_str()).to_string();
        for written in [&value, &json, &xml(&value), &base64(&value)] {
            let inside = written.trim_matches(['"', '=']);
            assert!(!shown.contains(inside), "{written}");
        }
    }
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn base64(text: &str) -> String {
    let digits: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['+', '/'])
        .collect();
    let mut encoded = String::new();
    for group in text.as_bytes().chunks(3) {
        let number = group
            .iter()
            .chain([0, 0].iter())
            .take(3)
            .fold(0_usize, |number, byte| number * 256 + usize::from(*byte));
        for place in 0..=group.len() {
            encoded.push(digits[number >> (18 - 6 * place) & 63]);
        }
    }
    encoded
}

fn redact(output: &Output, text: &str) -> Result<Redacted, OutputError> {
    redactor().redact(output, Some(Secret::new(text.to_owned())))
}

fn redactor() -> Redactor {
    Redactor::new(HashKey::new([7; 32]))
}

/// The base's one output with this declaration.
fn output(declared: &str) -> Output {
    let base = case::base();
    let frontmatter = base.split("---\n").nth(1).unwrap();
    let plain = "  - name: power\n    type: string\n    redaction: none\n";
    assert!(frontmatter.contains(plain));
    let text = frontmatter.replace(plain, &format!("  - {{name: power, {declared}}}\n"));
    let frontmatter = load_frontmatter("outputs", text.as_bytes()).unwrap();
    frontmatter.outputs[0].clone()
}
