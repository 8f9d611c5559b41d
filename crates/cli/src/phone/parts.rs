//! What the engine is given by the command line.

use std::io;
use std::sync::Arc;

use clawperator_contract::Failure;
use clawperator_engine::{FileSnapshots, FixedTime, Jitter, NoSnapshots, Parts, TokioClock};
use clawperator_policy::{Approvals, PolicyGuard, Profile, WallClock};

use super::pictures::PictureFiles;
use crate::environment::Environment;
use crate::run::Context;

/// The clock, the chance, the files, the policy. Must be called where a runtime's clock may be read later.
pub(crate) fn parts(
    profile: Profile,
    approvals: Option<Approvals>,
    context: &Context<'_, '_>,
) -> Result<Parts, Failure> {
    guarded(guard(profile, approvals, context), context)
}

/// The same for runs whose screens must not be told: no label is named, and no screen is kept.
pub(crate) fn quiet_parts(
    profile: Profile,
    approvals: Approvals,
    context: &Context<'_, '_>,
) -> Result<Parts, Failure> {
    let guard = guard(profile, Some(approvals), context).withholding_labels();
    Ok(Parts {
        snapshots: Arc::new(NoSnapshots),
        ..guarded(guard, context)?
    })
}

fn guard(profile: Profile, approvals: Option<Approvals>, context: &Context<'_, '_>) -> PolicyGuard {
    let started = Started(context.ids.epoch_milliseconds());
    PolicyGuard::new(Arc::new(profile), approvals, Arc::new(started))
}

fn guarded(guard: PolicyGuard, context: &Context<'_, '_>) -> Result<Parts, Failure> {
    let environment = context.environment;
    let state = environment.state_directory()?;
    let now = FixedTime(context.ids.epoch_milliseconds());
    Ok(Parts {
        clock: Arc::new(TokioClock::start()),
        jitter: Arc::new(SystemJitter),
        guard: Arc::new(guard),
        artifacts: Arc::new(PictureFiles::new(
            &environment.temporary_directory(),
            state.clone(),
        )),
        snapshots: Arc::new(FileSnapshots::new(state.join("snapshots"), Arc::new(now))),
        locks: Some(state.join("locks")),
        process_id: std::process::id(),
    })
}

/// Where approvals are kept.
pub(crate) fn approvals(environment: &Environment) -> Result<Approvals, Failure> {
    let folder = environment.state_directory()?.join("approvals");
    Ok(Approvals::new(folder, entropy))
}

fn entropy() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// The time of day when the command began, which is near enough for what holds minutes.
#[derive(Debug)]
struct Started(u64);

impl WallClock for Started {
    fn epoch_milliseconds(&self) -> u64 {
        self.0
    }
}

/// The system's randomness.
#[derive(Debug)]
struct SystemJitter;

impl Jitter for SystemJitter {
    fn next(&self) -> f64 {
        // Without randomness every delay is as its policy says.
        let number = getrandom::u32().unwrap_or(u32::MAX / 2);
        f64::from(number) / f64::from(u32::MAX) * 2.0 - 1.0
    }
}
