//! The same executions on both phones: what was answered, and what the screen shows afterwards.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use clawperator_adb::DeviceHandle;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Failure, StepResult, validate};
use clawperator_device::ShellDevice;
use clawperator_engine::{Executor, Unheard, never};
use clawperator_test_support::{Nothing, PhoneTime, PrivateServer, Watched, programs};
use clawperator_ui::Tree;
use clawperator_virtual_phone::{ClockMode, Listening, Release, VirtualPhone};
use serde_json::Value;
use tempfile::TempDir;

use super::super::document::Document;
use super::super::file::{Named, Toolkit, payload};
use super::super::play::Outcome;
use super::super::rig::{engine_on_virtual_time, page};
use super::compare::{Compared, Difference};
use super::reasons::Reasons;
use super::{UPDATE, compare, labels, script, table};

const TABLE: Document = Document {
    path: "docs/fidelity-scenarios.md",
    update: UPDATE,
};

/// What a step tells of places, times and whole screens; places and screens are compared by themselves.
const NOT_COMPARED: [&str; 15] = [
    "bounds",
    "bytes",
    "compact",
    "coordinate",
    "diff",
    "effect",
    "elapsed_ms",
    "focus_tap",
    "looked_ms",
    "looks",
    "message",
    "path",
    "target_moved",
    "tree",
    "window_count",
];

/// How [`compare`] calls what differs in where a node is. After an act that is for the pages' own comparison.
const PLACES: [&str; 4] = ["measure", "place", "room", "width"];

/// Both phones, scenario by scenario.
#[derive(Debug)]
pub(in super::super) struct Comparison {
    reasons: Reasons,
    script: Script,
    rows: Vec<Row>,
    problems: Vec<String>,
}

#[derive(Debug)]
struct Row {
    name: String,
    /// Whether a list was swiped. It comes to rest some pixels elsewhere each time, with another row half on the screen,
    /// so that nothing is counted that a page of the documentation could keep.
    is_swiped: bool,
    values: usize,
    reasons: BTreeMap<String, usize>,
}

impl Comparison {
    pub(in super::super) async fn start() -> Self {
        Self {
            reasons: Reasons::read(),
            script: Script::start().await,
            rows: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Plays a scenario on the scripted phone too, where it has the page.
    pub(in super::super) async fn add(&mut self, named: &Named, real: &Outcome) {
        let page_name = named.scenario.page.as_deref();
        // What is turned on the way is turned at a call of the driver, and the script has other calls.
        let is_shared = page_name.is_some_and(|page| {
            self.reasons
                .pages(named.toolkit)
                .iter()
                .any(|one| one == page)
        });
        if !is_shared || !named.scenario.during.is_empty() || named.scenario.rotation != 0 {
            return;
        }
        let scripted = self.script.play(named).await;
        let compared = both(named.toolkit, real, &scripted);
        let explained = self.reasons.explain(
            named.toolkit,
            &named.name,
            page_name.unwrap_or_default(),
            compared.differences,
        );
        let unexplained = explained.without_reason.iter();
        self.problems
            .extend(unexplained.map(|difference| format!("{named}: {difference}")));
        self.rows.push(Row {
            name: named.to_string(),
            is_swiped: named.scenario.is_swiped(),
            values: compared.values,
            reasons: explained.by_reason,
        });
    }

    /// Fails with what differs for no reason, or when the table is stale.
    pub(in super::super) fn finish(self) {
        let problems = self.problems.join("\n");
        assert!(
            problems.is_empty(),
            "differences between the phones without a reason:\n{problems}"
        );
        let unused = self.reasons.unused(true);
        assert!(
            unused.is_empty(),
            "reasons that explain nothing any more: {unused:?}"
        );
        TABLE.check(&render(&self.rows, &self.reasons));
    }
}

fn both(toolkit: Toolkit, real: &Outcome, scripted: &Played) -> Compared {
    let mut compared = match (&real.tree, &scripted.tree) {
        (Some(real), Some(scripted)) => match toolkit {
            Toolkit::Views => compare::compare(real, scripted),
            Toolkit::Compose => labels::compare(real, scripted),
        },
        _ => Compared::default(),
    };
    compared
        .differences
        .retain(|one| !PLACES.contains(&one.attribute));
    // All pages of Compose are one activity.
    let front = |front: &Option<String>| {
        let front = front.as_deref().unwrap_or_default();
        let package = front.split_once('/').map_or(front, |(package, _)| package);
        match toolkit {
            Toolkit::Views => front.to_owned(),
            Toolkit::Compose => package.to_owned(),
        }
    };
    let mut value = |node: &str, attribute, toolkit: String, script: String| {
        compared.values += 1;
        if toolkit != script {
            compared.differences.push(Difference {
                node: node.to_owned(),
                attribute,
                toolkit,
                script,
            });
        }
    };
    value(
        "screen",
        "front",
        front(&real.front),
        front(&scripted.front),
    );
    let (real, scripted) = (steps(&real.answer), steps(&scripted.answer));
    value(
        "answer",
        "steps",
        real.len().to_string(),
        scripted.len().to_string(),
    );
    for (real, scripted) in real.iter().zip(scripted) {
        let node = format!("{} {}", real.action_type, real.id);
        let told = |step: &StepResult| {
            let mut told: BTreeMap<String, String> = step.data.clone().into_iter().collect();
            told.retain(|key, _| !NOT_COMPARED.contains(&key.as_str()));
            if step.action_type == "snapshot_ui" {
                told.remove("text");
            }
            if toolkit == Toolkit::Compose {
                told.remove("resolved_activity");
                told.remove("front_activity");
            }
            // Compose tells its ids without a package, and has addresses of its own.
            for value in told.values_mut() {
                *value = value
                    .replace(&Toolkit::Views.id(""), "")
                    .replace(&Toolkit::Compose.address(""), &Toolkit::Views.address(""));
            }
            told.insert("success".to_owned(), step.success.to_string());
            told
        };
        let (one, other) = (told(real), told(scripted));
        for key in one
            .keys()
            .chain(other.keys().filter(|key| !one.contains_key(*key)))
        {
            let of = |told: &BTreeMap<String, String>| told.get(key).cloned().unwrap_or_default();
            value(&format!("{node} {key}"), "answer", of(&one), of(&other));
        }
    }
    compared
}

fn steps(answer: &Result<ExecutionResult, Failure>) -> &[StepResult] {
    match answer {
        Ok(result) => &result.envelope.step_results,
        Err(_) => &[],
    }
}

fn render(rows: &[Row], reasons: &Reasons) -> String {
    let mut page = String::from(
        "# The same executions on the scripted phone and on the toolkit\n\n\
         <!-- Generated by the scenarios of sim/framework-phone, with UPDATE_FIDELITY=1. -->\n\n\
         Each scenario of the framework phone whose page the [virtual phone](virtual-phone.md) has too is played on both, through a real adb server.\n\
         Compared is what each step answered, what is in front, and what is on the screen afterwards, as [fidelity.md](fidelity.md) compares pages and for its reasons.\n\n\
         | scenario | values compared | equal | differences, by reason |\n| --- | --- | --- | --- |\n",
    );
    let (swiped, still): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.is_swiped);
    for row in &still {
        let reasons: Vec<String> = row
            .reasons
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            row.name,
            row.values,
            row.values.saturating_sub(row.differ()),
            reasons.join(", ")
        );
    }
    let _ = writeln!(page, "\n{}", Row::sum(&still));
    page.push_str(
        "\n## After a swipe\n\n\
         A list that was swiped comes to rest some pixels elsewhere each time, with another row half on the screen.\n\
         These are compared in the same way, and a difference without a reason fails; how many values that is differs from run to run.\n\n",
    );
    for row in &swiped {
        let _ = writeln!(page, "- {}", row.name);
    }
    println!("after a swipe: {}", Row::sum(&swiped));
    page.push_str("\n## Reasons beyond those of [fidelity.md](fidelity.md)\n\n");
    table::list(&mut page, reasons, true);
    page
}

