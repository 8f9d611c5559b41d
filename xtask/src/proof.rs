//! `docs/proof.md`: what each capability was proven on, from the words of the tests that ran.
//!
//! `docs/proof.json` names the tests that prove a capability. A cell is filled only when each of its tests is in the
//! log and passed, so the page cannot claim what did not run. A test that wants what not every machine has is marked
//! `maybe`: where it did not run a check takes the page's word for it and says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

const SOURCE: &str = "docs/proof.json";
const PAGE: &str = "docs/proof.md";

/// Writes the page from the logs of test runs.
pub(crate) fn write(repository: &Path, logs: &[&str]) -> Result<String, String> {
    let page = page(repository, logs, Unrun::Told)?;
    fs::write(repository.join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"))?;
    Ok(format!("{PAGE} is written"))
}

/// Fails when the page is not what the logs prove.
pub(crate) fn check(repository: &Path, logs: &[&str]) -> Result<String, String> {
    let committed = fs::read_to_string(repository.join(PAGE)).unwrap_or_default();
    let page = self::page(repository, logs, Unrun::Told)?;
    if committed == page {
        return Ok(format!("{PAGE} is what the tests prove"));
    }
    if committed == self::page(repository, logs, Unrun::Believed)? {
        return Ok(format!(
            "{PAGE} is what the tests prove, but for this, which was not run here: {}",
            not_run(&page).join("; ")
        ));
    }
    let line = page
        .lines()
        .zip(committed.lines())
        .find(|(new, old)| new != old)
        .map_or_else(String::new, |(new, _)| format!(", first at: {new}"));
    Err(format!(
        "{PAGE} is stale{line}\nrun `cargo xtask proof LOG...` with the logs of the same tests"
    ))
}

/// What becomes of tests that a machine may lack something for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Unrun {
    /// The page says that they did not run.
    #[default]
    Told,
    /// The page says what it would if they had passed.
    Believed,
}

const NOT_RUN: &str = "not run";

/// The capabilities of which a page says that a test did not run.
fn not_run(page: &str) -> Vec<&str> {
    let rows = page.lines().filter(|line| line.contains(NOT_RUN));
    rows.filter_map(|line| line.split('|').nth(1))
        .map(str::trim)
        .collect()
}

fn page(repository: &Path, logs: &[&str], unrun: Unrun) -> Result<String, String> {
    let mut passed = Passed {
        unrun,
        ..Passed::default()
    };
    for log in logs {
        let text = fs::read_to_string(log).map_err(|error| format!("{log}: {error}"))?;
        passed.read(&text);
    }
    let source = fs::read_to_string(repository.join(SOURCE))
        .map_err(|error| format!("{SOURCE}: {error}"))?;
    let source: Value =
        serde_json::from_str(&source).map_err(|error| format!("{SOURCE}: {error}"))?;
    render(repository, &source, &passed)
}

/// The tests that passed, by package.
#[derive(Debug, Default)]
struct Passed {
    tests: BTreeMap<String, BTreeSet<String>>,
    unrun: Unrun,
}

impl Passed {
    /// Reads what `cargo test` printed. Test programs of several packages have the same name, but each package's
    /// begin with its library, or with its binary where it has no library.
    fn read(&mut self, log: &str) {
        let (mut package, mut follows_library) = (String::new(), false);
        for line in log.lines() {
            let line = line.trim();
            if let Some(target) = line.strip_prefix("Running ") {
                let is_library = target.starts_with("unittests src/lib.rs");
                let is_binary = target.starts_with("unittests src/main.rs");
                if is_library || (is_binary && !follows_library) {
                    package = package_of(target);
                }
                follows_library = is_library;
            } else if let Some(test) = line.strip_prefix("test ")
                && let Some((name, "ok")) = test.rsplit_once(" ... ")
            {
                let tests = self.tests.entry(package.clone()).or_default();
                tests.insert(name.to_owned());
            }
        }
    }

    /// How many tests of a package begin like this.
    fn count(&self, package: &str, start: &str) -> usize {
        self.tests.get(package).map_or(0, |tests| {
            tests.iter().filter(|test| test.starts_with(start)).count()
        })
    }
}

/// The package of a test program such as `src/lib.rs (target/debug/deps/clawperator_ui-1f)`.
fn package_of(target: &str) -> String {
    let program = target.rsplit('/').next().unwrap_or_default();
    let name = program.split('-').next().unwrap_or_default();
    name.trim_start_matches("clawperator_").replace('_', "-")
}

