//! What an execution says of itself, and what is there when it acts.

use std::collections::BTreeSet;

use clawperator_contract::{
    Action, ActionParams, Capability, Execution, KeyDoes, Text, WhenClause,
};
use clawperator_engine::{ActQuestion, Finger, Front, Intent, Opens, Phone, Reading};
use clawperator_ui::Node;

use crate::judge::{Facts, Known, Question};
use crate::meets::{Meets, words};
use crate::profile::Profile;
use crate::stroke::add_stroke;
use crate::table::capabilities_of;

/// Everything that the execution does as far as it says: what is declared, and what its actions do.
#[must_use]
pub fn declared(execution: &Execution) -> BTreeSet<Capability> {
    let actions = execution.actions().iter();
    let of_actions = actions.flat_map(capabilities_in);
    let declared = execution.capabilities().iter().copied();
    of_actions.chain(declared).collect()
}

/// What an action does as far as it says, its condition included: whether a node is there is read from the screen.
fn capabilities_in(action: &Action) -> Vec<Capability> {
    let mut capabilities = capabilities_of(&action.params);
    let looks = action.when.as_ref().is_some_and(WhenClause::looks);
    if looks && !capabilities.contains(&Capability::Observe) {
        capabilities.push(Capability::Observe);
    }
    capabilities
}

/// What a phone is called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PhoneNames<'a> {
    /// What adb calls it.
    pub(crate) name: &'a str,
    /// The serial number that it says itself.
    pub(crate) serial: Option<&'a str>,
}

impl<'a> From<&'a Phone> for PhoneNames<'a> {
    fn from(phone: &'a Phone) -> Self {
        Self {
            name: phone.name(),
            serial: phone.serial(),
        }
    }
}

/// A question before the first step.
#[derive(Debug)]
pub(crate) struct AtBegin<'a> {
    pub(crate) facts: Facts<'a>,
    /// Whether it is about one action; those are in the order of the actions.
    pub(crate) is_action: bool,
    /// Whether it is asked again, with all that is known then. Nobody is asked to approve it before.
    pub(crate) comes_again: bool,
}

/// What is asked before the first step: each action, and what is declared beyond them.
pub(crate) fn at_begin<'a>(
    profile: &Profile,
    execution: &'a Execution,
    phone: PhoneNames<'a>,
) -> Vec<AtBegin<'a>> {
    let whole = declared(execution);
    let facts = |capabilities: BTreeSet<Capability>, package: Option<&'a str>| Facts {
        question: Question::Begin,
        device: phone.name,
        own_serial: phone.serial,
        capabilities,
        execution: whole.clone(),
        packages: package.into(),
        activities: Known::nothing(),
        labels: Known::nothing(),
    };
    let comes_again = |action: &Action| {
        let looks = action.when.as_ref().is_some_and(WhenClause::looks);
        is_judged_when_done(profile, &action.params) || looks && profile.judges_reading_by_place()
    };
    let of_action = |action: &'a Action| AtBegin {
        facts: facts(
            capabilities_in(action).into_iter().collect(),
            package_of(action),
        ),
        is_action: true,
        comes_again: comes_again(action),
    };
    let actions = execution.actions().iter();
    let later: BTreeSet<Capability> = actions
        .clone()
        .filter(|action| comes_again(action))
        .flat_map(|action| may_do(&action.params))
        .collect();
    let declared = execution.capabilities().iter().copied();
    let (done_later, rest): (BTreeSet<_>, BTreeSet<_>) =
        declared.partition(|capability| later.contains(capability));
    actions
        .map(of_action)
        .chain([
            AtBegin {
                facts: facts(done_later, None),
                is_action: false,
                comes_again: true,
            },
            AtBegin {
                facts: facts(rest, None),
                is_action: false,
                comes_again: false,
            },
        ])
        .collect()
}

