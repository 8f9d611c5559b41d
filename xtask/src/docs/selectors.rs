//! `docs/reference/selectors.md`.

use clawperator_contract::aliases;
use clawperator_contract::schema::SchemaName;
use serde_json::Value;

use super::{code_list, heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Selectors");
    page.push_str(
        "A `NodeMatcher` names a node by one or several of six fields; all that are given must hold.\n\
         It stands in `matcher`, `container`, `expectedNode` and `labelMatcher`.\n\n",
    );
    page.push_str(&fields("NodeMatcher", &aliases::MATCHER));
    page.push_str(
        "\nEvery value is a string of 1..512 characters and not blank. Unknown keys are refused, an empty matcher too.\n\n\
         `resourceId`, `role` and the `…Equals` fields compare exactly, the `…Contains` fields as a part in the same case.\n\
         `text…` looks at the text and `contentDesc…` at the description, never one for the other.\n\
         The roles and how they are told are in [roles.md](roles.md). What cannot be seen is not found.\n\n\
         ```json\n{ \"textContains\": \"Sign\", \"role\": \"button\" }\n```\n\n\
         ## where (ours)\n\n\
         `where` (for the target) and `containerWhere` are whole expressions: the six fields above and these.\n\
         `where` alone satisfies an action that needs a matcher; with both, both must hold.\n\
         At most 8 levels, 64 objects, and 32 alternatives in one list.\n\n",
    );
    page.push_str(&fields("Where", &aliases::WHERE));
    page.push_str(
        "\n```json\n{ \"anyOf\": [{ \"name\": \"Sign in\" }, { \"name\": \"Log in\" }], \"enabled\": true }\n```\n\n\
         A node's **name** is its text, else its description, else its hint, else, if something can be done with it, the labels\n\
         inside, down to the next node that something can be done with, each once and joined by `, `. A label that is part of\n\
         another node's name has none of its own. Line breaks become `, `, runs of blanks one blank; glyphs of icon fonts and\n\
         marks of text direction do not count, neither in the node nor in what is asked. At most 512 characters.\n\n\
         Its **row** is the nearest node around it with labels besides its own that is not most of the screen, at most 8 levels\n\
         up; `inRow` is one of these labels. Labels of other buttons count only when no plain label comes before another node\n\
         of the same name.\n\n\
         `nth` counts in document order what the other keys of its object leave. The keys of an object and all of `allOf` must\n\
         hold; then the first alternative of `anyOf` that leaves anything wins, and its number is reported.\n\
         A container is a node around the target; when several fit, all are searched.\n\n\
         ## ref and generation (ours)\n\n\
         A snapshot prints refs such as `@e12` and its generation. `ref` with `generation` stands in place of\n\
         `matcher`; it excludes `matcher`, `where` and `coordinate`.\n\n\
         ```json\n{ \"ref\": \"@e12\", \"generation\": 3 }\n```\n\n\
         ## strict and window (ours)\n\n\
         A selector that fits several nodes acts on the first and says so. With `strict: true` it is refused as\n\
         `NODE_AMBIGUOUS`. `window` widens where to look: `app` (the default), `keyboard`, `system` or `all`.\n\n\
         ## Flags\n\n\
         On the command line the six fields are flags, or one JSON object; not both. Repeating a flag or leaving its\n\
         value blank is refused. A value that begins with a dash is written `--text=-5`.\n\n",
    );
    page.push_str(&flags());
    page
}

/// The fields of a definition with their meanings and aliases, in the order of the key table.
fn fields(definition: &str, keys: &aliases::KeyTable) -> String {
    let schema: Value = serde_json::from_str(&SchemaName::Execution.generate()).unwrap_or_default();
    let rows: Vec<Vec<String>> = keys
        .keys
        .iter()
        .filter(|key| definition == "NodeMatcher" || aliases::MATCHER.canonical(key.name).is_none())
        .map(|key| {
            let description = schema
                .pointer(&format!(
                    "/$defs/{definition}/properties/{}/description",
                    key.name
                ))
                .and_then(Value::as_str)
                .unwrap_or_default();
            vec![
                format!("`{}`", key.name),
                description.to_owned(),
                code_list(key.aliases.iter().copied()),
            ]
        })
        .collect();
    table(&["field", "meaning", "aliases on input"], &rows)
}

fn flags() -> String {
    let rows: Vec<Vec<String>> = [
        ("--text", "--container-text", "`textEquals`"),
        (
            "--text-contains",
            "--container-text-contains",
            "`textContains`",
        ),
        (
            "--id, --resource-id",
            "--container-id, --container-resource-id",
            "`resourceId`",
        ),
        (
            "--desc, --content-desc",
            "--container-desc, --container-content-desc",
            "`contentDescEquals`",
        ),
        (
            "--desc-contains, --content-desc-contains",
            "--container-desc-contains, --container-content-desc-contains",
            "`contentDescContains`",
        ),
        ("--role", "--container-role", "`role`"),
        (
            "--selector",
            "--container-selector",
            "the whole object as JSON",
        ),
    ]
    .iter()
    .map(|(element, container, field)| {
        let code = |flags: &str| code_list(flags.split(", "));
        vec![code(element), code(container), (*field).to_owned()]
    })
    .collect();
    table(&["for the node", "for its container", "field"], &rows)
}
