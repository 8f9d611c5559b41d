//! Dependency direction and what every manifest takes from the workspace.

use super::repository::{File, files, forbid};

/// Each crate and the crates of this workspace that it may depend on, bottom first. `ARCHITECTURE.md` says why.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("clawperator-contract", &[]),
    ("clawperator-ui", &["clawperator-contract"]),
    ("clawperator-recipe", &["clawperator-contract"]),
    // Skills on disk; running one is another crate's matter.
    (
        "clawperator-skills",
        &["clawperator-contract", "clawperator-recipe"],
    ),
    // Files of this user alone; everything that stores something goes through it.
    ("clawperator-private-files", &["clawperator-contract"]),
    ("clawperator-adb", &["clawperator-contract"]),
    (
        "clawperator-device",
        &["clawperator-contract", "clawperator-ui", "clawperator-adb"],
    ),
    (
        "clawperator-engine",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-device",
        ],
    ),
    // Asked by the engine through its guard; surfaces hand it in.
    (
        "clawperator-policy",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-private-files",
            "clawperator-engine",
        ],
    ),
    // Gives compiled skills to an executor, and runs scripts; surfaces hand in everything else.
    (
        "clawperator-skill-run",
        &[
            "clawperator-contract",
            "clawperator-private-files",
            "clawperator-recipe",
            "clawperator-skills",
            "clawperator-engine",
            "clawperator-policy",
        ],
    ),
    // This machine: the one landing below every surface. A surface depends on this and on the contract; whoever went
    // past it would have other locks.
    (
        "clawperator-host",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-private-files",
            "clawperator-adb",
            "clawperator-device",
            "clawperator-recipe",
            "clawperator-skills",
            "clawperator-engine",
            "clawperator-policy",
            "clawperator-skill-run",
        ],
    ),
    // The phone to test with: three parts that know nothing of each other, the programs between two of them, and the
    // whole.
    ("clawperator-adbd", &[]),
    ("clawperator-phone-shell", &[]),
    ("clawperator-phone-screen", &[]),
    (
        "clawperator-phone-programs",
        &["clawperator-phone-shell", "clawperator-phone-screen"],
    ),
    (
        "clawperator-virtual-phone",
        &[
            "clawperator-contract",
            "clawperator-adb",
            "clawperator-adbd",
            "clawperator-phone-shell",
            "clawperator-phone-screen",
            "clawperator-phone-programs",
        ],
    ),
    // The same phone with another screen: the real toolkit, in a process of its own.
    (
        "clawperator-framework-phone",
        &[
            "clawperator-adb",
            "clawperator-phone-screen",
            "clawperator-virtual-phone",
        ],
    ),
    // What test suites share; only tests depend on them.
    ("clawperator-cases", &[]),
    (
        "clawperator-test-support",
        &[
            "clawperator-contract",
            "clawperator-adb",
            "clawperator-device",
            "clawperator-engine",
            "clawperator-virtual-phone",
        ],
    ),
    (
        "clawperator-cli",
        &[
            "clawperator-contract",
            "clawperator-host",
            // Commands that check, compile and list skills need no machine.
            "clawperator-recipe",
            "clawperator-skills",
            // For the command that starts one.
            "clawperator-virtual-phone",
        ],
    ),
    (
        "xtask",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-recipe",
            "clawperator-skills",
            "clawperator-policy",
            "clawperator-cli",
            "clawperator-virtual-phone",
        ],
    ),
];

/// The phones that are software, in `sim/`. Of the product only the command that starts one may depend on them.
const SIMULATED: &[&str] = &[
    "clawperator-adbd",
    "clawperator-phone-shell",
    "clawperator-phone-screen",
    "clawperator-phone-programs",
    "clawperator-virtual-phone",
    "clawperator-framework-phone",
];

/// What test suites share, in `testing/`.
const SHARED_BY_TESTS: &[&str] = &["clawperator-cases", "clawperator-test-support"];

/// The crates that make up a phone to test with, the client and the driver that reach it, and what suites share. Any crate's tests may
/// use them.
const FOR_TESTS: &[&str] = &[
    "clawperator-adb",
    "clawperator-adbd",
    "clawperator-cases",
    "clawperator-device",
    "clawperator-host",
    "clawperator-policy",
    "clawperator-phone-screen",
    "clawperator-phone-shell",
    "clawperator-test-support",
    "clawperator-ui",
    "clawperator-virtual-phone",
];

/// A phone may know nothing of the product; its tests try the whole product on it.
const PRODUCT_UNDER_TEST: (&str, &[&str]) = (
    "clawperator-framework-phone",
    &[
        "clawperator-contract",
        "clawperator-device",
        "clawperator-engine",
        "clawperator-policy",
        "clawperator-recipe",
        "clawperator-skill-run",
        "clawperator-skills",
        "clawperator-ui",
    ],
);

const INHERITED: [&str; 6] = [
    "version",
    "edition",
    "rust-version",
    "license",
    "authors",
    "publish",
];