/// Whether an action is judged again when it is carried out.
fn is_judged_when_done(profile: &Profile, params: &ActionParams) -> bool {
    match params {
        ActionParams::OpenApp(_)
        | ActionParams::OpenUri(_)
        | ActionParams::CloseApp(_)
        | ActionParams::ClearApp(_)
        | ActionParams::UninstallApp(_)
        | ActionParams::SetPermission(_)
        | ActionParams::PushFile(_)
        | ActionParams::PullFile(_)
        | ActionParams::Click(_)
        | ActionParams::ScrollAndClick(_)
        | ActionParams::Scroll(_)
        | ActionParams::ScrollUntil(_)
        | ActionParams::EnterText(_)
        | ActionParams::ClearText(_)
        | ActionParams::HideKeyboard(_)
        | ActionParams::WakeDevice(_)
        | ActionParams::Swipe(_)
        | ActionParams::Drag(_)
        | ActionParams::TouchPath(_)
        | ActionParams::Pinch(_)
        | ActionParams::GetClipboard(_)
        | ActionParams::SetClipboard(_)
        | ActionParams::DeviceShell(_)
        | ActionParams::StartRecording(_)
        | ActionParams::StopRecording(_)
        | ActionParams::PressKey(_) => true,
        ActionParams::WaitForNode(_)
        | ActionParams::ReadText(_)
        | ActionParams::ReadKeyValuePair(_)
        | ActionParams::SnapshotUi(_)
        | ActionParams::TakeScreenshot(_)
        | ActionParams::CaptureScreen(_)
        | ActionParams::WaitForToast(_)
        | ActionParams::AssertNode(_)
        | ActionParams::ListApps(_) => profile.judges_reading_by_place(),
        ActionParams::WaitForNavigation(_)
        | ActionParams::WaitForIdle(_)
        | ActionParams::Sleep(_) => false,
    }
}

/// What an action does, and what its touches may turn out to do.
fn may_do(params: &ActionParams) -> Vec<Capability> {
    let mut capabilities = capabilities_of(params);
    let touches = matches!(
        params,
        ActionParams::Click(_)
            | ActionParams::ScrollAndClick(_)
            | ActionParams::Scroll(_)
            | ActionParams::ScrollUntil(_)
            | ActionParams::Swipe(_)
            | ActionParams::Drag(_)
            | ActionParams::TouchPath(_)
            | ActionParams::Pinch(_)
            | ActionParams::EnterText(_)
            | ActionParams::ClearText(_)
    ) || matches!(params, ActionParams::PressKey(press)
        if press.code().is_some_and(|key| key.does() != KeyDoes::Moves));
    if touches {
        capabilities.extend([
            Capability::Click,
            Capability::Toggle,
            Capability::PurchaseRisk,
        ]);
    }
    capabilities
}

/// What is asked before one act, and what else is known of it.
#[derive(Debug)]
pub(crate) struct AtAct<'a> {
    pub(crate) facts: Facts<'a>,
    pub(crate) touched: Touched<'a>,
}

/// What is touched, as far as a tree says; nothing where nothing is.
#[derive(Debug, Default)]
pub(crate) struct Touched<'a> {
    /// The nodes that take it.
    pub(crate) takers: Vec<Node<'a>>,
    /// Whether it goes into content that the tree does not describe.
    pub(crate) is_opaque: bool,
}

