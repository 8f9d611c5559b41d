//! `screenshot`: the screen as a picture.

use std::ffi::OsStr;
use std::path::Path;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Screenshot};

use super::{execution_timeout, one_of};
use crate::args::{GlobalArgs, ScreenshotArgs};

/// Endings of pictures that are written in another way.
const OTHER_PICTURES: [&str; 6] = ["jpg", "jpeg", "webp", "gif", "bmp", "heic"];

pub(crate) fn screenshot(args: &ScreenshotArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let path = one_of(
        &[args.target.as_deref(), args.path.as_deref()],
        "use --path OR a file argument, not both",
    )?;
    if let Some(path) = path {
        check(path)?;
    }
    let screenshot = Screenshot {
        path: path.map(str::to_owned),
        max_side: args.max_side,
        marks: args.marks,
        timeout: execution_timeout(global)?,
    };
    Ok(screenshot.into())
}

/// Refuses names under which nobody would look for a PNG.
fn check(path: &str) -> Result<(), Failure> {
    if path == "-" {
        let message = "screenshot writes to a file, not to standard output";
        return Err(Failure::new(ErrorCode::Usage, message)
            .with_hint("for example `clawperator screenshot screen.png`"));
    }
    let path = Path::new(path);
    let extension = path.extension().and_then(OsStr::to_str);
    if let Some(other) = extension.filter(|extension| {
        OTHER_PICTURES
            .iter()
            .any(|other| other.eq_ignore_ascii_case(extension))
    }) {
        let message = format!(
            "a screenshot is a PNG, not a {}",
            other.to_ascii_uppercase()
        );
        let png = path.with_extension("png");
        return Err(Failure::new(ErrorCode::Usage, message)
            .with_hint(format!("for example --path {}", png.display())));
    }
    Ok(())
}
