//! A phone played by the test: what it shows and answers is written down before, what it was asked is kept.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure, RunOptions, validate};
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, Capabilities, Condition, Drags, Driver, Front, HoldError, Identity,
    Launch, Lock, Observation, ObserveError, OnPhone, Opened, Opens, PictureSize, Present,
    Screenshot, Size, Touch, TreeNumber, TypedBy, Unavailable, View,
};
use clawperator_engine::{
    AllowAll, ArtifactError, Artifacts, Cancel, Engine, Events, Executor, Guard, Parts, Unheard,
    never,
};
use clawperator_host::{FileLocks, FileSnapshots};
use clawperator_test_support::FakeSources;
use clawperator_ui::Tree;
use serde_json::{Value, json};
use tokio::time::Instant;

/// What the phone does when it is asked to act.
#[derive(Debug, Clone)]
pub(super) enum Reply {
    Done,
    Fails(ActError),
    /// It does not answer.
    Hangs,
}

/// How many phones there were: none has the lock of another, not even of one that is gone.
static PHONES: AtomicU64 = AtomicU64::new(0);

#[derive(Debug)]
struct Script {
    number: u64,
    screens: VecDeque<Result<String, ObserveError>>,
    replies: VecDeque<Reply>,
    fronts: VecDeque<String>,
    condition: Result<Condition, Unavailable>,
    calls: Vec<String>,
    /// A screen that it shows from a moment on, in place of all others.
    later: Option<(Instant, String)>,
    /// What it shows from which moments on, in place of all others; and what each look met there.
    course: Vec<(Instant, Shown)>,
    looks: Vec<Look>,
    /// An app that is in front from a moment on.
    front_later: Option<(Instant, String)>,
    /// How long it takes to be read; what is read is what it showed at the beginning.
    takes: Duration,
    /// When it says that its screen has changed; nothing where it never does.
    pushes: Option<Pushes>,
    /// Whether it does not say whether it is free.
    hold_hangs: bool,
}

/// What a phone shows for a while.
#[derive(Debug, Clone)]
pub(super) enum Shown {
    Screen(String),
    /// A dump that ends too early.
    Half(String),
    /// Nothing that can be read.
    Unreadable,
    /// The lock of a dark phone.
    Dark,
}

/// One reading of the screen: when it began, and which part of the course it met.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) began: Instant,
    pub(super) part: usize,
}

/// When a phone says that its screen has changed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pushes {
    /// When it has.
    Changes,
    /// Without an end.
    AllTheTime,
}

impl Default for Script {
    /// Lit and open, with nothing in front.
    fn default() -> Self {
        Self {
            number: PHONES.fetch_add(1, Ordering::Relaxed),
            screens: VecDeque::new(),
            replies: VecDeque::new(),
            fronts: VecDeque::new(),
            condition: Ok(Condition {
                screen_on: Some(true),
                lock: Lock::Open,
                ..Condition::default()
            }),
            calls: Vec::new(),
            later: None,
            course: Vec::new(),
            looks: Vec::new(),
            front_later: None,
            takes: Duration::ZERO,
            pushes: None,
            hold_hangs: false,
        }
    }
}

/// The played phone.
#[derive(Debug, Clone, Default)]
pub(super) struct Played(Arc<Mutex<Script>>);

impl Played {
    /// Shows these screens in turn, and the last one for ever.
    pub(super) fn shows(self, screens: &[&str]) -> Self {
        let screens = screens.iter().map(|screen| Ok((*screen).to_owned()));
        self.0.lock().unwrap().screens.extend(screens);
        self
    }

    /// Cannot be read next.
    pub(super) fn cannot_be_read(self, error: ObserveError) -> Self {
        self.0.lock().unwrap().screens.push_back(Err(error));
        self
    }

    /// Answers acts with these, and then does what it is asked.
    pub(super) fn replies(self, replies: &[Reply]) -> Self {
        self.0.lock().unwrap().replies.extend(replies.to_vec());
        self
    }

    /// Shows this screen from a moment on.
    pub(super) fn shows_later(self, after: Duration, screen: &str) -> Self {
        self.0.lock().unwrap().later = Some((Instant::now() + after, screen.to_owned()));
        self
    }

    /// Shows these one after another, each from its moment on.
    pub(super) fn follows(self, course: &[(Duration, Shown)]) -> Self {
        let now = Instant::now();
        let course = course.iter().cloned();
        self.0.lock().unwrap().course = course.map(|(after, shown)| (now + after, shown)).collect();
        self
    }