/// What is asked before one act. `execution` is what the run does, as far as is known by now.
pub(crate) fn at_act<'a>(
    profile: &Profile,
    asked: &ActQuestion<'a>,
    phone: &'a Phone,
    execution: &BTreeSet<Capability>,
) -> AtAct<'a> {
    let front = asked.front;
    let in_front = || Known::from(front.and_then(|front| front.package.as_deref()));
    let mut facts = Facts {
        question: Question::Act,
        device: phone.name(),
        own_serial: phone.serial(),
        capabilities: BTreeSet::new(),
        execution: execution.clone(),
        packages: in_front(),
        activities: Known::from(front.and_then(|front| front.activity.as_deref())),
        labels: Known::all(Vec::new()),
    };
    let mut touched = Touched::default();
    match asked.intent {
        Intent::Touch(finger) => touched = add_touch(&mut facts, finger),
        Intent::Focus { field, tap } => {
            add_field(&mut facts, field);
            touched = add_touch(&mut facts, tap);
            facts.labels.values.extend(words(field));
        }
        Intent::Text { field, .. } | Intent::Submit(field) => add_field(&mut facts, field),
        Intent::Key(_) | Intent::Arrived | Intent::TryInput => {
            facts.capabilities.insert(Capability::Navigate);
        }
        // They go to the system and to no app; where they lead is judged by what is in front then.
        Intent::Wake | Intent::DismissLock => {
            facts.capabilities.insert(Capability::Navigate);
            facts.packages = Known::all(Vec::new());
            facts.activities = Known::all(Vec::new());
        }
        Intent::Press(stroke) => touched = add_stroke(&mut facts, stroke),
        // It goes to no app; one that pastes or opens it is touched first.
        Intent::Clip(_) | Intent::Push(_) => {
            facts.capabilities.insert(carried_by(&asked.intent));
            facts.packages = Known::all(Vec::new());
            facts.activities = Known::all(Vec::new());
        }
        // Which app a text was copied in, or has written a file, is not known, so that it may be of any.
        Intent::ReadClip | Intent::Pull(_) => {
            facts.capabilities.insert(Capability::Observe);
            facts.capabilities.insert(carried_by(&asked.intent));
            facts.packages = Known::nothing();
            facts.activities = Known::nothing();
            facts.labels = Known::nothing();
        }
        // What a program reads or does is not known, so that it may be of any app.
        Intent::Run(_) => {
            facts.capabilities.insert(Capability::Observe);
            facts.capabilities.insert(Capability::DeviceShell);
            facts.packages = Known::nothing();
            facts.activities = Known::nothing();
            facts.labels = Known::nothing();
        }
        // Where a person will go is not known, so that it may be anywhere.
        Intent::Record(_) => {
            facts.capabilities.insert(Capability::Observe);
            facts.packages = Known::nothing();
            facts.activities = Known::nothing();
            facts.labels = Known::nothing();
        }
        // That it ends shows nothing.
        Intent::StopRecording(_) => {
            facts.capabilities.insert(Capability::Observe);
            facts.packages = Known::all(Vec::new());
            facts.activities = Known::all(Vec::new());
        }
        Intent::Open(opens) => {
            facts.capabilities.insert(Capability::Navigate);
            (facts.packages, facts.activities) = destination(opens, asked.leads_to);
        }
        Intent::Close { package } => {
            facts.capabilities.insert(Capability::Navigate);
            facts.packages = Known::from(Some(package));
            facts.activities = Known::all(Vec::new());
        }
        Intent::ManageApp(change) => {
            facts.capabilities.insert(Capability::ManageApps);
            facts.packages = Known::from(Some(change.package()));
            facts.activities = Known::all(Vec::new());
        }
        // That an app is there is told of the app itself, whatever is in front.
        Intent::ListApps(apps) => {
            facts.capabilities.insert(Capability::Observe);
            facts.packages = Known::all(apps.to_vec());
            facts.activities = Known::all(Vec::new());
        }
        Intent::Read(shown) => {
            facts.capabilities.insert(Capability::Observe);
            add_shown(&mut facts, front, shown);
        }
    }
    let is_touch = matches!(
        asked.intent,
        Intent::Touch(_) | Intent::Focus { .. } | Intent::Text { .. } | Intent::Submit(_)
    );
    // A key touches what it may press.
    let presses = facts.capabilities.contains(&Capability::Click)
        || facts.capabilities.contains(&Capability::LongClick);
    let is_touch = is_touch || matches!(asked.intent, Intent::Press(_)) && presses;
    if is_touch && profile.is_purchase(&facts.labels, &facts.activities) {
        facts.capabilities.insert(Capability::PurchaseRisk);
    }
    AtAct { facts, touched }
}

