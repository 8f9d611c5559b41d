//! `docs/reference/selectors.md`.

use clawperator_contract::aliases;
use clawperator_contract::schema::SchemaName;
use serde_json::Value;

use super::{code_list, heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Selectors");
    page.push_str(
        "A `NodeMatcher` names a node by one or several of six fields; all that are given must hold.\n\
         It is used in `matcher`, `container`, `expectedNode` and `labelMatcher`.\n\n",
    );
    page.push_str(&fields("NodeMatcher", &aliases::MATCHER));
    page.push_str(
        "\nEvery value is a string of 1..512 characters and not blank. Unknown keys are refused, an empty matcher too.\n\n\
         `resourceId`, `role` and the `…Equals` fields compare exactly, the `…Contains` fields as a part in the same case.\n\
         `text…` looks at the text and `contentDesc…` at the description, never one for the other.\n\
         The roles and how they are determined are in [roles.md](roles.md). What is not visible is not found.\n\n\
         ```json\n{ \"textContains\": \"Sign\", \"role\": \"button\" }\n```\n\n\
         ## where (extension)\n\n\
         `where` (for the target) and `containerWhere` are whole expressions: the six fields above and these.\n\
         `where` alone satisfies an action that needs a matcher; with both, both must hold.\n\
         At most 8 levels, 64 objects, and 32 alternatives in one list.\n\n",
    );
    page.push_str(&fields("Where", &aliases::WHERE));
    page.push_str(
        "\n```json\n{ \"anyOf\": [{ \"name\": \"Sign in\" }, { \"name\": \"Log in\" }], \"enabled\": true }\n```\n\n\
         A node's **name** is its text, else its description, else its hint, else, if it is actionable, the labels\n\
         inside, down to the next actionable node, joined by `, `; a picture's description that repeats a\n\
         text is skipped, two equal texts are not. A text field is called by its description or hint, and by its text only if\n\
         it has neither; a password is never a name, and is matched only by its length, as `•••`. A label that is part of another node's name has none of its own. Line\n\
         breaks become `, `, runs of blanks one blank; icon-font glyphs and text-direction marks are ignored, both\n\
         in the node and in the selector. A node that shows only a glyph is named after its meaning, such as `back`, else by\n\
         its number, such as `glyph U+E001`. At most 512 characters.\n\n\
         Its **row** is the labels beside it; `inRow` names one of them. They are the plain labels of the nearest node around\n\
         it that is not most of the screen and holds no other node of the same name, at most 8 levels up. Where there are others\n\
         of the same name, only labels at its own height count, to its left or right. A control without a name has only such\n\
         labels if there are any; a field without a name takes the label right above it. The name of another control and what\n\
         somebody typed are not labels. A press by a row that matches several nodes is refused as `NODE_AMBIGUOUS`.\n\n\
         `nth` counts, in document order, the nodes that the other keys of its object match; only those with a line in a snapshot,\n\
         if any has. The keys of an object and all of `allOf` must\n\
         hold; then the first alternative of `anyOf` that matches anything wins, and its number is reported.\n\
         A container is a node around the target; when several match, all are searched.\n\n\
         ## ref and generation (extension)\n\n\
         A snapshot prints refs such as `@e12` and its generation. `ref` with `generation` replaces\n\
         `matcher`; it excludes `matcher`, `where` and `coordinate`.\n\n\
         ```json\n{ \"ref\": \"@e12\", \"generation\": 3 }\n```\n\n\
         ## strict and window (extension)\n\n\
         If a selector matches several nodes, an action that presses takes the first one that takes the gesture, and one that\n\
         reads takes the first in reading order; the answer says so. With `strict: true` it is refused as `NODE_AMBIGUOUS`.\n\
         `window` widens where to look: `app` (the default), `keyboard`, `system` or `all`.\n\n\
         ## Flags\n\n\
         On the command line the six fields are flags, or one JSON object; not both. The flags below them are keys of\n\
         `where`, and `--ref` names a node of a snapshot instead of all others. Repeating a flag or leaving its\n\
         value blank is refused. A value that begins with a dash is written `--text=-5`. An id without a colon is the\n\
         name in one, as a snapshot prints it: `--id submit` and `--id '#submit'` are `idName` of `where`.\n\n",
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
            "`resourceId`; without a colon `idName`",
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
        ("--name", "", "`name` of `where`"),
        ("--name-contains", "", "`nameContains` of `where`"),
        ("--matches", "", "`nameMatches` of `where`"),
        (
            "--ignore-case",
            "",
            "`ignoreCase` of `where`, also as `-i`; the other texts go into `where` too",
        ),
        ("--enabled", "", "`enabled` of `where`"),
        ("--checked", "", "`checked` of `where`"),
        ("--window", "", "`window`"),
        ("--in-row", "", "`inRow` of `where`"),
        ("--nth", "", "`nth` of `where`"),
        ("--strict", "", "`strict`"),
        ("--ref", "", "`ref`; also as an argument, such as `@e12`"),
        ("--generation", "", "`generation`"),
    ]
    .iter()
    .map(|(element, container, field)| {
        let code = |flags: &str| code_list(flags.split(", ").filter(|flag| !flag.is_empty()));
        vec![code(element), code(container), (*field).to_owned()]
    })
    .collect();
    table(&["for the node", "for its container", "field"], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_that_names_a_node_is_listed() {
        let command = clawperator_cli::command();
        let click = command.find_subcommand("click").expect("click");
        let listed = flags();
        let mut names = 0;
        for flag in click.get_arguments() {
            if !flag
                .get_help_heading()
                .is_some_and(|heading| heading.starts_with("Selector"))
            {
                continue;
            }
            let Some(long) = flag.get_long() else {
                continue;
            };
            names += 1;
            assert!(listed.contains(&format!("`--{long}`")), "--{long}");
        }
        assert!(names > 10, "{names}");
    }
}
