//! What a press did, held against what it was to do.

use super::page::{Page, View};

/// Something that the phone's own record says of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// A tap reached it, or a press of what takes no long ones.
    Tapped(String),
    /// A long press reached it.
    Held(String),
    /// It was moved.
    Slid(String),
    /// Something was typed into it.
    Typed(String),
    /// A touch that reached a view of another app or window, in words.
    Elsewhere(String),
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meant {
    /// To tap the view of this key.
    Tap(String),
    /// To press it for long.
    Hold(String),
    /// To type into it.
    Type(String),
    /// To tap whatever lies at a point.
    Point,
    Scroll,
}

/// What must not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Another view was touched, and the answer was success.
    WrongPress(String),
    /// Nothing was touched, and the answer was success.
    NothingPressed,
    /// Something that spends money was touched although the profile denies that.
    Denied(String),
    /// Another view was touched, and the answer was a failure.
    TouchedAndFailed(String),
}

/// Judges one press.
///
/// `denies_spending` says whether the profile denies it there, `succeeded` what the answer was.
#[must_use]
pub fn judge(
    page: &Page,
    meant: &Meant,
    denies_spending: bool,
    succeeded: bool,
    deeds: &[Deed],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for deed in deeds {
        let (Deed::Tapped(key) | Deed::Held(key) | Deed::Slid(key) | Deed::Typed(key)) = deed
        else {
            continue;
        };
        let spends = page.view(key).is_some_and(|view| view.spends);
        if spends && denies_spending {
            findings.push(Finding::Denied(key.clone()));
        }
    }
    let expected = expected(page, meant);
    let is_wrong = |deed: &&Deed| !expected.iter().any(|fits| fits == *deed);
    match meant {
        // What lies there is what is meant.
        Meant::Point => {}
        Meant::Scroll | Meant::Tap(_) | Meant::Hold(_) | Meant::Type(_) => {
            if let Some(wrong) = deeds.iter().find(is_wrong) {
                let wrong = format!("{wrong:?}");
                findings.push(if succeeded {
                    Finding::WrongPress(wrong)
                } else {
                    Finding::TouchedAndFailed(wrong)
                });
            } else if succeeded && deeds.is_empty() && !may_be_swallowed(page, meant) {
                findings.push(Finding::NothingPressed);
            }
        }
    }
    findings
}

/// Whether something that scrolls lies over the view: it takes every finger, and a dump calls it scrollable only while it
/// has something to scroll. A press that it swallows is answered as sent and unverified, which is true.
fn may_be_swallowed(page: &Page, meant: &Meant) -> bool {
    let (Meant::Tap(key) | Meant::Hold(key) | Meant::Type(key)) = meant else {
        return true;
    };
    let around = page.around(key);
    let views = page.views();
    let later = views.iter().skip_while(|view| view.key != *key);
    let scrolls = |view: &View| matches!(view.kind, "scroll" | "list");
    later
        .into_iter()
        .any(|view| scrolls(view) && around.iter().all(|outer| outer.key != view.key))
}

/// Every deed that is right for what was asked.
fn expected(page: &Page, meant: &Meant) -> Vec<Deed> {
    let nearest = |key: &str, takes: fn(&View) -> bool| {
        let mut around = page.around(key).into_iter();
        around.find(|view| takes(view)).map(|view| view.key.clone())
    };
    let taps = |view: &View| view.taps;
    // Whatever the finger does to the very view that was named is done to the right one.
    let itself =
        |key: &str| [Deed::Tapped, Deed::Held, Deed::Slid].map(|deed| deed(key.to_owned()));
    match meant {
        Meant::Point | Meant::Scroll => Vec::new(),
        Meant::Tap(key) => {
            // A tap of what takes none, in something that takes long presses only, is taken by that.
            let tapped = nearest(key, taps).or_else(|| nearest(key, |view| view.holds));
            itself(key)
                .into_iter()
                .chain(tapped.map(Deed::Tapped))
                .collect()
        }
        Meant::Hold(key) => {
            let held = nearest(key, |view| view.holds).map(Deed::Held);
            // A long press of what takes none is a tap of what takes the finger: the view itself, or one around it.
            let tapped = nearest(key, |view| view.taps || view.holds)
                .filter(|found| page.view(found).is_some_and(|view| !view.holds))
                .map(Deed::Tapped);
            itself(key).into_iter().chain(held).chain(tapped).collect()
        }
        Meant::Type(key) => vec![Deed::Tapped(key.clone()), Deed::Typed(key.clone())],
    }
}
