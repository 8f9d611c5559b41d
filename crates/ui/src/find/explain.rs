//! Why nothing was found: what was looked for, and what comes nearest.

use std::borrow::Cow;
use std::fmt;

use clawperator_contract::{NodeMatcher, Where, Window, excerpt};

use super::clause::Clause;
use super::query::Query;
use super::search::Matches;
use super::similarity::similarity;
use super::sought::{Sought, SoughtPattern};
use crate::node::Node;
use crate::tree::Tree;

/// The most candidates that an explanation lists.
pub const MAX_CANDIDATES: usize = 5;

/// The least likeness that makes a node a candidate.
const LEAST_LIKENESS: u8 = 50;

/// Why a query found nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation<'t> {
    /// What was looked for, in words: the container if that was missing, else the node.
    pub looked_for: String,
    /// Whether the container was missing.
    pub is_about_container: bool,
    /// The nearest nodes on the screen, the best first.
    pub candidates: Vec<Candidate<'t>>,
    /// How many nodes fit but cannot be seen.
    pub hidden: usize,
    /// How many nodes fit and can be seen in windows that were not asked for.
    pub elsewhere: usize,
    /// What the tree lacks, in words: it may be there all the same.
    pub incomplete: Option<String>,
    /// How many nodes fit and can be seen outside of the container that was asked for.
    pub outside: usize,
    /// How many nodes would fit if the texts were descriptions and the descriptions texts.
    pub swapped: Option<Swapped>,
}

/// Nodes that say what was asked for in the other one of their two fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swapped {
    /// How many there are.
    pub count: usize,
    /// Whether they say it in their description.
    pub in_description: bool,
}

/// A node that comes near.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'t> {
    pub node: Node<'t>,
    /// How like it is, from 50 to 100; 0 for one that is only listed because it is there.
    pub likeness: u8,
}

impl Tree {
    /// Explains a query that found nothing. It costs more than looking; ask only then.
    #[must_use]
    pub fn explain(&self, query: &Query<'_>) -> Explanation<'_> {
        let container = query
            .container_query()
            .filter(|_| self.search_space(query).is_none());
        let is_about_container = container.is_some();
        let query = container.as_ref().unwrap_or(query);
        let matching = |query: &Query<'_>, is_visible: bool| {
            // Without its container nothing is in it.
            let mut nodes = self.search_space(query).unwrap_or_default();
            nodes.retain(|node| node.visible_bounds().is_some() == is_visible);
            Matches::among(nodes, query).map_or(0, |matches| matches.nodes.len())
        };
        let everywhere = Query {
            window: Window::All,
            ..*query
        };
        let unconfined = Query {
            container: None,
            container_where: None,
            ..*query
        };
        Explanation {
            looked_for: looked_for(query),
            is_about_container,
            candidates: self.candidates(query),
            hidden: matching(query, false),
            elsewhere: matching(&everywhere, true),
            incomplete: self.incomplete(),
            outside: if query.container_query().is_some() {
                matching(&unconfined, true)
            } else {
                0
            },
            swapped: query.matcher.and_then(swap).and_then(|swap| {
                let matcher = Some(&swap.matcher);
                let count = matching(&Query { matcher, ..*query }, true);
                let in_description = swap.in_description;
                (count > 0).then_some(Swapped {
                    count,
                    in_description,
                })
            }),
        }
    }

