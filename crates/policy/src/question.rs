//! One question to whoever may approve: what it is about in words, and everything that the approval is bound to.

use std::collections::BTreeSet;

use clawperator_contract::{Action, ActionParams, Capability, Text, shell_word, visible};
use clawperator_engine::{ActQuestion, AppChange, Finger, Intent, Opens, Touch};
use clawperator_ui::{Node, Point};

use crate::facts::AtAct;
use crate::imprint::imprints;
use crate::prices::Prices;
use crate::profile::Profile;

/// The most nodes that are named beside the first one that takes a touch.
const MOST_NAMED: usize = 3;

/// Whether a verdict, and the question that is left for whoever approves it, name what would be touched by its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Labels {
    Named,
    Withheld,
}

#[derive(Debug)]
pub(crate) struct Question {
    /// The step whose act it is; nothing before the first.
    pub(crate) step: Option<String>,
    /// What it is about, in words.
    pub(crate) subject: String,
    /// The same for whoever asked, where it may not read the screen: without a word of a node.
    pub(crate) told: Option<String>,
    /// Where it is, as far as is known.
    pub(crate) place: Option<String>,
    /// The packages that it is about, as far as they are known.
    pub(crate) packages: Vec<String>,
    /// Whether the screen that it is about may be shown.
    pub(crate) may_show: bool,
    /// Whether it may cost money.
    pub(crate) may_cost: bool,
    /// The prices around it, in words, where it may cost money.
    pub(crate) prices: String,
    /// What else an approval of it is bound to.
    pub(crate) bound: Vec<String>,
}

impl Question {
    /// The question about an act.
    pub(crate) fn of(
        asked: &ActQuestion<'_>,
        act: &AtAct<'_>,
        profile: &Profile,
        labels: Labels,
        may_read: bool,
    ) -> Self {
        let step = asked.action.map(|action| action.id.as_str().to_owned());
        let facts = &act.facts;
        let subject = match labels {
            Labels::Named => subject(asked, act, profile, true),
            Labels::Withheld => match asked.action {
                Some(action) => format!("{} of step `{}`", named_by(action), action.id.as_str()),
                None => subject(asked, act, profile, true),
            },
        };
        let is_told_less = !may_read && labels == Labels::Named && asked.intent.is_of_a_screen();
        let told = is_told_less.then(|| self::subject(asked, act, profile, false));
        // An app may open one of its activities by way of another.
        let is_opening = matches!(asked.intent, Intent::Open(_) | Intent::Arrived);
        let activities = if is_opening {
            String::new()
        } else {
            facts.activities.values.join(" ")
        };
        let mut bound = vec![
            kind(&asked.intent).to_owned(),
            named(&facts.capabilities),
            facts.packages.values.join(" "),
            activities,
        ];
        let touched = touched(asked, act);
        bound.extend(imprints(&touched));
        let prices = pays(asked, act).then(|| Prices::around(&touched));
        bound.extend(prices.iter().map(Prices::imprint));
        let prices = prices.filter(|_| labels == Labels::Named);
        Self {
            step,
            subject,
            told,
            place: place(asked, act),
            packages: facts
                .packages
                .values
                .iter()
                .map(ToString::to_string)
                .collect(),
            // What is withheld is not written down; whoever decides may look at the screen itself.
            may_show: may_read,
            may_cost: facts.capabilities.contains(&Capability::PurchaseRisk),
            prices: prices.map_or_else(String::new, |prices| prices.describe()),
            bound,
        }
    }

    /// The place, as it follows the subject.
    pub(crate) fn in_place(&self) -> String {
        let place = self.place.as_ref();
        place.map_or_else(String::new, |place| format!(" in {place}"))
    }

    /// Everything that an approval of it is bound to, under a rule.
    pub(crate) fn parts(&self, rule: &str) -> Vec<String> {
        let mut parts = vec![
            if self.step.is_some() { "act" } else { "begin" }.to_owned(),
            // No step: the word before this says so.
            self.step.clone().unwrap_or_default(),
            rule.to_owned(),
            self.subject.clone(),
            // A place that is not known is bound as such.
            self.place.clone().unwrap_or_default(),
        ];
        parts.extend(self.bound.iter().cloned());
        parts
    }
}

