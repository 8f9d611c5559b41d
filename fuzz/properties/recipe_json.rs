//! What holds of any bytes that are read as a JSON recipe or an older template.

use clawperator_recipe::{Levels, RecipeCode, load};

use super::recipe_files;

/// Panics when an answer to `bytes` is not one that may be given.
pub(crate) fn check(bytes: &[u8]) {
    recipe_files::check("fuzz.recipe.json", bytes);
    // The tree is ours; what serde reads as a whole is the measure.
    let accepted = load("fuzz.recipe.json", bytes, &Levels::default());
    let broken = match &accepted {
        Ok(_) => false,
        Err(findings) => findings
            .list
            .iter()
            .any(|finding| matches!(finding.code, RecipeCode::Syntax | RecipeCode::NotText)),
    };
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if broken {
        let read = serde_json::from_slice::<serde_json::Value>(text);
        assert!(read.is_err(), "serde reads what was refused as no JSON");
    }
}
