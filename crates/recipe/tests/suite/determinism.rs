//! The same recipe and the same values give the same bytes, whoever compiles, wherever and however often.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::thread;

use clawperator_recipe::{Artifact, InputType, Levels, Loaded, compile, load};

use super::case::{self, Input};

const MARK: &str = "template ";

/// How often each of two threads of a process compiles each recipe.
const ROUNDS: usize = 13;

/// Where a process compiles, and by which locale and time zone.
const PLACES: [(&str, &[(&str, &str)]); 4] = [
    (".", &[]),
    ("src", &[("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")]),
    ("tests", &[("TZ", "Pacific/Kiritimati"), ("LC_ALL", "C")]),
    (
        "tests/cases",
        &[("TZ", "America/St_Johns"), ("LANG", "de_DE.UTF-8")],
    ),
];

/// Every recipe is compiled a hundred times and more, in four processes.
const _: () = assert!(PLACES.len() * 2 * ROUNDS >= 100);

#[test]
fn nothing_around_a_compilation_changes_a_byte() {
    let [plain, others @ ..] = PLACES.map(|(folder, environment)| templates(folder, environment));
    assert!(plain.len() >= 40, "{} recipes compile", plain.len());
    for (other, place) in others.iter().zip(&PLACES[1..]) {
        assert_eq!(*other, plain, "{place:?}");
    }
}

/// Prints the template of every recipe; `templates` runs it in a process of its own, and nothing else needs it.
#[test]
fn prints_the_templates() {
    if !std::env::args().any(|argument| argument == "--exact") {
        return;
    }
    let all = compilable();
    let [one, other] = thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| all.iter().map(rounds).collect()));
        threads.map(|thread| -> Vec<String> { thread.join().unwrap() })
    });
    assert_eq!(one, other);
    for (recipe, json) in all.iter().zip(&one) {
        println!("{MARK}{} {json}", recipe.name);
    }
}

/// Reads and compiles a recipe again and again, each time with its values put together in another order.
fn rounds(recipe: &Compilable) -> String {
    let mut given: Vec<(String, String)> = recipe.values.clone().into_iter().collect();
    let mut templates = BTreeSet::new();
    for _ in 0..ROUNDS {
        let values: BTreeMap<String, String> = given.iter().cloned().collect();
        let loaded = load(&recipe.file, recipe.text.as_bytes(), &Levels::default()).unwrap();
        let compiled = compile(&loaded, &values).unwrap();
        templates.insert(compiled.template.json().to_owned());
        if !given.is_empty() {
            given.rotate_left(1);
        }
    }
    assert_eq!(templates.len(), 1, "{}", recipe.name);
    templates.pop_first().unwrap()
}

fn templates(folder: &str, environment: &[(&str, &str)]) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "suite::determinism::prints_the_templates",
            "--nocapture",
        ])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.split_once(MARK))
        .map(|(_, template)| template.to_owned())
        .collect()
}

/// A case that compiles.
struct Compilable {
    name: String,
    file: String,
    text: String,
    values: BTreeMap<String, String>,
}

/// Every case that compiles, with its own values or one for each input; of those with one template, the first.
fn compilable() -> Vec<Compilable> {
    let mut templates = BTreeSet::new();
    case::all()
        .into_iter()
        .filter_map(|case| {
            let Input::Recipe(text) = case.input else {
                return None;
            };
            let loaded = load(&case.file, text.as_bytes(), &Levels::default()).ok()?;
            let values = case.values.unwrap_or_else(|| values(&loaded));
            let template = compile(&loaded, &values).ok()?.template;
            templates.insert(template.sha256()).then_some(Compilable {
                name: case.name,
                file: case.file,
                text,
                values,
            })
        })
        .collect()
}

fn values(loaded: &Loaded) -> BTreeMap<String, String> {
    let Artifact::Recipe(recipe) = &loaded.artifact else {
        return BTreeMap::new();
    };
    let inputs = recipe.frontmatter.inputs.iter();
    inputs
        .map(|input| {
            let value = match input.input_type {
                InputType::String => "A value",
                InputType::Integer | InputType::Number => "7",
                InputType::Boolean => "true",
            };
            (input.name.value.clone(), value.to_owned())
        })
        .collect()
}