pub(crate) fn named(capabilities: &BTreeSet<Capability>) -> String {
    let names: Vec<&str> = capabilities.iter().map(|one| one.name()).collect();
    names.join(" ")
}

/// What is done, in one word. A text and the tap before it are one act, as are opening and arriving.
const fn kind(intent: &Intent<'_>) -> &'static str {
    match intent {
        Intent::Touch(_) => "touch",
        Intent::Focus { .. } | Intent::Text { .. } => "text",
        Intent::Submit(_) => "submit",
        Intent::Key(_) | Intent::Press(_) => "key",
        Intent::Clip(_) => "clipboard",
        Intent::ReadClip => "read clipboard",
        Intent::Run(_) => "run",
        Intent::Open(_) | Intent::Arrived => "open",
        Intent::Close { .. } => "close",
        Intent::ManageApp(change) => change.kind(),
        Intent::Push(_) => "push",
        Intent::Pull(_) => "pull",
        Intent::ListApps(_) => "list apps",
        Intent::Wake => "wake",
        Intent::DismissLock => "dismiss lock",
        Intent::TryInput => "try input",
        Intent::Record(_) | Intent::StopRecording(_) => "record",
        Intent::Read(_) => "read",
    }
}

/// Whether an act may cost money there and then. A text does not before the enter key or a button, which are acts of
/// their own; and the keyboard that it brings up changes what can be seen between its tap and itself.
fn pays(asked: &ActQuestion<'_>, act: &AtAct<'_>) -> bool {
    let capabilities = &act.facts.capabilities;
    capabilities.contains(&Capability::PurchaseRisk)
        && matches!(
            asked.intent,
            Intent::Touch(_) | Intent::Submit(_) | Intent::Press(_)
        )
}

/// The nodes that an act is about.
fn touched<'a>(asked: &ActQuestion<'a>, act: &AtAct<'a>) -> Vec<Node<'a>> {
    let mut nodes: Vec<Node<'a>> = match asked.intent {
        Intent::Touch(finger) => finger
            .named()
            .map(|named| vec![named.matched, named.taker])
            // A coordinate names no node.
            .unwrap_or_default(),
        Intent::Focus { field, .. } | Intent::Text { field, .. } | Intent::Submit(field) => {
            return vec![field];
        }
        Intent::Press(stroke) => stroke
            .focused
            .and_then(Finger::named)
            .map(|named| vec![named.matched])
            // Where nothing is seen to have the focus, no node is named.
            .unwrap_or_default(),
        Intent::Key(_)
        | Intent::Clip(_)
        | Intent::ReadClip
        | Intent::Run(_)
        | Intent::Open(_)
        | Intent::Arrived
        | Intent::Close { .. }
        | Intent::ManageApp(_)
        | Intent::Push(_)
        | Intent::Pull(_)
        | Intent::ListApps(_)
        | Intent::Wake
        | Intent::DismissLock
        | Intent::TryInput
        | Intent::Record(_)
        | Intent::StopRecording(_)
        | Intent::Read(_) => Vec::new(),
    };
    nodes.extend(&act.touched.takers);
    if nodes.is_empty()
        && let Intent::Touch(finger) = asked.intent
    {
        nodes.extend(innermost(finger));
    }
    nodes
}

/// The last node at a point, which is what a coordinate without a taker would touch.
fn innermost<'a>(finger: &Finger<'a>) -> Option<Node<'a>> {
    finger.met()?.nodes.last().copied()
}

/// The last node that a finger meets where it comes up.
fn at_end<'a>(met: &[Node<'a>], to: Point) -> Option<Node<'a>> {
    let mut there = met.iter().filter(|node| node.bounds().contains(to));
    there.next_back().copied()
}

