//! Reading files that are whole, cut and damaged.

use clawperator_recording::{By, Ending, MAX_RECORDING_BYTES, NotRead, What, read};
use serde_json::json;

pub(super) const HEADER: &str = r#"{"type":"header","version":1,"name":"walk","launch":"00ff","at":1790000000000,"texts":false,"phone":{"model":"Pixel 7","release":"14","api":"34"},"screen":[1080,2400],"package":"com.example","activity":"com.example.Main","most_bytes":4194304,"most_lines":20000}"#;
pub(super) const END: &str =
    r#"{"type":"end","ms":9000,"why":"stopped","lines":2,"dropped":0,"withheld":3}"#;
pub(super) const CLICK: &str = r#"{"type":"click","ms":1200,"by":"person","package":"com.example","window":"Main","class":"android.widget.Button","seen":"before","node":{"class":"android.widget.Button","id":"com.example:id/ok","same_id":1,"text":"OK","same_text":2,"same_description":0,"editable":false,"password":false,"bounds":[0,10,100,60]},"inside":[],"above":[{"class":"android.widget.FrameLayout","same_id":0,"same_text":0,"same_description":0}]}"#;

pub(super) fn file(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[test]
fn a_whole_recording_is_complete() {
    let recording = read(file(&[HEADER, CLICK, END]).as_bytes()).unwrap();
    assert!(recording.is_complete());
    assert_eq!(recording.header.name, "walk");
    assert_eq!(recording.header.api, Some(34));
    assert_eq!(recording.header.package.as_deref(), Some("com.example"));
    assert_eq!(recording.withheld, 3);
    let [click] = &recording.events[..] else {
        panic!("{recording:?}")
    };
    assert_eq!((click.what.clone(), click.by), (What::Click, By::Person));
    let node = click.node.as_ref().unwrap();
    assert_eq!(node.labels.id.as_deref(), Some("com.example:id/ok"));
    assert_eq!(node.labels.same_text, Some(2));
    assert_eq!(node.above.len(), 1);
    assert!(node.is_from_before);
}

#[test]
fn one_that_just_ends_was_cut_short() {
    let whole = file(&[HEADER, CLICK, END]);
    let (header, end) = (HEADER.len() + 1, whole.len());
    for cut in 0..whole.len() {
        let part = &whole.as_bytes()[..cut];
        if cut < header {
            assert_eq!(read(part), Err(NotRead::NoHeader), "{cut}");
            continue;
        }
        let recording = read(part).unwrap();
        assert!(!recording.is_complete(), "{cut}");
        assert_eq!(
            recording.ending,
            Ending::CutShort { why: None },
            "{cut} of {end}"
        );
        assert!(recording.damaged <= 1, "{cut}");
    }
}

#[test]
fn the_end_says_why() {
    let ended = END.replace("stopped", "operator_ended");
    let recording = read(file(&[HEADER, &ended]).as_bytes()).unwrap();
    let why = Some("operator_ended".to_owned());
    assert_eq!(recording.ending, Ending::CutShort { why });
    let dropped = END.replace("\"dropped\":0", "\"dropped\":7");
    let recording = read(file(&[HEADER, &dropped]).as_bytes()).unwrap();
    assert_eq!((recording.dropped, recording.is_complete()), (7, false));
}

#[test]
fn what_is_behind_the_end_and_no_line_at_all_is_damaged() {
    let recording = read(file(&[HEADER, END, CLICK]).as_bytes()).unwrap();
    assert_eq!((recording.damaged, recording.events.len()), (1, 0));
    let recording = read(file(&[HEADER, "nonsense", CLICK, END]).as_bytes()).unwrap();
    assert_eq!((recording.damaged, recording.events.len()), (1, 1));
    assert!(!recording.is_complete());
}

#[test]
fn another_version_and_what_is_too_large_are_refused() {
    let newer = HEADER.replace("\"version\":1", "\"version\":2");
    assert_eq!(
        read(file(&[&newer]).as_bytes()),
        Err(NotRead::OtherVersion(2))
    );
    let large = vec![b'x'; MAX_RECORDING_BYTES + 1];
    assert_eq!(read(&large), Err(NotRead::TooLarge(large.len())));
    let lines = file(&[HEADER]) + &"\n".repeat(50_000);
    assert_eq!(read(lines.as_bytes()), Err(NotRead::TooManyLines));
}

/// A phone writes so many nodes to a line and no more; each costs far more in memory than the three bytes it may have.
#[test]
fn a_line_with_more_nodes_than_a_phone_writes_is_damaged() {
    for (key, most) in [("inside", 8), ("above", 12)] {
        for count in [most, most + 1] {
            let nodes = vec![json!({}); count];
            let line = json!({ "type": "click", "by": "person", "node": {}, key: nodes });
            let recording = read(file(&[HEADER, &line.to_string(), END]).as_bytes()).unwrap();
            let is_read = count == most;
            assert_eq!(recording.events.len(), usize::from(is_read), "{key}");
            assert_eq!(recording.damaged, usize::from(!is_read), "{key}");
        }
    }
}

#[test]
fn a_password_is_never_more_than_its_length() {
    let line = r#"{"type":"text","ms":1,"by":"person","package":"com.example","length":7,"password":true,"typed":"hunter2","node":{"text":"hunter2","id":"com.example:id/secret","same_id":1,"editable":true,"password":true}}"#;
    let recording = read(file(&[HEADER, line, END]).as_bytes()).unwrap();
    assert!(!format!("{recording:?}").contains("hunter"));
}

/// What no app can be called is not passed on: it would be the app of a recipe.
#[test]
fn a_package_that_no_app_can_have_is_none() {
    for (package, is_one) in [
        ("com.example", true),
        ("android", true),
        ("com.Example_2.x", true),
        ("${", false),
        ("com.example ", false),
        ("com..example", false),
        ("", false),
        ("2.com", false),
    ] {
        let line = json!({ "type": "click", "by": "person", "package": package });
        let recording = read(file(&[HEADER, &line.to_string(), END]).as_bytes()).unwrap();
        let read_as = recording.events[0].package.as_deref();
        assert_eq!(read_as, is_one.then_some(package), "{package:?}");
    }
}
