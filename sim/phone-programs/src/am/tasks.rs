//! `am stack list`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::component::short;
use crate::dumpsys::display::logical_size;
use crate::java::Exception;
use crate::release::Release;

/// `am stack list`
pub(super) async fn stack(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    match arguments.first().map(String::as_str) {
        Some("list") => {}
        Some(other) => {
            return call
                .answer(format!("Error: unknown command '{other}'\n"), FAILED)
                .await;
        }
        None => {
            return call
                .throw(command, &Exception::argument_expected(command))
                .await;
        }
    }
    let state = call.state().await;
    let (width, height) = logical_size(&state);
    let bounds = format!("[0,0][{width},{height}]");
    let word = if call.release() >= Release::Android12 {
        "RootTask"
    } else {
        "Stack"
    };
    let mut text = String::new();
    for (index, task) in state.tasks.iter().rev().enumerate() {
        let Some(top) = task.activities.last() else {
            continue;
        };
        let root = task.activities.first().unwrap_or(top);
        let _ = writeln!(
            text,
            "{word} id={} bounds={bounds} displayId=0 userId=0",
            task.id
        );
        let _ = writeln!(
            text,
            "  taskId={}: {} bounds={bounds} userId=0 visible={} topActivity=ComponentInfo{{{}/{}}}\n",
            task.id,
            short(root),
            index == 0,
            top.0,
            top.1,
        );
    }
    call.answer(text, 0).await
}
