//! Pictures.

use clawperator_device::driver::PictureSize;

use crate::bench::{Bench, LIST, SECURE, TOUCH, WITHIN};
use crate::check::{Outcome, Trouble, failed, skipped};

const LONGEST_SIDE: u32 = 400;

pub(super) async fn whole(bench: &Bench) -> Outcome {
    bench.open(TOUCH).await?;
    let one = taken(bench, PictureSize::Whole).await?;
    bench.open(LIST).await?;
    let other = taken(bench, PictureSize::Whole).await?;
    let screen = bench.device.screen_size(WITHIN).await?;
    let size = size(&one)?;
    if let Some(screen) = screen
        && size != (screen.width, screen.height)
    {
        return failed(format!(
            "the screen has {} x {} pixels, and the picture {} x {}",
            screen.width, screen.height, size.0, size.1
        ));
    }
    if one == other {
        return failed("the pictures of two pages are the same");
    }
    Ok(Some(format!(
        "{} x {}, {} bytes",
        size.0,
        size.1,
        one.len()
    )))
}

pub(super) async fn small(bench: &Bench) -> Outcome {
    let picture = taken(bench, PictureSize::AtMost(LONGEST_SIDE)).await?;
    let (width, height) = size(&picture)?;
    if width.max(height) <= LONGEST_SIDE {
        Ok(Some(format!("{width} x {height}, {} bytes", picture.len())))
    } else {
        skipped("this driver sends whole pictures")
    }
}

pub(super) async fn secure(bench: &Bench) -> Outcome {
    bench.open(SECURE).await?;
    let shot = bench.device.screenshot(PictureSize::Whole, WITHIN).await?;
    match shot.secure {
        Some(true) => Ok(None),
        Some(false) => failed("it is said to be a picture of all there is"),
        None => skipped("this driver, or this release of Android, does not tell"),
    }
}

async fn taken(bench: &Bench, size: PictureSize) -> Result<Vec<u8>, Trouble> {
    Ok(bench.device.screenshot(size, WITHIN).await?.png)
}

/// Width and height, from the head of a PNG file.
fn size(png: &[u8]) -> Result<(u32, u32), Trouble> {
    let number = |at: usize| {
        let bytes = png.get(at..at.checked_add(4)?)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    };
    let is_png = png.starts_with(b"\x89PNG\r\n\x1a\n");
    match (is_png, number(16), number(20)) {
        (true, Some(width), Some(height)) => Ok((width, height)),
        _ => failed("what came is not a PNG picture"),
    }
}