    fn candidates(&self, query: &Query<'_>) -> Vec<Candidate<'_>> {
        let windows = self.windows_in(query.window);
        let wanted = wanted(query);
        let visible = || {
            self.nodes()
                .filter(|node| node.visible_bounds().is_some() && node.is_in(&windows))
        };
        let mut candidates: Vec<Candidate<'_>> = visible()
            .map(|node| Candidate {
                node,
                likeness: likeness(node, &wanted),
            })
            .filter(|candidate| candidate.likeness >= LEAST_LIKENESS)
            .collect();
        // Stable: of equals the first on the screen stays first.
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.likeness));
        if candidates.is_empty() {
            let likeness = 0;
            candidates = visible()
                .filter(|node| node.is_interactive() && node.name().is_some())
                .map(|node| Candidate { node, likeness })
                .collect();
        }
        let mut lines: Vec<String> = Vec::new();
        candidates.retain(|candidate| {
            let is_full = lines.len() == MAX_CANDIDATES;
            let line = candidate.node.describe();
            let is_new = !is_full && !lines.contains(&line);
            if is_new {
                lines.push(line);
            }
            is_new
        });
        candidates
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_about_container {
            "container"
        } else {
            "node"
        };
        let place = if self.outside > 0 {
            "in the container"
        } else {
            "on the screen"
        };
        write!(formatter, "no {what} {place} matches {}", self.looked_for)?;
        if self.outside > 0 {
            write!(formatter, "; {} outside of it", is_or_are(self.outside))?;
        }
        if let Some(incomplete) = &self.incomplete {
            write!(
                formatter,
                "; the tree of the screen is incomplete ({incomplete}), so it may still be there"
            )?;
        }
        if let Some(swapped) = self.swapped {
            let (is, not) = if swapped.in_description {
                ("description", "text")
            } else {
                ("text", "description")
            };
            let has = match swapped.count {
                1 => "1 node has".to_owned(),
                count => format!("{count} nodes have"),
            };
            write!(formatter, "; {has} that as {is}, not as {not}")?;
        }
        if self.hidden > 0 {
            write!(formatter, "; {} cannot be seen", fits(self.hidden))?;
        }
        if self.elsewhere > 0 {
            let fits = fits(self.elsewhere);
            write!(formatter, "; {fits} in another window, see `window`")?;
        }
        let lines: Vec<String> = self
            .candidates
            .iter()
            .map(|candidate| candidate.node.describe())
            .collect();
        match self.candidates.first().map(|best| best.likeness) {
            Some(0) => write!(
                formatter,
                "; nothing similar, but there are {}",
                lines.join(", ")
            ),
            Some(_) => write!(formatter, "; nearest: {}", lines.join(", ")),
            None => formatter
                .write_str("; nothing similar, and no control in the windows searched has a name"),
        }
    }
}

fn is_or_are(count: usize) -> String {
    match count {
        1 => "1 match is".to_owned(),
        _ => format!("{count} matches are"),
    }
}

/// A matcher with texts in place of descriptions, or the other way round.
struct Swap {
    matcher: NodeMatcher,
    in_description: bool,
}

/// The matcher with its text and description exchanged; `None` where it asks for neither or for both.
fn swap(matcher: &NodeMatcher) -> Option<Swap> {
    let asks_text = matcher.text_equals.is_some() || matcher.text_contains.is_some();
    let asks_description =
        matcher.content_desc_equals.is_some() || matcher.content_desc_contains.is_some();
    (asks_text != asks_description).then(|| Swap {
        matcher: NodeMatcher {
            text_equals: matcher.content_desc_equals.clone(),
            text_contains: matcher.content_desc_contains.clone(),
            content_desc_equals: matcher.text_equals.clone(),
            content_desc_contains: matcher.text_contains.clone(),
            ..matcher.clone()
        },
        in_description: asks_text,
    })
}

fn fits(count: usize) -> String {
    match count {
        1 => "1 match".to_owned(),
        _ => format!("{count} matches"),
    }
}

/// A string that was looked for, and in what.
struct Wanted<'q> {
    key: Key,
    value: Cow<'q, str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Words,
    Id,
    Class,
    Role,
}

fn wanted<'q>(query: &Query<'q>) -> Vec<Wanted<'q>> {
    let mut wanted = Vec::new();
    if let Some(matcher) = query.matcher {
        collect(Clause::of_matcher(matcher), &mut wanted);
    }
    if let Some(expression) = query.where_clause {
        collect_expression(expression, &mut wanted);
    }
    // A role or class is like many; it decides only where nothing else was asked for.
    if wanted
        .iter()
        .any(|wanted| matches!(wanted.key, Key::Words | Key::Id))
    {
        wanted.retain(|wanted| matches!(wanted.key, Key::Words | Key::Id));
    }
    wanted
}

fn collect_expression<'q>(expression: &'q Where, wanted: &mut Vec<Wanted<'q>>) {
    collect(Clause::of_where(expression), wanted);
    let parts = expression.all_of.iter().chain(&expression.any_of).flatten();
    for part in parts {
        collect_expression(part, wanted);
    }
}

