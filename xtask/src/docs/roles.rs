//! `docs/reference/roles.md`.

use clawperator_ui::Role;
use clawperator_ui::role::{CLASSES, RULES};

use super::{code_list, heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Roles");
    page.push_str(
        "A role says in one word what a node is. It follows from what every driver reports: class, id, text, flags, bounds,\n\
         parents, and a child that only states its parent's role, as Compose writes them. `role` in a selector compares with\n\
         the name exactly.\n\n\
         The names: ",
    );
    page.push_str(&code_list(Role::ALL.map(Role::name)));
    page.push_str(
        ".\n\n## Rules\n\n\
         The first rule that applies decides; if none applies, the role is `unknown`.\n\
         *By class* is by the kind of the class below, or of a child that states it.\n\
         *An action* is being clickable, long-clickable or checkable.\n\
         *A label* is a text or description that is not blank, of the node itself or of one inside.\n\
         *Most of the screen* is more than half of its area.\n\
         The words of an id are those of the name after its slash, in `snake_case` or `camelCase`.\n\n",
    );
    let rules: Vec<Vec<String>> = (1..)
        .zip(RULES)
        .map(|(number, rule)| {
            vec![
                number.to_string(),
                format!("`{}`", rule.role.name()),
                rule.when.to_owned(),
            ]
        })
        .collect();
    page.push_str(&table(&["", "role", "when"], &rules));
    page.push_str(
        "\nThe selected one of several targets often takes no presses itself: a node that is selected, has a label and no\n\
         action on or in it, and whose parent is not most of the screen, has the role of the first sibling of its class that\n\
         is a `tab`, `button`, `chip` or `icon` with an action.\n",
    );
    page.push_str(
        "\n## Kinds of classes\n\n\
         Compared with the last part of the class name, in lower case: `android.widget.ImageButton` is `imagebutton`.\n\
         The first row that fits decides; any other class has no kind, and *does not say what a node is*, as layouts and\n\
         plain views do not.\n\n",
    );
    let classes: Vec<Vec<String>> = CLASSES
        .iter()
        .map(|row| {
            vec![
                row.class.name().to_owned(),
                code_list(row.is.iter().copied().map(or_empty)),
                code_list(row.holds.iter().copied()),
            ]
        })
        .collect();
    page.push_str(&table(&["kind", "is", "holds"], &classes));
    page
}

/// A class may be missing.
const fn or_empty(name: &'static str) -> &'static str {
    if name.is_empty() { "(empty)" } else { name }
}
