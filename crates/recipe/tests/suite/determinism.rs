//! The same recipe and the same values give the same bytes, whoever compiles, wherever and however often.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::thread;

use clawperator_recipe::{Artifact, InputType, Levels, Loaded, compile, load};

use super::case::{self, Input};

const TIMES: usize = 100;
const MARK: &str = "template ";

#[test]
fn a_hundred_compilations_on_two_threads_are_equal() {
    let all = compilable();
    assert!(all.len() >= 40, "{} recipes compile", all.len());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for (name, loaded, values) in &all {
                    let first = compile(loaded, values).unwrap();
                    for _ in 1..TIMES {
                        assert_eq!(compile(loaded, values).unwrap(), first, "{name}");
                    }
                }
            });
        }
    });
}

#[test]
fn nothing_around_a_process_changes_a_byte() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plain = hashes(here, &[]);
    assert!(plain.len() >= 40, "{} hashes", plain.len());
    for (folder, environment) in [
        (
            here.join("src"),
            &[("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")][..],
        ),
        (
            here.join("tests"),
            &[("TZ", "Pacific/Kiritimati"), ("LC_ALL", "C")][..],
        ),
        (
            here.join("tests/cases"),
            &[("TZ", "America/St_Johns"), ("LANG", "de_DE.UTF-8")][..],
        ),
    ] {
        assert_eq!(hashes(&folder, environment), plain, "{environment:?}");
    }
}

/// Prints a hash for every recipe; `hashes` runs it in a process of its own.
#[test]
fn prints_the_hashes() {
    for (name, loaded, values) in compilable() {
        let compiled = compile(&loaded, &values).unwrap();
        println!("{MARK}{name} {}", compiled.template.sha256());
    }
}

fn hashes(folder: &Path, environment: &[(&str, &str)]) -> Vec<String> {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "suite::determinism::prints_the_hashes",
            "--nocapture",
        ])
        .current_dir(folder)
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.split_once(MARK))
        .map(|(_, hash)| hash.to_owned())
        .collect()
}

/// Every case that compiles, with its own values or one for each input; of those with one template, the first.
fn compilable() -> Vec<(String, Loaded, BTreeMap<String, String>)> {
    let mut templates = BTreeSet::new();
    case::all()
        .into_iter()
        .filter_map(|case| {
            let Input::Recipe(text) = &case.input else {
                return None;
            };
            let loaded = load(&case.file, text.as_bytes(), &Levels::default()).ok()?;
            let values = case.values.unwrap_or_else(|| values(&loaded));
            let template = compile(&loaded, &values).ok()?.template;
            templates
                .insert(template.sha256())
                .then_some((case.name, loaded, values))
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
