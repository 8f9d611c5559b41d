//! `docs/reference/capabilities.md`.

use clawperator_contract::{ActionType, Capability};
use clawperator_policy::table::row;

use super::{code_list, heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Capabilities");
    page.push_str(
        "What an execution does to a phone: the values of `capabilities` in a payload or a recipe, which\n\
         policy decides by. See [policy](../policy.md).\n\n",
    );
    let rows: Vec<Vec<String>> = Capability::ALL
        .iter()
        .map(|capability| {
            vec![
                format!("`{}`", capability.name()),
                capability.meaning().to_owned(),
            ]
        })
        .collect();
    page.push_str(&table(&["capability", "to"], &rows));
    page.push_str(
        "\n## What the actions do\n\n\
         Before the first step each action counts as what this table says, and whatever the payload declares is added.\n\
         Before each touch and each text, what is on the screen is added too: a node that can be checked is `toggle`, and a label or\n\
         an activity on the profile's list is `purchase_risk`.\n\n",
    );
    let rows: Vec<Vec<String>> = ActionType::ALL
        .iter()
        .map(|action_type| {
            let row = row(*action_type);
            vec![
                format!("`{}`", action_type.name()),
                code_list(row.always.iter().map(|capability| capability.name())),
                row.sometimes.to_owned(),
            ]
        })
        .collect();
    page.push_str(&table(&["action", "always", "also"], &rows));
    page
}
