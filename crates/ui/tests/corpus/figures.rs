//! What is measured of dumps and of the forms made of them.

use std::collections::HashMap;
use std::fmt;

use clawperator_ui::{Header, Node, NodeId, Refs, Tree, compact};

use super::{Dump, Toolkit};

/// The figures of a set of dumps.
pub(crate) struct Figures {
    dumps: Vec<Measured>,
}

/// Three percentiles.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub(crate) p10: f64,
    pub(crate) p50: f64,
    pub(crate) p90: f64,
    pub(crate) p99: f64,
}

/// A figure of one dump.
type Figure = fn(&Measured) -> f64;

/// What is counted of one dump.
struct Measured {
    toolkit: Toolkit,
    characters: usize,
    nodes: usize,
    depth: usize,
    compact: usize,
    lines: usize,
    shares: Shares,
    targets: Targets,
}

/// Nodes that have something.
#[derive(Default, Clone, Copy)]
struct Shares {
    text: usize,
    description: usize,
    id: usize,
    clickable: usize,
    scrollable: usize,
    useful: usize,
    empty_wrappers: usize,
    empty_leaves: usize,
}

/// What can be touched.
#[derive(Default, Clone, Copy)]
struct Targets {
    all: usize,
    own_label: usize,
    label_inside: usize,
    /// Those that their own label or the labels inside tell from all others.
    by_label: usize,
    /// Those that their label or their id tells from all others.
    by_label_or_id: usize,
    visible: usize,
    /// Of the visible ones, those that role and name select alone.
    by_name: usize,
    /// Of the visible ones, those that role, name and a label of the row select alone.
    by_row: usize,
}

impl Figures {
    pub(crate) fn of(dumps: &[Dump]) -> Self {
        Self {
            dumps: dumps.iter().filter_map(Measured::of).collect(),
        }
    }

    /// The compact form's characters in percent of the XML's.
    pub(crate) fn share_of_xml(&self) -> Spread {
        self.spread(|dump| percent(dump.compact, dump.characters))
    }

    /// How many percent of the visible nodes that can be touched role, name and row select alone.
    pub(crate) fn addressable(&self, toolkit: Option<Toolkit>) -> f64 {
        let of = || self.of_toolkit(toolkit).map(|dump| dump.targets);
        percent(
            of().map(|targets| targets.by_row).sum(),
            of().map(|targets| targets.visible).sum(),
        )
    }

    /// All together, and each toolkit that there is a dump of.
    fn toolkits(&self) -> impl Iterator<Item = Option<Toolkit>> {
        let present = |toolkit: &Toolkit| self.of_toolkit(Some(*toolkit)).next().is_some();
        std::iter::once(None).chain(Toolkit::ALL.into_iter().filter(present).map(Some))
    }

    fn of_toolkit(&self, toolkit: Option<Toolkit>) -> impl Iterator<Item = &Measured> {
        self.dumps
            .iter()
            .filter(move |dump| toolkit.is_none_or(|toolkit| dump.toolkit == toolkit))
    }

    fn spread(&self, figure: impl Fn(&Measured) -> f64) -> Spread {
        spread(self.dumps.iter().map(figure).collect())
    }

    fn percent_of_nodes(&self, toolkit: Option<Toolkit>, count: impl Fn(&Shares) -> usize) -> f64 {
        percent(
            self.of_toolkit(toolkit)
                .map(|dump| count(&dump.shares))
                .sum(),
            self.of_toolkit(toolkit).map(|dump| dump.nodes).sum(),
        )
    }

    fn percent_of_targets(
        &self,
        toolkit: Option<Toolkit>,
        count: impl Fn(&Targets) -> usize,
    ) -> f64 {
        percent(
            self.of_toolkit(toolkit)
                .map(|dump| count(&dump.targets))
                .sum(),
            self.of_toolkit(toolkit).map(|dump| dump.targets.all).sum(),
        )
    }
}

impl Measured {
    fn of(dump: &Dump) -> Option<Self> {
        let parsed = Tree::parse(&dump.bytes).ok()?;
        let tree = &parsed.tree;
        let header = Header {
            activity: Some(".MainActivity"),
            generation: Some(1),
        };
        let text = compact(tree, &Refs::assign(tree), &header);
        Some(Self {
            toolkit: dump.toolkit,
            characters: dump.xml.chars().count(),
            nodes: tree.nodes().count(),
            depth: tree.nodes().map(|node| usize::from(node.depth())).max()? + 1,
            compact: text.chars().count(),
            lines: text.lines().count(),
            shares: Shares::of(tree),
            targets: Targets::of(tree),
        })
    }
}

