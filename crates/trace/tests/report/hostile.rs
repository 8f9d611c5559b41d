//! Runs whose texts want to be something else.

use clawperator_contract::events::Happened;
use clawperator_contract::runs::{KeptFile, Outcome, PictureMoment, RunRecord};
use clawperator_trace::Bundle;
use clawperator_trace::report::{html, junit};
use roxmltree::Document;
use serde_json::{Value, json};

use crate::kept::{Kept, step};
use crate::samples::{envelope, result, tree};

const TEXTS: [&str; 6] = [
    "</script><script>alert(1)</script>",
    "]]><evil/>",
    "\" onload=\"evil()",
    "a\u{202e}b\u{2066}c",
    "a\0b\u{1b}[2J\u{ffff}\u{fffe}",
    "</pre></details><img src=x onerror=evil()>",
];

/// A run that says a text in every place where it can.
pub(crate) fn saying(text: &str) -> Kept {
    let mut kept = Kept::new(text, |accepted| {
        accepted.profile = text.to_owned();
        accepted.run = text.to_owned();
        accepted.device_id = text.to_owned();
        accepted.task_id = text.to_owned();
        accepted.program = text.to_owned();
        accepted.asker.name = Some(text.to_owned());
        accepted.idempotency_key = Some(text.to_owned());
    });
    let name = step(0, text, text);
    kept.request(json!([{"id": text, "type": text, "params": {text: text}}]));
    kept.begin(&name).screen(&name, &tree(&["one"]), Some(text));
    kept.event(Happened::Judged {
        step: name.clone(),
        verdict: clawperator_contract::events::Judged::Allowed,
        rule: Some(text.to_owned()),
    });
    kept.event(Happened::Parked {
        step: None,
        ticket: text.to_owned(),
        wait_ms: u64::MAX,
    });
    kept.tap(&name, (i32::MIN, i32::MAX), text);
    kept.screen(&name, &tree(&[text]), Some(text));
    kept.picture(&name, PictureMoment::Before, text.as_bytes());
    let settled = step(1, "settled", "click");
    kept.tap(&settled, (0, 0), text).event(Happened::Settled {
        step: settled.clone(),
        diff: Some(format!("changed\n+ {text}\n{text}\n")),
    });
    kept.finish(&name, Some("NODE_NOT_FOUND"), u64::MAX);
    kept.answer(&envelope(
        text,
        false,
        json!([result(
            text,
            text,
            false,
            json!({"error": text, "message": text, "hint": text, text: text})
        )]),
        Value::String(text.to_owned()),
    ));
    kept.end(Outcome::Failed, Some("NODE_NOT_FOUND"));
    kept
}

/// The tags of a page, without what is between them.
pub(crate) fn assert_harmless(run: &Bundle) {
    let runs = std::slice::from_ref(run);
    let page = html(runs);
    let lower = page.to_lowercase();
    for tag in [
        "<script",
        "<img src=x",
        "<evil",
        "</pre></details><img",
        "\" onload",
    ] {
        assert!(!lower.contains(tag), "{tag}");
    }
    let after_style = page.split_once("</style>").unwrap().1;
    let strange =
        |character: char| clawperator_contract::is_invisible(character) && character != '\n';
    assert_eq!(
        after_style.chars().find(|character| strange(*character)),
        None
    );
    // Every tag is one of this program's.
    for piece in after_style.split('<').skip(1) {
        let name: String = piece
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        assert!(TAGS.contains(&name.as_str()), "<{piece:.60}");
    }
    let xml = junit(runs);
    let document = Document::parse(&xml).unwrap();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(XML_TAGS.contains(&node.tag_name().name()));
    }
}

const TAGS: [&str; 36] = [
    "a",
    "b",
    "body",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "head",
    "header",
    "html",
    "img",
    "li",
    "line",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "span",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];
const XML_TAGS: [&str; 8] = [
    "error",
    "failure",
    "properties",
    "property",
    "skipped",
    "testcase",
    "testsuite",
    "testsuites",
];

#[test]
fn a_text_is_never_a_tag() {
    for text in TEXTS {
        assert_harmless(&saying(text).read());
    }
}

#[test]
fn what_cannot_be_seen_is_shown() {
    let page = html(&[saying(TEXTS[3]).read()]);
    assert!(page.contains("a\\u{202e}b\\u{2066}c"));
    let page = html(&[saying(TEXTS[4]).read()]);
    assert!(page.contains("a\\u{0}b\\u{1b}[2J\u{fffd}\u{fffd}"));
}

#[test]
fn a_label_of_a_megabyte_does_not_fill_the_page() {
    let label = "<".repeat(1_000_000);
    let mut kept = Kept::new("large", |_| {});
    let name = step(0, "press", "click");
    kept.begin(&name).screen(&name, &tree(&["one"]), None);
    kept.tap(&name, (1, 1), "x")
        .screen(&name, &tree(&[&label]), None);
    kept.answer(&envelope(
        "large",
        false,
        json!([result(
            "press",
            "click",
            false,
            json!({"error": "NODE_NOT_FOUND", "message": label, "text": label})
        )]),
        Value::String(label.clone()),
    ));
    kept.end(Outcome::Failed, None);
    let run = kept.read();
    assert_harmless(&run);
    let page = html(std::slice::from_ref(&run));
    assert!(page.len() < 200_000, "{}", page.len());
}

#[test]
fn numbers_of_any_size_are_only_numbers() {
    let mut kept = Kept::new("numbers", |accepted| {
        accepted.accepted_at_ms = u64::MAX;
        accepted.step_count = usize::MAX;
        accepted.timeout_ms = u64::MAX;
    });
    kept.wait(u64::MAX);
    for index in [0, 7, 499, 500, usize::MAX] {
        let name = step(index, "s", "click");
        kept.begin(&name)
            .tap(&name, (5, 5), "x")
            .finish(&name, None, u64::MAX);
    }
    let file = KeptFile {
        name: "../../etc/passwd".to_owned(),
        bytes: u64::MAX,
    };
    kept.line(RunRecord::Picture {
        step: step(0, "s", "click"),
        moment: PictureMoment::Before,
        file: file.clone(),
    });
    kept.line(RunRecord::Answer {
        answer: None,
        file: Some(file),
    });
    assert_harmless(&kept.read());
}

#[test]
fn screens_of_any_size_are_not_compared() {
    let texts: Vec<String> = (0..4_000)
        .map(|place| format!("x{}", place % 1_500))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut kept = Kept::new("crowded", |_| {});
    let name = step(0, "press", "click");
    kept.begin(&name).screen(&name, &tree(&texts), None);
    kept.tap(&name, (1, 1), "x")
        .screen(&name, &tree(&texts[1..]), None);
    kept.end(Outcome::Done, None);
    let page = html(&[kept.read()]);
    assert!(page.contains("not compared: a screen has 4001 nodes"));
}