/// Where an act is done, as far as is known.
fn place(asked: &ActQuestion<'_>, act: &AtAct<'_>) -> Option<String> {
    let activity = asked.front.and_then(|front| front.activity.as_deref());
    let packages = act.facts.packages.values.join(", ");
    match activity {
        Some(activity) if !packages.is_empty() => Some(format!("{packages} ({activity})")),
        Some(activity) => Some(activity.to_owned()),
        None => Some(packages).filter(|packages| !packages.is_empty()),
    }
}

/// What an act does by the name of its action.
fn named_by(action: &Action) -> &'static str {
    action.action_type().name()
}

/// What was opened, by the action that opened it.
fn opened_by(params: &ActionParams) -> Option<&str> {
    match params {
        ActionParams::OpenApp(params) => {
            let named = params.application_id.as_ref().or(params.app_name.as_ref());
            named.map(Text::as_str)
        }
        ActionParams::OpenUri(params) => Some(params.uri.as_str()),
        _ => None,
    }
}

/// What the verdict is about, in words; without those of nodes unless they may be named.
fn subject(asked: &ActQuestion<'_>, act: &AtAct<'_>, profile: &Profile, may_name: bool) -> String {
    let action = asked.action.map_or("an act", named_by);
    let name = |node: Node<'_>, otherwise: &str| called(node, otherwise, may_name);
    match asked.intent {
        Intent::Touch(finger) => touch_in_words(action, finger, act, profile, may_name),
        Intent::Focus { field, .. } | Intent::Text { field, .. } => {
            let field = name(field, "a field");
            match asked.action.map(|action| &action.params) {
                Some(ActionParams::ClearText(_)) => format!("{action} of {field}"),
                _ => format!("{action}{} into {field}", length(asked)),
            }
        }
        Intent::Submit(field) => {
            format!("the enter key of {action} in {}", name(field, "a field"))
        }
        // The contract bounds both, and whoever approves an address approves all of it.
        Intent::Open(Opens::App(name) | Opens::Uri(name)) | Intent::Close { package: name } => {
            format!("{action} of \"{}\"", visible(name))
        }
        Intent::ManageApp(AppChange::Clear { package } | AppChange::Uninstall { package }) => {
            format!("{action} of \"{}\"", visible(package))
        }
        Intent::ManageApp(AppChange::Permission {
            package,
            permission,
            granted,
        }) => {
            let verb = if granted { "granting" } else { "revoking" };
            let permission = visible(permission);
            format!(
                "{action} of \"{}\", {verb} \"{permission}\"",
                visible(package)
            )
        }
        // The approval is of these bytes: another file of that name is another question.
        Intent::Push(file) => format!(
            "{action} to \"{}\", {} bytes with the SHA-256 {}{}",
            visible(file.path.as_str()),
            file.bytes.len(),
            file.sha256,
            if file.replaces {
                ", replacing what is there"
            } else {
                ""
            },
        ),
        Intent::Pull(path) => format!("{action} of \"{}\"", visible(path.as_str())),
        Intent::ListApps(_) => format!("{action}, naming the apps that are installed"),
        Intent::Arrived => match asked.action.and_then(|action| opened_by(&action.params)) {
            Some(name) => format!("{action} of \"{}\"", visible(name)),
            None => format!("this {action}"),
        },
        Intent::Key(key) => format!("{action} `{}`", key.name()),
        Intent::Press(stroke) => {
            let long = if stroke.is_long { ", held," } else { "" };
            let named = stroke.focused.and_then(Finger::named);
            let on = named.map_or_else(String::new, |named| {
                format!(" on {}", name(named.matched, "a node"))
            });
            format!("{action} `{}`{long}{on}", stroke.key.name())
        }
        Intent::Clip(clip) => {
            let does = if clip.text.is_some() {
                "changing"
            } else {
                "emptying"
            };
            format!("{action}{}, {does} the clipboard", length(asked))
        }
        Intent::ReadClip => format!("{action}, reading what was copied in any app"),
        // The contract bounds the words, and whoever approves them approves all of them.
        Intent::Run(program) => {
            let words: Vec<String> = program.words.iter().map(|word| shell_word(word)).collect();
            format!("{action}, running {}", visible(&words.join(" ")))
        }
        Intent::Wake => "waking the screen".to_owned(),
        Intent::DismissLock => "opening the lock of the screen".to_owned(),
        Intent::TryInput => "sending a key that does nothing".to_owned(),
        Intent::Record(_) => format!("{action}, reading what is done in any app"),
        Intent::StopRecording(_) => format!("{action}, ending a recording"),
        Intent::Read(_) => format!("{action}, reading the screen"),
    }
}