    /// What the looks met of the course.
    pub(super) fn looks(&self) -> Vec<Look> {
        self.0.lock().unwrap().looks.clone()
    }

    /// Has this app in front from a moment on.
    pub(super) fn fronts_later(self, after: Duration, package: &str) -> Self {
        self.0.lock().unwrap().front_later = Some((Instant::now() + after, package.to_owned()));
        self
    }

    /// Says when its screen has changed.
    pub(super) fn pushes(self, pushes: Pushes) -> Self {
        self.0.lock().unwrap().pushes = Some(pushes);
        self
    }

    /// Takes this long to be read.
    pub(super) fn takes(self, takes: Duration) -> Self {
        self.0.lock().unwrap().takes = takes;
        self
    }

    /// Says from now on whether it is free, or says nothing when it is asked.
    pub(super) fn hold_hangs(&self, hangs: bool) {
        self.0.lock().unwrap().hold_hangs = hangs;
    }

    /// Has these apps in front in turn, and the last one for ever.
    pub(super) fn fronts(self, packages: &[&str]) -> Self {
        let packages = packages.iter().map(|package| (*package).to_owned());
        self.0.lock().unwrap().fronts.extend(packages);
        self
    }

    pub(super) fn is(self, condition: Condition) -> Self {
        self.0.lock().unwrap().condition = Ok(condition);
        self
    }

    /// Cannot say in which condition it is.
    pub(super) fn cannot_say(self, reason: Unavailable) -> Self {
        self.0.lock().unwrap().condition = Err(reason);
        self
    }

    /// What it was asked, in order.
    pub(super) fn calls(&self) -> Vec<String> {
        self.0.lock().unwrap().calls.clone()
    }

    /// What a look tells of a part of the course.
    fn observed(&self, shown: &Shown, view: View) -> Result<Observation, ObserveError> {
        let dump = match shown {
            Shown::Screen(dump) | Shown::Half(dump) => dump.clone(),
            Shown::Dark => buttons(&["Swipe up to unlock"]),
            Shown::Unreadable => {
                return Err(ObserveError::Killed {
                    likely: String::new(),
                });
            }
        };
        // One that says when it changes does not wait for rest by itself.
        let is_pushed = self.0.lock().unwrap().pushes.is_some();
        Ok(Observation {
            heard: false,
            tree: Arc::new(Tree::parse(dump.as_bytes()).unwrap().tree),
            dump: None,
            number: None,
            settled: (!is_pushed || view.rest).then_some(true),
            user: None,
            condition: view.activity.then(|| condition_of(shown)),
        })
    }

    fn note(&self, call: impl fmt::Display) {
        self.0.lock().unwrap().calls.push(call.to_string());
    }

    async fn reply(&self) -> Result<(), ActError> {
        let reply = self.0.lock().unwrap().replies.pop_front();
        match reply {
            None | Some(Reply::Done) => Ok(()),
            Some(Reply::Fails(error)) => Err(error),
            Some(Reply::Hangs) => std::future::pending().await,
        }
    }
}

