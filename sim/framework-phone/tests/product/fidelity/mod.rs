//! The scripted phone and the toolkit show the same pages: `docs/fidelity.md` says how far they agree.
//!
//! Every difference has one of a closed list of reasons, kept as data in `tests/fidelity/reasons.json`; one without a
//! reason fails. A page that only one of them has is in that list too.

mod compare;
mod labels;
mod reasons;
mod scenarios;
mod script;
mod swipes;
mod table;

use self::compare::Compared;
use self::reasons::Reasons;
pub(super) use self::scenarios::Comparison;
use super::document::Document;
use super::file::Toolkit;
use super::rig::{AppProcess, Phone, on_the_phone};

/// Writes the tables instead of comparing them.
const UPDATE: &str = "UPDATE_FIDELITY";

const TABLE: Document = Document {
    path: "docs/fidelity.md",
    update: UPDATE,
};

#[test]
fn the_script_differs_from_the_toolkit_only_for_a_reason() {
    let reasons = Reasons::read();
    on_the_phone(async |phone| {
        let (mut rows, mut problems) = (Vec::new(), Vec::new());
        for toolkit in [Toolkit::Views, Toolkit::Compose] {
            for page in reasons.pages(toolkit) {
                match on_both(phone, toolkit, &page).await {
                    Ok(compared) => {
                        let explained = reasons.explain(toolkit, "", &page, compared.differences);
                        let unexplained = explained.without_reason.iter();
                        problems.extend(unexplained.map(|difference| {
                            format!("{page} ({}): {difference}", toolkit.name())
                        }));
                        rows.push(table::Row {
                            toolkit,
                            page,
                            nodes: compared.nodes,
                            values: compared.values,
                            reasons: explained.by_reason,
                        });
                    }
                    Err(problem) => problems.push(problem),
                }
            }
        }
        let moved = swipes::compare(phone).await;
        problems.extend(moved.problems);
        assert!(
            problems.is_empty(),
            "differences without a reason:\n{}",
            problems.join("\n")
        );
        let unused = reasons.unused(false);
        assert!(
            unused.is_empty(),
            "reasons that explain nothing any more: {unused:?}"
        );
        TABLE.check(&table::render(&rows, &moved.table, &reasons));
    });
}

/// Opens a page on both phones and compares what they show: with views attribute by attribute, with Compose by label.
async fn on_both(phone: &Phone, toolkit: Toolkit, page: &str) -> Result<Compared, String> {
    let address = toolkit.address(page);
    phone.begin(Some(&address), AppProcess::New).await;
    let missing = |of: &str| format!("{page} ({}): no tree of the {of}", toolkit.name());
    let real = phone.tree().await.ok_or_else(|| missing("toolkit"))?;
    let scripted = script::tree(&script::open(page).await).await;
    let scripted = scripted.ok_or_else(|| missing("script"))?;
    Ok(match toolkit {
        Toolkit::Views => compare::compare(&real, &scripted),
        Toolkit::Compose => labels::compare(&real, &scripted),
    })
}
