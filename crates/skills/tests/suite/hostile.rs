//! Registries and skills that were made to do harm.

use std::fs;
use std::os::unix::fs::symlink;
use std::time::Duration;

use clawperator_skills::{Findings, Registry, Skill};
use serde_json::{Value, json};

use super::tree::{Tree, entry};

/// What a refusal may take. A debug build is twenty times slower than what is shipped;
/// `cargo bench -p clawperator-skills` measures what is shipped, with its memory.
const MOST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 4_000 } else { 100 });

/// Holds the time that some work has a processor for against [`MOST`]; what other processes took away is no part of it.
fn in_time<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let started = time_on_processor();
    let answer = work();
    if let (Some(started), Some(ended)) = (started, time_on_processor()) {
        let took = ended.saturating_sub(started);
        assert!(took < MOST, "{what} took {took:?}");
    }
    answer
}

/// How long this thread has had a processor, where the system tells.
fn time_on_processor() -> Option<Duration> {
    let status = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = status.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn refusal(text: &str) -> Findings {
    in_time(&text[..text.len().min(60)], || {
        Registry::read("/skills".as_ref(), text.as_bytes()).unwrap_err()
    })
}

fn codes(findings: &Findings) -> Vec<&'static str> {
    let codes = findings.list.iter().map(|finding| finding.kind.code());
    codes.collect()
}

/// A registry whose one entry has another value under a key.
fn with(key: &str, value: Value) -> String {
    let mut entry = entry("read-level");
    entry[key] = value;
    json!({ "schemaVersion": "1.0", "skills": [entry] }).to_string()
}

fn load(tree: &Tree) -> Findings {
    let registry = tree.registry();
    in_time("a skill", || {
        Skill::load(&registry, &registry.entries()[0]).unwrap_err()
    })
}

#[test]
fn paths_that_lead_out_of_a_skill_are_refused() {
    for path in [
        "../com.example.app.read-level",
        "/etc",
        "skills/../../etc",
        "..\\..\\etc",
        "~root",
        "C:/windows",
    ] {
        let found = refusal(&with("path", json!(path)));
        assert_eq!(codes(&found), ["SKILL_PATH_OUTSIDE"], "{path}");
    }
    for path in [
        "../../etc/passwd",
        "scripts/../../x.sh",
        "/bin/sh",
        "com.example.app.read-level/../x.sh",
    ] {
        let found = refusal(&with("scripts", json!([path])));
        assert_eq!(codes(&found), ["SKILL_PATH_OUTSIDE"], "{path}");
    }
    for path in [
        "scripts",
        "scripts/",
        "scripts/.sh",
        "scripts/a b.sh",
        "a.sh",
        "scripts/x/a.sh",
    ] {
        let found = refusal(&with("scripts", json!([path])));
        assert_eq!(codes(&found), ["SKILL_MALFORMED"], "{path}");
    }
}

#[test]
fn links_are_not_followed() {
    let id = "com.example.app.read-level";
    for linked in [
        "skill.json",
        "SKILL.md",
        "artifacts/read-level.recipe.md",
        "artifacts",
    ] {
        let tree = Tree::with_probe();
        let place = tree.path(&format!("{id}/{linked}"));
        let elsewhere = tree.path("elsewhere");
        fs::rename(&place, &elsewhere).unwrap();
        symlink(&elsewhere, &place).unwrap();
        let found = load(&tree);
        assert_eq!(found.list[0].kind.code(), "SKILL_SYMLINK", "{linked}");
        assert_eq!(found.list[0].file, format!("{id}/{linked}"));
    }
    let tree = Tree::with_probe();
    fs::rename(tree.path(id), tree.path("elsewhere")).unwrap();
    symlink(tree.path("elsewhere"), tree.path(id)).unwrap();
    assert_eq!(codes(&load(&tree)), ["SKILL_SYMLINK"]);
    let tree = Tree::with_probe();
    symlink("/etc/passwd", tree.path("skills-registry.link")).unwrap();
    fs::rename(
        tree.path("skills-registry.link"),
        tree.path("skills-registry.json"),
    )
    .unwrap();
    let found = tree.open().unwrap_err().findings();
    assert_eq!(codes(&found), ["SKILL_SYMLINK"]);
}

#[test]
fn a_pipe_in_place_of_a_file_is_not_waited_for() {
    let tree = Tree::with_probe();
    let place = tree.path("com.example.app.read-level/scripts");
    fs::create_dir_all(&place).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(place.join("run.js"))
        .status()
        .unwrap();
    assert!(made.success());
    assert_eq!(codes(&load(&tree)), ["SKILL_NOT_A_FILE"]);
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let ten_megabytes = "x".repeat(10_000_000);
    let tree = Tree::with_probe();
    tree.write("skills-registry.json", &ten_megabytes);
    let found = in_time("a large registry", || tree.open().unwrap_err().findings());
    assert_eq!(codes(&found), ["SKILL_TOO_LARGE"]);
    for file in [
        "skill.json",
        "SKILL.md",
        "artifacts/read-level.recipe.md",
        "notes.txt",
    ] {
        let tree = Tree::with_probe();
        tree.write(
            &format!("com.example.app.read-level/{file}"),
            &ten_megabytes,
        );
        assert_eq!(load(&tree).list[0].kind.code(), "SKILL_TOO_LARGE", "{file}");
    }
}

