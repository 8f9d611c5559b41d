//! How long hostile registries and skills take, and how much memory: `cargo bench -p clawperator-skills`.
//!
//! Each is refused within 100 ms, and the process stays below 64 MB. It ends with an error when one is not.

#![expect(clippy::print_stdout, reason = "a bench prints")]

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clawperator_skills::{Findings, Registry, RegistryError, Skill};
use tempfile::TempDir;

const MOST_TIME: Duration = Duration::from_millis(100);
const READINGS: u32 = 10;
const MOST_MEMORY_KB: u64 = 65_536;
const ID: &str = "com.example.app.read";

fn main() -> io::Result<ExitCode> {
    let mut sound = true;
    let folder = TempDir::new()?;
    for (name, text) in registries() {
        fs::write(folder.path().join("skills-registry.json"), text())?;
        sound &= measure(name, || match Registry::open(folder.path()) {
            Ok(_) => None,
            Err(error @ (RegistryError::NoTree { .. } | RegistryError::Broken(_))) => {
                Some(error.findings())
            }
        });
    }
    for (name, spoil) in skills() {
        let tree = TempDir::new()?;
        write_skill(tree.path())?;
        spoil(&tree.path().join(ID))?;
        let Ok(registry) = Registry::open(tree.path()) else {
            continue;
        };
        sound &= measure(name, || {
            let entry = registry.entries().first()?;
            Skill::load(&registry, entry).err()
        });
    }
    if let Some(peak) = peak_memory_kb() {
        println!("peak memory {peak} kB");
        sound &= peak <= MOST_MEMORY_KB;
    }
    if sound {
        return Ok(ExitCode::SUCCESS);
    }
    println!("a bound is not kept: 100 ms each, 64 MB in all");
    Ok(ExitCode::FAILURE)
}

/// Prints the mean of several readings, in time on a processor, and answers whether each was refused in time.
fn measure(name: &str, read: impl Fn() -> Option<Findings>) -> bool {
    let started = time_on_processor();
    let mut refused = true;
    let mut first = String::new();
    for _ in 0..READINGS {
        match read() {
            Some(findings) => {
                let code = findings.list.first().map(|finding| finding.kind.code());
                first = format!("{} x {}", code.unwrap_or_default(), findings.count());
            }
            None => refused = false,
        }
    }
    let spent = match (started, time_on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        (Some(_), None) | (None, _) => Duration::ZERO,
    };
    let mean = spent / READINGS;
    println!("{name:<36} {:>9.3} ms  {first}", mean.as_secs_f64() * 1e3);
    refused && mean <= MOST_TIME
}

type Text = fn() -> String;

/// Texts are made one at a time: what the bench holds is no part of what is measured.
fn registries() -> Vec<(&'static str, Text)> {
    vec![
        ("ten megabytes", || "x".repeat(10_000_000)),
        ("eight megabytes of one text", || {
            format!("\"{}\"", "x".repeat(8_000_000))
        }),
        ("four million levels", deep),
        ("four million levels below a key", || whole(&deep())),
        ("four million entries", || {
            whole(&format!("[{}1]", "1,".repeat(4_000_000)))
        }),
        ("four hundred thousand keys", || {
            let keys: Vec<String> = (0..400_000).map(|key| format!("\"k{key}\":1")).collect();
            format!("{{{}}}", keys.join(","))
        }),
        ("nineteen thousand wrong skills", || wrong("\n")),
        ("the same in one line", || wrong("")),
        ("a key twice", || {
            r#"{"schemaVersion":"1.0","skills":[],"skills":[]}"#.to_owned()
        }),
        ("a path that leads out", || {
            whole(r#"[{"id":"a","path":"../../etc"}]"#)
        }),
    ]
}

fn whole(skills: &str) -> String {
    format!(r#"{{"schemaVersion":"1.0","skills":{skills}}}"#)
}

fn deep() -> String {
    "[".repeat(4_000_000) + &"]".repeat(4_000_000)
}

fn wrong(between: &str) -> String {
    let skill = format!(r#"{{"a":1,"id":"../../etc"}},{between}"#);
    whole(&format!("[{}1]", skill.repeat(19_000)))
}

type Spoil = fn(&Path) -> io::Result<()>;

fn skills() -> Vec<(&'static str, Spoil)> {
    vec![
        ("a skill with ten megabytes", |skill| {
            fs::write(skill.join("notes.txt"), "x".repeat(10_000_000))
        }),
        ("a recipe of ten megabytes", |skill| {
            fs::write(
                skill.join("artifacts/read.recipe.md"),
                "x".repeat(10_000_000),
            )
        }),
        ("a recipe of one megabyte", |skill| {
            fs::write(
                skill.join("artifacts/read.recipe.md"),
                "x".repeat(1_000_000),
            )
        }),
        ("a link out of the skill", |skill| {
            std::os::unix::fs::symlink("/etc/passwd", skill.join("notes.txt"))
        }),
        ("a folder that is a link", |skill| {
            std::os::unix::fs::symlink("/", skill.join("scripts"))
        }),
        ("a thousand files", |skill| {
            (0..1_000).try_for_each(|number| fs::write(skill.join(format!("{number}.txt")), "x"))
        }),
        ("a hundred levels of folders", |skill| {
            fs::create_dir_all(skill.join(vec!["a"; 100].join("/")))
        }),
    ]
}

fn write_skill(root: &Path) -> io::Result<()> {
    let entry = format!(
        r#"{{"id":"{ID}","applicationId":"com.example.app","intent":"read","summary":"Read.","path":"{ID}","skillFile":"SKILL.md","scripts":[],"artifacts":["artifacts/read.recipe.md"]}}"#
    );
    let skill = root.join(ID);
    fs::create_dir_all(skill.join("artifacts"))?;
    fs::write(
        root.join("skills-registry.json"),
        format!(r#"{{"schemaVersion":"1.0","skills":[{entry}]}}"#),
    )?;
    fs::write(skill.join("skill.json"), entry)?;
    fs::write(
        skill.join("SKILL.md"),
        "---\nname: a\ndescription: b\n---\n",
    )?;
    fs::write(skill.join("artifacts/read.recipe.md"), "---\n---\n")
}

/// How long this thread has had a processor, where the system tells.
fn time_on_processor() -> Option<Duration> {
    let status = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = status.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// The most memory that this process has had, where the system tells.
fn peak_memory_kb() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
