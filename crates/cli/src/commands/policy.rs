//! `policy`: profiles, what they mean and what is wrong with them.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{Profile, STARTER_PROFILE, Shipped, io_words, profile_with_text};
use serde::Serialize;

use crate::args::{PolicyArgs, PolicyCheckArgs, PolicyCommand, PolicyInitArgs, PolicyShowArgs};
use crate::context::{Answer, Context};
use crate::text::{Paint, visible};

/// A profile, and what it means.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'a> {
    profile: &'a str,
    meaning: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    toml: &'a str,
}

/// A profile without a mistake; with warnings it can be used too.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Checked<'a> {
    profile: &'a str,
    file: String,
    ok: bool,
    meaning: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// A profile that was written.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    file: String,
}

pub(super) fn policy(args: &PolicyArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    match &args.command {
        PolicyCommand::Show(args) => show(args, context),
        PolicyCommand::Init(args) => init(args, context),
        PolicyCommand::Check(args) => check(args, context),
    }
}

fn show(args: &PolicyShowArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let chosen = match &args.profile {
        Some(chosen) => chosen.as_str(),
        None => context
            .environment
            .profile()?
            .unwrap_or(Shipped::Person.name()),
    };
    let (profile, text) = profile_with_text(chosen)?;
    let shown = Shown {
        profile: &profile.name,
        meaning: profile.meaning(),
        warnings: profile.warnings(),
        toml: &text,
    };
    let text = context.printer.render(&shown, |paint| {
        let meaning = lines(&profile, paint);
        let toml: Vec<String> = text.lines().map(visible).collect();
        format!("{meaning}\n\n{}", toml.join("\n"))
    });
    Ok(text.into())
}

fn check(args: &PolicyCheckArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    // A name without a folder or an ending is a file here too.
    let path = if args.file.components().count() == 1 {
        Path::new(".").join(&args.file)
    } else {
        args.file.clone()
    };
    let (profile, _) = profile_with_text(&path.to_string_lossy())?;
    let checked = Checked {
        profile: &profile.name,
        file: args.file.display().to_string(),
        ok: true,
        meaning: profile.meaning(),
        warnings: profile.warnings(),
    };
    let text = context.printer.render(&checked, |paint| {
        format!(
            "{} can be used\n{}",
            visible(&checked.file),
            lines(&profile, paint)
        )
    });
    Ok(text.into())
}

fn init(args: &PolicyInitArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let file = args.file.display().to_string();
    if args.file.extension().is_none_or(|ending| ending != "toml") {
        let message = format!(
            "a profile is a file that ends in .toml: `{}`",
            visible(&file)
        );
        let hint = format!("run `clawperator policy init {}.toml`", visible(&file));
        return Err(Failure::new(ErrorCode::InvalidPath, message).with_hint(hint));
    }
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&args.file)
        .and_then(|mut opened| opened.write_all(STARTER_PROFILE.as_bytes()));
    written.map_err(|error| {
        let message = format!(
            "the profile `{}` was not written: {}",
            visible(&file),
            io_words(&error)
        );
        Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("name a file that does not exist yet, in a folder that does")
    })?;
    let written = Written { file };
    let text = context.printer.render(&written, |_| {
        let file = visible(&written.file);
        format!("wrote {file}\nedit it, then run: clawperator policy check {file}")
    });
    Ok(text.into())
}

fn lines(profile: &Profile, paint: Paint) -> String {
    let mut text = paint.bold(&profile.name);
    for line in profile.meaning() {
        text.push_str("\n  ");
        text.push_str(&visible(&line));
    }
    for warning in profile.warnings() {
        text.push_str(&format!(
            "\n  {}: {}",
            paint.yellow("warning"),
            visible(&warning)
        ));
    }
    text
}
