//! The actions, one file each.

mod app_name;
mod apps;
mod assert_node;
mod at_rest;
mod boxes;
mod capture_screen;
mod clear_text;
mod click;
mod clipboard;
mod condition;
mod device_shell;
mod drag;
mod enter_text;
mod field;
mod files;
mod held_text;
mod hide_keyboard;
mod manage;
mod pinch;
mod points;
mod presence;
mod press_key;
mod read_key_value_pair;
mod read_text;
mod recording;
mod same_picture;
mod screenshot;
mod scroll;
mod scroll_and_click;
mod scroll_until;
mod scrolling;
mod sleep;
mod snapshot;
mod swipe;
mod touch;
mod touch_path;
mod wait_for_idle;
mod wait_for_navigation;
mod wait_for_node;
mod wait_for_toast;
mod wake_device;

use clawperator_contract::{Action, ActionParams, DataKey, Window};

use crate::intent::Intent;
use crate::reading::windows_of;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// Carries out one action.
pub(crate) async fn perform(run: &mut Run<'_>, action: &Action) -> Result<Done, StepError> {
    if let Some(when) = &action.when
        && !condition::holds(run, action, when).await?
    {
        run.skipped.insert(action.id.as_str().to_owned());
        return Ok(Data::new().with(DataKey::Skipped, true).into());
    }
    let reads = reads_the_screen(&action.params);
    if reads {
        let allowed = run.allow(action, Intent::Read(None)).await;
        allowed.map_err(Attempt::into_error)?;
    }
    let done = carry_out(run, action).await;
    // Another app may have come to the front meanwhile, and what was read may be its own. What is kept is asked about
    // before that.
    let is_asked = reads && !keeps_what_it_reads(&action.params);
    if is_asked || finds_in_front(&action.params) && done.is_ok() {
        run.may_read(action, windows_of(action)).await?;
    }
    done
}

impl Run<'_> {
    /// Asks whether what this step has looked at may be read.
    async fn may_read(&self, action: &Action, windows: Window) -> Result<(), StepError> {
        let shown = self.looks.in_windows(windows);
        let allowed = self.allow(action, Intent::Read(Some(shown))).await;
        allowed.map_err(Attempt::into_error)
    }
}

/// Whether the action stores what it reads, and asks whether it may before it does.
const fn keeps_what_it_reads(params: &ActionParams) -> bool {
    matches!(
        params,
        ActionParams::SnapshotUi(_)
            | ActionParams::TakeScreenshot(_)
            | ActionParams::CaptureScreen(_)
    )
}

/// Whether the action answers that a node is there, on a screen that comes only while it waits.
const fn finds_in_front(params: &ActionParams) -> bool {
    match params {
        ActionParams::WaitForNavigation(params) => {
            params.expected_node.is_some() || params.where_clause.is_some()
        }
        _ => false,
    }
}

/// Whether the action answers with what is on the screen.
const fn reads_the_screen(params: &ActionParams) -> bool {
    matches!(
        params,
        ActionParams::WaitForNode(_)
            | ActionParams::ReadText(_)
            | ActionParams::ReadKeyValuePair(_)
            | ActionParams::SnapshotUi(_)
            | ActionParams::TakeScreenshot(_)
            | ActionParams::CaptureScreen(_)
            | ActionParams::WaitForToast(_)
            | ActionParams::AssertNode(_)
    )
}

async fn carry_out(run: &mut Run<'_>, action: &Action) -> Result<Done, StepError> {
    match &action.params {
        ActionParams::OpenApp(params) => apps::open_app(run, action, params).await,
        ActionParams::OpenUri(params) => apps::open_uri(run, action, params).await,
        ActionParams::CloseApp(params) => apps::close_app(run, action, params).await,
        ActionParams::ListApps(params) => manage::list(run, action, params).await,
        ActionParams::ClearApp(params) => manage::clear(run, action, params).await,
        ActionParams::UninstallApp(params) => manage::uninstall(run, action, params).await,
        ActionParams::SetPermission(params) => manage::set_permission(run, action, params).await,
        ActionParams::PushFile(params) => files::push(run, action, params).await,
        ActionParams::PullFile(params) => files::pull(run, action, params).await,
        ActionParams::StartRecording(params) => recording::start(run, action, params).await,
        ActionParams::StopRecording(params) => recording::stop(run, action, params).await,
        ActionParams::WaitForNode(params) => wait_for_node::perform(run, action, params).await,
        ActionParams::WaitForToast(params) => wait_for_toast::perform(run, action, params).await,
        ActionParams::WaitForIdle(params) => wait_for_idle::perform(run, action, params).await,
        ActionParams::AssertNode(params) => assert_node::perform(run, action, params).await,
        ActionParams::Click(params) => click::perform(run, action, params).await,
        ActionParams::ScrollAndClick(params) => {
            scroll_and_click::perform(run, action, params).await
        }
        ActionParams::Scroll(params) => scroll::perform(run, action, params).await,
        ActionParams::ScrollUntil(params) => scroll_until::perform(run, action, params).await,
        ActionParams::ReadText(params) => read_text::perform(run, action, params).await,
        ActionParams::EnterText(params) => enter_text::perform(run, action, params).await,
        ActionParams::ClearText(params) => clear_text::perform(run, action, params).await,
        ActionParams::HideKeyboard(params) => hide_keyboard::perform(run, action, params).await,
        ActionParams::WakeDevice(params) => wake_device::perform(run, action, params).await,
        ActionParams::SnapshotUi(params) => snapshot::perform(run, action, params).await,
        ActionParams::TakeScreenshot(params) => screenshot::perform(run, action, params).await,
        ActionParams::Swipe(params) => swipe::perform(run, action, params).await,
        ActionParams::Drag(params) => drag::perform(run, action, params).await,
        ActionParams::GetClipboard(_) => clipboard::get(run, action).await,
        ActionParams::SetClipboard(params) => clipboard::set(run, action, params).await,
        ActionParams::DeviceShell(params) => device_shell::perform(run, action, params).await,
        ActionParams::Pinch(params) => pinch::perform(run, action, params).await,
        ActionParams::TouchPath(params) => touch_path::perform(run, action, params).await,
        ActionParams::CaptureScreen(params) => capture_screen::perform(run, action, params).await,
        ActionParams::Sleep(params) => sleep::perform(run, action, params).await,
        ActionParams::PressKey(params) => press_key::perform(run, action, params).await,
        ActionParams::WaitForNavigation(params) => {
            wait_for_navigation::perform(run, action, params).await
        }
        ActionParams::ReadKeyValuePair(params) => {
            read_key_value_pair::perform(run, action, params).await
        }
    }
}
