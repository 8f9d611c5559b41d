//! Indexes: what they hold, that they are the same every time, and what tells a stale one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clawperator_skills::{
    Freshness, IndexError, SearchSource, Skill, SkillQuery, SkillSearch, compare_index,
    write_index, write_registry,
};
use serde_json::{Value, json};

use super::tree::{Tree, entry};

const PROBE: &str = "com.example.app.read-level";

fn files_under(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            for (below, text) in files_under(&path) {
                files.insert(format!("{name}/{below}"), text);
            }
        } else {
            files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    files
}

fn two_skills() -> Tree {
    let tree = Tree::new(&[entry("read-level"), entry("read-name")]);
    tree.add_probe("read-level");
    tree.add_probe("read-name");
    tree
}

fn words(words: &[&str]) -> SkillQuery {
    SkillQuery {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        ..SkillQuery::default()
    }
}

#[test]
fn an_index_has_its_files_and_no_time() {
    let tree = two_skills();
    write_index(tree.root()).unwrap();
    let files = files_under(&tree.path("generated"));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names[0], "by-app/com.example.app.json");
    assert!(names[1].starts_with("by-prefix/") && names[2].starts_with("by-prefix/"));
    assert_eq!(
        names[3..],
        [
            "manifest.json",
            "skills-index.jsonl",
            "skills-index.min.json"
        ]
    );
    let manifest: Value = serde_json::from_str(&files["manifest.json"]).unwrap();
    assert_eq!(manifest["totalSkills"], 2);
    assert!(!files["manifest.json"].contains("generatedAt"));
    let lines: Vec<&str> = files["skills-index.jsonl"].lines().collect();
    let first: Value = serde_json::from_str(lines[0]).unwrap();
    assert_eq!(first["id"], PROBE);
    assert_eq!(first["artifacts"][0]["recipeType"], "probe");
    assert_eq!(first["artifacts"][0]["outputs"], json!(["level"]));
}

#[test]
fn two_trees_with_the_same_skills_have_the_same_index() {
    let (one, other) = (
        two_skills(),
        Tree::new(&[entry("read-name"), entry("read-level")]),
    );
    other.add_probe("read-name");
    other.add_probe("read-level");
    other.register(&[entry("read-level"), entry("read-name")]);
    write_index(one.root()).unwrap();
    write_index(other.root()).unwrap();
    assert_eq!(
        files_under(&one.path("generated")),
        files_under(&other.path("generated"))
    );
}

#[test]
fn only_what_changed_is_written_and_what_is_left_over_goes() {
    let tree = two_skills();
    let first = write_index(tree.root()).unwrap();
    assert_eq!((first.files, first.written, first.removed), (6, 6, 0));
    let again = write_index(tree.root()).unwrap();
    assert_eq!((again.files, again.written, again.removed), (6, 0, 0));
    tree.write(&format!("{PROBE}/notes.txt"), "new");
    let changed = write_index(tree.root()).unwrap();
    // The lines, the app's shard, the skill's prefix and the manifest; what a search reads is as it was.
    assert_eq!((changed.written, changed.removed), (4, 0));
    fs::remove_dir_all(tree.path("com.example.app.read-name")).unwrap();
    tree.register(&[entry("read-level")]);
    let removed = write_index(tree.root()).unwrap();
    assert_eq!((removed.files, removed.removed), (5, 1));
    assert_eq!(compare_index(tree.root()).unwrap().1.count(), 0);
}

#[test]
fn a_record_that_was_changed_by_hand_does_not_stay() {
    let tree = two_skills();
    write_index(tree.root()).unwrap();
    let place = tree.path("generated/skills-index.jsonl");
    let text = fs::read_to_string(&place).unwrap();
    fs::write(&place, text.replace("Reads the level.", "Reads your mail.")).unwrap();
    assert_eq!(compare_index(tree.root()).unwrap().1.count(), 1);
    write_index(tree.root()).unwrap();
    assert_eq!(fs::read_to_string(&place).unwrap(), text);
}

#[test]
fn an_index_is_not_written_over_broken_skills() {
    let tree = two_skills();
    fs::remove_file(tree.path(&format!("{PROBE}/SKILL.md"))).unwrap();
    assert!(matches!(
        write_index(tree.root()),
        Err(IndexError::Refused(_))
    ));
    assert!(!tree.path("generated").exists());
}

#[test]
fn a_search_says_where_it_has_looked() {
    let tree = two_skills();
    let source = || {
        SkillSearch::search(tree.root(), &words(&["level"]))
            .unwrap()
            .source
    };
    assert_eq!(source(), SearchSource::RegistryIndexMissing);
    write_index(tree.root()).unwrap();
    assert_eq!(source(), SearchSource::Index);
    tree.register(&[entry("read-name"), entry("read-level")]);
    assert_eq!(source(), SearchSource::RegistryIndexStale);
    write_index(tree.root()).unwrap();
    let minimal = tree.path("generated/skills-index.min.json");
    fs::write(&minimal, fs::read_to_string(&minimal).unwrap() + " ").unwrap();
    assert_eq!(source(), SearchSource::RegistryIndexStale);
}

#[test]
fn a_search_finds_by_words_app_and_intent_the_nearest_first() {
    let mut named = entry("read-name");
    named["summary"] = json!("Reads the name behind the LEVEL.");
    named["keywords"] = json!(["Überschrift"]);
    let tree = Tree::new(&[named, entry("read-level")]);
    let found = |query: &SkillQuery| -> Vec<String> {
        let found = SkillSearch::search(tree.root(), query).unwrap();
        let ids = found.skills.into_iter().map(|skill| skill.id.into_owned());
        ids.collect()
    };
    let name = "com.example.app.read-name";
    assert_eq!(found(&words(&["LEVEL"])), [PROBE, name]);
    assert_eq!(found(&words(&["read", "level", "behind"])), [name]);
    assert_eq!(found(&words(&["überschrift"])), [name]);
    assert!(found(&words(&["nothing"])).is_empty());
    let intent = SkillQuery {
        intent: Some("read-name".to_owned()),
        ..SkillQuery::default()
    };
    assert_eq!(found(&intent), [name]);
    let app = SkillQuery {
        application_id: Some("com.example".to_owned()),
        ..SkillQuery::default()
    };
    assert!(found(&app).is_empty());
}

#[test]
fn a_skill_whose_files_changed_since_the_index_is_stale() {
    let tree = two_skills();
    let freshness = || {
        let registry = tree.registry();
        let skill = Skill::load(&registry, registry.find(PROBE).unwrap()).unwrap();
        registry.freshness(&skill)
    };
    assert_eq!(freshness(), Freshness::NotIndexed);
    write_index(tree.root()).unwrap();
    assert_eq!(freshness(), Freshness::Fresh);
    tree.write(&format!("{PROBE}/notes.txt"), "new");
    assert_eq!(freshness(), Freshness::Stale);
}

#[test]
fn the_registry_can_be_written_from_the_folders() {
    let tree = Tree::new(&[]);
    tree.add_probe("read-level");
    tree.add_probe("read-name");
    assert_eq!(write_registry(tree.root()).unwrap(), 2);
    assert_eq!(tree.registry().entries().len(), 2);
    let before = fs::read_to_string(tree.path("skills-registry.json")).unwrap();
    write_registry(tree.root()).unwrap();
    let after = fs::read_to_string(tree.path("skills-registry.json")).unwrap();
    assert_eq!(before, after);
}
