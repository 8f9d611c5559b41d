//! How long hostile files take, and how much memory: `cargo bench -p clawperator-recipe`.
//!
//! Each is refused within 100 ms, and the process stays below 64 MB. It ends with an error when one is not.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a bench reads the clock and prints"
)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clawperator_recipe::{Levels, load};

const MOST_TIME: Duration = Duration::from_millis(100);
const READINGS: u32 = 20;
const MOST_MEMORY_KB: u64 = 65_536;

fn main() -> ExitCode {
    let mut sound = true;
    // What is compiled once in a process is no part of a file's time.
    measure(
        "a small recipe",
        "a.recipe.md",
        &markdown("tags: [a]", "id: a\n"),
    );
    for (name, file, text) in files() {
        let (time, refused) = measure(name, file, &text);
        sound &= refused && time <= MOST_TIME;
    }
    if let Some(peak) = peak_memory_kb() {
        println!("peak memory {peak} kB");
        sound &= peak <= MOST_MEMORY_KB;
    }
    if sound {
        ExitCode::SUCCESS
    } else {
        println!("a bound is not kept: 100 ms each, 64 MB in all");
        ExitCode::FAILURE
    }
}

/// The mean of many readings, in time on a processor where the system tells it, and whether the file is refused.
///
/// The system counts that time in ticks, so that one reading says nothing; and what other processes took away in
/// between is no part of it.
fn measure(name: &str, file: &str, text: &str) -> (Duration, bool) {
    let mut refused = true;
    let mut first = String::new();
    let started = (Instant::now(), time_on_processor());
    for _ in 0..READINGS {
        let answer = load(file, text.as_bytes(), &Levels::default());
        refused &= answer.is_err();
        if let Err(findings) = answer {
            let code = findings.list.first().map(|finding| finding.code.name());
            let count = findings.list.len() + findings.unlisted;
            first = format!("{} x {count}", code.unwrap_or_default());
        }
    }
    let spent = match (started.1, time_on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        (Some(_), None) | (None, _) => started.0.elapsed(),
    };
    let mean = spent / READINGS;
    println!(
        "{name:<28} {:>9} bytes {:>9.3} ms  {first}",
        text.len(),
        mean.as_secs_f64() * 1e3
    );
    (mean, refused)
}

/// How long this thread has had a processor, where the system tells.
fn time_on_processor() -> Option<Duration> {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = status.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

type File = (&'static str, &'static str, String);

const MD: &str = "a.recipe.md";
const JSON: &str = "a.recipe.json";

fn files() -> Vec<File> {
    let mut files = vec![
        ("ten megabytes", MD, "a".repeat(10_000_000)),
        ("not text", JSON, "\u{0}".repeat(100_000)),
        ("personal steps", MD, personal()),
    ];
    files.extend(in_frontmatter());
    files.extend(in_json());
    files.extend(in_prose());
    files
}

/// Nearly as much of something as a file may hold.
fn fill(unit: &str) -> String {
    unit.repeat(128_000 / unit.len())
}

fn in_frontmatter() -> Vec<File> {
    let bomb = (1..200).fold("a0: &a0 [x]\n".to_owned(), |mut bomb, level| {
        bomb.push_str(&format!("a{level}: &a{level} [*a{0}, *a{0}]\n", level - 1));
        bomb
    });
    let unknown = (0..6_000).fold(String::new(), |mut keys, key| {
        keys.push_str(&format!("recipe_tipe{key}: x\n"));
        keys
    });
    [
        ("alias bomb", bomb),
        ("brackets in brackets", format!("tags: {}", fill("["))),
        ("dashes in dashes", format!("tags:\n  {}", fill("- "))),
        ("keys in keys", fill("? ")),
        ("one key again and again", fill("tags: a\n")),
        ("unknown keys", unknown),
        ("values without end", format!("tags: [{}]", fill("a,"))),
        ("a line without end", format!("summary: {}", fill("John "))),
    ]
    .into_iter()
    .map(|(name, frontmatter)| (name, MD, markdown(&frontmatter, "id: a\n")))
    .collect()
}

fn in_json() -> Vec<File> {
    let variables = fill("{{A}}");
    vec![
        ("mappings in mappings", JSON, fill("{\"a\":")),
        ("lists in lists", JSON, fill("[")),
        (
            "one key in JSON",
            JSON,
            format!("{{{}\"b\":1}}", fill("\"a\":1,")),
        ),
        (
            "variables without end",
            JSON,
            format!("{{\"actions\":[\"{variables}\"],\"{{{{A}}}}\":1}}"),
        ),
    ]
}

fn in_prose() -> Vec<File> {
    [
        ("quotes in quotes", "> "),
        ("lists in Markdown", "* "),
        ("emphasis without end", "*a_ "),
        ("links without end", "[a]("),
        ("brackets without end", "["),
        ("references without end", "[a]: b\n"),
        ("backticks without end", "`a``"),
        ("tags without end", "<a "),
        ("headings without blocks", "# Step\n"),
        ("broken steps", "# Step\n```yaml\n[\n```\n"),
    ]
    .into_iter()
    .map(|(name, unit)| {
        (
            name,
            MD,
            format!("{}{}", markdown("", "id: a\n"), fill(unit)),
        )
    })
    .collect()
}

fn markdown(frontmatter: &str, step: &str) -> String {
    format!("---\n{frontmatter}\n---\n\n# Step 1\n\n```yaml\n{step}```\n")
}

/// As many texts as fit, each of which every rule about personal literals looks at in vain until the last.
fn personal() -> String {
    let text = "Aa1 bB2-3 c.d ".repeat(36);
    let selectors = format!(
        "    - text_equals: \"{text}\"
"
    )
    .repeat(32);
    let mut steps = String::new();
    for step in 0..7 {
        steps.push_str(&format!(
            "\n# Step\n\n```yaml\nid: s{step}\ntype: wait_for_node\nselector:\n  any_of:\n{selectors}```\n"
        ));
    }
    format!("---\nrecipe_id: a\n---\n{steps}")
}

/// The most memory the process has had, where the system tells.
fn peak_memory_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
