//! Where in a text the dump is.

/// The part of a text that is a dump.
pub(super) struct Document<'t> {
    pub(super) before: &'t str,
    pub(super) text: &'t str,
    pub(super) has_hierarchy: bool,
}

impl<'t> Document<'t> {
    pub(super) fn find(text: &'t str) -> Option<Self> {
        let start = |mark: &str| {
            text.match_indices(mark).map(|(at, _)| at).find(|at| {
                let behind = text.as_bytes().get(at + mark.len());
                matches!(behind, Some(b' ' | b'\n' | b'\r' | b'\t' | b'>' | b'/'))
            })
        };
        let whole = [start("<hierarchy"), start("<displays")]
            .into_iter()
            .flatten()
            .min();
        // An excerpt may have lost the element around it.
        let at = whole.or_else(|| start("<node"))?;
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