#[async_trait]
impl Device for Played {
    fn serial(&self) -> &'static str {
        "played"
    }

    async fn identity(&self, _: Duration) -> Result<Identity, Unavailable> {
        // Each is a phone of its own: tests run at the same time.
        Ok(Identity {
            serial: None,
            virtual_device: None,
            boot: Some(format!(
                "{}-{}",
                std::process::id(),
                self.0.lock().unwrap().number
            )),
        })
    }

    async fn hold(&self, _: &str, _: Duration) -> Result<Box<dyn OnPhone>, HoldError> {
        if self.0.lock().unwrap().hold_hangs {
            return std::future::pending().await;
        }
        Ok(Box::new(Free))
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            driver: Driver::Shell,
            live: true,
            recording: false,
            focus_any_node: false,
            events: self.0.lock().unwrap().pushes.is_some(),
            toasts: false,
            gestures: false,
            double_taps: false,
            drags: Drags::Never,
            checks_points: false,
            keys: false,
            holds_keys: false,
            clipboard: false,
            apps: false,
            files: false,
            programs: false,
        }
    }

    async fn observe(&self, view: View, _: Duration) -> Result<Observation, ObserveError> {
        self.note("observe");
        let met = self.0.lock().unwrap().meet();
        if let Some((shown, takes)) = met {
            tokio::time::sleep(takes).await;
            return self.observed(&shown, view);
        }
        let (screen, takes) = {
            let mut script = self.0.lock().unwrap();
            let later = script.later.as_ref();
            let later = later.filter(|(when, _)| Instant::now() >= *when);
            let screen = if let Some((_, screen)) = later {
                Ok(screen.clone())
            } else if script.screens.len() > 1 {
                script.screens.pop_front().unwrap()
            } else {
                script.screens.front().cloned().expect("a screen")
            };
            (screen, script.takes)
        };
        if !takes.is_zero() {
            tokio::time::sleep(takes).await;
        }
        let dump = screen?;
        Ok(Observation {
            heard: false,
            tree: Arc::new(Tree::parse(dump.as_bytes()).unwrap().tree),
            // One that pushes has no dumps.
            dump: match self.0.lock().unwrap().pushes {
                Some(_) => None,
                None => Some(dump.into_bytes().into()),
            },
            number: None,
            settled: Some(true),
            user: None,
            condition: None,
        })
    }

    async fn changed(&self, _: Option<TreeNumber>) {
        let (pushes, later) = {
            let script = self.0.lock().unwrap();
            let later = script.later.iter().map(|(when, _)| *when);
            let course = script.course.iter().map(|(when, _)| *when);
            (
                script.pushes.expect("asked only where it is able"),
                later.chain(course).find(|when| *when > Instant::now()),
            )
        };
        match (pushes, later) {
            (Pushes::AllTheTime, _) => {}
            (Pushes::Changes, Some(when)) if Instant::now() < when => {
                tokio::time::sleep_until(when).await;
            }
            (Pushes::Changes, _) => std::future::pending().await,
        }
    }

    async fn front(&self, _: Duration) -> Result<Front, Unavailable> {
        self.note("front");
        let mut script = self.0.lock().unwrap();
        let later = script.front_later.as_ref();
        let later = later.filter(|(when, _)| Instant::now() >= *when);
        let package = if let Some((_, package)) = later {
            Some(package.clone())
        } else if script.fronts.len() > 1 {
            script.fronts.pop_front()
        } else {
            script.fronts.front().cloned()
        };
        Ok(Front {
            package,
            activity: None,
        })
    }

    async fn condition(&self, _: Duration) -> Result<Condition, Unavailable> {
        self.note("condition");
        let script = self.0.lock().unwrap();
        match script.part() {
            Some(part) => Ok(condition_of(&script.course[part].1)),
            None => script.condition.clone(),
        }
    }

    async fn screen_size(&self, _: Duration) -> Result<Option<Size>, Unavailable> {
        Ok(None)
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        if text.is_ascii() {
            Ok(())
        } else {
            Err("only ASCII".to_owned())
        }
    }

    async fn screenshot(&self, _: PictureSize, _: Duration) -> Result<Screenshot, Unavailable> {
        self.note("screenshot");
        Ok(Screenshot {
            png: b"png".to_vec(),
            secure: None,
        })
    }

    async fn leads_to(&self, _: Opens<'_>, _: Duration) -> Result<Vec<Front>, Unavailable> {
        self.note("leads_to");
        Ok(Vec::new())
    }

    async fn act(&self, act: Act<'_>, _: Duration) -> Result<Acted, ActError> {
        self.note(match act {
            Act::Touch(contact) => match contact.touch {
                Touch::Tap(at) => format!("tap {},{}", at.x, at.y),
                Touch::Hold { at, millis } => format!("hold {},{} {millis}", at.x, at.y),
                other => {
                    let (from, to) = other.ends();
                    format!("swipe {},{} {},{}", from.x, from.y, to.x, to.y)
                }
            },
            Act::Key(key) => format!("key {key:?}"),
            Act::Text(entry) => {
                let erase = match entry.present {
                    Present::Stays => 0,
                    Present::Goes { shown } => shown,
                };
                format!("erase {erase} type {}", entry.text)
            }
            Act::Launch { package } => format!("launch {package}"),
            Act::Open { uri } => format!("open {uri}"),
            Act::Stop { package } => format!("stop {package}"),
            _ => act.kind().to_owned(),
        });
        self.reply().await?;
        let opened = |package: Option<&str>| {
            Acted::Opened(Launch {
                how: Opened::Started,
                package: package.map(str::to_owned),
                activity: None,
                drawn: true,
            })
        };
        Ok(match act {
            Act::Text(_) => Acted::Typed(TypedBy::Keys),
            Act::Launch { package } => opened(Some(package)),
            Act::Open { .. } => opened(None),
            _ => Acted::Done,
        })
    }
}

