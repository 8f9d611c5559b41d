use clawperator_adb::ExitStatus;
use proptest::prelude::*;

use super::*;

const WHOLE: &str = "package:com.b versionCode:12\npackage:com.a versionCode:7\npackage:android versionCode:34\n\
                     clawperator-end-of-list\npackage:android\nclawperator-end-of-list\npackage:com.b\n\
                     clawperator-end-of-list\n";

fn app(package: &str, version_code: Option<u64>, system: bool, enabled: bool) -> InstalledApp {
    InstalledApp {
        package: package.to_owned(),
        version_code,
        system,
        enabled,
    }
}

#[test]
fn three_lists_make_one() {
    let expected = [
        app("android", Some(34), true, true),
        app("com.a", Some(7), false, true),
        app("com.b", Some(12), false, false),
    ];
    assert_eq!(parse(WHOLE).unwrap(), expected);
}

#[test]
fn a_list_that_is_cut_off_is_none() {
    for (at, _) in WHOLE.char_indices() {
        let part = WHOLE.split_at(at).0;
        // The end of the last line is all that may be missing.
        assert_eq!(parse(part).is_some(), at + 1 == WHOLE.len(), "{part}");
    }
    assert_eq!(parse(&format!("{WHOLE}package:com.c\n")), None);
    assert_eq!(parse(&format!("{WHOLE}{END}\n")), None);
}

#[test]
fn what_is_no_name_is_no_app() {
    let text = format!(
        "package:\npackage:../x versionCode:1\npackage:com.a;b\npackage:com.a versionCode:x\nWARNING: linker: y\n\
         Package:com.c\n{END}\n{END}\n{END}\n"
    );
    assert_eq!(parse(&text).unwrap(), [app("com.a", None, false, true)]);
}

#[test]
fn a_path_is_there_or_nothing_is_said() {
    let said = |output: &str, errors: &str, code| {
        has_path(&Answer {
            output: output.to_owned(),
            errors: errors.to_owned(),
            status: ExitStatus::Code(code),
        })
    };
    assert_eq!(said("package:/data/app/base.apk\n", "", 0), Some(true));
    assert_eq!(said("", "", 1), Some(false));
    assert_eq!(said("", "WARNING: linker: x\n", 1), Some(false));
    assert_eq!(said("", "", 0), None);
    assert_eq!(said("", "Failure\n", 1), None);
    assert_eq!(said("package:/data/app/base.apk\n", "", 137), None);
}

#[test]
fn the_nearest_is_a_slip_or_the_last_word() {
    let apps = parse(WHOLE).unwrap();
    assert_eq!(nearest("androd", &apps), Some("android"));
    assert_eq!(nearest("b", &apps), Some("com.b"));
    assert_eq!(nearest("com.example.nowhere", &apps), None);
}

proptest! {
    #[test]
    fn whatever_is_said_gives_names_that_are_names(text in "(package:[a-z.]{0,8}( versionCode:[0-9]{0,22})?\n|clawperator-end-of-list\n|.{0,12}\n){0,12}") {
        if let Some(apps) = parse(&text) {
            prop_assert!(apps.len() <= text.lines().count());
            for app in &apps {
                prop_assert!(PackageName::parse(&app.package).is_some());
            }
            prop_assert!(apps.is_sorted_by(|one, other| one.package < other.package));
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_no_list(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert_eq!(parse(&text), None);
    }
}
