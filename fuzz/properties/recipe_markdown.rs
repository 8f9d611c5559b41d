//! What holds of any bytes that are read as a Markdown recipe.

use super::recipe_files;

/// Panics when an answer to `bytes` is not one that may be given.
pub(crate) fn check(bytes: &[u8]) {
    recipe_files::check("fuzz.recipe.md", bytes);
}
