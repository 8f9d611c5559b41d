//! Windows, activities and tasks as dumps name them.

use clawperator_phone_screen::{ScreenState, TaskState, WindowState};

use crate::component::short;
use crate::hash::{hex, identity};
use crate::release::Release;

/// `Window{<hex> u0 TITLE}`
pub(super) fn window(window: &WindowState) -> String {
    format!(
        "Window{{{} u0 {}}}",
        hex("window", &window.title),
        window.title
    )
}

/// The window with the focus, or `null`.
pub(super) fn focus(state: &ScreenState) -> String {
    state
        .windows
        .iter()
        .rev()
        .find(|window| window.focused)
        .map_or_else(|| "null".to_owned(), window)
}

/// `ActivityRecord{<hash> u0 pkg/.Cls t12}` in the form of the release.
pub(super) fn activity(release: Release, component: &(String, String), task: u32) -> String {
    let name = short(component);
    let hash = identity("activity", &format!("{name} {task}"));
    match release {
        Release::Android13 => format!("ActivityRecord{{{hash:x} u0 {name}}} t{task}}}"),
        Release::Android16 => format!("ActivityRecord{{{hash} u0 {name} t{task}}}"),
        _ => format!("ActivityRecord{{{hash:x} u0 {name} t{task}}}"),
    }
}

/// The value of `mFocusedApp=`: the activity that is or was resumed.
pub(super) fn focused_app(release: Release, state: &ScreenState) -> String {
    let Some((component, task)) = top(state) else {
        return "null".to_owned();
    };
    let record = activity(release, component, task);
    if release >= Release::Android11 {
        return record;
    }
    let name = short(component);
    let (window_token, token) = (hex("app token", &name), hex("token", &name));
    format!("AppWindowToken{{{window_token} token=Token{{{token} {record}}}}}")
}

/// The resumed activity with its task; `None` while the phone sleeps.
pub(super) fn resumed(state: &ScreenState) -> Option<(&(String, String), u32)> {
    let component = state.resumed.as_ref()?;
    let task = state
        .tasks
        .iter()
        .rev()
        .find(|task| task.activities.contains(component));
    Some((
        component,
        task.or(state.tasks.last()).map_or(0, |task| task.id),
    ))
}

/// The activity in front, resumed or not.
fn top(state: &ScreenState) -> Option<(&(String, String), u32)> {
    resumed(state).or_else(|| {
        state
            .tasks
            .last()
            .and_then(|task| Some((task.activities.last()?, task.id)))
    })
}

/// How a task is named where activities are listed.
pub(super) fn task(release: Release, state: &ScreenState, task: &TaskState, uid: u32) -> String {
    let root = task
        .activities
        .first()
        .map_or("", |(package, _)| package.as_str());
    let kind = if root.contains("launcher") {
        "home"
    } else {
        "standard"
    };
    let visible = state.tasks.last().is_some_and(|last| last.id == task.id);
    let (hash, id, size) = (
        hex("task", &task.id.to_string()),
        task.id,
        task.activities.len(),
    );
    match release {
        Release::Android9 | Release::Android10 => {
            format!("TaskRecord{{{hash} #{id} A={root} U=0 StackId={id} sz={size}}}")
        }
        Release::Android11 => format!(
            "Task{{{hash} #{id} visible={visible} type={kind} mode=fullscreen translucent={} A={uid}:{root} U=0 \
             StackId={id} sz={size}}}",
            !visible,
        ),
        _ => {
            let requested = if release >= Release::Android13 {
                format!(" visibleRequested={visible}")
            } else {
                String::new()
            };
            format!(
                "Task{{{hash} #{id} type={kind} A={uid}:{root} U=0 visible={visible}{requested} mode=fullscreen \
                 translucent={} sz={size}}}",
                !visible,
            )
        }
    }
}