impl Shares {
    fn of(tree: &Tree) -> Self {
        let mut shares = Self::default();
        for node in tree.nodes() {
            let has_words = !node.text().is_empty() || !node.content_desc().is_empty();
            let is_nothing = !has_words
                && node.resource_id().is_empty()
                && !is_touched(node)
                && !node.is_scrollable();
            shares.text += usize::from(!node.text().is_empty());
            shares.description += usize::from(!node.content_desc().is_empty());
            shares.id += usize::from(!node.resource_id().is_empty());
            shares.clickable += usize::from(node.is_clickable());
            shares.scrollable += usize::from(node.is_scrollable());
            shares.useful += usize::from(has_words || is_touched(node));
            match node.children().take(2).count() {
                0 => shares.empty_leaves += usize::from(is_nothing),
                1 => shares.empty_wrappers += usize::from(is_nothing),
                _ => {}
            }
        }
        shares
    }
}

impl Targets {
    fn of(tree: &Tree) -> Self {
        let mut targets = Self::default();
        let touched = || tree.nodes().filter(|node| is_touched(*node));
        let mut labels: HashMap<String, usize> = HashMap::new();
        let mut ids: HashMap<&str, usize> = HashMap::new();
        for node in touched() {
            *labels.entry(label(node)).or_default() += 1;
            *ids.entry(node.resource_id()).or_default() += 1;
        }
        for node in touched() {
            let label = label(node);
            targets.all += 1;
            if !own_label(node).is_empty() {
                targets.own_label += 1;
            } else if !label.is_empty() {
                targets.label_inside += 1;
            }
            let is_one = !label.is_empty() && labels.get(&label) == Some(&1);
            let id = node.resource_id();
            let is_one_by_id = !id.is_empty() && ids.get(id) == Some(&1);
            targets.by_label += usize::from(is_one);
            targets.by_label_or_id += usize::from(is_one || is_one_by_id);
        }
        targets.count_unique(tree);
        targets
    }

    fn count_unique(&mut self, tree: &Tree) {
        let windows = tree.windows_in(clawperator_contract::Window::App);
        let is_seen = |node: &Node<'_>| {
            let is_in = windows.get(node.window_index()).copied();
            is_in == Some(true) && node.visible_bounds().is_some()
        };
        let mut named: HashMap<(&str, String), Vec<Node<'_>>> = HashMap::new();
        let mut of_role: HashMap<&str, Vec<Node<'_>>> = HashMap::new();
        let mut rows = HashMap::new();
        for node in tree.nodes().filter(is_seen) {
            let role = node.role().name();
            of_role.entry(role).or_default().push(node);
            if let Some(name) = node.name() {
                let key = (role, name.into_owned());
                named.entry(key).or_default().push(node);
            }
        }
        for node in tree
            .nodes()
            .filter(is_seen)
            // Two targets that are one thing have one line.
            .filter(|node| node.is_interactive() && node.is_listed())
        {
            let role = node.role().name();
            let alike = match node.name() {
                Some(name) => named.get(&(role, name.into_owned())),
                None => of_role.get(role),
            };
            let alike = alike.map_or(&[][..], Vec::as_slice);
            self.visible += 1;
            if alike.len() == 1 {
                self.by_name += 1;
                self.by_row += 1;
            } else if is_unique_in_row(node, alike, &mut rows) {
                self.by_row += 1;
            }
        }
    }
}

/// Whether a label of the node's row is in no row of those that are otherwise alike.
fn is_unique_in_row<'t>(
    node: Node<'t>,
    alike: &[Node<'t>],
    rows: &mut HashMap<NodeId, Vec<String>>,
) -> bool {
    for other in alike {
        rows.entry(other.id()).or_insert_with(|| {
            let labels = other.row().map(|row| row.labels).unwrap_or_default();
            labels.iter().map(ToString::to_string).collect()
        });
    }
    let has = |other: &Node<'_>, label: &String| {
        rows.get(&other.id()).is_some_and(|row| row.contains(label))
    };
    rows.get(&node.id()).is_some_and(|row| {
        row.iter()
            .any(|label| alike.iter().filter(|other| has(other, label)).count() == 1)
    })
}

