//! Which code of the contract a refused recipe comes to.

use std::collections::BTreeMap;

use clawperator_contract::ErrorCode;
use clawperator_recipe::{Levels, RecipeFindings, compile, load};

use super::case::{base, edited};

#[test]
fn a_refusal_has_one_code_of_the_contract() {
    assert_eq!(code("", &[]), Some(ErrorCode::RecipeInputMissing));
    assert_eq!(
        code("", &[("ac_tile_name", "Tile"), ("other", "x")]),
        Some(ErrorCode::RecipeInputInvalid)
    );
    // Both: a value that cannot be used is told before one that is not there.
    assert_eq!(
        code("", &[("other", "x")]),
        Some(ErrorCode::RecipeInputInvalid)
    );
    assert_eq!(
        code("- recipe_type: action\n+ recipe_type: deed\n", &[]),
        Some(ErrorCode::RecipeInvalid)
    );
    assert_eq!(code("", &[("ac_tile_name", "Tile")]), None);
}

#[test]
fn warnings_have_none() {
    let text = edited(
        "unused",
        &base(),
        "- outputs:\n+   - name: spare\n+     type: string\n+ outputs:\n",
    );
    let loaded = load("a.recipe.md", text.as_bytes(), &Levels::default()).unwrap();
    assert!(!loaded.findings.list.is_empty());
    assert_eq!(loaded.findings.error_code(), None);
}

/// What the base with these edits and values comes to.
fn code(edits: &str, values: &[(&str, &str)]) -> Option<ErrorCode> {
    let text = edited("error_codes", &base(), edits);
    let values: BTreeMap<String, String> = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let findings: RecipeFindings = match load("a.recipe.md", text.as_bytes(), &Levels::default()) {
        Err(findings) => findings,
        Ok(loaded) => compile(&loaded, &values).err().unwrap_or_default(),
    };
    findings.error_code()
}
