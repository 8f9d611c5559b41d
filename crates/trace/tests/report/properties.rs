//! Runs that nobody would write.

use clawperator_contract::events::{ActKind, Decision, Happened, Judged, ScreenPoint};
use clawperator_contract::runs::{KeptFile, LeftOut, Outcome, PictureMoment, RunRecord};
use proptest::prelude::*;
use serde_json::json;

use crate::hostile::assert_harmless;
use crate::kept::{Kept, step};
use crate::samples::{envelope, result, tree};

/// One thing in a run.
#[derive(Debug, Clone)]
enum Thing {
    Request(usize, String),
    Begin(usize),
    Tap(usize, i32, i32, String),
    Screen(usize, Vec<String>),
    Picture(usize, Vec<u8>, PictureMoment),
    Lost(usize),
    Judged(usize, String),
    Parked(Option<usize>, String),
    Decided(String),
    Settled(usize, String),
    Finish(usize, bool, u64),
    Dispatched(usize),
    Answer(Vec<(String, bool)>),
    LeftOut(u64),
    End(bool),
    Raw(Vec<u8>),
    Wait(u64),
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[<>&\"'/a-z\u{0}-\u{1f}\u{202a}-\u{202e}\u{fffe}\u{ffff}]{0,20}",
        Just("s0".to_owned()),
    ]
}

fn thing() -> impl Strategy<Value = Thing> {
    let index = || prop_oneof![8 => 0_usize..4, 1 => any::<usize>()];
    let moment = prop::sample::select(vec![
        PictureMoment::Before,
        PictureMoment::After,
        PictureMoment::Asked,
    ]);
    prop_oneof![
        (0_usize..5, texts()).prop_map(|(count, text)| Thing::Request(count, text)),
        index().prop_map(Thing::Begin),
        (index(), any::<i32>(), any::<i32>(), texts())
            .prop_map(|(step, x, y, text)| Thing::Tap(step, x, y, text)),
        (index(), prop::collection::vec(texts(), 0..4))
            .prop_map(|(step, texts)| Thing::Screen(step, texts)),
        (index(), prop::collection::vec(any::<u8>(), 0..40), moment)
            .prop_map(|(step, bytes, moment)| Thing::Picture(step, bytes, moment)),
        index().prop_map(Thing::Lost),
        (index(), texts()).prop_map(|(step, rule)| Thing::Judged(step, rule)),
        (prop::option::of(index()), texts()).prop_map(|(step, ticket)| Thing::Parked(step, ticket)),
        texts().prop_map(Thing::Decided),
        (index(), texts()).prop_map(|(step, diff)| Thing::Settled(step, diff)),
        (index(), any::<bool>(), any::<u64>())
            .prop_map(|(step, success, took)| Thing::Finish(step, success, took)),
        index().prop_map(Thing::Dispatched),
        prop::collection::vec((texts(), any::<bool>()), 0..5).prop_map(Thing::Answer),
        any::<u64>().prop_map(Thing::LeftOut),
        any::<bool>().prop_map(Thing::End),
        prop::collection::vec(any::<u8>(), 0..30).prop_map(Thing::Raw),
        (0_u64..1 << 40).prop_map(Thing::Wait),
    ]
}

#[expect(clippy::too_many_lines, reason = "one arm for each thing")]
fn add(kept: &mut Kept, thing: Thing) {
    let named = |index: usize| step(index, &format!("s{index}"), "click");
    match thing {
        Thing::Request(count, text) => {
            let action = |index: usize| json!({"id": format!("s{index}"), "type": text, "params": {"a": [text, {"b": text}]}});
            kept.request((0..count).map(action).collect());
        }
        Thing::Begin(step) => {
            kept.begin(&named(step));
        }
        Thing::Tap(step, x, y, target) => {
            kept.event(Happened::Acting {
                step: named(step),
                act: ActKind::Swipe,
                at: Some(ScreenPoint { x, y }),
                to: Some(ScreenPoint { x: y, y: x }),
                target: Some(target),
            });
        }
        Thing::Screen(step, texts) => {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            kept.screen(&named(step), &tree(&texts), texts.first().copied());
        }
        Thing::Picture(step, bytes, moment) => {
            let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\0\0\0\x01\0".to_vec();
            png.extend(&bytes);
            let png = if bytes.len() % 2 == 0 { png } else { bytes };
            kept.picture(&named(step), moment, &png);
        }
        Thing::Lost(step) => {
            let file = KeptFile {
                name: format!("{}.xml", "0".repeat(64)),
                bytes: 5,
            };
            kept.line(RunRecord::Screen {
                step: named(step),
                file,
                activity: None,
            });
        }
        Thing::Judged(step, rule) => {
            kept.event(Happened::Judged {
                step: named(step),
                verdict: Judged::Denied,
                rule: Some(rule),
            });
        }
        Thing::Parked(step, ticket) => {
            kept.event(Happened::Parked {
                step: step.map(named),
                ticket,
                wait_ms: 5,
            });
        }
        Thing::Decided(ticket) => {
            kept.event(Happened::Decided {
                ticket,
                decision: Decision::Refused,
            });
        }
        Thing::Settled(step, diff) => {
            kept.event(Happened::Settled {
                step: named(step),
                diff: Some(diff),
            });
        }
        Thing::Finish(step, success, took_ms) => {
            let code = (!success).then_some("NODE_NOT_FOUND");
            kept.finish(&named(step), code, took_ms);
        }
        Thing::Dispatched(step) => {
            kept.line(RunRecord::Dispatched {
                step: named(step),
                act: ActKind::Tap,
            });
        }
        Thing::Answer(steps) => {
            let result = |(text, success): &(String, bool)| {
                result(
                    text,
                    text,
                    *success,
                    json!({"error": text, "message": text, "x": text}),
                )
            };
            kept.answer(&envelope(
                "c",
                false,
                steps.iter().map(result).collect(),
                json!("e"),
            ));
        }
        Thing::LeftOut(count) => {
            kept.line(RunRecord::LeftOut {
                why: LeftOut::Full,
                count,
            });
        }
        Thing::End(is_done) => {
            let outcome = if is_done {
                Outcome::Done
            } else {
                Outcome::Failed
            };
            kept.end(outcome, None);
        }
        Thing::Raw(bytes) => {
            kept.raw(&bytes);
        }
        Thing::Wait(ms) => {
            kept.wait(ms);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_run_has_a_report(things in prop::collection::vec(thing(), 0..30)) {
        let mut kept = Kept::new("random", |accepted| accepted.step_count = 3);
        for thing in things {
            add(&mut kept, thing);
        }
        assert_harmless(&kept.read());
    }
}
