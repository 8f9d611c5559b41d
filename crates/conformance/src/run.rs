//! One check after another, and at the end whatever has to be put back.

use std::sync::Arc;

use clawperator_adb::DeviceHandle;
use clawperator_contract::conformance::{ConformanceCheck, ConformanceOutcome};
use clawperator_device::Device;
use clawperator_sources::Sources;

use crate::bench::Bench;
use crate::check::{CheckId, Outcome, Trouble, skipped};
use crate::checks;
use crate::kept::Kept;

/// What is tried.
#[derive(Debug)]
pub struct Subject {
    /// The driver, whose phone is the caller's alone by now.
    pub device: Arc<dyn Device>,
    /// Another driver of the same kind, which has nothing.
    pub other: Arc<dyn Device>,
    /// The way past the drivers.
    pub phone: DeviceHandle,
    pub sources: Arc<dyn Sources>,
}

/// What came of it.
#[derive(Debug)]
pub struct Tried {
    pub checks: Vec<ConformanceCheck>,
    /// Whether it was cut off, perhaps while a finger was down.
    pub is_cut_off: bool,
}

/// Is told which check is made.
pub trait Progress: Send {
    /// It begins; so many are to come with it.
    fn started(&mut self, id: CheckId, left: usize);
}

/// Makes the checks that are wanted, unless `cancel` ends first: what is left is not tried then, and what was changed is
/// put back all the same.
pub async fn run(
    subject: Subject,
    wanted: &Wanted,
    progress: &mut dyn Progress,
    cancel: impl Future<Output = ()>,
) -> Tried {
    let bench = Bench {
        device: subject.device,
        other: subject.other,
        phone: subject.phone,
        sources: subject.sources,
    };
    let mut cancel = std::pin::pin!(cancel);
    let mut stop = None;
    let mut is_cut_off = false;
    let mut is_installed = false;
    let kept = Kept::read(&bench).await;
    let mut checks = Vec::new();
    let ids = wanted.ids();
    for (place, id) in ids.iter().copied().enumerate() {
        progress.started(id, ids.len() - place);
        let started = bench.sources.now();
        is_installed |= id == CheckId::AppInstall && stop.is_none();
        let outcome = match &stop {
            _ if id == CheckId::LeftApp && !is_installed => skipped("it was not installed"),
            _ if id.puts_back() => checks::make(id, &bench, &kept).await,
            Some(why) => skipped(why),
            None => {
                let made = first(cancel.as_mut(), checks::make(id, &bench, &kept)).await;
                made.unwrap_or_else(|| {
                    is_cut_off = true;
                    stop = Some("the command was interrupted".to_owned());
                    skipped("the command was interrupted")
                })
            }
        };
        if let Err(trouble) = &outcome {
            stop = stop.or_else(|| id.ends_all(trouble));
        }
        let elapsed = bench.sources.now().since(started).as_millis();
        checks.push(told(
            id,
            outcome,
            u64::try_from(elapsed).unwrap_or(u64::MAX),
        ));
    }
    Tried { checks, is_cut_off }
}

/// Which checks are made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted(Vec<CheckId>);

impl Wanted {
    /// Those whose names begin so, and what every run needs; without any, all of them. A beginning that no name has is
    /// the error.
    pub fn beginning<'a>(beginnings: &[&'a str]) -> Result<Self, &'a str> {
        let begins = |id: &CheckId, beginning: &str| id.name().starts_with(beginning);
        let unknown = |beginning: &&&str| !CheckId::ALL.iter().any(|id| begins(id, beginning));
        if let Some(unknown) = beginnings.iter().find(unknown) {
            return Err(unknown);
        }
        let is_wanted = |id: &CheckId| {
            let is_named = beginnings.iter().any(|beginning| begins(id, beginning));
            beginnings.is_empty() || is_named || id.is_of_every_run()
        };
        Ok(Self(
            CheckId::ALL.iter().copied().filter(is_wanted).collect(),
        ))
    }

    fn ids(&self) -> &[CheckId] {
        if self.0.is_empty() {
            CheckId::ALL
        } else {
            &self.0
        }
    }
}

impl CheckId {
    /// Whether it is about what is left behind, and is made in any case.
    const fn puts_back(self) -> bool {
        matches!(
            self,
            Self::LeftClipboard | Self::LeftRotation | Self::LeftKeyboard | Self::LeftApp
        )
    }

    const fn is_of_every_run(self) -> bool {
        matches!(self, Self::PhoneUsable | Self::AppInstall) || self.puts_back()
    }

    /// Why nothing else can be tried after this.
    fn ends_all(self, trouble: &Trouble) -> Option<String> {
        match (self, trouble) {
            (_, Trouble::Gone(why)) => Some(format!("the phone is gone: {why}")),
            (Self::PhoneUsable, Trouble::Failed(why)) => Some(why.clone()),
            (Self::AppInstall, Trouble::Failed(_)) => {
                Some("the test app could not be installed".to_owned())
            }
            _ => None,
        }
    }
}

fn told(id: CheckId, outcome: Outcome, elapsed_ms: u64) -> ConformanceCheck {
    let (outcome, detail) = match outcome {
        Ok(seen) => (ConformanceOutcome::Passed, seen),
        Err(Trouble::Failed(why) | Trouble::Gone(why)) => (ConformanceOutcome::Failed, Some(why)),
        Err(Trouble::Skipped(why)) => (ConformanceOutcome::Skipped, Some(why)),
    };
    ConformanceCheck {
        name: id.name().to_owned(),
        shows: id.shows().to_owned(),
        outcome,
        detail,
        elapsed_ms,
    }
}

/// What work comes to, unless it is cancelled before.
async fn first<T>(
    mut cancel: std::pin::Pin<&mut impl Future<Output = ()>>,
    work: impl Future<Output = T>,
) -> Option<T> {
    let mut work = std::pin::pin!(work);
    std::future::poll_fn(|context| {
        if cancel.as_mut().poll(context).is_ready() {
            return std::task::Poll::Ready(None);
        }
        work.as_mut().poll(context).map(Some)
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_told_apart_and_what_is_put_back_comes_last() {
        let names: HashSet<&str> = CheckId::ALL.iter().map(|id| id.name()).collect();
        assert_eq!(names.len(), CheckId::ALL.len());
        let last = CheckId::ALL.iter().rev().take_while(|id| id.puts_back());
        let all = CheckId::ALL.iter().filter(|id| id.puts_back());
        assert_eq!(last.count(), all.count());
    }
    #[test]
    fn checks_are_chosen_by_the_beginning_of_their_names() {
        let some = Wanted::beginning(&["touch.p", "key"]).unwrap();
        let names: Vec<&str> = some.ids().iter().map(|id| id.name()).collect();
        let expected = [
            "phone.usable",
            "app.install",
            "touch.points",
            "touch.pinch",
            "key.back",
            "key.code",
            "key.allowed",
            "left.clipboard",
            "left.rotation",
            "left.keyboard",
            "left.app",
        ];
        assert_eq!(names, expected);
        assert_eq!(Wanted::beginning(&["key", "nothing"]), Err("nothing"));
        assert_eq!(Wanted::beginning(&[]).unwrap().ids(), CheckId::ALL);
    }
}
