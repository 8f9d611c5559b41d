//! What a skill reads and does not show is nowhere: not in what is printed, not in a file, not in an argument.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use super::private_adb::{Phones, PrivateAdb, programs};
use super::skills_tree::{self, Written, head};

const APP: &str = "dev.clawperator.vault";
/// Values on each page, over three groups, and how many characters each has.
const GROUP: usize = 500;
const LENGTH: usize = 14;
/// How much of a form is compared: enough to be no accident, and the least that a form has.
const WINDOW: usize = 12;

/// How a run of a page ends.
struct Ending {
    intent: &'static str,
    head: (&'static str, &'static [&'static str]),
    outputs: &'static str,
    steps: &'static [&'static str],
    exit: i32,
    /// `json`, `text`, or what else the command is called with.
    arguments: &'static [&'static str],
}

const READ: &[&str] = &["observe"];
const PRESS: &[&str] = &["observe", "click"];

/// Every way a run can come to know a text and not to show it.
const ENDINGS: [Ending; 8] = [
    Ending {
        intent: "shown-as-json",
        head: ("flow", READ),
        outputs: "string",
        steps: &[],
        exit: 0,
        arguments: &["--json", "--log-level", "debug"],
    },
    Ending {
        intent: "shown-as-text",
        head: ("flow", READ),
        outputs: "string",
        steps: &["id: picture\ntype: snapshot_ui"],
        exit: 0,
        arguments: &["--output", "text", "--log-level", "debug"],
    },
    Ending {
        intent: "nothing-found",
        head: ("flow", PRESS),
        outputs: "string",
        steps: &["id: press\ntype: click\nselector: {text_equals: Nowhere}\nretries: {count: 0}"],
        exit: 4,
        arguments: &["--json", "--log-level", "debug"],
    },
    Ending {
        intent: "not-valid",
        head: ("flow", READ),
        outputs: "string",
        steps: &[
            "id: check\ntype: read_text\nselector: {resource_id: \"dev.clawperator.vault:id/one\"}\nretries: {count: 0}\nparams: {validator: temperature}",
        ],
        exit: 1,
        arguments: &["--json", "--log-level", "debug"],
    },
    Ending {
        intent: "not-of-its-type",
        head: ("flow", READ),
        outputs: "integer",
        steps: &[],
        exit: 1,
        arguments: &["--json", "--log-level", "debug"],
    },
    Ending {
        intent: "several-fit",
        head: ("action", PRESS),
        outputs: "string",
        steps: &[
            "id: press\ntype: click\nselector: {resource_id: \"dev.clawperator.vault:id/secret_button\"}\nconfirm: {selector: {text_equals: Done}}",
        ],
        exit: 6,
        arguments: &["--json", "--log-level", "debug"],
    },
    Ending {
        intent: "to-be-approved",
        head: ("flow", PRESS),
        outputs: "string",
        steps: &[
            "id: press\ntype: click\nselector: {resource_id: \"dev.clawperator.vault:id/secret_button\"}",
        ],
        exit: 7,
        arguments: &[
            "--json",
            "--profile",
            "careful.toml",
            "--log-level",
            "debug",
        ],
    },
    Ending {
        intent: "not-verified",
        head: ("action", PRESS),
        outputs: "string",
        steps: &[
            "id: press\ntype: click\nselector: {resource_id: \"dev.clawperator.vault:id/other_button\"}\nconfirm: {selector: {text_equals: Done}, timeout_ms: 10}",
        ],
        exit: 1,
        arguments: &["--output", "text", "--log-level", "debug"],
    },
];

#[test]
fn ten_thousand_secrets_are_nowhere() {
    let mut dice = Dice(7);
    let pages: Vec<Vec<String>> = ENDINGS
        .iter()
        .map(|_| (0..3 * GROUP).map(|_| dice.value()).collect())
        .collect();
    let elsewhere = tempfile::tempdir().unwrap();
    let scene = elsewhere.path().join("vault.json");
    fs::write(&scene, self::scene(&pages).to_string()).unwrap();
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &["--scene", scene.to_str().unwrap()]);
    let skills = adb.home().join("skills");
    fs::create_dir(&skills).unwrap();
    let written: Vec<Written> = ENDINGS.iter().map(skill).collect();
    skills_tree::write(&skills, APP, &written);
    let careful = "version = 1\ncoordinates = \"look\"\n[[rules]]\nname = \"here\"\nverdict = \"confirm\"\ncapabilities = [\"click\"]\npackages = [\"dev.clawperator.vault\"]\n";
    fs::write(adb.home().join("careful.toml"), careful).unwrap();
    let given = dice.value();
    let mut said: Vec<(String, Vec<u8>)> = Vec::new();
    for (index, ending) in ENDINGS.iter().enumerate() {
        let component = format!("{APP}/.Page{index}");
        let serial = phone.serial(0);
        let start = [
            "-s", serial, "shell", "am", "start", "-S", "-W", "-n", &component,
        ];
        adb.adb(&start);
        let id = format!("{APP}.{}", ending.intent);
        let mut words = vec!["skills", "run", &id, "--inputs", "-"];
        words.extend(ending.arguments);
        let mut child = adb
            .command(&words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let process = Path::new("/proc").join(child.id().to_string());
        // It waits for its inputs, so it is there; its arguments are a moment later.
        let line = loop {
            let line = fs::read(process.join("cmdline")).unwrap();
            if !line.is_empty() {
                break line;
            }
            std::thread::yield_now();
        };
        said.push((format!("the arguments of {id}"), line));
        let inputs = json!({ "unused": given }).to_string();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(inputs.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(ending.exit), "{id}: {shown}");
        // The hash is there, so the values were read; were they not, nothing would be shown of them.
        let read = shown.contains("hash") || ending.outputs == "integer";
        assert!(read, "{id}: {shown}");
        said.push((format!("what {id} printed"), output.stdout));
        said.push((format!("what {id} reported"), output.stderr));
    }
    collect(adb.home(), &skills, &mut said);
    assert!(
        said.iter().any(|(name, _)| name.contains("approvals")),
        "an approval was asked for"
    );
    let secrets: Vec<String> = pages.into_iter().flatten().chain([given]).collect();
    assert!(secrets.len() >= 10_000, "{}", secrets.len());
    let found = search(&secrets, &said);
    assert_eq!(found, Vec::<String>::new());
    // The search itself finds each form.
    let planted = &secrets[secrets.len() / 2];
    for form in forms(planted) {
        let text = [b"..".as_slice(), &form, b".."].concat();
        let found = search(&secrets, &[("planted".to_owned(), text)]);
        assert!(!found.is_empty(), "{}", String::from_utf8_lossy(&form));
    }
    let bytes: usize = said.iter().map(|(_, text)| text.len()).sum();
    println!(
        "{} secrets, {} runs, {} texts of {bytes} bytes searched",
        secrets.len(),
        ENDINGS.len(),
        said.len()
    );
}

