//! `wait_for_navigation`: until an app or a node is in front.

use clawperator_contract::actions::WaitForNavigationParams;
use clawperator_contract::{Action, ContainerScope, ErrorCode, Target};
use clawperator_device::hand::View;

use crate::attempts::Polls;
use crate::engine::{millis, whole_millis};
use crate::find::find;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

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
    let until = started
        .plus(millis(params.timeout_ms.get()))
        .min(run.deadline);
    let target = Target {
        matcher: params.expected_node.clone(),
        where_clause: params.where_clause.clone(),
        window: params.window,
        ..Target::default()
    };
    let mut polls = Polls::new();
    let mut last = Last::default();
    loop {
        if arrived(run, params, &target, &mut last).await? {
            let elapsed = run.clock().now().since(started);
            let mut data = Data::new().with("elapsed_ms", whole_millis(elapsed));
            if let Some(package) = last.package {
                data.set("resolved_package", package);
            }
            return Ok(data.into());
        }
        let next = run.clock().now().plus(polls.next_pause());
        if next >= until || !run.device.capabilities().live {
            return Err(timed_out(params, last));
        }
        run.clock().sleep_until(next).await;
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
    let found = match run.look(View::default()).await {
        Ok(seen) => {
            let found = find(run, &seen, target, &ContainerScope::default(), None);
            // While one page takes over from another nothing is in front, and what is on the screen tells whose it is.
            if let Ok(found) = &found
                && last.package.is_none()
                && let Some(node) = seen.tree.get(found.node)
            {
                last.package = Some(node.package().to_owned());
            }
            found.map(|_| ())
        }
        Err(error) => Err(Attempt::from(error)),
    };
    match found {
        Ok(()) => Ok(true),
        Err(Attempt::Stop(error)) => Err(error),
        Err(Attempt::Again(error)) => {
            last.problem = Some(error.message);
            Ok(false)
        }
    }
}

fn timed_out(params: &WaitForNavigationParams, last: Last) -> StepError {
    let mut wanted = Vec::new();
    if let Some(package) = &params.expected_package {
        wanted.push(format!("app {}", package.as_str()));
    }
    if params.expected_node.is_some() || params.where_clause.is_some() {
        wanted.push("the expected node".to_owned());
    }
    let mut message = format!(
        "{} did not come to the front within {} ms; in front is {}",
        wanted.join(" and "),
        params.timeout_ms.get(),
        last.package.as_deref().unwrap_or("no app"),
    );
    if let Some(problem) = last.problem {
        message.push_str("; ");
        message.push_str(&problem);
    }
    let data = Data::new().with("last_package", last.package.unwrap_or_default());
    StepError::new(ErrorCode::NavigationTimeout, message).with(data)
}
