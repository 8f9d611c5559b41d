//! The tree that is shipped under `skills/`.

use std::path::Path;

use clawperator_skills::{Registry, Skill};

#[test]
fn every_shipped_skill_can_be_loaded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills");
    let registry = Registry::open(&root).unwrap();
    let mut wrong = Vec::new();
    for entry in registry.entries() {
        match Skill::load(&registry, entry) {
            Ok(skill) => {
                assert_eq!(skill.recipes.len(), 1, "{}", entry.id);
                wrong.extend(
                    skill
                        .findings
                        .list
                        .iter()
                        .map(|finding| format!("{finding:?}")),
                );
            }
            Err(findings) => {
                wrong.extend(findings.list.iter().map(|finding| format!("{finding:?}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(registry.entries().len() >= 8);
}
