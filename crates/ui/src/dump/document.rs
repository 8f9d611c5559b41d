//! Where in a text the dump is.

/// The part of a text that is a dump.
pub(super) struct Document<'t> {
    pub(super) before: &'t str,
    pub(super) text: &'t str,
    pub(super) has_hierarchy: bool,
}

impl<'t> Document<'t> {
    pub(super) fn find(text: &'t str) -> Option<Self> {
        let mut excerpt = None;
        let mut whole = None;
        // In one go, so that what is not there is not looked for to the end of a long dump.
        for (at, _) in text.match_indices('<') {
            let behind = text.get(at + 1..)?;
            if begins_with(behind, "hierarchy") || begins_with(behind, "displays") {
                whole = Some(at);
                break;
            }
            if excerpt.is_none() && begins_with(behind, "node") {
                excerpt = Some(at);
            }
        }
        // An excerpt may have lost the element around it.
        let at = whole.or(excerpt)?;
        Some(Self {
            before: text.get(..at)?,
            text: text.get(at..)?,
            has_hierarchy: whole.is_some(),
        })
    }

    /// Whether something other than a declaration or comments stands before.
    pub(super) fn has_text_before(&self) -> bool {
        let before = self.before.trim_start();
        let before = match before.strip_prefix("<?xml") {
            Some(declaration) => declaration.split_once("?>").map_or("", |(_, rest)| rest),
            None => before,
        };
        let before = before.trim();
        let is_comment = before.starts_with("<!--") && before.ends_with("-->");
        !before.is_empty() && !is_comment
    }
}

/// Whether a tag that begins here has this name.
fn begins_with(text: &str, name: &str) -> bool {
    text.strip_prefix(name)
        .is_some_and(|rest| rest.starts_with([' ', '\n', '\r', '\t', '>', '/']))
}
