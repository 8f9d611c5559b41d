//! The pictures of a step, with the points that were touched.

use clawperator_contract::events::ScreenPoint;

use super::words::moment_word;
use crate::bundle::Bundle;
use crate::report::limits::Budget;
use crate::report::markup::Markup;
use crate::report::picture::Png;
use crate::report::story::{Act, Picture, Step};

/// Writes the pictures of a step beside each other.
pub(super) fn list(page: &mut Markup, step: &Step, bundle: &Bundle, budget: &mut Budget) {
    if step.pictures.is_empty() {
        return;
    }
    page.tag("<div class=\"pictures\">\n");
    let mut before: Option<&Picture> = None;
    for picture in &step.pictures {
        page.tag("<figure>");
        // Files are named after their content.
        if before.is_some_and(|before| before.file == picture.file && picture.acts.is_empty()) {
            page.tag("<p class=\"note\">The same picture as the one before.</p>");
        } else {
            match load(picture, bundle, budget) {
                Ok(png) => draw(page, &png, picture, &step.acts),
                Err(why) => {
                    page.tag("<p class=\"note\">").text(&why).tag("</p>");
                }
            }
        }
        page.tag("<figcaption>")
            .tag(moment_word(picture.moment))
            .tag("</figcaption></figure>\n");
        before = Some(picture);
    }
    if step.pictures_not_shown > 0 {
        page.tag("<p class=\"note\">")
            .number(step.pictures_not_shown);
        page.tag(" more pictures of this step are not shown.</p>\n");
    }
    page.tag("</div>\n");
}

/// The picture; the error says why there is none, for people.
fn load(picture: &Picture, bundle: &Bundle, budget: &mut Budget) -> Result<Png, String> {
    // A picture that says that it is larger need not be read.
    let does_fit = |bytes: u64, budget: &Budget| bytes <= budget.pictures as u64;
    if !does_fit(picture.file.bytes, budget) {
        return Err(too_many(budget));
    }
    let bytes = bundle
        .file(&picture.file)
        .map_err(|error| format!("The picture cannot be read: {error}"))?
        .ok_or_else(|| "The picture is not kept any more.".to_owned())?;
    if !does_fit(bytes.len() as u64, budget) {
        return Err(too_many(budget));
    }
    let png = Png::of(bytes).ok_or_else(|| "The file is not a picture of a screen.".to_owned())?;
    budget.pictures -= png.bytes.len();
    Ok(png)
}

fn too_many(budget: &mut Budget) -> String {
    budget.pictures_left_out += 1;
    "Not shown: the report has as many pictures as it may have.".to_owned()
}

fn draw(page: &mut Markup, png: &Png, picture: &Picture, acts: &[Act]) {
    page.tag("<div class=\"shot\"><img alt=\"The screen: ")
        .tag(moment_word(picture.moment));
    page.tag("\" width=\"")
        .number(png.width)
        .tag("\" height=\"")
        .number(png.height);
    page.tag("\" src=\"data:image/png;base64,")
        .base64(&png.bytes)
        .tag("\">");
    for place in &picture.acts {
        let Some(act) = acts.get(*place) else {
            continue;
        };
        let from = act.at.and_then(|at| Spot::of(at, png));
        let to = act.to.and_then(|to| Spot::of(to, png));
        if let (Some(from), Some(to)) = (&from, &to) {
            line(page, from, to);
        }
        if let Some(from) = from {
            ring(page, &from, "ring", place + 1);
        }
        if let Some(to) = to {
            ring(page, &to, "ring end", place + 1);
        }
    }
    page.tag("</div>");
}

/// A point of a picture, in percent.
struct Spot {
    left: f64,
    top: f64,
}

impl Spot {
    /// Nothing for a point beside the picture.
    fn of(point: ScreenPoint, png: &Png) -> Option<Self> {
        let share = |at: i32, size: u32| {
            let at = u32::try_from(at).ok().filter(|at| *at < size)?;
            Some(f64::from(at) / f64::from(size) * 100.0)
        };
        Some(Self {
            left: share(point.x, png.width)?,
            top: share(point.y, png.height)?,
        })
    }
}

fn ring(page: &mut Markup, spot: &Spot, class: &'static str, number: usize) {
    page.tag("<span class=\"")
        .tag(class)
        .tag("\" style=\"left:")
        .number(spot.left);
    page.tag("%;top:")
        .number(spot.top)
        .tag("%\">")
        .number(number)
        .tag("</span>");
}

/// The way of a finger.
fn line(page: &mut Markup, from: &Spot, to: &Spot) {
    page.tag("<svg viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><line x1=\"");
    page.number(from.left)
        .tag("\" y1=\"")
        .number(from.top)
        .tag("\" x2=\"")
        .number(to.left);
    page.tag("\" y2=\"").number(to.top).tag("\"/></svg>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_beside_the_picture_is_not_marked() {
        let png = Png {
            bytes: Vec::new(),
            width: 1000,
            height: 2000,
        };
        let spot = Spot::of(ScreenPoint { x: 500, y: 500 }, &png).unwrap();
        assert_eq!((spot.left, spot.top), (50.0, 25.0));
        for (x, y) in [(-1, 0), (0, 2000), (i32::MAX, 0), (0, i32::MIN)] {
            assert!(Spot::of(ScreenPoint { x, y }, &png).is_none());
        }
    }
}