impl Script {
    /// The part of the course that is shown now; nothing where there is no course.
    fn part(&self) -> Option<usize> {
        let now = Instant::now();
        self.course.iter().rposition(|(when, _)| *when <= now)
    }

    /// Begins a look at the course.
    fn meet(&mut self) -> Option<(Shown, Duration)> {
        let part = self.part()?;
        let began = Instant::now();
        self.looks.push(Look { began, part });
        Some((self.course[part].1.clone(), self.takes))
    }
}

fn condition_of(shown: &Shown) -> Condition {
    let is_dark = matches!(shown, Shown::Dark);
    Condition {
        screen_on: Some(!is_dark),
        lock: if is_dark {
            Lock::Closed { secret: Some(true) }
        } else {
            Lock::Open
        },
        ..Condition::default()
    }
}

/// Nobody else wants it.
#[derive(Debug)]
struct Free;

impl OnPhone for Free {}

/// Pictures go nowhere.
#[derive(Debug)]
struct Discard;

#[async_trait]
impl Artifacts for Discard {
    async fn save_picture(
        &self,
        path: Option<&str>,
        _: &str,
        _: &str,
        _: &[u8],
    ) -> Result<String, ArtifactError> {
        Ok(path.unwrap_or("picture.png").to_owned())
    }
}

/// An execution of these actions; ids are `s0`, `s1`, … where none is given.
pub(super) fn execution(actions: &Value) -> Execution {
    execution_within(actions, 30_000)
}

/// The same with a timeout.
pub(super) fn execution_within(actions: &Value, timeout_ms: u64) -> Execution {
    let mut actions = actions.as_array().unwrap().clone();
    for (index, action) in actions.iter_mut().enumerate() {
        let action = action.as_object_mut().unwrap();
        action
            .entry("id")
            .or_insert_with(|| json!(format!("s{index}")));
    }
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": timeout_ms, "actions": actions,
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// Runs on a played phone with everything allowed.
pub(super) async fn run(phone: &Played, execution: &Execution) -> Result<ExecutionResult, Failure> {
    run_with(
        phone,
        execution,
        RunOptions::default(),
        Arc::new(AllowAll),
        never(),
    )
    .await
}

/// Runs on a played phone.
pub(super) async fn run_with(
    phone: &Played,
    execution: &Execution,
    options: RunOptions,
    guard: Arc<dyn Guard>,
    cancel: Cancel<'_>,
) -> Result<ExecutionResult, Failure> {
    run_heard(phone, execution, options, guard, &Unheard, cancel).await
}

/// Runs on a played phone while somebody listens.
pub(super) async fn run_heard(
    phone: &Played,
    execution: &Execution,
    options: RunOptions,
    guard: Arc<dyn Guard>,
    events: &dyn Events,
    cancel: Cancel<'_>,
) -> Result<ExecutionResult, Failure> {
    let state = tempfile::tempdir().unwrap();
    let engine = Engine::new(
        Arc::new(phone.clone()),
        Parts {
            sources: Arc::new(FakeSources::start()),
            guard,
            artifacts: Arc::new(Discard),
            snapshots: Arc::new(FileSnapshots::new(
                state.path().join("snapshots"),
                Arc::new(FakeSources::start()),
            )),
            locks: Arc::new(FileLocks::new(state.path().join("locks"))),
        },
    );
    engine.execute(execution, options, events, cancel).await
}

/// A screen of buttons below each other, named by these words.
pub(super) fn buttons(words: &[&str]) -> String {
    let mut nodes = String::new();
    for (index, word) in words.iter().enumerate() {
        let top = 100 * index;
        nodes.push_str(&format!(
            r#"<node index="{index}" text="{word}" resource-id="" class="android.widget.Button" package="com.a" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,{top}][200,{}]" />"#,
            top + 100
        ));
    }
    format!(
        r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.a" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1000,2000]">{nodes}</node></hierarchy>"#
    )
}

pub(super) fn data<'a>(result: &'a ExecutionResult, step: usize, key: &str) -> Option<&'a str> {
    let step = &result.envelope.step_results[step];
    step.data.get(key).map(String::as_str)
}

/// A click on the button of this name.
pub(super) fn click(text: &str) -> Value {
    json!({ "type": "click", "params": { "matcher": { "textEquals": text } } })
}
