//! How long the steps of the engine take on this phone.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Duration;

use clawperator_contract::ActionType;
use clawperator_contract::events::{Event, Happened};
use clawperator_engine::Events;
use tokio::time::Instant;

/// Hears every run and keeps what each step took, if it did what was asked.
#[derive(Debug, Default)]
pub(super) struct Latency(Mutex<Heard>);

#[derive(Debug, Default)]
struct Heard {
    /// The step that is under way.
    current: Option<(ActionType, Instant)>,
    /// On the phone's clock and on this machine's, by the name of the action.
    took: BTreeMap<&'static str, Vec<(Duration, Duration)>>,
}

impl Events for Latency {
    fn on_event(&self, event: &Event) {
        let mut heard = self.0.lock().unwrap();
        match &event.event {
            Happened::StepStarted { step } => {
                let action_type = step.known_type().unwrap();
                heard.current = Some((action_type, Instant::now()));
            }
            Happened::StepFinished {
                success, took_ms, ..
            } => {
                let current = heard.current.take();
                if let Some((action_type, begun)) = current.filter(|_| *success) {
                    let both = (Duration::from_millis(*took_ms), begun.elapsed());
                    heard.took.entry(action_type.name()).or_default().push(both);
                }
            }
            _ => {}
        }
    }
}

impl Latency {
    /// A table of what was heard since the last one.
    pub(super) fn table(&self) -> String {
        let took = std::mem::take(&mut self.0.lock().unwrap().took);
        let mut table = String::from(
            "| step | times | phone's clock p50 | p99 | machine's clock p50 | p99 |\n| --- | --- | --- | --- | --- | --- |\n",
        );
        for (name, both) in &took {
            let phone = both.iter().map(|(phone, _)| *phone).collect();
            let machine = both.iter().map(|(_, machine)| *machine).collect();
            let ([phone50, phone99], [machine50, machine99]) = (shares(phone), shares(machine));
            let count = both.len();
            writeln!(
                table,
                "| `{name}` | {count} | {phone50} ms | {phone99} ms | {machine50} ms | {machine99} ms |"
            )
            .unwrap();
        }
        table
    }
}

/// What half of them and what all but one in a hundred stay within, in milliseconds.
fn shares(mut took: Vec<Duration>) -> [u128; 2] {
    took.sort_unstable();
    [50, 99].map(|share| {
        let place = (took.len() * share).div_ceil(100).saturating_sub(1);
        took.get(place).map_or(0, Duration::as_millis)
    })
}