fn render(repository: &Path, source: &Value, passed: &Passed) -> Result<String, String> {
    let columns = list(source, "columns")?;
    let mut page = String::from(
        "# What is proven, and on what\n\n<!-- Generated by `cargo xtask proof`; the source is proof.json. -->\n\n",
    );
    for line in list(source, "about")? {
        page.push_str(text(line)?);
        page.push('\n');
    }
    page.push_str("\n| capability |");
    for column in columns {
        let _ = write!(page, " {} |", field(column, "title")?);
    }
    page.push_str("\n| --- |");
    page.push_str(&" --- |".repeat(columns.len()));
    page.push('\n');
    for capability in list(source, "capabilities")? {
        let name = field(capability, "name")?;
        let _ = write!(page, "| {name} |");
        for column in columns {
            let key = field(column, "key")?;
            let _ = write!(
                page,
                " {} |",
                cell(repository, capability.get(key), passed)
                    .map_err(|error| format!("{name}, {key}: {error}"))?
            );
        }
        page.push('\n');
    }
    page.push('\n');
    for line in list(source, "notes")? {
        let _ = writeln!(page, "- {}", text(line)?);
    }
    Ok(page)
}

/// What stands in a cell: tests, and scenarios where a folder of them is one test.
fn cell(repository: &Path, proofs: Option<&Value>, passed: &Passed) -> Result<String, String> {
    let Some(proofs) = proofs else {
        return Ok("–".to_owned());
    };
    let (mut tests, mut scenarios) = (0, 0);
    for proof in proofs.as_array().ok_or("not a list")? {
        let proof = text(proof)?;
        let (is_needed, proof) = match proof.strip_prefix("maybe ") {
            Some(proof) => (false, proof),
            None => (true, proof),
        };
        let mut words = proof.split_whitespace();
        let (Some(package), Some(start)) = (words.next(), words.next()) else {
            return Err("a proof is `[maybe] PACKAGE TEST [FOLDER]`".to_owned());
        };
        let count = match (passed.count(package, start), is_needed, passed.unrun) {
            (0, false, Unrun::Told) => return Ok(NOT_RUN.to_owned()),
            (0, false, Unrun::Believed) => 1,
            (count, _, _) => count,
        };
        if count == 0 {
            return Err(format!(
                "no test of {package} that begins with {start} has passed"
            ));
        }
        match words.next() {
            Some(folder) => scenarios += files(&repository.join(folder))?,
            None => tests += count,
        }
    }
    let count = |number: usize, word: &str| match number {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{number} {word}s")),
    };
    let parts: Vec<String> = [count(scenarios, "scenario"), count(tests, "test")]
        .into_iter()
        .flatten()
        .collect();
    Ok(parts.join(", "))
}

/// How many JSON files lie below a folder.
fn files(folder: &Path) -> Result<usize, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut count = 0;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            count += files(&path)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            count += 1;
        }
    }
    Ok(count)
}

fn list<'v>(value: &'v Value, key: &str) -> Result<&'v Vec<Value>, String> {
    let found = value.get(key).and_then(Value::as_array);
    found.ok_or_else(|| format!("{SOURCE}: no list `{key}`"))
}

fn field<'v>(value: &'v Value, key: &str) -> Result<&'v str, String> {
    let found = value.get(key).and_then(Value::as_str);
    found.ok_or_else(|| format!("{SOURCE}: no text `{key}`"))
}

fn text(value: &Value) -> Result<&str, String> {
    value
        .as_str()
        .ok_or_else(|| format!("{SOURCE}: not a text"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const LOG: &str = "
     Running unittests src/lib.rs (target/debug/deps/clawperator_phone_shell-1f)
test shell::quotes ... ok
     Running unittests src/main.rs (target/debug/deps/other-1f)
     Running tests/all.rs (target/debug/deps/all-2e)
test suite::limits::depth ... ok
test suite::limits::breadth ... FAILED
     Running unittests src/main.rs (target/debug/deps/xtask-3d)
test proof::here ... ok
";

    fn passed() -> Passed {
        let mut passed = Passed::default();
        passed.read(LOG);
        passed
    }

    #[test]
    fn tests_are_counted_by_package() {
        assert_eq!(passed().count("phone-shell", "suite::limits"), 1);
        assert_eq!(passed().count("phone-shell", "shell::"), 1);
        assert_eq!(passed().count("xtask", "proof"), 1);
        assert_eq!(passed().count("xtask", "suite"), 0);
    }

    #[test]
    fn what_did_not_pass_proves_nothing() {
        let here = Path::new(".");
        let cell = |proof: Value| cell(here, Some(&proof), &passed());
        assert_eq!(cell(json!(["xtask proof::here"])).as_deref(), Ok("1 test"));
        assert!(cell(json!(["phone-shell suite::limits::breadth"])).is_err());
        assert!(cell(json!(["phone-shell"])).is_err());
        assert_eq!(super::cell(here, None, &passed()).as_deref(), Ok("–"));
    }

    #[test]
    fn what_may_be_missing_is_told_or_believed() {
        let cell = |unrun: Unrun, proof: &str| {
            let passed = Passed { unrun, ..passed() };
            cell(Path::new("."), Some(&json!([proof])), &passed).unwrap()
        };
        assert_eq!(cell(Unrun::Told, "maybe xtask proof::there"), NOT_RUN);
        assert_eq!(cell(Unrun::Believed, "maybe xtask proof::there"), "1 test");
        assert_eq!(cell(Unrun::Told, "maybe xtask proof::here"), "1 test");
        assert_eq!(not_run("| a | 1 test |\n| b | not run |\n"), ["b"]);
    }
}
