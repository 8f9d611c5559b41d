//! The closed list of reasons, as data.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::super::file::Toolkit;
use super::compare::Difference;

const DATA: &str = include_str!("../../fidelity/reasons.json");

/// What `tests/fidelity/reasons.json` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reasons {
    /// The pages that both have.
    pages: Vec<String>,
    /// Those of them that Compose does not have.
    not_with_compose: Vec<String>,
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
    /// Whether pages that nobody has touched never differ for it.
    #[serde(default)]
    pub(super) only_after_acts: bool,
    explains: Vec<Explains>,
}

/// What a reason explains; what is left out may be anything, and a value that ends with `*` may end in any way.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Explains {
    attribute: String,
    with: Option<Toolkit>,
    scenario: Option<String>,
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

    /// The pages of a toolkit that the script has too.
    pub(super) fn pages(&self, toolkit: Toolkit) -> Vec<String> {
        let has =
            |page: &&String| toolkit == Toolkit::Views || !self.not_with_compose.contains(page);
        self.pages.iter().filter(has).cloned().collect()
    }

    pub(super) fn explain(
        &self,
        with: Toolkit,
        scenario: &str,
        page: &str,
        differences: Vec<Difference>,
    ) -> Explained {
        let mut explained = Explained::default();
        for difference in differences {
            let reason = self.known.iter().find(|(_, reason)| {
                reason
                    .explains
                    .iter()
                    .any(|explains| explains.fits(with, scenario, page, &difference))
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

    /// The reasons that explained nothing, of those for pages as they are opened or of those for what comes after.
    pub(super) fn unused(&self, after_acts: bool) -> Vec<&String> {
        let used = self.used.borrow();
        self.known
            .iter()
            .filter(|(name, reason)| reason.only_after_acts == after_acts && !used.contains(*name))
            .map(|(name, _)| name)
            .collect()
    }
}

impl Explains {
    fn fits(&self, with: Toolkit, scenario: &str, page: &str, difference: &Difference) -> bool {
        let fits = |wanted: &Option<String>, is: &str| {
            wanted
                .as_deref()
                .is_none_or(|wanted| match wanted.strip_suffix('*') {
                    Some(begin) => is.starts_with(begin),
                    None => wanted == is,
                })
        };
        self.attribute == difference.attribute
            && self.with.is_none_or(|wanted| wanted == with)
            && fits(&self.scenario, scenario)
            && fits(&self.page, page)
            && fits(&self.node, &difference.node)
            && fits(&self.toolkit, &difference.toolkit)
            && fits(&self.script, &difference.script)
    }
}
