//! The closed list of reasons, as data.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::compare::Difference;

const DATA: &str = include_str!("../../agreement/reasons.json");

/// What `tests/agreement/reasons.json` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reasons {
    reasons: BTreeMap<String, Reason>,
    #[serde(skip)]
    used: RefCell<BTreeMap<String, usize>>,
}

/// A rule of accessibility by which it tells something else than the toolkit has.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    #[expect(dead_code, reason = "it is for whoever reads the file")]
    says: String,
    explains: Vec<Explains>,
}

/// What a reason explains; what is left out may be anything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explains {
    attribute: String,
    class: Option<String>,
    app: Option<String>,
    tree: Option<String>,
    /// A part of how the node is described.
    node: Option<String>,
}

impl Reasons {
    pub(super) fn read() -> Self {
        serde_json::from_str(DATA).expect("reasons.json is right")
    }

    /// Whether there is a reason; it is counted.
    pub(super) fn explains(&self, difference: &Difference) -> bool {
        let reason = self.reasons.iter().find(|(_, reason)| {
            let mut explained = reason.explains.iter();
            explained.any(|explains| explains.fits(difference))
        });
        if let Some((name, _)) = reason {
            *self.used.borrow_mut().entry(name.clone()).or_default() += 1;
        }
        reason.is_some()
    }

    /// How often each was the reason.
    pub(super) fn counts(&self) -> String {
        format!("{:?}", self.used.borrow())
    }

    /// Reasons that explain nothing any more.
    pub(super) fn unused(&self) -> Vec<&String> {
        let used = self.used.borrow();
        let names = self.reasons.keys();
        names.filter(|name| !used.contains_key(*name)).collect()
    }
}

impl Explains {
    fn fits(&self, difference: &Difference) -> bool {
        let fits = |wanted: &Option<String>, value: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == value)
        };
        self.attribute == difference.attribute
            && fits(&self.class, &difference.class)
            && fits(&self.app, &difference.app)
            && fits(&self.tree, &difference.tree)
            && self
                .node
                .as_ref()
                .is_none_or(|part| difference.node.contains(part))
    }
}
