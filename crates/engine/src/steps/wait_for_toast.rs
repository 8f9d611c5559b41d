//! `wait_for_toast`: until a toast is shown.
//!
//! A toast is in no tree: the phone tells of it once, when it comes. So what counts is what was heard since the last act of
//! the run, or, where there was none, for as long as a toast is shown.

use std::time::Duration;

use clawperator_contract::actions::WaitForToastParams;
use clawperator_contract::{Action, Clamped, DataKey, ErrorCode, Text};
use clawperator_device::driver::{Heard, Since, Toast, View};
use clawperator_ui::quoted;

use crate::attempts::{Attempts, Ended};
use crate::millis::{millis, whole_millis};
use crate::run::{Done, LOOK_LIMIT, Run};
use crate::step::{Attempt, Data, StepError, no_randomness, unreadable};

/// How long the longest toast is shown.
const LONGEST_TOAST: Duration = Duration::from_millis(3_500);
/// How many other toasts an error names.
const MOST_NAMED: usize = 3;

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _action: &Action,
    params: &WaitForToastParams,
) -> Result<Done, StepError> {
    let timeout = params.timeout_ms.as_ref();
    let timeout = timeout.map_or(WaitForToastParams::DEFAULT_TIMEOUT_MS, Clamped::effective);
    let since = if run.progress.acts() > 0 {
        Since::LastAct
    } else {
        Since::Ago(LONGEST_TOAST)
    };
    let mut attempts = Attempts::until(millis(timeout));
    loop {
        let heard = listen(run, since).await?;
        if let Some(toast) = heard.toasts.iter().find(|toast| is_meant(params, toast)) {
            return Ok(found(toast, timeout).into());
        }
        let missed = not_heard(params, &heard);
        if let Some(obstacle) = run.obstacle_of_wait(&missed).await {
            return Err(obstacle);
        }
        let looked = attempts.looked(run.clock().now(), run.step_started);
        let in_vain = StepError {
            message: format!("{} (after {looked})", missed.message),
            ..missed
        }
        .with(looked.data());
        match attempts.next(run.times(), &*run.parts.sources) {
            Ok(next) => {
                run.missed(run.kept_quiet(in_vain));
                run.until_changed(next, &mut attempts).await;
            }
            Err(Ended::Time | Ended::Attempts) => return Err(in_vain),
            Err(Ended::Run) => return Err(in_vain.cut_off(run.execution)),
            Err(Ended::NoRandomness(why)) => return Err(no_randomness(&why)),
        }
    }
}

/// What was heard by now. The screen is looked at first: whatever comes behind that is told of as a change of it.
async fn listen(run: &mut Run<'_>, since: Since) -> Result<Heard, StepError> {
    run.forget_looks();
    match run.glance(View::default()).await {
        Err(error) if error.is_final() => return Err(unreadable(&error)),
        // A screen that cannot be read may show a toast all the same.
        Ok(_) | Err(_) => {}
    }
    let within = run.for_acts().min(LOOK_LIMIT);
    let heard = run.device.heard(since, within).await;
    let heard = heard
        .map_err(|away| Attempt::Stop(StepError::new(away.code, away.message)).into_error())?;
    // The answer shows these, and nothing of the screen.
    run.forget_looks();
    for toast in &heard.toasts {
        run.looks.add_app(toast.package.as_deref());
    }
    Ok(heard)
}

fn is_meant(params: &WaitForToastParams, toast: &Toast) -> bool {
    let app = params.application_id.as_ref().map(Text::as_str);
    app.is_none_or(|app| toast.package.as_deref() == Some(app))
        && params
            .matcher
            .as_ref()
            .is_none_or(|matcher| matcher.matches(&toast.text))
}

fn found(toast: &Toast, timeout: f64) -> Data {
    let mut data = Data::new()
        .with(DataKey::Text, &toast.text)
        .with(DataKey::AgeMs, whole_millis(toast.age))
        .with(DataKey::TimeoutMs, timeout);
    if let Some(package) = &toast.package {
        data.set(DataKey::ResolvedPackage, package);
    }
    data
}

fn not_heard(params: &WaitForToastParams, heard: &Heard) -> StepError {
    let mut wanted = String::from("no toast");
    let matcher = params.matcher.as_ref();
    if let Some(text) = matcher.and_then(|matcher| matcher.text_equals.as_ref()) {
        wanted.push_str(&format!(" {}", quoted(text.as_str())));
    }
    if let Some(text) = matcher.and_then(|matcher| matcher.text_contains.as_ref()) {
        wanted.push_str(&format!(" with {}", quoted(text.as_str())));
    }
    if let Some(app) = &params.application_id {
        wanted.push_str(&format!(" of {}", quoted(app.as_str())));
    }
    wanted.push_str(" was shown");
    let others = heard.toasts.iter().rev().take(MOST_NAMED);
    let others: Vec<String> = others.map(|toast| quoted(&toast.text)).collect();
    if !others.is_empty() {
        wanted.push_str(&format!("; others were: {}", others.join(", ")));
    }
    if !heard.is_all {
        wanted.push_str("; the phone was not listened to for all of that time");
    }
    StepError::new(ErrorCode::WaitTimeout, wanted)
}
