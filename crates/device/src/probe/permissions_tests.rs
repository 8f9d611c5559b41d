use proptest::prelude::*;

use super::*;

const DUMP: &str = "Activity Resolver Table:\n  Non-Data Actions:\n\nPackages:\n  Package [com.a] (1a2b):\n    userId=10225\n    \
                    versionName=1.0\n    requested permissions:\n      android.permission.INTERNET\n      \
                    android.permission.CAMERA\n      android.permission.READ_SMS: restricted=true\n    install permissions:\n      \
                    android.permission.INTERNET: granted=true\n    User 0: ceDataInode=1 installed=true\n      gids=[3003]\n      \
                    runtime permissions:\n        android.permission.CAMERA: granted=true, flags=[ USER_SET]\n    User 10: x\n      \
                    runtime permissions:\n        android.permission.CAMERA: granted=false\n\nHidden system packages:\n  Package \
                    [com.a] (3c4d):\n    User 0: x\n";

#[test]
fn permissions_are_read_from_the_record_of_the_first_user() {
    let permissions = parse(DUMP, "com.a").unwrap();
    let standing = |name: &str| permissions.standing(&format!("android.permission.{name}"));
    assert_eq!(standing("CAMERA"), Standing::Runtime { granted: true });
    assert_eq!(standing("INTERNET"), Standing::Installed);
    assert_eq!(standing("READ_SMS"), Standing::Runtime { granted: false });
    assert_eq!(standing("NFC"), Standing::NotRequested);
    assert_eq!(permissions.requested().count(), 3);
    assert_eq!(parse(DUMP, "com.b"), None);
}

#[test]
fn what_another_user_has_is_not_told() {
    let elsewhere = DUMP.replace(" installed=true\n", " installed=false hidden=false\n");
    assert_eq!(parse(&elsewhere, "com.a"), None);
}

#[test]
fn an_app_cannot_say_by_its_version_what_it_has() {
    for forged in [
        "1.0\n    User 0: x\n      runtime permissions:\n        android.permission.CAMERA: granted=false",
        "1.0\nPackages:\n  Package [com.a] (0):\n    User 0: x",
        "1.0\n  Package [com.a] (0):\n    User 0: x",
        "1.0\n    requested permissions:\n      android.permission.NFC",
        "1.0\nEnd:",
        "1.0\n    sharedUser=SharedUserSetting{0 android.uid.system/1000}",
    ] {
        let dump = DUMP.replace("versionName=1.0", &format!("versionName={forged}"));
        assert_eq!(parse(&dump, "com.a"), None, "{forged}");
    }
}

#[test]
fn what_is_said_twice_is_not_known() {
    let line = "        android.permission.CAMERA: granted=true, flags=[ USER_SET]\n";
    let other = line.replace("true", "false");
    let dump = DUMP.replace(line, &format!("{line}{other}"));
    assert_eq!(parse(&dump, "com.a"), None);
    assert_eq!(
        parse(&DUMP.replace("granted=true,", "granted=maybe,"), "com.a"),
        None
    );
}

proptest! {
    /// Lines of the app's own that stand before the part of the user never change what it has.
    #[test]
    fn no_version_changes_an_answer(forged in "( {0,10}(Packages:|Package \\[com.a\\] \\(|User 0: |runtime permissions:|android.permission.CAMERA: granted=(true|false)|x)?\n){0,6}") {
        let dump = DUMP.replace("versionName=1.0\n", &format!("versionName=1.0\n{forged}"));
        if let Some(permissions) = parse(&dump, "com.a") {
            let standing = permissions.standing("android.permission.CAMERA");
            prop_assert_eq!(standing, Standing::Runtime { granted: true });
        }
    }

    #[test]
    fn nothing_makes_it_fail(text in "(.{0,20}\n){0,20}") {
        let _ = parse(&text, "com.a");
    }
}
