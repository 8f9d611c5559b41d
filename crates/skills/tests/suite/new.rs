//! Beginning a skill.

use clawperator_recipe::Levels;
use clawperator_skills::{NewError, NewSkill, check_tree, create, registry_schema_text};

#[test]
fn a_new_skill_in_a_new_tree_passes_every_check() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("skills");
    for id in ["com.example.app.get-usage", "com.example.app.3d-view"] {
        let skill = NewSkill::new(id, None).unwrap();
        assert_eq!(create(&root, &skill).unwrap().len(), 3);
    }
    let odd = "Say \"when\": # and, [how] & {{INTENT}}";
    let skill = NewSkill::new("com.example.other.odd", Some(odd)).unwrap();
    create(&root, &skill).unwrap();
    let checked = check_tree(&root, &Levels::default(), &[]).unwrap();
    assert_eq!(checked.skills, 3);
    assert!(checked.is_met(), "{:?}", checked.findings());
    assert_eq!(checked.findings().count(), 0, "{:?}", checked.findings());
    let schema = std::fs::read_to_string(root.join("skills-registry.schema.json")).unwrap();
    assert_eq!(schema, registry_schema_text());
    assert!(root.join("tools/generate_skill_indexes.sh").exists());
}

#[test]
fn a_skill_that_is_there_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let skill = NewSkill::new("com.example.app.get-usage", None).unwrap();
    create(folder.path(), &skill).unwrap();
    let page = folder.path().join("com.example.app.get-usage/SKILL.md");
    std::fs::write(&page, "mine").unwrap();
    assert!(matches!(
        create(folder.path(), &skill),
        Err(NewError::Exists)
    ));
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "mine");
}

#[test]
fn ids_that_cannot_be_folders_are_refused() {
    for id in [
        "",
        "get-usage",
        "com.get-usage",
        "com.example.Get",
        "../../etc.x",
        "com.example.app.",
        "com.example.app.a/b",
        "com.example.app.-a",
        "com.example.app.get usage",
    ] {
        let refused = NewSkill::new(id, None);
        assert!(matches!(refused, Err(NewError::Invalid(_))), "{id}");
    }
    for summary in ["", "  ", "two\nlines", "${inputs.a}"] {
        let refused = NewSkill::new("com.example.app.get-usage", Some(summary));
        assert!(matches!(refused, Err(NewError::Invalid(_))), "{summary}");
    }
}