/// Random values of every kind of character that some form escapes.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap()
    }

    fn value(&mut self) -> String {
        const CHARACTERS: &str =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\"&<>'\\/éß";
        let characters: Vec<char> = CHARACTERS.chars().collect();
        (0..LENGTH)
            .map(|_| characters[self.next() % characters.len()])
            .collect()
    }
}

/// An app with a page of secrets for each ending.
fn scene(pages: &[Vec<String>]) -> Value {
    let activities: Vec<Value> = pages
        .iter()
        .enumerate()
        .map(|(index, values)| {
            let mut children: Vec<Value> = ["one", "two", "three"]
                .iter()
                .zip(values.chunks(GROUP))
                .map(|(id, values)| {
                    json!({ "kind": "text", "id": id, "text": values.join(" "), "look": { "size": 10, "lines": 1 } })
                })
                .collect();
            for (id, at) in [("secret_button", 0), ("secret_button", 1), ("other_button", 2)] {
                children.push(json!({ "kind": "button", "id": id, "text": values[at] }));
            }
            json!({
                "class": format!(".Page{index}"), "exported": true,
                "view": { "kind": "column", "height": "match", "children": children },
            })
        })
        .collect();
    json!({ "version": 1, "apps": [{
        "package": APP, "label": "Vault", "launcher": ".Page0", "activities": activities,
    }] })
}

/// A skill that reads everything of a page and then ends in its way.
fn skill(ending: &Ending) -> Written {
    let mut outputs = String::from("inputs:\n  - {name: unused, type: string}\noutputs:\n");
    let mut steps = Vec::new();
    for (id, redaction) in [("one", "mask"), ("two", "hash"), ("three", "drop")] {
        let _ = writeln!(
            outputs,
            "  - {{name: {id}, type: {}, redaction: {redaction}}}",
            ending.outputs
        );
        steps.push(format!(
            "id: {id}\ntype: read_text\nselector: {{resource_id: \"{APP}:id/{id}\"}}"
        ));
    }
    steps.extend(ending.steps.iter().map(|step| (*step).to_owned()));
    Written {
        intent: ending.intent.to_owned(),
        head: head(ending.head.0, ending.head.1),
        more: outputs,
        steps,
    }
}

/// Every file below a folder, but those of the tree, which hold no value.
fn collect(folder: &Path, except: &Path, into: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path == except {
            continue;
        }
        if path.is_dir() {
            collect(&path, except, into);
        } else if path.is_file() {
            into.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
    }
}

/// Where a form of a secret is found.
fn search(secrets: &[String], texts: &[(String, Vec<u8>)]) -> Vec<String> {
    let forms: HashSet<Vec<u8>> = secrets
        .iter()
        .flat_map(|secret| forms(secret))
        .map(|form| form[..WINDOW].to_vec())
        .collect();
    let mut found = Vec::new();
    for (name, text) in texts {
        for window in text
            .windows(WINDOW)
            .filter(|window| forms.contains(*window))
        {
            found.push(format!("{name}: {}", String::from_utf8_lossy(window)));
        }
    }
    found
}

/// A secret as it is, as JSON and XML write it, and in base64 at each of the three places it can begin.
fn forms(secret: &str) -> Vec<Vec<u8>> {
    let json = serde_json::to_string(secret).unwrap();
    let ascii: String = secret
        .chars()
        .map(|character| {
            if character.is_ascii() {
                character.to_string()
            } else {
                format!("\\u{:04x}", u32::from(character))
            }
        })
        .collect();
    let xml = secret
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    let apostrophes = xml.replace('\'', "&apos;");
    let mut forms: Vec<Vec<u8>> = [secret, json.trim_matches('"'), &ascii, &xml, &apostrophes]
        .iter()
        .map(|form| form.as_bytes().to_vec())
        .collect();
    for shift in 0..3 {
        // What stands before it shares its first characters, so those are left out.
        let shifted = [&b"???"[..shift], secret.as_bytes()].concat();
        let encoded = base64(&shifted);
        forms.push(
            encoded
                .into_bytes()
                .split_off(if shift == 0 { 0 } else { 4 }),
        );
    }
    forms
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // Only whole groups: the last digits depend on what follows.
    bytes
        .chunks_exact(3)
        .flat_map(|three| {
            let bits = three
                .iter()
                .fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
            [18, 12, 6, 0].map(|shift| char::from(DIGITS[(bits >> shift & 63) as usize]))
        })
        .collect()
}
