//! `screencap`.

use clawperator_phone_screen::{Image, encode_png};
use clawperator_phone_shell::files::Opening;
use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::dumpsys::display::PHYSICAL_ID;
use crate::intent::Words;
use crate::release::Release;

const USAGE: &str = "usage: screencap [-hp] [-d display-id] [FILENAME]\n   -h: this message\n   \
-p: save the file as a png.\n   -d: the physical display to capture.\n\
A name that ends with .png makes it a png as well.\nWithout a name the picture goes to the output.\n";

/// `screencap [-p] [-d ID] [FILE]`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let mut png = false;
    let mut display = None;
    while let Some(option) = words.option() {
        match option {
            "-p" => png = true,
            // A value that is missing is refused as an empty one is.
            "-d" => display = Some(words.next().unwrap_or_default()),
            other => match other.strip_prefix("-d") {
                Some(id) if !id.is_empty() && !other.starts_with("--") => display = Some(id),
                _ => return call.fail(USAGE, 1).await,
            },
        }
    }
    if let Some(text) = display.and_then(|id| wrong_display(call.release(), id)) {
        return call.fail(text, 1).await;
    }
    let file = words.next();
    if words.next().is_some() {
        return call.fail(USAGE, 1).await;
    }
    png |= file.is_some_and(is_png);
    let image = call.screen().screenshot().await;
    // Compressing takes long enough to hold up every other phone of the thread.
    let encoded = tokio::task::spawn_blocking(move || {
        if png {
            encode_png(&image).ok()
        } else {
            Some(raw(&image))
        }
    })
    .await;
    let Ok(Some(bytes)) = encoded else {
        return call
            .fail("Failed to compress PNG (error code: -1)\n", 1)
            .await;
    };
    let written = match file {
        None => match (call.out(bytes).await, call.stdout.failure()) {
            (Err(closed), None) => return Err(closed),
            (written, _) => written.is_ok(),
        },
        Some(file) => {
            let path = call.process.path(file.as_bytes());
            match call.process.files.open(path, Opening::Truncate, 0o664) {
                Ok(opened) => opened.write(&bytes).is_ok(),
                Err(error) => {
                    let text = format!("Error opening file: {file} ({error})\n");
                    return call.fail(text, 1).await;
                }
            }
        }
    };
    // A full storage keeps the picture's beginning. Only the encoder of newer releases looks, and says so.
    if !written && png && call.release() >= Release::Android11 {
        return call
            .fail("Failed to compress PNG (error code: -2)\n", 0)
            .await;
    }
    Ok(0)
}

/// The platform looks at small letters only.
fn is_png(file: &str) -> bool {
    file.as_bytes().ends_with(b".png")
}

/// Width, height, format and color space as little-endian words, then the pixels.
fn raw(image: &Image) -> Vec<u8> {
    const RGBA_8888: u32 = 1;
    const SRGB: u32 = 1;
    let header = [image.width, image.height, RGBA_8888, SRGB];
    let header = header.into_iter().flat_map(u32::to_le_bytes);
    header.chain(image.pixels.iter().copied()).collect()
}

/// What is said to a display that is not there.
fn wrong_display(release: Release, id: &str) -> Option<String> {
    let number: Option<u64> = id.parse().ok();
    if release == Release::Android9 {
        return (number != Some(0)).then(|| format!("Unable to get handle for display {id}\n"));
    }
    if number == Some(PHYSICAL_ID) {
        return None;
    }
    Some(match release {
        Release::Android16 if number.is_none() => {
            "Invalid display ID: Incorrect encoding.\n".to_owned()
        }
        _ => "Invalid display ID\n".to_owned(),
    })
}
