//! Where a verb looks or scrolls.

use super::ParamValue;
use super::draft::NamedValue;

/// The container that a search or a scroll is confined to. With both, both must hold; with neither, there is none.
#[derive(Debug, Clone, Default)]
pub struct Container {
    /// A matcher: the six fields of the contract.
    pub matcher: Option<ParamValue>,
    /// A `where` expression.
    pub expression: Option<ParamValue>,
}

impl Container {
    pub(super) fn params(self) -> impl Iterator<Item = NamedValue> {
        let matcher = self.matcher.map(|matcher| ("container", matcher));
        let expression = self
            .expression
            .map(|expression| ("containerWhere", expression));
        matcher.into_iter().chain(expression)
    }
}