/// A node's text or description.
fn own_label(node: Node<'_>) -> &str {
    let text = node.text().trim();
    if text.is_empty() {
        node.content_desc().trim()
    } else {
        text
    }
}

/// A node's own label, else all labels inside.
fn label(node: Node<'_>) -> String {
    let own = own_label(node);
    if own.is_empty() {
        node.descendants().map(own_label).collect()
    } else {
        own.to_owned()
    }
}

/// What the figures of real dumps count as something to touch.
fn is_touched(node: Node<'_>) -> bool {
    use clawperator_ui::Flags;
    node.flags().has_any(
        Flags::CLICKABLE
            .with(Flags::LONG_CLICKABLE)
            .with(Flags::CHECKABLE),
    )
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} dumps", self.dumps.len())?;
        writeln!(
            formatter,
            "                      p10      p50      p90      p99"
        )?;
        let rows: [(&str, Figure); 7] = [
            ("nodes", |dump| number(dump.nodes)),
            ("depth", |dump| number(dump.depth)),
            ("characters of XML", |dump| number(dump.characters)),
            ("characters a node", |dump| {
                number(dump.characters) / number(dump.nodes)
            }),
            ("compact: lines", |dump| number(dump.lines)),
            ("compact: characters", |dump| number(dump.compact)),
            ("compact: % of XML", |dump| {
                percent(dump.compact, dump.characters)
            }),
        ];
        for (name, figure) in rows {
            let Spread { p10, p50, p90, p99 } = self.spread(figure);
            writeln!(
                formatter,
                "{name:<20}{p10:>8.1} {p50:>8.1} {p90:>8.1} {p99:>8.1}"
            )?;
        }
        self.shares(formatter)?;
        self.targets(formatter)
    }
}

impl Figures {
    fn shares(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "% of nodes: text, description, id, clickable, scrollable, useful, empty wrappers, empty leaves"
        )?;
        for toolkit in self.toolkits() {
            let of = |count: fn(&Shares) -> usize| self.percent_of_nodes(toolkit, count);
            writeln!(
                formatter,
                "{:<14}{:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1}",
                toolkit.map_or("all", Toolkit::name),
                of(|shares| shares.text),
                of(|shares| shares.description),
                of(|shares| shares.id),
                of(|shares| shares.clickable),
                of(|shares| shares.scrollable),
                of(|shares| shares.useful),
                of(|shares| shares.empty_wrappers),
                of(|shares| shares.empty_leaves),
            )?;
        }
        Ok(())
    }

    fn targets(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "% of targets: own label, label inside, unique by label, by label or id; of visible ones: by role and name, with row; % of XML p50, p90"
        )?;
        for toolkit in self.toolkits() {
            let by_name = percent(
                self.of_toolkit(toolkit)
                    .map(|dump| dump.targets.by_name)
                    .sum(),
                self.of_toolkit(toolkit)
                    .map(|dump| dump.targets.visible)
                    .sum(),
            );
            let share = spread(
                self.of_toolkit(toolkit)
                    .map(|dump| percent(dump.compact, dump.characters))
                    .collect(),
            );
            writeln!(
                formatter,
                "{:<14}{:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1} {:>6.1}",
                toolkit.map_or("all", Toolkit::name),
                self.percent_of_targets(toolkit, |targets| targets.own_label),
                self.percent_of_targets(toolkit, |targets| targets.label_inside),
                self.percent_of_targets(toolkit, |targets| targets.by_label),
                self.percent_of_targets(toolkit, |targets| targets.by_label_or_id),
                by_name,
                self.addressable(toolkit),
                share.p50,
                share.p90,
            )?;
        }
        Ok(())
    }
}

fn spread(mut values: Vec<f64>) -> Spread {
    values.sort_by(f64::total_cmp);
    let at = |percent: usize| {
        let place = values.len().saturating_sub(1) * percent / 100;
        values.get(place).copied().unwrap_or_default()
    };
    Spread {
        p10: at(10),
        p50: at(50),
        p90: at(90),
        p99: at(99),
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    number(part) * 100.0 / number(whole)
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
