//! The closed list of reasons, as data.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::compare::Difference;

const DATA: &str = include_str!("../../fidelity/reasons.json");

/// What `tests/fidelity/reasons.json` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reasons {
    /// The pages that both have.
    pages: Vec<String>,
    pub(super) only_toolkit: Vec<String>,
    pub(super) not_compared: BTreeMap<String, String>,
    #[serde(rename = "reasons")]
    pub(super) known: BTreeMap<String, Reason>,
    #[serde(skip)]
    used: RefCell<BTreeSet<String>>,
}

/// Why something differs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    pub(super) says: String,
    explains: Vec<Explains>,
}

/// What a reason explains; what is left out may be anything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explains {
    attribute: String,
    page: Option<String>,
    node: Option<String>,
    toolkit: Option<String>,
    script: Option<String>,
}

/// Differences sorted by their reasons.
#[derive(Debug, Default)]
pub(super) struct Explained {
    pub(super) by_reason: BTreeMap<String, usize>,
    pub(super) without_reason: Vec<Difference>,
}

impl Reasons {
    pub(super) fn read() -> Self {
        serde_json::from_str(DATA).expect("reasons.json is right")
    }

    pub(super) fn pages(&self) -> Vec<String> {
        self.pages.clone()
    }

    pub(super) fn explain(&self, page: &str, differences: Vec<Difference>) -> Explained {
        let mut explained = Explained::default();
        for difference in differences {
            let reason = self.known.iter().find(|(_, reason)| {
                reason
                    .explains
                    .iter()
                    .any(|explains| explains.fits(page, &difference))
            });
            match reason {
                Some((name, _)) => {
                    self.used.borrow_mut().insert(name.clone());
                    *explained.by_reason.entry(name.clone()).or_default() += 1;
                }
                None => explained.without_reason.push(difference),
            }
        }
        explained
    }

    /// The reasons that explained nothing.
    pub(super) fn unused(&self) -> Vec<&String> {
        let used = self.used.borrow();
        self.known
            .keys()
            .filter(|name| !used.contains(*name))
            .collect()
    }
}

impl Explains {
    fn fits(&self, page: &str, difference: &Difference) -> bool {
        let fits =
            |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|wanted| wanted == is);
        self.attribute == difference.attribute
            && fits(&self.page, page)
            && fits(&self.node, &difference.node)
            && fits(&self.toolkit, &difference.toolkit)
            && fits(&self.script, &difference.script)
    }
}
