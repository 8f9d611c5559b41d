//! The eleven requirements: each is met by a sound tree, and broken by what it is about and nothing else.

use std::fs;

use clawperator_contract::Capability;
use clawperator_recipe::Levels;
use clawperator_skills::{Checked, Combination, Requirement, check_skill, check_tree, write_index};
use serde_json::{Value, json};

use super::tree::{PROBE, Tree, entry};

const ID: &str = "com.example.app.read-level";
const RECIPE: &str = "com.example.app.read-level/artifacts/read-level.recipe.md";

fn check(tree: &Tree) -> Checked {
    check_tree(tree.root(), &Levels::default(), &[]).unwrap()
}

/// What is not met, as the number of the requirement and the code of its first finding.
fn broken(tree: &Tree) -> Vec<(usize, &'static str)> {
    let checked = check(tree);
    let rows = checked.rows.iter().filter(|row| !row.is_met());
    rows.map(|row| {
        let first = row.findings.list.first();
        let code = first.map_or("NOT_ASKED", |finding| finding.kind.code());
        (row.requirement.number(), code)
    })
    .collect()
}

/// A sound tree after a change to it, with a fresh index where one can be made.
fn after(change: impl FnOnce(&Tree)) -> Vec<(usize, &'static str)> {
    let tree = Tree::with_probe();
    change(&tree);
    let _ = write_index(tree.root());
    broken(&tree)
}

fn with_entry(tree: &Tree, change: impl FnOnce(&mut Value)) {
    let mut entry = entry("read-level");
    change(&mut entry);
    tree.register(&[entry.clone()]);
    tree.write(&format!("{ID}/skill.json"), &entry.to_string());
}

#[test]
fn the_requirements_are_the_designs_eleven_in_order() {
    let numbers: Vec<usize> = Requirement::ALL
        .iter()
        .map(|requirement| requirement.number())
        .collect();
    assert_eq!(numbers, (1..=11).collect::<Vec<_>>());
    assert_eq!(after(|_| {}), []);
}

#[test]
fn a_template_of_the_older_form_is_searched_and_counted_nowhere_else() {
    let template = |text: &str| {
        let tree = Tree::with_probe();
        let path = "artifacts/older.recipe.json";
        with_entry(&tree, |entry| {
            entry["artifacts"].as_array_mut().unwrap().push(json!(path));
        });
        let action =
            json!({ "id": "a", "type": "click", "params": { "matcher": { "textEquals": text } } });
        let template = json!({
            "source": "s", "expectedFormat": "android-ui-automator", "timeoutMs": 30000, "actions": [action],
        });
        tree.write(&format!("{ID}/{path}"), &template.to_string());
        let _ = write_index(tree.root());
        check(&tree)
    };
    let sound = template("OK");
    assert!(sound.is_met(), "{:?}", sound.findings());
    assert_eq!(sound.legacy, 1);
    let looked_at = |number: usize| sound.rows[number - 1].looked_at;
    assert_eq!([5, 6, 7, 9, 10, 11].map(looked_at), [Some(1); 6]);
    let personal = template("john.doe@example.com");
    assert_eq!(personal.legacy, 1);
    let looked_at = |number: usize| personal.rows[number - 1].looked_at;
    assert_eq!([5, 6, 7, 9, 10, 11].map(looked_at), [Some(1); 6]);
    let row = &personal.rows[7];
    assert!(!row.is_met());
    assert_eq!(row.findings.list[0].kind.code(), "RECIPE_PERSONAL_LITERAL");
}

#[test]
fn what_an_annotation_quiets_is_listed() {
    let tree = Tree::with_probe();
    let path = format!("{ID}/artifacts/read-level.recipe.md");
    let recipe = fs::read_to_string(tree.path(&path)).unwrap();
    let step = "\n## Step 9\n\n```yaml\nid: greet\ntype: wait_for_node\nselector: {text_equals: Ada Lovelace, annotation: STRUCTURAL}\n```\n";
    tree.write(&path, &(recipe.clone() + step));
    write_index(tree.root()).unwrap();
    let checked = check(&tree);
    assert!(checked.is_met(), "{:?}", checked.findings());
    let quieted: Vec<_> = checked
        .quieted
        .iter()
        .map(|one| (one.file.as_str(), one.kind))
        .collect();
    assert_eq!(quieted, [(RECIPE, "the name of a person")]);
    assert_eq!(checked.quieted[0].line, recipe.lines().count() + 7);
}

