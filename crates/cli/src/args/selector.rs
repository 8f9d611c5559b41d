//! Flags that name a node, a container or a label.

use clap::Args;

/// The heading of element selector flags, by which a refusal knows that it is about a selector.
pub(crate) const SELECTOR_HEADING: &str = "Selector (several flags combine)";
/// The heading of container flags.
pub(crate) const CONTAINER_HEADING: &str = "Container (several flags combine)";
/// The heading of label flags.
pub(crate) const LABEL_HEADING: &str = "Label (several flags combine)";

#[derive(Debug, Args)]
#[command(next_help_heading = SELECTOR_HEADING)]
pub(crate) struct SelectorArgs {
    /// Exact visible text
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    #[command(flatten)]
    pub(crate) rest: TypeSelectorArgs,
}

/// The selector flags of `type`, where `--text` is the text to enter.
#[derive(Debug, Args)]
#[command(next_help_heading = SELECTOR_HEADING)]
pub(crate) struct TypeSelectorArgs {
    /// Part of the visible text
    #[arg(long, value_name = "TEXT")]
    pub(crate) text_contains: Option<String>,
    /// Resource id, such as com.example:id/submit, or the name in it, such as submit or #submit
    #[arg(long, value_name = "ID", alias = "resource-id")]
    pub(crate) id: Option<String>,
    /// Exact content description
    #[arg(long, value_name = "TEXT", alias = "content-desc")]
    pub(crate) desc: Option<String>,
    /// Part of the content description
    #[arg(long, value_name = "TEXT", alias = "content-desc-contains")]
    pub(crate) desc_contains: Option<String>,
    /// Exact accessibility role, such as button
    #[arg(long, value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// A whole matcher as JSON, instead of the flags above
    #[arg(long, value_name = "JSON")]
    pub(crate) selector: Option<String>,
    /// The visible name, as snapshot --compact prints it
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Part of that name
    #[arg(long, value_name = "NAME")]
    pub(crate) name_contains: Option<String>,
    /// A regular expression that the whole name matches, in Rust syntax
    #[arg(long, value_name = "PATTERN")]
    pub(crate) matches: Option<String>,
    /// Upper and lower case are the same in all texts of the selector
    #[arg(long, short = 'i')]
    pub(crate) ignore_case: bool,
    /// Only a node that is enabled; `=false`: that is not
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) enabled: Option<bool>,
    /// Only a node that is checked; `=false`: that is not
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) checked: Option<bool>,
    /// Where to look: app, keyboard, system or all [default: app]
    #[arg(long, value_name = "WINDOW")]
    pub(crate) window: Option<String>,
    /// A label in the same row as the node
    #[arg(long, value_name = "LABEL")]
    pub(crate) in_row: Option<String>,
    /// Which of the matching nodes, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) nth: Option<String>,
    /// The node by its ref in a snapshot, such as @e12, instead of any other selector
    #[arg(long = "ref", value_name = "REF")]
    pub(crate) node_ref: Option<String>,
    /// The generation of the snapshot that --ref comes from [default: the latest that has it]
    #[arg(long, value_name = "N")]
    pub(crate) generation: Option<String>,
    /// Refuse when several nodes match
    #[arg(long)]
    pub(crate) strict: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = CONTAINER_HEADING)]
#[expect(
    clippy::struct_field_names,
    reason = "the names are those of the flags"
)]
pub(crate) struct ContainerArgs {
    /// Exact visible text of the container
    #[arg(long, value_name = "TEXT")]
    pub(crate) container_text: Option<String>,
    /// Part of its visible text, case-sensitive
    #[arg(long, value_name = "TEXT")]
    pub(crate) container_text_contains: Option<String>,
    /// Its resource id, or the name in it
    #[arg(long, value_name = "ID", alias = "container-resource-id")]
    pub(crate) container_id: Option<String>,
    /// Its exact content description
    #[arg(long, value_name = "TEXT", alias = "container-content-desc")]
    pub(crate) container_desc: Option<String>,
    /// Part of its content description, case-sensitive
    #[arg(long, value_name = "TEXT", alias = "container-content-desc-contains")]
    pub(crate) container_desc_contains: Option<String>,
    /// Its exact accessibility role
    #[arg(long, value_name = "ROLE")]
    pub(crate) container_role: Option<String>,
    /// A whole matcher as JSON, instead of the flags above
    #[arg(long, value_name = "JSON")]
    pub(crate) container_selector: Option<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = LABEL_HEADING)]
pub(crate) struct LabelArgs {
    /// Exact visible text of the label
    #[arg(long, value_name = "TEXT", aliases = ["text", "label-text"])]
    pub(crate) label: Option<String>,
    /// Its exact resource id
    #[arg(long, value_name = "ID", aliases = ["id", "resource-id"])]
    pub(crate) label_id: Option<String>,
    /// Its exact content description
    #[arg(long, value_name = "TEXT", aliases = ["desc", "content-desc"])]
    pub(crate) label_desc: Option<String>,
}