#[test]
fn a_skill_of_too_many_or_too_deep_files_is_not_read() {
    let tree = Tree::with_probe();
    for number in 0..200 {
        tree.write(
            &format!("com.example.app.read-level/scripts/{number}.txt"),
            "",
        );
    }
    assert_eq!(codes(&load(&tree)), ["SKILL_TOO_MANY"]);
    let tree = Tree::with_probe();
    tree.write("com.example.app.read-level/a/b/c/d/e/f/g", "");
    assert_eq!(codes(&load(&tree)), ["SKILL_TOO_MANY"]);
    let tree = Tree::with_probe();
    for number in 0..6 {
        let file = format!("com.example.app.read-level/scripts/{number}.txt");
        tree.write(&file, &"x".repeat(900_000));
    }
    assert!(codes(&load(&tree)).contains(&"SKILL_TOO_LARGE"));
}

#[test]
fn json_that_was_made_to_hurt_is_refused_at_once() {
    let deep = "[".repeat(4_000_000) + &"]".repeat(4_000_000);
    assert_eq!(codes(&refusal(&deep)), ["SKILL_WRONG_TYPE"]);
    let inside = format!(r#"{{"schemaVersion":"1.0","skills":{deep}}}"#);
    assert_eq!(codes(&refusal(&inside)), ["SKILL_WRONG_TYPE"]);
    let many = format!(
        r#"{{"schemaVersion":"1.0","skills":[{}1]}}"#,
        "1,".repeat(4_000_000)
    );
    assert_eq!(codes(&refusal(&many)), ["SKILL_TOO_MANY"]);
    let keys: Vec<String> = (0..400_000).map(|key| format!(r#""k{key}":1"#)).collect();
    let wide = format!("{{{}}}", keys.join(","));
    assert_eq!(codes(&refusal(&wide)), ["SKILL_TOO_MANY"]);
    let twice = r#"{"schemaVersion":"1.0","skills":[],"skills":[]}"#;
    assert_eq!(codes(&refusal(twice)), ["SKILL_DUPLICATE_KEY"]);
    let escaped = r#"{"schemaVersion":"1.0","skills":[],"\u0073kills":[]}"#;
    assert_eq!(codes(&refusal(escaped)), ["SKILL_DUPLICATE_KEY"]);
    for broken in ["", "{", "nul", "\"\\ud800\"", "{}x", "{\"a\":1,}"] {
        let found = refusal(broken);
        assert!(!found.list.is_empty(), "{broken}");
    }
}

#[test]
fn a_file_full_of_mistakes_is_gone_over_once() {
    let entries = vec!["{\"a\":1}"; 19_000].join(",\n");
    let text = format!("{{\"schemaVersion\":\"1.0\",\"skills\":[\n{entries}]}}");
    let found = refusal(&text);
    assert_eq!(found.list.len(), 1_000);
    assert_eq!(found.list[0].at.unwrap().line, 2);
    let one_line = text.replace('\n', "");
    refusal(&one_line);
}

#[test]
fn findings_tell_the_place() {
    let text = "{\n  \"schemaVersion\": \"1.0\",\n  \"skülls\": 1,\n  \"skills\": [{}],\n  \"é\": 1, \"x\": 2\n}";
    let found = refusal(text);
    let places: Vec<String> = found
        .list
        .iter()
        .map(|finding| format!("{} {}", finding.place(), finding.kind.code()))
        .collect();
    assert_eq!(
        places[..2],
        [
            "skills-registry.json:3:3 SKILL_UNKNOWN_KEY",
            "skills-registry.json:4:14 SKILL_MISSING_FIELD",
        ]
    );
    assert_eq!(
        places[places.len() - 2..],
        [
            "skills-registry.json:5:3 SKILL_UNKNOWN_KEY",
            "skills-registry.json:5:11 SKILL_UNKNOWN_KEY",
        ]
    );
}

#[test]
fn nothing_in_a_finding_steers_a_terminal() {
    let found = refusal(&with("summary", json!({ "\u{1b}[2J": 1 })));
    let shown = format!("{found:?}");
    assert!(!shown.contains('\u{1b}'), "{shown}");
    let found = refusal(&with("id", json!("\u{1b}]0;x\u{7}")));
    assert!(!found.list[0].message.contains('\u{1b}'));
}