impl Row {
    fn differ(&self) -> usize {
        self.reasons.values().sum()
    }

    fn sum(rows: &[&Self]) -> String {
        let values: usize = rows.iter().map(|row| row.values).sum();
        let differ: usize = rows.iter().map(|row| row.differ()).sum();
        let scenarios = rows.len();
        format!("{scenarios} scenarios, {values} values were compared, {differ} differ.")
    }
}

/// What came of a scenario on the scripted phone.
#[derive(Debug)]
struct Played {
    answer: Result<ExecutionResult, Failure>,
    front: Option<String>,
    tree: Option<Tree>,
}

/// The scripted phone behind a real adb server.
#[derive(Debug)]
struct Script {
    phone: VirtualPhone,
    handle: DeviceHandle,
    _listening: Listening,
    _server: PrivateServer,
}

impl Script {
    async fn start() -> Self {
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(ClockMode::Instant)
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let server = PrivateServer::start(&programs()[0]).await;
        let handle = server.connect(&listening.serial()).await;
        Self {
            phone,
            handle,
            _listening: listening,
            _server: server,
        }
    }

    async fn play(&self, named: &Named) -> Played {
        self.phone.reset().await.unwrap();
        let scenario = &named.on_script;
        let screen = self.phone.screen();
        let address = scenario
            .page
            .as_deref()
            .map(|page| Toolkit::Views.address(page));
        screen.start(&page(&address.expect("a page"))).await;
        script::rest(&*screen).await;
        let state = TempDir::new().unwrap();
        if !scenario.earlier.is_empty() {
            let earlier = self.run(&payload(&scenario.earlier), named, &state).await;
            earlier.expect("an earlier run ends with an envelope");
        }
        let answer = self.run(&scenario.payload(), named, &state).await;
        let screen = self.phone.screen();
        Played {
            answer,
            front: self.phone.status().await.resumed,
            tree: script::tree(&*screen).await,
        }
    }

    async fn run(
        &self,
        payload: &Value,
        named: &Named,
        state: &TempDir,
    ) -> Result<ExecutionResult, Failure> {
        let time = PhoneTime::of(self.phone.clone());
        let driver = Arc::new(ShellDevice::new(self.handle.clone()));
        let device = Watched::new(driver, Some(time.clone()), Arc::new(Nothing));
        let engine = engine_on_virtual_time(Arc::new(device), &time, state.path());
        let execution = validate(payload.to_string().as_bytes())?.execution;
        let options = named.on_script.options();
        time.drive(engine.execute(&execution, options, &Unheard, never()))
            .await
    }
}
