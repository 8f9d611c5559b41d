//! `capture_screen`: picture and tree of the same screen.
//!
//! The tree takes the phone a second or more, the picture a fraction of that. So a picture is taken while the tree is
//! read, and another one right after it: where both show the same, the tree between them is of that screen. A page that
//! came and went between them is known by what was in front when the tree was read.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use clawperator_contract::actions::CaptureScreenParams;
use clawperator_contract::runs::PictureMoment;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset, Text, Window, hex};
use clawperator_device::driver::{
    Condition, Front, Lock, Observation, ObserveError, Unavailable, View,
};
use clawperator_ui::{DumpError, Node};
use sha2::{Digest as _, Sha256};

use super::same_picture::shows_the_same;
use super::screenshot::secure_word;
use super::snapshot::{add_form, describe, in_words_of_snapshots, obstacle};
use crate::attempts::Attempts;
use crate::run::{Done, Run};
use crate::snapshots::Kept;
use crate::step::{Attempt, Data, StepError};

/// The picture that was captured, and what else.
pub(super) struct Captured {
    pub(super) picture: Bytes,
    pub(super) secure: Option<bool>,
    picture_took: Duration,
    tree_took: Duration,
    pub(super) with: With,
}

/// What was captured with a picture.
pub(super) enum With {
    Tree {
        seen: Arc<Observation>,
        /// Whether the picture was the same before and after the tree.
        coherent: bool,
    },
    /// The snapshot that the caller has shows the screen still.
    Known(Box<Kept>),
    /// Nothing: there is no tree.
    Nothing {
        why: &'static str,
        condition: Option<Condition>,
    },
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &CaptureScreenParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let captured = loop {
        match capture(run, params).await {
            Ok(captured) => break captured,
            Err(attempt) => {
                let attempt = in_words_of_snapshots(attempt);
                run.try_again(&mut attempts, attempt).await?;
            }
        }
    };
    run.may_read(action, Window::All).await?;
    let Captured {
        picture,
        secure,
        picture_took,
        tree_took,
        with,
    } = captured;
    run.show_picture(PictureMoment::Asked, &picture);
    let path = run
        .parts
        .artifacts
        .save_picture(
            params.path.as_ref().map(Text::as_str),
            run.execution.command_id().as_str(),
            action.id.as_str(),
            &picture,
        )
        .await
        .map_err(|error| StepError::new(ErrorCode::ScreenshotFailed, error.message))?;
    let mut data = match &with {
        With::Tree { seen, coherent } => described(seen, *coherent),
        With::Known(kept) => of_known(kept),
        With::Nothing { why, condition } => without_tree(why, condition.as_ref()),
    };
    data = data
        .with(DataKey::Path, path)
        .with(DataKey::Bytes, picture.len())
        .with(DataKey::Secure, secure_word(secure))
        .with(DataKey::PictureSha256, hash(&picture))
        .with(DataKey::PictureMs, picture_took.as_millis())
        .with(DataKey::TreeMs, tree_took.as_millis());
    if let With::Tree { seen, .. } = &with {
        add_form(run, action, seen, &mut data).await?;
    }
    Ok(data.into())
}

fn described(seen: &Observation, coherent: bool) -> Data {
    let mut data = describe(seen)
        .with(DataKey::TreeSource, "read")
        .with(DataKey::Coherent, coherent);
    note_screen(seen.condition.as_ref(), &mut data);
    if let Some(obstacle) = obstacle(seen) {
        data.set(DataKey::Warn, obstacle);
    }
    data
}

fn of_known(kept: &Kept) -> Data {
    let mut data = Data::new()
        .with(DataKey::TreeSource, "unchanged")
        .with(DataKey::Generation, kept.generation)
        .with(DataKey::Screen, "on");
    if let Some((_, front)) = kept.tree.window_in_front() {
        data.set(DataKey::ForegroundPackage, &front.package);
    }
    data
}

fn without_tree(why: &'static str, condition: Option<&Condition>) -> Data {
    let mut data = Data::new().with(DataKey::TreeSource, why);
    if let Some(package) = condition.and_then(|now| now.front.package.as_ref()) {
        data.set(DataKey::ForegroundPackage, package);
    }
    note_screen(condition, &mut data);
    data
}

/// Whether there is anything to see, where the phone says it.
fn note_screen(condition: Option<&Condition>, data: &mut Data) {
    let Some(condition) = condition else {
        return;
    };
    let screen = match (condition.screen_on, condition.lock) {
        (Some(false), _) => "off",
        (_, Lock::Closed { .. }) => "locked",
        (Some(true), _) => "on",
        (None, _) => return,
    };
    data.set(DataKey::Screen, screen);
}

/// What the caller knows already, or picture and tree.
async fn capture(run: &mut Run<'_>, params: &CaptureScreenParams) -> Result<Captured, Attempt> {
    if let Some(captured) = still_known(run, params).await? {
        return Ok(captured);
    }
    take_together(run, params.allow_no_tree == Some(true)).await
}

/// Takes picture and tree, and once more where the screen changed between them.
pub(super) async fn take_together(
    run: &mut Run<'_>,
    may_lack_tree: bool,
) -> Result<Captured, Attempt> {
    let first = take(run, may_lack_tree).await?;
    match &first.with {
        With::Tree {
            coherent: false, ..
        } => take(run, may_lack_tree).await,
        With::Tree { .. } | With::Known(_) | With::Nothing { .. } => Ok(first),
    }
}

