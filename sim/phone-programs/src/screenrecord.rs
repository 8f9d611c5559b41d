//! `screenrecord` on a phone without an encoder.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::dumpsys::display::logical_size;
use crate::intent::Words;

/// `screenrecord [OPTIONS] FILE`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let mut size = None;
    while let Some(option) = words
        .peek()
        .filter(|word| word.starts_with('-') && *word != "-")
    {
        words.next();
        let (name, glued) = option
            .split_once('=')
            .map_or((option, None), |(name, value)| (name, Some(value)));
        // A value that is missing is refused as an empty one is.
        let mut value = || glued.or_else(|| words.next()).unwrap_or_default();
        match name {
            "--help" | "-h" => {
                return call
                    .answer("Usage: screenrecord [options] <filename>\n", 0)
                    .await;
            }
            "--version" => return call.answer("1.3\n", 0).await,
            "--size" => {
                let text = value();
                let numbers = text.split_once('x').and_then(|(width, height)| {
                    Some((width.parse::<u32>().ok()?, height.parse::<u32>().ok()?))
                });
                let Some(numbers) = numbers.filter(|(width, height)| *width > 0 && *height > 0)
                else {
                    return call
                        .fail(
                            format!("Invalid size '{text}', must be width x height\n"),
                            2,
                        )
                        .await;
                };
                size = Some(numbers);
            }
            "--output-format" => {
                let text = value();
                if !matches!(
                    text,
                    "mp4" | "h264" | "webm" | "3gpp" | "frames" | "raw-frames"
                ) {
                    return call.fail(format!("Unknown format '{text}'\n"), 2).await;
                }
            }
            "--bit-rate" | "--time-limit" | "--codec-name" | "--display-id"
            | "--monotonic-time" => {
                value();
            }
            "--verbose"
            | "--bugreport"
            | "--rotate"
            | "--show-device-info"
            | "--show-frame-time"
            | "--persistent-surface" => {}
            _ => {
                return call
                    .fail(format!("screenrecord: unknown option {name}\n"), 2)
                    .await;
            }
        }
    }
    let Some(file) = words.next() else {
        return call
            .fail("Must specify output file (see --help).\n", 2)
            .await;
    };
    if file != "-" {
        let path = call.process.path(file.as_bytes());
        if let Err(error) = call.process.files.write(&path, b"", 0o600) {
            return call
                .fail(format!("Unable to open '{file}': {error}\n"), 1)
                .await;
        }
    }
    let (width, height) = size.unwrap_or(logical_size(&call.state().await));
    let first =
        format!("ERROR: unable to configure video/avc codec at {width}x{height} (err=-1010)\n");
    if size.is_some() {
        return call.fail(first, 1).await;
    }
    let (low, high) = if width < height {
        (720, 1_280)
    } else {
        (1_280, 720)
    };
    let second = format!(
        "WARNING: failed at {width}x{height}, retrying at {low}x{high}\n\
         ERROR: unable to configure video/avc codec at {low}x{high} (err=-1010)\n"
    );
    call.fail(format!("{first}{second}"), 1).await
}
