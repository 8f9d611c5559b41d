//! What `input` says of itself.

use std::fmt::Write as _;

use super::command::{SOURCES, SOURCES_15};
use crate::release::Release;

/// The usage of the release.
pub(super) fn text(release: Release) -> String {
    let display = if release >= Release::Android10 {
        " [-d DISPLAY_ID]"
    } else {
        ""
    };
    let mut text =
        format!("Usage: input [<source>]{display} <command> [<arg>...]\n\nThe sources are: \n");
    let newer = SOURCES_15.iter().filter(|_| release >= Release::Android15);
    for source in SOURCES.iter().chain(newer) {
        let _ = writeln!(text, "      {source}");
    }
    if release >= Release::Android10 {
        text.push_str("\n-d: the number of the display; it is 0 unless given.\n");
    }
    text.push_str(
        "\nThe commands and default sources are:\n      text <string> (Default: touchscreen)\n",
    );
    text.push_str(if release >= Release::Android15 {
        "      keyevent [--longpress|--duration <ms>|--doubletap|--async|--delay <ms>] <key code number or name> ... \
         (Default: keyboard)\n"
    } else if release >= Release::Android12 {
        "      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)\n"
    } else {
        "      keyevent [--longpress] <key code number or name> ... (Default: keyboard)\n"
    });
    text.push_str(
        "      tap <x> <y> (Default: touchscreen)\n      \
         swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n      \
         draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n      \
         press (Default: trackball)\n      roll <dx> <dy> (Default: trackball)\n",
    );
    match release {
        Release::Android9 => {}
        Release::Android10 => {
            text.push_str("      event <DOWN|UP|MOVE> <x> <y> (Default: touchscreen)\n");
        }
        Release::Android11 => {
            text.push_str("      motionevent <DOWN|UP|MOVE> <x> <y> (Default: touchscreen)\n");
        }
        _ => text
            .push_str("      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n"),
    }
    if release >= Release::Android15 {
        text.push_str(
            "      scroll [<x> <y>] [--axis <axis_name>,<value>]... (Default: rotaryencoder)\n",
        );
    }
    if release >= Release::Android13 {
        text.push_str("      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)\n");
    } else if release >= Release::Android12 {
        text.push_str("      keycombination <key code 1> <key code 2> ... (Default: keyboard)\n");
    }
    text
}