#[test]
fn dependencies_point_downwards_only() {
    let mut violations = Vec::new();
    for manifest in members() {
        let name = package_name(&manifest);
        let Some((_, allowed)) = MAY_DEPEND_ON.iter().find(|(known, _)| *known == name) else {
            violations.push(format!(
                "{}: {name} is not in the table MAY_DEPEND_ON of {}",
                manifest.path,
                file!()
            ));
            continue;
        };
        for (section, line, dependency) in dependencies(&manifest) {
            let ours = dependency.starts_with("clawperator-") || dependency == "xtask";
            let (phone, product) = PRODUCT_UNDER_TEST;
            let for_tests = section == "dev-dependencies"
                && (FOR_TESTS.contains(&dependency)
                    || (name == phone && product.contains(&dependency)));
            if ours && !for_tests && !allowed.contains(&dependency) {
                violations.push(format!(
                    "{}:{line}: {name} may not depend on {dependency}",
                    manifest.path
                ));
            }
        }
    }
    forbid(
        &violations,
        "An arrow that runs upwards means that something lives in the wrong crate.",
    );
}

#[test]
fn the_table_of_crates_names_only_crates_that_exist() {
    let names: Vec<String> = members().iter().map(package_name).collect();
    for (name, allowed) in MAY_DEPEND_ON {
        for name in allowed.iter().chain([name]) {
            assert!(
                names.iter().any(|found| found == name),
                "{name} is in MAY_DEPEND_ON and nowhere else"
            );
        }
    }
}

#[test]
fn folders_are_named_after_their_crates() {
    for manifest in &members() {
        let name = package_name(manifest);
        let folder = match name.strip_prefix("clawperator-") {
            None => name.clone(),
            Some(phone) if SIMULATED.contains(&name.as_str()) => format!("sim/{phone}"),
            Some(shared) if SHARED_BY_TESTS.contains(&name.as_str()) => format!("testing/{shared}"),
            Some(product) => format!("crates/{product}"),
        };
        assert_eq!(manifest.path, format!("{folder}/Cargo.toml"));
    }
}

#[test]
fn every_crate_inherits_lints_and_package_fields() {
    let mut violations = Vec::new();
    for manifest in members() {
        if !section(&manifest, "lints").any(|(_, line)| line == "workspace = true") {
            violations.push(format!(
                "{}: has no [lints] workspace = true",
                manifest.path
            ));
        }
        for field in INHERITED {
            let expected = format!("{field}.workspace = true");
            if !section(&manifest, "package").any(|(_, line)| line == expected) {
                violations.push(format!("{}: has no {expected}", manifest.path));
            }
        }
    }
    forbid(
        &violations,
        "One place decides for the whole workspace: the root manifest.",
    );
}

#[test]
fn versions_stand_in_the_root_manifest_only() {
    let mut violations = Vec::new();
    for manifest in members() {
        for (_, line, _) in dependencies(&manifest) {
            let text = manifest.text.lines().nth(line - 1).unwrap();
            if !text.contains("workspace = true") {
                violations.push(format!("{}:{line}: {text}", manifest.path));
            }
        }
    }
    forbid(
        &violations,
        "Give the version in [workspace.dependencies] and write `name.workspace = true` here.",
    );
}

#[test]
fn every_dependency_of_the_workspace_is_used_by_a_crate() {
    let root = files()
        .into_iter()
        .find(|file| file.path == "Cargo.toml")
        .unwrap();
    let members = members();
    let used: Vec<&str> = members
        .iter()
        .flat_map(dependencies)
        .map(|(_, _, name)| name)
        .collect();
    let violations: Vec<String> = dependencies(&root)
        .filter(|(_, _, name)| !used.contains(name))
        .map(|(_, line, name)| format!("Cargo.toml:{line}: {name}"))
        .collect();
    forbid(
        &violations,
        "Nobody uses it; it can go, and come back with its first user.",
    );
}

/// The manifests of the workspace's members.
fn members() -> Vec<File> {
    let members: Vec<File> = files()
        .into_iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.path.starts_with("fuzz/"))
        .collect();
    assert!(!members.is_empty(), "the workspace has no members");
    members
}

fn package_name(manifest: &File) -> String {
    section(manifest, "package")
        .find_map(|(_, line)| line.strip_prefix("name = "))
        .unwrap_or_else(|| panic!("{}: has no package name", manifest.path))
        .trim_matches('"')
        .to_owned()
}

/// The names under every kind of dependency table, each with its section and line.
fn dependencies(manifest: &File) -> impl Iterator<Item = (&str, usize, &str)> {
    entries(manifest)
        .filter(|(section, _, _)| section.ends_with("dependencies"))
        .map(|(section, line, text)| (section, line, text.split(['.', '=', ' ']).next().unwrap()))
}

fn section<'m>(manifest: &'m File, name: &str) -> impl Iterator<Item = (usize, &'m str)> {
    entries(manifest)
        .filter(move |(section, _, _)| *section == name)
        .map(|(_, line, text)| (line, text))
}

/// The lines of a manifest that set something, each with its section. Enough of TOML for manifests that are written
/// one key per line; a dependency in a table of its own is refused here.
fn entries(manifest: &File) -> impl Iterator<Item = (&str, usize, &str)> {
    let mut section = "";
    manifest.lines().filter_map(move |(number, line)| {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_matches(['[', ']']);
            assert!(
                !section.contains("dependencies."),
                "{}:{number}: write {line} on one line",
                manifest.path
            );
            return None;
        }
        (!line.is_empty() && !line.starts_with('#')).then_some((section, number, line))
    })
}
