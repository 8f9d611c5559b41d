//! Dependency direction and what every manifest takes from the workspace.

use toml::de::{DeTable, DeValue};

use super::repository::{File, files, forbid};

/// Each crate and the crates of this workspace that it may depend on, bottom first. `ARCHITECTURE.md` says why.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("clawperator-contract", &[]),
    // Words for agents, with the failures of the contract's table. Every surface shows the same.
    ("clawperator-guide", &["clawperator-contract"]),
    ("clawperator-ui", &["clawperator-contract"]),
    // Bytes in, bytes out: it knows neither trees nor phones.
    ("clawperator-pictures", &[]),
    // An agent's words as executions, and the screen that it is shown.
    (
        "clawperator-agent",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-pictures",
        ],
    ),
    ("clawperator-recipe", &["clawperator-contract"]),
    // Files that a phone wrote, and recipes as text.
    ("clawperator-recording", &["clawperator-contract"]),
    // Skills on disk; running one is another crate's matter.
    (
        "clawperator-skills",
        &["clawperator-contract", "clawperator-recipe"],
    ),
    // Time and randomness; everything that needs them is handed them.
    ("clawperator-sources", &[]),
    // Files of this user alone; everything that stores something goes through it.
    ("clawperator-private-files", &["clawperator-contract"]),
    // What happened, on disk. It decides nothing, so it knows neither the engine nor a phone.
    (
        "clawperator-trace",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-sources",
            "clawperator-private-files",
        ],
    ),
    // Bytes on a stream, for the driver and for the simulated phone.
    ("clawperator-operator-protocol", &[]),
    ("clawperator-adb", &["clawperator-contract"]),
    (
        "clawperator-device",
        &["clawperator-contract", "clawperator-ui", "clawperator-adb"],
    ),
    (
        "clawperator-device-operator",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-adb",
            "clawperator-operator-protocol",
            "clawperator-device",
        ],
    ),
    // Tries a driver, whichever it is.
    (
        "clawperator-conformance",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-sources",
            "clawperator-adb",
            "clawperator-device",
        ],
    ),
    (
        "clawperator-engine",
        &[
            "clawperator-contract",
            "clawperator-ui",
            // Whether two pictures show the same screen.
            "clawperator-pictures",
            "clawperator-sources",
            "clawperator-device",
        ],
    ),
    // Asked by the engine through its guard; surfaces hand it in.
    (
        "clawperator-policy",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-engine",
        ],
    ),
    // Gives compiled skills to an executor, and runs scripts; surfaces hand in everything else.
    (
        "clawperator-skill-run",
        &[
            "clawperator-contract",
            "clawperator-sources",
            "clawperator-private-files",
            "clawperator-recipe",
            "clawperator-skills",
            "clawperator-engine",
            "clawperator-policy",
        ],
    ),
    // This machine: the one landing below every surface. A surface depends on this, on the trace and on the contract; whoever went
    // past it would have other locks.
    (
        "clawperator-host",
        &[
            "clawperator-contract",
            "clawperator-ui",
            "clawperator-sources",
            "clawperator-private-files",
            "clawperator-adb",
            "clawperator-operator-protocol",
            "clawperator-device",
            "clawperator-device-operator",
            "clawperator-conformance",
            "clawperator-recipe",
            "clawperator-skills",
            "clawperator-engine",
            "clawperator-policy",
            "clawperator-skill-run",
            // Live pictures.
            "clawperator-pictures",
            "clawperator-agent",
            "clawperator-trace",
        ],
    ),
    // The phone to test with: three parts that know nothing of each other, the programs between two of them, and the
    // whole.
    ("clawperator-adbd", &[]),
    ("clawperator-phone-shell", &[]),
    ("clawperator-phone-screen", &[]),
    // The Operator's side of its protocol, over any stream and any phone.
    (
        "clawperator-phone-operator",
        &["clawperator-operator-protocol"],
    ),
    (
        "clawperator-phone-programs",
        &[
            "clawperator-operator-protocol",
            "clawperator-phone-operator",
            "clawperator-phone-shell",
            "clawperator-phone-screen",
        ],
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
            "clawperator-operator-protocol",
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
            "clawperator-sources",
            "clawperator-adb",
            "clawperator-device",
            "clawperator-engine",
            "clawperator-virtual-phone",
        ],
    ),
    // Surfaces. They do not know each other; the binary joins them.
    (
        "clawperator-http",
        &[
            "clawperator-contract",
            "clawperator-guide",
            "clawperator-host",
            "clawperator-trace",
            // The file of its tokens.
            "clawperator-private-files",
        ],
    ),
    (
        "clawperator-mcp",
        &[
            "clawperator-contract",
            "clawperator-guide",
            "clawperator-host",
            "clawperator-trace",
        ],
    ),
    (
        "clawperator",
        &[
            "clawperator-contract",
            "clawperator-host",
            "clawperator-http",
            "clawperator-mcp",
            "clawperator-cli",
        ],
    ),
    (
        "clawperator-cli",
        &[
            "clawperator-contract",
            "clawperator-guide",
            "clawperator-host",
            // Commands that show what happened, and reports.
            "clawperator-trace",
            // Commands that check, compile and list skills need no machine.
            "clawperator-recipe",
            "clawperator-recording",
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
            "clawperator-http",
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
    "clawperator-phone-operator",
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
    "clawperator-device-operator",
    "clawperator-host",
    "clawperator-operator-protocol",
    "clawperator-policy",
    "clawperator-recipe",
    "clawperator-recording",
    "clawperator-phone-screen",
    "clawperator-phone-shell",
    "clawperator-skills",
    "clawperator-sources",
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
        "clawperator-conformance",
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
    for Manifest {
        path,
        name,
        dependencies,
        ..
    } in members()
    {
        let Some((_, allowed)) = MAY_DEPEND_ON.iter().find(|(known, _)| *known == name) else {
            violations.push(format!(
                "{path}: {name} is not in the table MAY_DEPEND_ON of {}",
                file!()
            ));
            continue;
        };
        for dependency in dependencies {
            let on = dependency.name.as_str();
            let ours = on.starts_with("clawperator-") || on == "xtask";
            let (phone, product) = PRODUCT_UNDER_TEST;
            let for_tests = dependency.table == "dev-dependencies"
                && (FOR_TESTS.contains(&on) || (name == phone && product.contains(&on)));
            if ours && !for_tests && !allowed.contains(&on) {
                violations.push(format!("{path}: {name} may not depend on {on}"));
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
    let members = members();
    for (name, allowed) in MAY_DEPEND_ON {
        for name in allowed.iter().chain([name]) {
            assert!(
                members.iter().any(|found| found.name == *name),
                "{name} is in MAY_DEPEND_ON and nowhere else"
            );
        }
    }
}

#[test]
fn folders_are_named_after_their_crates() {
    for Manifest { path, name, .. } in members() {
        let folder = match name.strip_prefix("clawperator-") {
            None if name == "clawperator" => format!("crates/{name}"),
            None => name.clone(),
            Some(phone) if SIMULATED.contains(&name.as_str()) => format!("sim/{phone}"),
            Some(shared) if SHARED_BY_TESTS.contains(&name.as_str()) => format!("testing/{shared}"),
            Some(product) => format!("crates/{product}"),
        };
        assert_eq!(path, format!("{folder}/Cargo.toml"));
    }
}

#[test]
fn every_crate_inherits_lints_and_package_fields() {
    let mut violations = Vec::new();
    for manifest in members() {
        violations.extend(
            manifest
                .not_inherited
                .iter()
                .map(|key| format!("{}: has no {key}.workspace = true", manifest.path)),
        );
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
        for dependency in manifest.dependencies {
            if !dependency.inherits {
                violations.push(format!("{}: {}", manifest.path, dependency.name));
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
    let files = files();
    let root = files.iter().find(|file| file.path == "Cargo.toml").unwrap();
    let members = members();
    let is_used = |name: &str| {
        let mut used = members.iter().flat_map(|member| &member.dependencies);
        used.any(|dependency| dependency.name == name)
    };
    let root = parse(root);
    let workspace = table(&root, "workspace").expect("the root is a workspace");
    let violations: Vec<String> = dependencies(workspace)
        .filter(|dependency| !is_used(&dependency.name))
        .map(|dependency| format!("Cargo.toml: {}", dependency.name))
        .collect();
    forbid(
        &violations,
        "Nobody uses it; it can go, and come back with its first user.",
    );
}

/// What is asked of a member's manifest.
struct Manifest {
    path: String,
    name: String,
    dependencies: Vec<Dependency>,
    /// What should come from the workspace and does not.
    not_inherited: Vec<String>,
}

struct Dependency {
    /// `dependencies`, `dev-dependencies` or `build-dependencies`.
    table: String,
    name: String,
    /// Whether it is taken from the workspace.
    inherits: bool,
}

impl Manifest {
    fn read(file: &File) -> Self {
        let manifest = parse(file);
        let package = table(&manifest, "package").expect("a member is a package");
        let mut not_inherited: Vec<String> = INHERITED
            .iter()
            .filter(|field| !table(package, field).is_some_and(inherits))
            .map(|field| format!("package.{field}"))
            .collect();
        if !table(&manifest, "lints").is_some_and(inherits) {
            not_inherited.push("lints".to_owned());
        }
        // Dependencies for one platform only are in tables of their own.
        let platforms = table(&manifest, "target").into_iter().flatten();
        let tables = platforms.filter_map(|(_, platform)| platform.get_ref().as_table());
        Self {
            path: file.path.clone(),
            name: package["name"].get_ref().as_str().unwrap().to_owned(),
            dependencies: [&manifest]
                .into_iter()
                .chain(tables)
                .flat_map(dependencies)
                .collect(),
            not_inherited,
        }
    }
}

/// The manifests of the workspace's members.
fn members() -> Vec<Manifest> {
    let members: Vec<Manifest> = files()
        .iter()
        .filter(|file| file.path.ends_with("/Cargo.toml") && !file.path.starts_with("fuzz/"))
        .map(Manifest::read)
        .collect();
    assert!(!members.is_empty(), "the workspace has no members");
    members
}

fn parse(file: &File) -> DeTable<'_> {
    let parsed = DeTable::parse(&file.text);
    let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", file.path));
    parsed.into_inner()
}

fn table<'m, 't>(parent: &'m DeTable<'t>, key: &str) -> Option<&'m DeTable<'t>> {
    parent.get(key)?.get_ref().as_table()
}

fn inherits(table: &DeTable<'_>) -> bool {
    let workspace = table.get("workspace").map(toml::Spanned::get_ref);
    workspace.and_then(DeValue::as_bool) == Some(true)
}

/// What every kind of dependency table names.
fn dependencies(parent: &DeTable<'_>) -> impl Iterator<Item = Dependency> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    kinds.into_iter().flat_map(move |kind| {
        let entries = table(parent, kind).into_iter().flatten();
        entries.map(move |(name, value)| Dependency {
            table: kind.to_owned(),
            name: name.get_ref().to_string(),
            inherits: value.get_ref().as_table().is_some_and(inherits),
        })
    })
}