/// A node in words, where it may be named.
fn called(node: Node<'_>, otherwise: &str, may_name: bool) -> String {
    if may_name {
        node.describe()
    } else {
        otherwise.to_owned()
    }
}

/// What fingers do, in words.
fn touch_in_words(
    action: &str,
    finger: &Finger<'_>,
    act: &AtAct<'_>,
    profile: &Profile,
    may_name: bool,
) -> String {
    let there = || {
        if may_name {
            at_point(finger, &act.touched.takers)
        } else {
            String::new()
        }
    };
    match (finger.named(), finger.touch()) {
        (Some(named), Touch::Swipe { .. }) => {
            format!(
                "{action}, scrolling {}",
                called(named.taker, "a container", may_name)
            )
        }
        (Some(named), touch @ Touch::Drag { .. }) => {
            let (_, to) = touch.ends();
            let onto = if may_name {
                finger.met().and_then(|met| at_end(&met.nodes, to))
            } else {
                None
            };
            let onto = onto.map_or_else(String::new, |node| format!(" onto {}", node.describe()));
            let what = called(named.taker, "a node", may_name);
            format!("{action} of {what}{onto}, to ({},{})", to.x, to.y)
        }
        (Some(named), _) => format!("{action} on {}", called(named.taker, "a node", may_name)),
        (None, touch @ Touch::Paths(_)) => {
            let way = profile.coordinates.name();
            let there = there();
            format!("{action} {}{there}, coordinates = \"{way}\"", ways(touch))
        }
        (None, touch) => {
            let (at, _) = touch.ends();
            let way = profile.coordinates.name();
            let there = there();
            format!(
                "{action} at ({},{}){there}, coordinates = \"{way}\"",
                at.x, at.y
            )
        }
    }
}

/// Where each finger goes down and comes up.
fn ways(touch: Touch<'_>) -> String {
    let ways = touch.fingers().map(|(from, to)| {
        if from == to {
            format!("at ({},{})", from.x, from.y)
        } else {
            format!("from ({},{}) to ({},{})", from.x, from.y, to.x, to.y)
        }
    });
    ways.collect::<Vec<_>>().join(" and ")
}

/// What a finger on a bare point touches: the nodes that take it, and the one that is seen there if that is another.
fn at_point(finger: &Finger<'_>, takers: &[Node<'_>]) -> String {
    let seen = innermost(finger);
    let Some((first, others)) = takers.split_first() else {
        return seen.map_or_else(String::new, |node| format!(", on {}", node.describe()));
    };
    let mut there = format!(", on {}", first.describe());
    for taker in others.iter().take(MOST_NAMED) {
        there.push_str(&format!(" and {}", taker.describe()));
    }
    if let more @ 1.. = others.len().saturating_sub(MOST_NAMED) {
        there.push_str(&format!(" and {more} more"));
    }
    if let Some(seen) = seen.filter(|seen| !takers.contains(seen)) {
        there.push_str(&format!(", where {} is seen", seen.describe()));
    }
    there
}

/// How long the text is that would be typed or put on the clipboard. The text itself is in no message and in no file: it may be a password.
fn length(asked: &ActQuestion<'_>) -> String {
    let of = |text: &str| format!(" of {} character(s)", text.chars().count());
    match asked.action.map(|action| &action.params) {
        Some(ActionParams::EnterText(params)) => of(params.text.expose()),
        Some(ActionParams::SetClipboard(params)) => of(params.text.expose()),
        _ => String::new(),
    }
}
