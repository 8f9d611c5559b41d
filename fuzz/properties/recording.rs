//! What holds of any bytes as a recording: it is read within its bounds, and a draft of it is always a recipe's text, which
//! says what is still to be done.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/recording/tests/suite/fuzz_corpus.rs` runs it on the
//! committed corpus with every `cargo test`.

use clawperator_recipe::limits::MAX_STEPS;
use clawperator_recipe::{Levels, RecipeCode, load};
use clawperator_recording::{By, MAX_LINES, What, draft, read};

/// What a draft never has: it would be no recipe, and nobody could be told where to go on.
const NEVER: &[RecipeCode] = &[
    RecipeCode::NotText,
    RecipeCode::Syntax,
    RecipeCode::TooDeep,
    RecipeCode::Unsupported,
    RecipeCode::DuplicateKey,
    RecipeCode::Frontmatter,
    RecipeCode::UnknownKey,
    RecipeCode::WrongType,
    RecipeCode::StepBlock,
    RecipeCode::EmptySelector,
    RecipeCode::Placeholder,
    RecipeCode::Repeated,
];

/// Panics when reading or drafting makes of `bytes` what it may not.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(recording) = read(bytes) else { return };
    assert!(recording.events.len() + recording.damaged <= MAX_LINES);
    for event in &recording.events {
        if let What::Text {
            is_password: true,
            typed,
            ..
        } = &event.what
        {
            assert_eq!(*typed, None);
        }
    }
    let drafted = draft(&recording);
    assert!(drafted.steps <= MAX_STEPS && drafted.marked <= drafted.steps);
    let is_persons = |by: By| by == By::Person;
    if !recording.events.iter().any(|event| is_persons(event.by)) {
        assert!(!drafted.text.contains("resource_id:"), "{}", drafted.text);
    }
    match load(
        "draft.recipe.md",
        drafted.text.as_bytes(),
        &Levels::default(),
    ) {
        // The version of the app is not in a recording.
        Ok(_) => panic!("a draft is not complete:\n{}", drafted.text),
        Err(findings) => {
            for finding in findings.list {
                let is_of_a_draft = !NEVER.contains(&finding.code);
                assert!(is_of_a_draft, "{finding:?}\n{}", drafted.text);
            }
        }
    }
}