/// The picture alone, where the snapshot that the caller has is of the same picture and app, and the picture shows every
/// text of it. Whoever judges what may be read gets the screen as it is now.
async fn still_known(
    run: &Run<'_>,
    params: &CaptureScreenParams,
) -> Result<Option<Captured>, Attempt> {
    let Some(known) = &params.known else {
        return Ok(None);
    };
    if run.device.judges_reading() {
        return Ok(None);
    }
    let found = run
        .parts
        .snapshots
        .of(run.phone.key(), known.generation.get());
    let found = found
        .await
        .map_err(|error| Attempt::Stop(StepError::new(ErrorCode::HostIoFailed, error.message)))?;
    let Some(kept) = found.filter(|kept| !kept.is_scrolled) else {
        return Ok(None);
    };
    let (device, within) = (run.device, run.for_acts());
    let began = run.clock().now();
    let (picture, condition) = tokio::join!(device.screenshot(within), device.condition(within));
    let picture_took = run.clock().now().since(began);
    let picture = picture.map_err(no_picture)?;
    let is_same = condition.is_ok_and(|now| now.is_usable() && is_of(&kept, &now.front));
    if !is_same || hash(&picture.png) != known.picture_sha256.as_str() {
        return Ok(None);
    }
    let secure = picture.secure;
    let picture = Bytes::from(picture.png);
    let texts = kept.tree.nodes().filter(|node| !node.text().is_empty());
    let texts = texts.filter_map(Node::visible_bounds).collect();
    let artifacts = &run.parts.artifacts;
    if !artifacts.picture_shows(picture.clone(), texts).await {
        return Ok(None);
    }
    Ok(Some(Captured {
        picture,
        secure,
        picture_took,
        tree_took: Duration::ZERO,
        with: With::Known(Box::new(kept)),
    }))
}

/// Whether what is in front now is what a snapshot is of. Whatever is not known is not the same.
fn is_of(kept: &Kept, now: &Front) -> bool {
    let package = kept.tree.window_in_front().map(|(_, front)| &front.package);
    now.package.is_some()
        && now.package.as_ref() == package
        && now.activity.is_some()
        && now.activity == kept.activity
}

async fn take(run: &mut Run<'_>, may_lack_tree: bool) -> Result<Captured, Attempt> {
    run.forget_looks();
    let (device, within) = (run.device, run.for_acts());
    let clock = run.clock();
    let began = clock.now();
    let first = async {
        let picture = device.screenshot(within).await;
        (picture, clock.now().since(began))
    };
    let look = run.look(View {
        activity: true,
        ..View::default()
    });
    let ((before, picture_took), seen) = tokio::join!(first, look);
    let tree_took = clock.now().since(began);
    let within = run.for_acts();
    let seen = match seen {
        Err(error) => {
            let why = no_tree(&error).filter(|_| may_lack_tree);
            let why = why.ok_or_else(|| Attempt::from(error))?;
            // Whose picture it is cannot be told.
            run.looks.add_unread();
            let now = tokio::join!(device.screenshot(within), device.condition(within));
            let picture = now.0.map_err(no_picture)?;
            return Ok(Captured {
                secure: picture.secure,
                picture: picture.png.into(),
                picture_took,
                tree_took,
                with: With::Nothing {
                    why,
                    condition: now.1.ok(),
                },
            });
        }
        Ok(seen) => seen,
    };
    let before = before.map_err(no_picture)?;
    let (picture, front) = tokio::join!(device.screenshot(within), device.front(within));
    let picture = picture.map_err(no_picture)?;
    let still = is_still_in_front(&seen, front.ok().as_ref());
    let secure = picture.secure;
    let picture = Bytes::from(picture.png);
    let same = is_same(run, before.png.into(), picture.clone(), &seen).await;
    Ok(Captured {
        picture,
        secure,
        picture_took,
        tree_took,
        with: With::Tree {
            seen,
            coherent: still && same,
        },
    })
}

/// Why a screen has no tree that could be read in a moment; nothing where it may have one.
const fn no_tree(error: &ObserveError) -> Option<&'static str> {
    match error {
        ObserveError::NeverIdle => Some("never_idle"),
        ObserveError::NoWindow | ObserveError::Damaged(DumpError::NoNodes) => Some("no_window"),
        _ => None,
    }
}

/// Whether two pictures show the screen that was seen.
async fn is_same(run: &Run<'_>, before: Bytes, after: Bytes, seen: &Observation) -> bool {
    if before == after {
        return true;
    }
    let change = run.parts.artifacts.picture_change(before, after).await;
    change.is_some_and(|change| shows_the_same(&change, &seen.tree))
}

/// What a picture is known by.
fn hash(picture: &[u8]) -> String {
    hex(&Sha256::digest(picture))
}

/// Whether what was in front when the tree was read is in front now. Where the phone does not say, nothing speaks
/// against it.
fn is_still_in_front(seen: &Observation, now: Option<&Front>) -> bool {
    let then = seen.condition.as_ref().map(|condition| &condition.front);
    match (then, now) {
        (Some(then), Some(now)) => {
            let differs = |one: &Option<String>, other: &Option<String>| matches!((one, other), (Some(one), Some(other)) if one != other);
            !differs(&then.package, &now.package) && !differs(&then.activity, &now.activity)
        }
        _ => true,
    }
}

pub(super) fn no_picture(error: Unavailable) -> Attempt {
    let last = error.is_final();
    let error = StepError::new(error.code, error.message);
    if last {
        Attempt::Stop(error)
    } else {
        Attempt::Again(error)
    }
}
