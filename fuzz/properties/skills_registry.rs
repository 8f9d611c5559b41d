//! What holds of any bytes that are read as a registry of skills.

use std::path::{Component, Path};

use clawperator_skills::Registry;
use clawperator_skills::limits::{MAX_FINDINGS, MAX_SKILLS};

/// Panics when an answer to `bytes` is not one that may be given.
pub(crate) fn check(bytes: &[u8]) {
    let root = Path::new("skills");
    let answer = Registry::read(root, bytes);
    assert_eq!(answer, Registry::read(root, bytes), "not the same twice");
    match answer {
        Ok(registry) => check_registry(&registry),
        Err(findings) => {
            assert!(findings.has_errors() && findings.list.len() <= MAX_FINDINGS);
            assert!(findings.list.is_sorted_by_key(|finding| finding.at));
            for finding in &findings.list {
                let told = [&finding.file, &finding.message, &finding.fix];
                assert!(told.iter().all(|text| !text.is_empty()));
                let steers = |text: &&String| text.chars().any(char::is_control);
                assert!(!told.iter().any(steers), "a control character: {finding:?}");
            }
        }
    }
}

fn check_registry(registry: &Registry) {
    let entries = registry.entries();
    assert!(entries.len() <= MAX_SKILLS);
    assert!(entries.is_sorted_by(|one, other| one.id < other.id));
    for entry in entries {
        assert_eq!(registry.find(&entry.id), Ok(entry));
        let folder = registry.folder(entry);
        assert_eq!(folder.parent(), Some(registry.root()), "{folder:?}");
        for file in entry.scripts.iter().chain(&entry.artifacts) {
            let parts: Vec<Component<'_>> = Path::new(file).components().collect();
            let plain = parts
                .iter()
                .all(|part| matches!(part, Component::Normal(_)));
            assert!(plain && parts.len() == 2, "{file}");
        }
    }
}