/// What carries a text or a file between this machine and the phone.
const fn carried_by(intent: &Intent<'_>) -> Capability {
    match intent {
        Intent::Push(_) | Intent::Pull(_) => Capability::Files,
        _ => Capability::Clipboard,
    }
}

/// Adds what a finger meets. Where nobody looked, the place is that of the app in front.
pub(crate) fn add_touch<'a>(facts: &mut Facts<'a>, finger: &Finger<'a>) -> Touched<'a> {
    let Some(meets) = Meets::of(finger) else {
        facts.capabilities.extend(Meets::blind(finger));
        return Touched::default();
    };
    facts.capabilities.extend(&meets.capabilities);
    facts.packages = meets.packages;
    facts.labels = meets.labels;
    Touched {
        takers: meets.takers,
        is_opaque: meets.is_opaque,
    }
}

/// Adds what an answer shows: besides the app in front, every app that has a node on a screen that was read.
fn add_shown<'a>(facts: &mut Facts<'a>, front: Option<&'a Front>, shown: Option<&'a Reading>) {
    let Some(shown) = shown.filter(|shown| !shown.is_empty()) else {
        return;
    };
    // Where the phone was not asked for the app in front, the screens say whose they are.
    let is_known = |front_says: bool| front.is_none() || front_says;
    let packages = &mut facts.packages;
    packages.is_all = is_known(packages.is_all) && shown.knows_packages();
    let others = shown
        .packages()
        .filter(|name| !packages.values.contains(name));
    packages.values.extend(others.collect::<Vec<_>>());
    let activities = &mut facts.activities;
    activities.is_all = is_known(activities.is_all) && shown.knows_activities();
    let others = shown
        .activities()
        .filter(|name| !activities.values.contains(name));
    activities.values.extend(others.collect::<Vec<_>>());
}

/// What is asked where the labels of an act would be read out to whoever asked for it.
pub(crate) fn reading_at<'a>(facts: &Facts<'a>) -> Facts<'a> {
    Facts {
        capabilities: BTreeSet::from([Capability::Observe]),
        labels: Known::all(Vec::new()),
        ..facts.clone()
    }
}

/// Adds a field that a text or the enter key goes to. What else is there is not known of an incomplete tree.
pub(crate) fn add_field<'a>(facts: &mut Facts<'a>, field: Node<'a>) {
    let is_whole = field.tree().losses().is_empty();
    facts.capabilities.insert(Capability::TypeText);
    facts.packages = Known::from(Some(field.package()).filter(|name| !name.is_empty()));
    facts.packages.is_all &= is_whole;
    facts.labels = Known {
        values: words(field),
        is_all: is_whole,
    };
}

/// The packages and activities that something would lead to.
fn destination<'a>(
    opens: Opens<'a>,
    leads_to: Option<&'a [Front]>,
) -> (Known<&'a str>, Known<&'a str>) {
    let named = match opens {
        Opens::App(package) => Some(package),
        Opens::Uri(_) => None,
    };
    let Some(fronts) = leads_to else {
        return (named.into(), Known::nothing());
    };
    let packages = fronts.iter().filter_map(|front| front.package.as_deref());
    let activities = fronts.iter().filter_map(|front| front.activity.as_deref());
    let packages: BTreeSet<&str> = packages.chain(named).collect();
    (
        Known::all(packages.into_iter().collect()),
        Known::all(activities.collect()),
    )
}

/// The package that an action opens, closes or changes.
fn package_of(action: &Action) -> Option<&str> {
    match &action.params {
        ActionParams::OpenApp(params) => params.application_id.as_ref().map(Text::as_str),
        ActionParams::CloseApp(params) => Some(params.application_id.as_str()),
        ActionParams::ClearApp(params) => Some(params.application_id.as_str()),
        ActionParams::UninstallApp(params) => Some(params.application_id.as_str()),
        ActionParams::SetPermission(params) => Some(params.application_id.as_str()),
        _ => None,
    }
}
