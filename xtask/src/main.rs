//! Repository chores, run as `cargo xtask <chore>`.
//!
//! - `generate [--check]` writes every generated file, or with `--check` fails when one is stale;
//! - `proof [--check] LOG...` writes `docs/proof.md` from what the tests printed, or fails when it says something else;
//! - `schema-history` fails when a schema changed in a way that breaks readers or writers while its version stayed the
//!   same.

mod additive;
mod docs;
mod generate;
mod proof;
mod schema_history;
mod schemas;
mod typescript;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["generate"] => generate::write(&repository()),
        ["generate", "--check"] => generate::check(&repository()),
        ["proof", "--check", logs @ ..] if !logs.is_empty() => proof::check(&repository(), logs),
        ["proof", logs @ ..] if !logs.is_empty() => proof::write(&repository(), logs),
        ["schema-history"] => schema_history::check(&repository()),
        _ => Err(
            "usage: cargo xtask generate [--check] | proof [--check] LOG... | schema-history"
                .to_owned(),
        ),
    };
    match outcome {
        Ok(summary) => {
            say(&summary);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            complain(&problem);
            ExitCode::FAILURE
        }
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map(Path::to_path_buf)
        .unwrap_or_default()
}

#[expect(clippy::print_stdout, reason = "a chore's answer is what it prints")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "a chore's complaint is what it prints")]
fn complain(text: &str) {
    eprintln!("{text}");
}