#[test]
fn a_serial_on_the_page_is_found() {
    let broken = after(|tree| {
        let page = format!("{ID}/SKILL.md");
        let text = fs::read_to_string(tree.path(&page)).unwrap();
        tree.write(&page, &format!("{text}\nTried on R58M12ABCDE.\n"));
    });
    assert_eq!(broken, [(8, "SKILL_PERSONAL")]);
}

#[test]
fn metadata_is_asked_of_every_folder() {
    let broken = after(|tree| tree.write(&format!("{ID}/skill.json"), "{}"));
    assert_eq!(broken[0], (1, "SKILL_MISSING_FIELD"));
    let page = after(|tree| tree.write(&format!("{ID}/SKILL.md"), "# no frontmatter"));
    assert_eq!(page, [(1, "SKILL_PAGE")]);
    let unlisted = after(|tree| tree.write(&format!("{ID}/artifacts/b.recipe.md"), PROBE));
    assert_eq!(unlisted[0], (1, "SKILL_FILE_UNLISTED"));
}

#[test]
fn the_index_must_be_fresh() {
    let tree = Tree::with_probe();
    assert_eq!(broken(&tree), [(2, "SKILL_INDEX_MISSING")]);
    write_index(tree.root()).unwrap();
    assert_eq!(broken(&tree), []);
    tree.write(&format!("{ID}/notes.txt"), "");
    assert_eq!(broken(&tree), [(2, "SKILL_INDEX_STALE")]);
    write_index(tree.root()).unwrap();
    tree.write("generated/by-app/com.example.gone.json", "{}");
    assert_eq!(broken(&tree), [(2, "SKILL_INDEX_STALE")]);
}

#[test]
fn a_broken_registry_leaves_what_depends_on_it_unasked() {
    let broken = after(|tree| tree.write("skills-registry.json", "{"));
    assert_eq!(
        broken,
        [(2, "NOT_ASKED"), (3, "SKILL_SYNTAX"), (4, "NOT_ASKED")]
    );
}

#[test]
fn registry_and_folders_agree() {
    let unregistered = after(|tree| tree.add_probe("read-name"));
    assert_eq!(unregistered, [(4, "SKILL_UNREGISTERED")]);
    let missing = after(|tree| tree.register(&[entry("read-level"), entry("read-name")]));
    assert!(missing.contains(&(4, "SKILL_FILE_MISSING")), "{missing:?}");
    let other = after(|tree| {
        let mut other = entry("read-level");
        other["summary"] = json!("Something else.");
        tree.register(&[other]);
    });
    assert!(other.contains(&(4, "SKILL_DISAGREES")), "{other:?}");
}

#[test]
fn recipes_are_held_against_their_rules_requirement_by_requirement() {
    let recipe = |from: &str, to: &str| after(|tree| tree.write(RECIPE, &PROBE.replace(from, to)));
    for (from, to, expected) in [
        (
            "recipe_type: probe",
            "recipe_type: poem",
            (5, "RECIPE_NOT_ALLOWED"),
        ),
        ("type: read_text", "type: fly", (6, "RECIPE_ACTION_TYPE")),
        (
            "summary: Read the level.",
            "summary: Ask jane@corp-mail.com.",
            (8, "RECIPE_PERSONAL_LITERAL"),
        ),
        (
            "capabilities: [observe]",
            "capabilities: [navigate]",
            (9, "RECIPE_CAPABILITY"),
        ),
        (
            "  resource_id: com.example.app:id/level",
            "  text_contains: Level\n  annotation: VARIABLE",
            (10, "RECIPE_NEEDS_PLACEHOLDER"),
        ),
        (
            "  resource_id: com.example.app:id/level",
            "  text_contains: ${inputs.label}",
            (11, "RECIPE_INPUT_UNDECLARED"),
        ),
    ] {
        let broken = recipe(from, to);
        assert!(broken.contains(&expected), "{to}: {broken:?}");
    }
    let long = "## Step 2: Sleep\n\n```yaml\nid: nap\ntype: sleep\nparams:\n  duration_ms: 120000\n```\n\n## Step 1";
    let broken = recipe("## Step 1", long);
    assert!(broken.contains(&(7, "RECIPE_LIMIT")), "{broken:?}");
}

