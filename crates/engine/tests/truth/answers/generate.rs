//! Answers that a phone's programs may give, each with what truly happened.

use super::Act;
use super::fake::Reply;
use crate::suite::dice::Dice;

/// One answer and what it is.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) kind: &'static str,
    pub(super) reply: Reply,
}

pub(super) const KINDS: [&str; 6] = [
    "done",
    "refused before it began",
    "failed before",
    "failed between",
    "failed after",
    "half an answer",
];

/// What others write into the streams of a program.
const FOREIGN: &[&str] = &[
    "WARNING: linker: Exception ignored",
    "WARNING: linker: /vendor/lib64/libx.so: unsupported flags DT_FLAGS_1=0x8000001",
    "I/Hook: Error: cache is cold",
    "hook: java.lang.IllegalStateException: not attached",
    "java.lang.RuntimeException: hook",
    "/system/etc/mkshrc[12]: resetprop: inaccessible or not found",
    "/system/bin/sh: resetprop: not found",
    "Exception occurred while executing hooks",
    "cmd: Can't find service: hook",
    "Unknown command: hook",
    "Usage: input-hook [options]",
    "Error: Activity cache is cold, unable to resolve hook, it does not exist",
    "Killed",
];

/// What a program may die of at any moment.
const DEATHS: &[&str] = &[
    "android.os.DeadObjectException",
    "java.lang.NullPointerException: Attempt to get length of null array",
    "java.lang.IllegalStateException: x",
    "cmd: Failure calling service input: Broken pipe (32)",
    "Killed",
    "",
];

/// The statuses of a program that did not end well.
const STATUSES: [u8; 10] = [1, 2, 20, 126, 127, 130, 137, 139, 224, 255];

pub(super) fn case(act: Act, dice: &mut Dice) -> Case {
    let kind = KINDS[dice.below(KINDS.len())];
    let (happened, status, words) = match kind {
        "done" => (Reply::ALL, Some(0), said(act)),
        "refused before it began" => {
            let (status, words) = refusal(act, dice);
            (0, Some(status), words)
        }
        "failed before" => (0, Some(bad(dice)), death(act, dice)),
        "failed between" => {
            let part = 1 + u32::try_from(dice.below(3)).unwrap();
            (part, Some(bad(dice)), death(act, dice))
        }
        "failed after" => (Reply::ALL, Some(bad(dice)), death(act, dice)),
        _ => {
            let happened = [0, 1, Reply::ALL][dice.below(3)];
            let whole = said(act);
            let words = whole.chars().take(dice.below(40)).collect();
            (happened, None, words)
        }
    };
    let (mut out, mut err) = if dice.below(2) == 0 || act.program() == "am" && status == Some(0) {
        (words, String::new())
    } else {
        (String::new(), words)
    };
    for _ in 0..dice.below(4) {
        let line = format!("{}\n", FOREIGN[dice.below(FOREIGN.len())]);
        let stream = if dice.below(2) == 0 {
            &mut out
        } else {
            &mut err
        };
        insert(stream, &line, dice);
    }
    Case {
        kind,
        reply: Reply {
            happened,
            status,
            out,
            err,
        },
    }
}

/// What the program says when all went well.
fn said(act: Act) -> String {
    match act {
        Act::OpenApp | Act::OpenUri => {
            "Starting: Intent { act=x }\nStatus: ok\nLaunchState: COLD\nActivity: com.a/.Main\nTotalTime: 9\nWaitTime: 12\nComplete\n".to_owned()
        }
        Act::Close => "package:/data/app/base.apk\n".to_owned(),
        _ => String::new(),
    }
}

/// What a release says when it does not begin.
fn refusal(act: Act, dice: &mut Dice) -> (u8, String) {
    let (program, command) = (act.program(), act.command());
    let missing = ["not found", "inaccessible or not found"][dice.below(2)];
    let no_program = (127, format!("/system/bin/sh: {program}: {missing}\n"));
    let usage = "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\nThe sources are: \n      mouse\n";
    let forms = match act {
        Act::OpenApp | Act::OpenUri => vec![
            no_program,
            (20, "cmd: Can't find service: activity\n".to_owned()),
            (1, "Starting: Intent { act=x }\nError: Activity not started, unable to resolve Intent { act=x flg=0x10000000 }\n".to_owned()),
            (1, "Starting: Intent { act=x }\nError type 3\nError: Activity class {com.a/com.a.Main} does not exist.\n".to_owned()),
            (255, "\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting Intent { act=x } from null (pid=1, uid=2000) not exported from uid 1\n\tat a.b\n".to_owned()),
            (0, "Starting: Intent { act=x }\nWarning: Activity not started because intent should be handled by the caller\nStatus: ok\nComplete\n".to_owned()),
        ],
        Act::Close => vec![
            no_program,
            (20, "cmd: Can't find service: activity\n".to_owned()),
            (255, "Security exception: Permission Denial: forceStopPackage() from pid=1, uid=2 requires android.permission.FORCE_STOP_PACKAGES\n".to_owned()),
        ],
        _ => vec![
            no_program,
            (20, "cmd: Can't find service: input\n".to_owned()),
            (0, format!("Error: Invalid arguments for command: {command}\n{usage}")),
            (0, format!("{usage}\nError: Error: Invalid arguments for command: {command}\n")),
            (0, format!("Unknown command: {command}\n")),
            (255, format!("\nException occurred while executing '{command}':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: {command}\n\tat a.b\n")),
            (255, format!("\nException occurred while executing '{command}':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n\tat a.b\n")),
        ],
    };
    forms[dice.below(forms.len())].clone()
}

/// How the program dies, with or without the head of an exception.
fn death(act: Act, dice: &mut Dice) -> String {
    let death = DEATHS[dice.below(DEATHS.len())];
    let head = match dice.below(3) {
        0 => format!(
            "\nException occurred while executing '{}':\n",
            act.command()
        ),
        1 => "\nException occurred while executing:\n".to_owned(),
        _ => String::new(),
    };
    let begun = match act {
        Act::OpenApp | Act::OpenUri => "Starting: Intent { act=x }\n",
        _ => "",
    };
    format!("{begun}{head}{death}\n")
}

fn bad(dice: &mut Dice) -> u8 {
    STATUSES[dice.below(STATUSES.len())]
}

/// Puts a line between two lines of a stream.
fn insert(stream: &mut String, line: &str, dice: &mut Dice) {
    let mut places: Vec<usize> = stream.match_indices('\n').map(|(at, _)| at + 1).collect();
    places.push(0);
    stream.insert_str(places[dice.below(places.len())], line);
}
