use super::*;

/// Lines that other programs write into the same streams.
const FOREIGN: &[&str] = &[
    "WARNING: linker: Exception ignored",
    "WARNING: linker: /vendor/lib64/libx.so: unsupported flags DT_FLAGS_1=0x8000001",
    "I/Hook: Error: cache is cold",
    "hook: java.lang.IllegalStateException: not attached",
    "/system/etc/mkshrc[12]: resetprop: inaccessible or not found",
    "/system/bin/sh: resetprop: not found",
    "Security exception: hook disabled",
    "Exception occurred while executing hooks",
    "Can't find service: hook",
    "cmd: Can't find service: hook",
    "Unknown command: hook",
    "Usage: input-hook [options]",
    "Error: Activity cache is cold",
    "java.lang.SecurityException: hook",
    "Killed",
];

fn answer(output: &str, errors: &str, code: u8) -> Answer {
    Answer {
        output: output.to_owned(),
        errors: errors.to_owned(),
        status: ExitStatus::Code(code),
    }
}

#[test]
fn status_0_is_done_whatever_others_write() {
    for deed in ALL.iter().copied() {
        assert_eq!(deed.judge(&answer("", "", 0)), Proof::Done);
        for line in FOREIGN {
            let line = format!("{line}\n");
            assert_eq!(
                deed.judge(&answer(&line, "", 0)),
                Proof::Done,
                "{deed:?} {line}"
            );
            assert_eq!(
                deed.judge(&answer("", &line, 0)),
                Proof::Done,
                "{deed:?} {line}"
            );
        }
    }
}

#[test]
fn any_other_status_is_unknown_whatever_others_write() {
    for deed in ALL.iter().copied() {
        for code in [1, 20, 126, 127, 130, 137, 139, 224, 255] {
            assert_eq!(deed.judge(&answer("", "", code)), Proof::Unknown);
            for line in FOREIGN {
                let said = answer("", &format!("{line}\n"), code);
                assert_eq!(deed.judge(&said), Proof::Unknown, "{deed:?} {line}");
            }
        }
    }
}

/// What releases print when nothing has happened: before the program has begun, whichever line it is.
fn before_all(deed: Deed) -> Vec<Answer> {
    let (command, program) = (deed.command(), deed.program());
    let missing = |text: &str| answer("", &format!("/system/bin/sh: {program}: {text}\n"), 127);
    let mut forms = vec![missing("not found"), missing("inaccessible or not found")];
    if program == "am" {
        forms.push(answer("", "cmd: Can't find service: activity\n", 20));
        return forms;
    }
    if program == "pm" {
        forms.push(answer("", "cmd: Can't find service: package\n", 20));
        return forms;
    }
    let usage = "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n\nThe sources are: \n      mouse\n";
    let old_usage = usage.replace(" [-d DISPLAY_ID]", "");
    let thrown = |message: &str| {
        let text = format!(
            "\nException occurred while executing '{command}':\njava.lang.IllegalArgumentException: {message}\n\tat com.android.Input\n"
        );
        answer("", &text, 255)
    };
    forms.extend([
        answer("", "cmd: Can't find service: input\n", 20),
        answer("", "No shell command implementation.\n", 0),
        // 9
        answer(
            "",
            &format!("Error: Invalid arguments for command: {command}\n{old_usage}"),
            0,
        ),
        answer(
            "",
            &format!("Error: Unknown command: {command}\n{old_usage}"),
            0,
        ),
        // 10 and 11
        answer(
            "",
            &format!("{usage}\nError: Error: Invalid arguments for command: {command}\n"),
            0,
        ),
        answer(
            "",
            &format!("{usage}\nError: Error: Unknown command: {command}\n"),
            0,
        ),
        answer(
            "",
            &format!("{usage}\nError: Argument expected after \"{command}\"\n"),
            0,
        ),
        // 12 and later
        answer(&format!("Unknown command: {command}\n"), "", 0),
        thrown(&format!("Error: Invalid arguments for command: {command}")),
        thrown(&format!("Argument expected after \"{command}\"")),
    ]);
    forms
}

#[test]
fn what_comes_before_the_program_begins_proves_that_nothing_happened() {
    for deed in ALL.iter().copied() {
        for said in before_all(deed) {
            assert!(
                matches!(deed.judge(&said), Proof::Nothing(_)),
                "{deed:?} {said:?}"
            );
            // The same among lines of others.
            let noisy = Answer {
                errors: format!("WARNING: linker: x\n{}WARNING: linker: y\n", said.errors),
                ..said
            };
            assert!(
                matches!(deed.judge(&noisy), Proof::Nothing(_)),
                "{deed:?} {noisy:?}"
            );
        }
    }
}

#[test]
fn half_of_a_form_is_none() {
    for line in [
        "Error: Invalid arguments for command: tap\n",
        "Usage: input [<source>] <command> [<arg>...]\n",
        "Error: Error: Invalid arguments for command: swipe\n",
    ] {
        assert_eq!(Deed::Tap.judge(&answer("", line, 0)), Proof::Done, "{line}");
    }
}

#[test]
fn an_exception_proves_something_of_a_line_of_one_event_only() {
    let ten = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat a\n";
    let later = "\nException occurred while executing 'tap':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n";
    for said in [answer("", ten, 1), answer("", later, 255)] {
        for deed in [Deed::Tap, Deed::Key] {
            assert_eq!(deed.judge(&said), Proof::Nothing(Why::InputForbidden));
        }
        for deed in [Deed::Hold, Deed::Swipe, Deed::Keys, Deed::Text] {
            assert_eq!(deed.judge(&said), Proof::Unknown, "{deed:?}");
        }
    }
    for late in [
        "android.os.DeadObjectException\n",
        "\nException occurred while executing 'tap':\nandroid.os.DeadObjectException\n",
        "cmd: Failure calling service input: Broken pipe (32)\n",
        "java.lang.NullPointerException: Attempt to get length of null array\n",
    ] {
        for deed in ALL.iter().copied() {
            assert_eq!(
                deed.judge(&answer("", late, 255)),
                Proof::Unknown,
                "{deed:?} {late}"
            );
        }
    }
}

#[test]
fn an_app_that_was_not_started() {
    for (line, code, why) in [
        (
            "Error: Activity class {com.a/com.a.B} does not exist.",
            1,
            Why::Absent,
        ),
        (
            "Error: Activity not started, unable to resolve Intent { act=x flg=0x10000000 }",
            1,
            Why::Absent,
        ),
        // 7 ends with 0.
        (
            "Error: Activity not started, unable to resolve Intent { act=x flg=0x10000000 }",
            0,
            Why::Absent,
        ),
        (
            "Error: Activity not started, you do not have permission to access it.",
            1,
            Why::NotStarted,
        ),
        (
            "Error: Activity not started, unknown error code 102",
            1,
            Why::NotStarted,
        ),
        (
            "Warning: Activity not started because intent should be handled by the caller",
            0,
            Why::NotStarted,
        ),
        (
            "java.lang.SecurityException: Permission Denial: starting Intent { cmp=a/.B } from null (pid=1, uid=2000) not exported from uid 3",
            255,
            Why::NotAllowed,
        ),
        (
            "java.lang.IllegalArgumentException: Bad component name: x",
            255,
            Why::NotUnderstood,
        ),
    ] {
        let said = answer(&format!("Starting: Intent {{ }}\n{line}\n"), "", code);
        assert_eq!(Deed::Start.judge(&said), Proof::Nothing(why), "{line}");
    }
}