#[test]
fn an_input_that_may_be_left_out_has_a_default() {
    let with_input = |input: &str| {
        let inputs = format!("inputs:\n  - name: label\n    type: string\n{input}");
        let recipe = PROBE.replace("inputs: []", &inputs).replace(
            "resource_id: com.example.app:id/level",
            "text_contains: ${inputs.label}",
        );
        after(|tree| tree.write(RECIPE, &recipe))
    };
    assert_eq!(
        with_input("    required: false"),
        [(11, "SKILL_INPUT_INCOMPLETE")]
    );
    assert_eq!(with_input("    required: true\n    default: \"\""), []);
    assert_eq!(with_input("    required: false\n    default: Level"), []);
}

#[test]
fn a_recipe_id_is_used_once_and_for_the_skills_own_app() {
    let twice = after(|tree| {
        tree.add_probe("read-name");
        tree.register(&[entry("read-level"), entry("read-name")]);
        tree.write(
            "com.example.app.read-name/artifacts/read-name.recipe.md",
            PROBE,
        );
    });
    assert_eq!(twice, [(5, "SKILL_RECIPE_TWICE")]);
    let app = "application_id: com.example.app\n";
    let other = after(|tree| {
        tree.write(
            RECIPE,
            &PROBE.replace(app, "application_id: com.example.other\n"),
        );
    });
    assert_eq!(other, [(5, "SKILL_RECIPE_APP")]);
}

#[test]
fn capabilities_that_a_profile_forbids_together_are_refused() {
    let tree = Tree::with_probe();
    let forbidden = |capabilities: &[Capability]| {
        let combination = Combination {
            profile: "careful".to_owned(),
            name: "none".to_owned(),
            capabilities: capabilities.to_vec(),
        };
        let registry = tree.registry();
        let entry = &registry.entries()[0];
        check_skill(&registry, entry, &Levels::default(), &[combination]).count()
    };
    assert_eq!(forbidden(&[Capability::Observe]), 1);
    assert_eq!(forbidden(&[Capability::Observe, Capability::Toggle]), 0);
    assert_eq!(forbidden(&[]), 0);
}

#[test]
fn texts_for_people_hold_nothing_personal() {
    let summary = after(|tree| {
        with_entry(tree, |entry| {
            entry["summary"] = json!("Call +1 415 555 0132.");
        });
    });
    assert_eq!(summary, [(8, "SKILL_PERSONAL")]);
    let page = after(|tree| {
        let page = "---\nname: a\ndescription: b\n---\n\nAsk jane@corp-mail.com.\n";
        tree.write(&format!("{ID}/SKILL.md"), page);
    });
    assert_eq!(page, [(8, "SKILL_PERSONAL")]);
}

#[test]
fn scripts_are_in_typescript_or_say_that_they_will_be() {
    let script = |name: &str, text: &str, interpreter: &str| {
        after(|tree| {
            with_entry(tree, |entry| {
                entry["scripts"] = json!([format!("scripts/{name}")]);
                entry["interpreter"] = json!(interpreter);
            });
            tree.write(&format!("{ID}/scripts/{name}"), text);
        })
    };
    let note = "# Migration: queued for Node.js/TypeScript\n";
    let long = "while true; do echo a; done\n";
    assert_eq!(script("run.js", "console.log(1)", "node"), []);
    assert_eq!(script("run.sh", "exec clawperator version\n", "bash"), []);
    assert_eq!(
        script("run.sh", long, "bash"),
        [(1, "SKILL_MIGRATION_NOTE")]
    );
    assert_eq!(script("run.sh", &format!("{note}{long}"), "bash"), []);
    assert_eq!(
        script("run.py", "print(1)", "python3"),
        [(1, "SKILL_MIGRATION_NOTE")]
    );
    assert_eq!(script("run.py", &format!("{note}print(1)"), "python3"), []);
    assert_eq!(script("run.js", "", "bash"), [(1, "SKILL_SCRIPT_LANGUAGE")]);
}

#[test]
fn a_link_in_a_skill_breaks_its_metadata() {
    let broken = after(|tree| {
        let page = tree.path(&format!("{ID}/SKILL.md"));
        fs::remove_file(&page).unwrap();
        std::os::unix::fs::symlink("/etc/hostname", &page).unwrap();
    });
    assert_eq!(broken[0], (1, "SKILL_SYMLINK"));
}
