//! The prices around what an act is about: a purchase is approved at its price, and a page may change that.

use std::collections::BTreeSet;

use clawperator_contract::purchase::{Amount, Words};
use clawperator_contract::visible;
use clawperator_ui::{Node, Role};

use crate::meets::words;

/// The most prices that are shown; all of them are bound.
const MOST_SHOWN: usize = 16;
/// The most characters of one that are shown, and how many of them come before the amount.
const LONGEST_SHOWN: usize = 64;
const BEFORE_AMOUNT: usize = 24;

/// The texts that have an amount in them, in the windows of some nodes.
#[derive(Debug, Default)]
pub(crate) struct Prices {
    shown: Vec<String>,
    /// What text fields hold. An amount may be among it, but so may a card's number, so it is never shown.
    typed: Vec<String>,
}

impl Prices {
    /// The prices that can be seen in the windows of these nodes.
    pub(crate) fn around(nodes: &[Node<'_>]) -> Self {
        let windows: BTreeSet<usize> = nodes.iter().map(|node| node.window_index()).collect();
        let Some(tree) = nodes.first().map(|node| node.tree()) else {
            return Self::default();
        };
        let is_there = |node: &Node<'_>| {
            windows.contains(&node.window_index())
                && node.visible_bounds().is_some()
                && !node.is_password()
        };
        let (fields, others): (Vec<Node<'_>>, Vec<Node<'_>>) = tree
            .nodes()
            .filter(is_there)
            .partition(|node| node.role() == Role::Textfield);
        let amount = |text: &str| Words::shipped().amount_in(text);
        let typed = fields.iter().map(|field| field.text().to_owned());
        let texts = others.into_iter().flat_map(words);
        let with_amounts: Vec<(String, Amount)> = texts
            .map(|text| (text.to_string(), amount(&text)))
            .collect();
        // A number alone is a price where its currency is another view.
        let least = if with_amounts.iter().any(|(_, one)| *one == Amount::Currency) {
            Amount::Number
        } else {
            Amount::Currency
        };
        let priced = with_amounts.into_iter().filter(|(_, one)| *one >= least);
        Self {
            shown: priced.map(|(text, _)| text).collect(),
            typed: typed.filter(|text| amount(text) > Amount::None).collect(),
        }
    }

    /// All of it in one text, for hashing and not for telling.
    pub(crate) fn imprint(&self) -> String {
        format!("{:?}", (&self.shown, &self.typed))
    }

    /// What whoever approves reads behind the reason: each text once.
    pub(crate) fn describe(&self) -> String {
        let mut seen = BTreeSet::new();
        let different = self.shown.iter().filter(|text| seen.insert(text.as_str()));
        let quoted: Vec<String> = different.map(|text| quoted(text)).collect();
        let (first, rest) = quoted.split_at(quoted.len().min(MOST_SHOWN));
        let mut told = match first {
            [] => String::new(),
            prices => format!("; prices in its window: {}", prices.join(", ")),
        };
        if !rest.is_empty() {
            told.push_str(&format!(" and {} more", rest.len()));
        }
        told
    }
}

/// A text as it can be shown: in quotes, with its amount and with everything escaped that could pass for words of ours.
fn quoted(text: &str) -> String {
    let length = text.chars().count();
    let start = if length > LONGEST_SHOWN {
        // Without an amount it is shown from its beginning.
        let amount = text.chars().position(char::is_numeric).unwrap_or_default();
        amount.saturating_sub(BEFORE_AMOUNT)
    } else {
        0
    };
    let kept: String = text.chars().skip(start).take(LONGEST_SHOWN).collect();
    let escaped = kept.replace('\\', "\\\\").replace('"', "\\\"");
    let before = if start > 0 { "…" } else { "" };
    let behind = if start + LONGEST_SHOWN < length {
        "…"
    } else {
        ""
    };
    format!("{before}\"{}\"{behind}", visible(&escaped))
}
