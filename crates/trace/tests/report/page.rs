//! The page.

use std::fs;
use std::path::Path;

use clawperator_contract::runs::{Outcome, PictureMoment};
use clawperator_trace::report::{html, junit};

use crate::kept::{Kept, step};
use crate::{pictures, samples};

fn page(kept: &Kept) -> String {
    html(&[kept.read()])
}

fn assert_has(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "{text} is not in the page");
    }
}

/// Also leaves both reports in the target folder, to be looked at.
#[test]
fn all_fates_are_on_one_page() {
    let kept = [
        samples::good(),
        samples::failed(),
        samples::interrupted(),
        samples::withheld(),
        samples::cut_off(),
        samples::refused(),
        samples::untraced(),
    ];
    let runs: Vec<_> = kept.iter().map(Kept::read).collect();
    let page = html(&runs);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("report.html"), &page).unwrap();
    fs::write(folder.join("report.xml"), junit(&runs)).unwrap();
    assert_eq!(page.matches("<section").count(), 7);
    assert_has(
        &page,
        &[
            "2 done</span>",
            "3 failed</span>",
            "2 unknown</span>",
            "href=\"#run-7\"",
        ],
    );
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
}

#[test]
fn no_runs_are_a_page_too() {
    let page = html(&[]);
    assert_has(
        &page,
        &["There are no runs to show", "default-src 'none'", "</html>"],
    );
}

#[test]
fn a_good_run_shows_what_changed_and_where_it_was_touched() {
    let page = page(&samples::good());
    assert_has(
        &page,
        &[
            "matcher.textEquals &quot;Battery percentage&quot;",
            "Policy: a person must approve it (rule settings-switches)",
            ">A person approved it<",
            "Tap <span class=\"x\">[switch]",
            // Between the tree of this step and the one of the next.
            "1 different",
            "<span class=\"became\">~ [switch]",
            "left:88.889%;top:59.444%",
            // What was read at once comes first.
            "+ @e15 [listitem] &quot;Screen timeout&quot;",
            "serial 8A2X0K3QF",
        ],
    );
    assert_eq!(page.matches("data:image/png;base64,").count(), 3);
    assert_eq!(page.matches("class=\"mark bad\"").count(), 0);
}

#[test]
fn a_failed_step_says_why_and_what_was_on_the_screen() {
    let page = page(&samples::failed());
    assert_has(
        &page,
        &[
            "<code>NODE_NOT_FOUND</code>",
            "not found after 5 looks in 2.9 s",
            "use the label that the screen shows",
            "What was on the screen",
            "&quot;Battery Saver, Off&quot;",
            "4 times",
            ">not run</span>",
        ],
    );
}

#[test]
fn what_may_have_happened_is_not_called_failed() {
    let page = page(&samples::interrupted());
    assert_has(
        &page,
        &[
            "interrupted after something was sent; whether it arrived is unknown",
            "the run did not end within 5000 ms",
            ">not run</span>",
        ],
    );
    assert_eq!(page.matches("class=\"mark bad\"").count(), 0);
}

#[test]
fn what_is_withheld_or_missing_is_said() {
    assert_has(
        &page(&samples::withheld()),
        &["this run withholds what screens show"],
    );
    let cut = page(&samples::cut_off());
    assert_has(
        &cut,
        &[
            "2 lines or files are missing: the disk was slower than the run",
            "1 line is damaged and not read",
            "the process that ran it was gone before it ended",
            "it may have begun",
            "at least 350 ms",
        ],
    );
    assert!(!cut.contains(">not run</span>"));
    assert_has(&page(&samples::untraced()), &["its steps are not kept"]);
}

#[test]
fn a_file_that_cannot_be_read_is_said_in_its_place() {
    let kept = samples::good();
    let files = kept.folder().join("files");
    for entry in fs::read_dir(&files).unwrap() {
        let path = entry.unwrap().path();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("png") => fs::write(path, "another").unwrap(),
            _ => fs::remove_file(path).unwrap(),
        }
    }
    assert_has(
        &page(&kept),
        &[
            "The picture cannot be read: a file does not hold what its name says",
            "the tree is not kept any more",
            "the answer is not kept any more",
        ],
    );
}

#[test]
fn pictures_stop_where_a_report_is_full() {
    let mut kept = Kept::new("many", |_| {});
    let look = step(0, "look", "take_screenshot");
    let large = pictures::noise(900, 1);
    let count = 8 * 1024 * 1024 / large.len();
    kept.begin(&look);
    for index in 0..6 {
        let other = step(index, &format!("look-{index}"), "take_screenshot");
        kept.picture(
            &other,
            PictureMoment::Asked,
            &pictures::noise(900, index as u64),
        );
    }
    kept.end(Outcome::Done, None);
    let page = page(&kept);
    assert_eq!(page.matches("data:image/png;base64,").count(), count);
    let note = format!("{} pictures are not shown", 6 - count);
    assert_has(&page, &[note.as_str()]);
}

#[test]
fn more_steps_than_are_shown_are_counted() {
    let mut kept = Kept::new("long", |accepted| accepted.step_count = 600);
    for index in 0..600 {
        let step = step(index, &format!("s{index}"), "sleep");
        kept.begin(&step).wait(1).finish(&step, None, 1);
    }
    kept.end(Outcome::Done, None);
    let page = page(&kept);
    assert_eq!(page.matches("<li class=\"step ").count(), 500);
    assert_has(&page, &["100 more of its 600 steps are not shown"]);
}
