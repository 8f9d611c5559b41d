//! What variables come to.

use super::*;

fn environment(variables: &[(&str, &str)]) -> Environment {
    Environment::read(|name| {
        let set = variables.iter().find(|(known, _)| *known == name);
        set.map(|(_, value)| OsString::from(value))
    })
}

#[test]
fn the_server_is_where_adb_would_look_for_it() {
    for (variables, endpoint) in [
        (&[][..], "tcp:localhost:5037"),
        (&[(ANDROID_ADB_SERVER_PORT, "6000")], "tcp:localhost:6000"),
        (
            &[
                (ADB_SERVER_SOCKET, "tcp:10.0.0.2:1"),
                (ANDROID_ADB_SERVER_PORT, "6000"),
            ],
            "tcp:10.0.0.2:1",
        ),
        (&[(ADB_SERVER_SOCKET, "")], "tcp:localhost:5037"),
    ] {
        let adb = environment(variables).adb().unwrap();
        assert_eq!(adb.endpoint.to_string(), endpoint);
    }
}

#[test]
fn a_variable_that_cannot_be_used_is_named() {
    for (name, value) in [
        (ADB_SERVER_SOCKET, "nonsense"),
        (ANDROID_ADB_SERVER_PORT, "many"),
        (ANDROID_ADB_SERVER_ADDRESS, "a b"),
    ] {
        let failure = environment(&[(name, value)]).adb().unwrap_err();
        assert_eq!(failure.code, ErrorCode::EnvironmentInvalid);
        assert!(failure.message.contains(name), "{}", failure.message);
        assert!(failure.message.contains(value), "{}", failure.message);
    }
}

#[test]
fn the_program_is_the_one_that_is_named_or_the_first_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let tools = folder.path().join("platform-tools");
    std::fs::create_dir(&tools).unwrap();
    let program = tools.join(format!("adb{}", env::consts::EXE_SUFFIX));
    std::fs::write(&program, "").unwrap();
    let home = folder.path().to_str().unwrap();
    let found = |variables: &[(&str, &str)]| environment(variables).adb().unwrap().program;
    assert_eq!(found(&[]), None);
    assert_eq!(found(&[(PATH, home)]), None);
    assert_eq!(
        found(&[(PATH, tools.to_str().unwrap())]).as_ref(),
        Some(&program)
    );
    assert_eq!(
        found(&[(ANDROID_HOME, home), (PATH, home)]).as_ref(),
        Some(&program)
    );
    assert_eq!(
        found(&[(ADB_PATH, "/opt/adb"), (ANDROID_HOME, home)]),
        Some("/opt/adb".into())
    );
}

#[test]
fn skills_are_where_the_variable_says_or_here_or_with_the_user() {
    let folders = |variables: &[(&str, &str)]| -> Vec<String> {
        let folders = environment(variables).skills_folders();
        let shown = folders.iter().map(|folder| folder.display().to_string());
        shown.collect()
    };
    let named = |value| folders(&[(CLAWPERATOR_SKILLS_REGISTRY, value), (HOME, "/h")]);
    assert_eq!(named("/a/skills-registry.json"), ["/a"]);
    assert_eq!(named("skills-registry.json"), ["."]);
    assert_eq!(named("/a/skills"), ["/a/skills"]);
    assert_eq!(
        folders(&[(HOME, "/h")]),
        [
            "skills",
            "/h/.local/share/clawperator/skills",
            "/h/.clawperator/skills"
        ]
    );
    assert_eq!(
        folders(&[(XDG_DATA_HOME, "/d")]),
        ["skills", "/d/clawperator/skills"]
    );
    assert_eq!(folders(&[(XDG_DATA_HOME, "d"), (HOME, "h")]), ["skills"]);
}

#[test]
fn state_is_never_kept_below_whatever_folder_a_command_is_typed_in() {
    let path = |variables: &[(&str, &str)]| environment(variables).state_path();
    let of_home = PathBuf::from("/h/.local/state/clawperator");
    assert_eq!(path(&[(XDG_STATE_HOME, "s"), (HOME, "/h")]), Ok(of_home));
    let failure = path(&[(XDG_STATE_HOME, "s"), (HOME, "h")]).unwrap_err();
    assert_eq!(failure.code, ErrorCode::EnvironmentInvalid);
    // Whoever names the folder itself means that one.
    assert_eq!(path(&[(CLAWPERATOR_STATE, "s")]), Ok("s".into()));
}

#[test]
fn a_name_cannot_write_lines_of_its_own() {
    let asker = |name| environment(&[(CLAWPERATOR_ASKER, name)]).asker();
    assert_eq!(asker("ci-1.farm_2"), Ok(Some("ci-1.farm_2".to_owned())));
    let long = "x".repeat(LONGEST_NAME + 1);
    for name in ["a b", "a\nb", "\u{202e}a", "\u{1b}[2J", &long] {
        let failure = asker(name).unwrap_err();
        assert_eq!(failure.code, ErrorCode::EnvironmentInvalid, "{name:?}");
        let skill = environment(&[(CLAWPERATOR_SKILL_ID, name)]).skill();
        assert!(skill.is_err(), "{name:?}");
    }
}

#[test]
fn colour_can_be_refused() {
    assert!(environment(&[]).allows_colour());
    assert!(environment(&[(NO_COLOR, ""), (TERM, "xterm")]).allows_colour());
    assert!(!environment(&[(NO_COLOR, "1")]).allows_colour());
    assert!(!environment(&[(TERM, "dumb")]).allows_colour());
}
