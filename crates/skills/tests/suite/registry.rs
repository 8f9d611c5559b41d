//! The registry and the skills it names.

use clawperator_skills::{Findings, Registry, RegistryError, Skill};
use serde_json::json;

use super::tree::{Tree, entry};

#[test]
fn a_registered_skill_is_found_and_loaded() {
    let tree = Tree::with_probe();
    let registry = tree.registry();
    let entry = registry.find("com.example.app.read-level").unwrap();
    let skill = Skill::load(&registry, entry).unwrap();
    assert_eq!(skill.recipes.len(), 1);
    assert_eq!(skill.recipes[0].name(), "read-level");
    assert_eq!(skill.files_sha256.len(), 64);
    assert_eq!(skill.findings, Findings::default());
}

#[test]
fn the_hash_is_of_every_file_of_a_skill() {
    let hash = |tree: &Tree| {
        let registry = tree.registry();
        let skill = Skill::load(&registry, &registry.entries()[0]).unwrap();
        skill.files_sha256
    };
    let tree = Tree::with_probe();
    let before = hash(&tree);
    assert_eq!(hash(&Tree::with_probe()), before);
    tree.write("com.example.app.read-level/scripts/helper.txt", "a");
    let with_file = hash(&tree);
    assert_ne!(with_file, before);
    tree.write("com.example.app.read-level/scripts/helper.txt", "b");
    assert_ne!(hash(&tree), with_file);
}

#[test]
fn an_unknown_id_is_answered_with_near_ones() {
    let tree = Tree::with_probe();
    let registry = tree.registry();
    let near = |id: &str| registry.find(id).unwrap_err().near;
    assert_eq!(
        near("com.example.app.read-levle"),
        ["com.example.app.read-level"]
    );
    assert_eq!(near("read-level"), ["com.example.app.read-level"]);
    assert!(near("something-else").is_empty());
}

#[test]
fn the_end_of_an_id_names_the_only_skill_that_has_it() {
    let tree = Tree::with_probe();
    let ids = [
        ("com.example.app", "read-level"),
        ("com.example.other", "read-level"),
        ("com.example.other", "open"),
        ("org.read.open", "level"),
    ];
    let skills: Vec<_> = ids
        .iter()
        .map(|(app, intent)| {
            let mut one = entry(intent);
            one["id"] = json!(format!("{app}.{intent}"));
            one["applicationId"] = json!(app);
            one["path"] = one["id"].clone();
            one
        })
        .collect();
    let registry = json!({ "schemaVersion": "1.0", "skills": skills });
    tree.write("skills-registry.json", &registry.to_string());
    let registry = tree.registry();
    let id = |short: &str| registry.find_by_end(short).map(|entry| entry.id.as_str());
    assert_eq!(id("level"), Ok("org.read.open.level"));
    assert_eq!(id("open.level"), Ok("org.read.open.level"));
    assert_eq!(id("app.read-level"), Ok("com.example.app.read-level"));
    // What is part of a part, a beginning or nothing is no end.
    for other in ["evel", "com.example", "", ".level", "other", "Level"] {
        let missing = id(other).unwrap_err();
        assert!(missing.several.is_empty(), "{other}: {missing:?}");
    }
    let missing = id("read-level").unwrap_err();
    let both = ["com.example.app.read-level", "com.example.other.read-level"];
    assert_eq!(missing.several, both);
    // Misspelt, and nearer to the end of an id than to any whole one.
    assert_eq!(
        id("other.opne").unwrap_err().near,
        ["com.example.other.open"]
    );
    assert_eq!(id("raed-level").unwrap_err().near, both);
}

#[test]
fn a_whole_id_is_never_taken_for_the_end_of_another() {
    let tree = Tree::with_probe();
    let of = |app: &str, intent: &str| {
        let mut one = entry(intent);
        one["id"] = json!(format!("{app}.{intent}"));
        one["applicationId"] = json!(app);
        one["path"] = one["id"].clone();
        one
    };
    let skills = [
        of("com.example.app", "open"),
        of("org.com.example.app", "open"),
    ];
    let registry = json!({ "schemaVersion": "1.0", "skills": skills });
    tree.write("skills-registry.json", &registry.to_string());
    let registry = tree.registry();
    let found = registry.find_by_end("com.example.app.open").unwrap();
    assert_eq!(found.id, "com.example.app.open");
    assert_eq!(
        registry.find_by_end("app.open").unwrap_err().several.len(),
        2
    );
}

#[test]
fn paths_of_older_registries_mean_the_same() {
    let tree = Tree::with_probe();
    let mut older = entry("read-level");
    let id = "com.example.app.read-level";
    older["path"] = json!(format!("skills/{id}"));
    older["skillFile"] = json!(format!("skills/{id}/SKILL.md"));
    older["artifacts"] = json!([format!("skills/{id}/artifacts/read-level.recipe.md")]);
    let registry = json!({
        "schemaVersion": "1.0", "generatedAt": "2026-01-01T00:00:00Z", "skills": [older]
    });
    tree.write("skills-registry.json", &registry.to_string());
    let registry = tree.registry();
    assert!(Skill::load(&registry, &registry.entries()[0]).is_ok());
}

#[test]
fn no_tree_a_broken_registry_and_a_broken_skill_are_told_apart() {
    let empty = tempfile::tempdir().unwrap();
    let looked = vec![empty.path().join("a"), empty.path().join("b")];
    assert_eq!(
        Registry::open_first(&looked).unwrap_err(),
        RegistryError::NoTree { looked }
    );
    let tree = Tree::with_probe();
    tree.write("skills-registry.json", "{");
    assert!(matches!(tree.open(), Err(RegistryError::Broken(_))));
    let tree = Tree::with_probe();
    std::fs::remove_file(tree.path("com.example.app.read-level/SKILL.md")).unwrap();
    let registry = tree.registry();
    let findings = Skill::load(&registry, &registry.entries()[0]).unwrap_err();
    assert_eq!(findings.list[0].kind.code(), "SKILL_FILE_MISSING");
}
