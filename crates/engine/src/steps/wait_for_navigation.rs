//! `wait_for_navigation`: until an app or a node is in front.

use clawperator_contract::actions::WaitForNavigationParams;
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, Target};
use clawperator_device::driver::View;

use crate::attempts::{Attempts, Ended, Looked};
use crate::find::find;
use crate::millis::{millis, whole_millis};
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, no_randomness};

/// What was last seen of the two targets.
#[derive(Debug, Default)]
struct Last {
    package: Option<String>,
    problem: Option<String>,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _: &Action,
    params: &WaitForNavigationParams,
) -> Result<Done, StepError> {
    let started = run.clock().now();
    let target = Target {
        matcher: params.expected_node.clone(),
        where_clause: params.where_clause.clone(),
        window: params.window,
        ..Target::default()
    };
    let mut attempts = Attempts::until(millis(params.timeout_ms.get()));
    let mut last = Last::default();
    loop {
        if arrived(run, params, &target, &mut last).await? {
            let elapsed = run.clock().now().since(started);
            let mut data = Data::new().with(DataKey::ElapsedMs, whole_millis(elapsed));
            if let Some(package) = last.package {
                data.set(DataKey::ResolvedPackage, package);
            }
            return Ok(data.into());
        }
        let missed = StepError::new(ErrorCode::NavigationTimeout, "it is not in front");
        if let Some(error) = run.obstacle_of_wait(&missed).await {
            return Err(error);
        }
        let looked = attempts.looked(run.clock().now(), started);
        if !run.device.capabilities().live {
            return Err(timed_out(params, &last, looked));
        }
        match attempts.next(run.times(), &*run.parts.sources) {
            Ok(next) => {
                let missed = run.kept_quiet(timed_out(params, &last, looked));
                run.missed(missed);
                run.until_changed(next, &mut attempts).await;
            }
            Err(Ended::Run) => {
                return Err(timed_out(params, &last, looked).cut_off(run.execution));
            }
            Err(Ended::Time | Ended::Attempts) => return Err(timed_out(params, &last, looked)),
            Err(Ended::NoRandomness(why)) => return Err(no_randomness(&why)),
        }
    }
}

/// Whether everything that is expected is there; what is there already counts.
async fn arrived(
    run: &mut Run<'_>,
    params: &WaitForNavigationParams,
    target: &Target,
    last: &mut Last,
) -> Result<bool, StepError> {
    // The app is asked for first: that is cheaper than reading the screen, and mostly decides.
    match run.device.front(run.for_acts()).await {
        Ok(front) => last.package = front.package,
        Err(error) if error.is_final() => return Err(StepError::new(error.code, error.message)),
        Err(error) => {
            last.problem = Some(error.message);
            return Ok(false);
        }
    }
    if let Some(expected) = &params.expected_package
        && last.package.as_deref() != Some(expected.as_str())
    {
        return Ok(false);
    }
    if target.matcher.is_none() && target.where_clause.is_none() {
        return Ok(true);
    }
    // What was the problem before is replaced by what is seen now.
    run.forget_looks();
    let found = match run.glance(View::default()).await {
        Ok(seen) => {
            let found = find(run, &seen, target, &ContainerScope::default(), None).await;
            // While one page takes over from another nothing is in front, and what is on the screen tells whose it is.
            if let Ok(found) = &found
                && last.package.is_none()
                && let Some(node) = seen.tree.get(found.node)
            {
                last.package = Some(node.package().to_owned());
            }
            found.map(|_| ())
        }
        Err(error) => Err(Attempt::of_wait(error)),
    };
    match found {
        Ok(()) => Ok(true),
        Err(Attempt::Stop(error) | Attempt::Approved(error)) => Err(error),
        Err(Attempt::Again(error) | Attempt::IfAsked(error)) => {
            last.problem = Some(error.message);
            Ok(false)
        }
    }
}

fn timed_out(params: &WaitForNavigationParams, last: &Last, looked: Looked) -> StepError {
    let mut wanted = Vec::new();
    if let Some(package) = &params.expected_package {
        wanted.push(format!("app {}", package.as_str()));
    }
    if params.expected_node.is_some() || params.where_clause.is_some() {
        wanted.push("the expected node".to_owned());
    }
    let mut message = format!(
        "{} did not come to the front: not found after {looked}; in front: {}",
        wanted.join(" and "),
        last.package.as_deref().unwrap_or("nothing known"),
    );
    if let Some(problem) = &last.problem {
        message.push_str("; ");
        message.push_str(problem);
    }
    // No app was in front.
    let package = last.package.as_deref().unwrap_or_default();
    let data = looked.data().with(DataKey::LastPackage, package);
    StepError::new(ErrorCode::NavigationTimeout, message).with(data)
}