fn collect<'q>(clause: Clause<'q>, wanted: &mut Vec<Wanted<'q>>) {
    let given = [
        (Key::Words, clause.text.equals.map(Sought::into_written)),
        (Key::Words, clause.text.contains.map(Sought::into_written)),
        (
            Key::Words,
            clause.content_desc.equals.map(Sought::into_written),
        ),
        (
            Key::Words,
            clause.content_desc.contains.map(Sought::into_written),
        ),
        (Key::Words, clause.name.equals.map(Sought::into_written)),
        (Key::Words, clause.name.contains.map(Sought::into_written)),
        (Key::Id, clause.resource_id.map(Cow::Borrowed)),
        (Key::Id, clause.id_name.map(Cow::Borrowed)),
        (Key::Class, clause.class.map(Cow::Borrowed)),
        (Key::Role, clause.role.map(Cow::Borrowed)),
    ];
    wanted.extend(
        given
            .into_iter()
            .filter_map(|(key, value)| Some(Wanted { key, value: value? })),
    );
}

fn likeness(node: Node<'_>, wanted: &[Wanted<'_>]) -> u8 {
    let name = node.name();
    wanted
        .iter()
        .map(|Wanted { key, value }| match key {
            // Words are compared with all a node says: a text asked for as description is worth telling.
            Key::Words => [
                node.open_text(),
                node.open_desc(),
                // A node without a name is like nothing by it.
                name.as_deref().unwrap_or_default(),
            ]
            .into_iter()
            .map(|found| similarity(value, found))
            .fold(0, u8::max),
            // What stands before the slash is the same for all.
            Key::Id => {
                let name = value.rsplit_once('/').map_or(&**value, |(_, name)| name);
                similarity(name.trim_start_matches('#'), node.id_name())
            }
            Key::Class => similarity(value, node.class()),
            Key::Role => similarity(value, node.role().name()),
        })
        .fold(0, u8::max)
}

/// What a query asks for, in words.
fn looked_for(query: &Query<'_>) -> String {
    let mut parts = Vec::new();
    if let Some(matcher) = query.matcher {
        parts.extend(Clause::of_matcher(matcher).words());
    }
    if let Some(expression) = query.where_clause {
        parts.push(expression_words(expression));
    }
    parts.join(", ")
}

fn expression_words(expression: &Where) -> String {
    let mut parts = Clause::of_where(expression).words();
    for (key, list) in [("allOf", &expression.all_of), ("anyOf", &expression.any_of)] {
        if let Some(list) = list {
            let list: Vec<String> = list.iter().map(expression_words).collect();
            parts.push(format!("{key} ({})", list.join("; ")));
        }
    }
    if let Some(nth) = &expression.nth {
        parts.push(format!("nth {}", nth.get()));
    }
    parts.join(", ")
}

impl Clause<'_> {
    fn words(&self) -> Vec<String> {
        let strings = [
            ("resourceId", self.resource_id),
            ("idName", self.id_name),
            ("role", self.role),
            ("textEquals", written(self.text.equals.as_ref())),
            ("textContains", written(self.text.contains.as_ref())),
            ("textMatches", pattern(self.text.matches.as_ref())),
            (
                "contentDescEquals",
                written(self.content_desc.equals.as_ref()),
            ),
            (
                "contentDescContains",
                written(self.content_desc.contains.as_ref()),
            ),
            (
                "contentDescMatches",
                pattern(self.content_desc.matches.as_ref()),
            ),
            ("class", self.class),
            ("name", written(self.name.equals.as_ref())),
            ("nameContains", written(self.name.contains.as_ref())),
            ("nameMatches", pattern(self.name.matches.as_ref())),
            ("inRow", written(self.in_row.as_ref())),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some(format!("{key} \"{}\"", excerpt(value?))));
        let flags = [
            ("clickable", self.clickable),
            ("enabled", self.enabled),
            ("selected", self.selected),
            ("focused", self.focused),
            ("checked", self.checked),
            ("scrollable", self.scrollable),
            ("longClickable", self.long_clickable),
            ("ignoreCase", self.ignores_case.then_some(true)),
        ]
        .into_iter()
        .filter_map(|(key, value)| Some(format!("{key} {}", value?)));
        let index = self
            .index_in_parent
            .map(|index| format!("indexInParent {index}"));
        strings.chain(flags).chain(index).collect()
    }
}

fn written<'c>(sought: Option<&'c Sought<'_>>) -> Option<&'c str> {
    sought.map(Sought::written)
}

fn pattern<'c>(sought: Option<&SoughtPattern<'c>>) -> Option<&'c str> {
    sought.map(SoughtPattern::written)
}
