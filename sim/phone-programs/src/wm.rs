//! `wm`, which is `cmd window`.

use std::fmt::Write as _;

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::intent::Words;
use crate::namespace::Namespace;
use crate::numbers::java_int;
use crate::release::Release;

const HELP: &str = "Window manager (window) commands:\n  help\n      This text.\n  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]\n  \
density [reset|DENSITY] [-d DISPLAY_ID]\n  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]\n  \
dismiss-keyguard\n";

/// `wm COMMAND …`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let Some((command, rest)) = arguments.split_first() else {
        return call.answer(HELP, FAILED).await;
    };
    let release = call.release();
    match command.as_str() {
        "help" | "-h" => call.answer(HELP, FAILED).await,
        "size" => size(call, &without_display(rest, release)).await,
        "density" => density(call, &without_display(rest, release)).await,
        "user-rotation" if release >= Release::Android12 => {
            let words = without_display(rest, release);
            let wrong = "Error: argument needs to be either -d, free or lock.\n";
            rotation(call, &words, wrong).await
        }
        "set-user-rotation" if (Release::Android10..=Release::Android11).contains(&release) => {
            let words = without_display(rest, release);
            let wrong = "Error: lock mode needs to be either free or lock.\n";
            if words.is_empty() {
                call.fail(wrong, FAILED).await
            } else {
                rotation(call, &words, wrong).await
            }
        }
        "overscan" if release <= Release::Android10 => Ok(0),
        "fixed-to-user-rotation" if release >= Release::Android12 => fixed(call, rest).await,
        "set-fix-to-user-rotation"
            if (Release::Android10..=Release::Android11).contains(&release) =>
        {
            fixed(call, rest).await
        }
        "dismiss-keyguard" => {
            call.screen().set_awake(true).await;
            call.screen().dismiss_keyguard().await;
            Ok(0)
        }
        "set-ignore-orientation-request" if release >= Release::Android12 => Ok(0),
        "reset" if release >= Release::Android12 => {
            call.screen().set_display(None, None).await;
            Ok(0)
        }
        "scaling" | "tracing" | "logging" => Ok(0),
        other => {
            call.answer(format!("Unknown command: {other}\n"), FAILED)
                .await
        }
    }
}

/// The words without `-d N`, which names the only display since Android 10.
fn without_display(words: &[String], release: Release) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut words = Words::new(words);
    while let Some(word) = words.next() {
        if word == "-d" && release >= Release::Android10 {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept
}

async fn size(call: &Call<'_>, words: &[&str]) -> Result<Exit, Closed> {
    let state = call.state().await;
    let Some(word) = words.first() else {
        let (width, height) = state.physical_size;
        let mut text = format!("Physical size: {width}x{height}\n");
        if let Some((width, height)) = state.size_override {
            let _ = writeln!(text, "Override size: {width}x{height}");
        }
        return call.answer(text, 0).await;
    };
    if *word == "reset" {
        call.screen()
            .set_display(None, state.density_override)
            .await;
        return Ok(0);
    }
    let density = state.density_override.unwrap_or(state.physical_density);
    let dimension = |text: &str| match text.strip_suffix("dp") {
        Some(number) => {
            java_int(number).map(|value| value.saturating_mul(density.cast_signed()) / 160)
        }
        None => java_int(text),
    };
    let parts = word
        .split_once('x')
        .filter(|(width, height)| !width.is_empty() && !height.is_empty());
    let Some((width, height)) = parts else {
        return call.fail(format!("Error: bad size {word}\n"), FAILED).await;
    };
    match (dimension(width), dimension(height)) {
        (Ok(width), Ok(height)) => match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) if width > 0 && height > 0 => {
                call.screen()
                    .set_display(Some((width, height)), state.density_override)
                    .await;
                Ok(0)
            }
            _ => call.fail(format!("Error: bad size {word}\n"), FAILED).await,
        },
        (Err(error), _) | (_, Err(error)) => {
            call.fail(format!("Error: bad number {error}\n"), FAILED)
                .await
        }
    }
}

async fn density(call: &Call<'_>, words: &[&str]) -> Result<Exit, Closed> {
    let state = call.state().await;
    match words.first() {
        None => {
            let mut text = format!("Physical density: {}\n", state.physical_density);
            if let Some(density) = state.density_override {
                let _ = writeln!(text, "Override density: {density}");
            }
            call.answer(text, 0).await
        }
        Some(&"reset") => {
            call.screen().set_display(state.size_override, None).await;
            Ok(0)
        }
        Some(word) => match java_int(word) {
            Err(error) => {
                call.fail(format!("Error: bad number {error}\n"), FAILED)
                    .await
            }
            Ok(density) if density < 72 => {
                call.fail("Error: density must be >= 72\n", FAILED).await
            }
            Ok(density) => {
                call.screen()
                    .set_display(state.size_override, Some(density.unsigned_abs()))
                    .await;
                Ok(0)
            }
        },
    }
}

/// Locks and frees the rotation, and tells of it when nothing is asked for.
async fn rotation(call: &Call<'_>, words: &[&str], wrong: &str) -> Result<Exit, Closed> {
    match words {
        [] => {
            let lock = call.phone().inner().rotation_lock;
            let text = lock.map_or_else(
                || "free\n".to_owned(),
                |rotation| format!("lock {rotation}\n"),
            );
            call.answer(text, 0).await
        }
        ["free", ..] => {
            set_lock(call, None).await;
            Ok(0)
        }
        ["lock", rest @ ..] => {
            let rotation = match rest.first() {
                None => Ok(call.state().await.rotation),
                Some(word) => word
                    .parse::<u8>()
                    .ok()
                    .filter(|rotation| *rotation < 4)
                    .ok_or(*word),
            };
            match rotation {
                Ok(rotation) => {
                    set_lock(call, Some(rotation)).await;
                    Ok(0)
                }
                Err(word) => {
                    call.fail(
                        format!("Error: expecting rotation to be 0..3, but is {word}\n"),
                        FAILED,
                    )
                    .await
                }
            }
        }
        _ => call.fail(wrong.to_owned(), FAILED).await,
    }
}

async fn set_lock(call: &Call<'_>, rotation: Option<u8>) {
    call.phone().inner().rotation_lock = rotation;
    let accelerometer = if rotation.is_some() { "0" } else { "1" };
    call.phone()
        .set_setting(Namespace::System, "accelerometer_rotation", accelerometer);
    if let Some(rotation) = rotation {
        call.phone()
            .set_setting(Namespace::System, "user_rotation", &rotation.to_string());
        call.screen().set_rotation(rotation).await;
    }
}

async fn fixed(call: &Call<'_>, words: &[String]) -> Result<Exit, Closed> {
    match words.last().map(String::as_str) {
        Some("enabled" | "disabled" | "default" | "enabled_if_no_auto_rotation") => Ok(0),
        _ => {
            call.fail("Error: expecting enabled, disabled or default\n", FAILED)
                .await
        }
    }
}
