//! `monkey`.

use std::fmt::Write as _;
use std::time::Duration;

use clawperator_phone_screen::{InputGesture, Intent, LaunchOutcome, Package, TouchPoint};
use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::dumpsys::display::logical_size;
use crate::faults::Switch;
use crate::text::lines;

const MAIN: &str = "android.intent.action.MAIN";
const LAUNCHER: &str = "android.intent.category.LAUNCHER";
const USAGE: &str = "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]\n              \
[-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]\n              [--ignore-crashes] [--ignore-timeouts]\n              \
[--ignore-security-exceptions]\n              [--pct-touch PERCENT] [--pct-motion PERCENT] [--pct-syskeys PERCENT]\n\
              [-s SEED] [-v [-v] ...] [--throttle MILLISEC]\n              COUNT\n";
/// Killed for an exception that nobody caught.
const UNCAUGHT: Exit = 137;

#[derive(Debug, Default)]
struct Options {
    packages: Vec<String>,
    categories: Vec<String>,
    verbose: u32,
    seed: Option<u64>,
    throttle: Duration,
    system_keys: Option<f32>,
    count: u64,
}

/// Why the words are no run.
enum Wrong {
    Message(String),
    Uncaught,
}

/// `monkey [-p PACKAGE] [-c CATEGORY] … COUNT`
pub(crate) async fn run(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let heard = lines("  bash arg: ", arguments);
    call.out(heard).await?;
    let mut said = format!("args: [{}]\n", arguments.join(", "));
    for word in arguments {
        let _ = writeln!(said, " arg: \"{word}\"");
    }
    let parsed = parse(arguments, &mut said);
    call.err(said).await?;
    let options = match parsed {
        Ok(options) => options,
        Err(Wrong::Uncaught) => return Ok(UNCAUGHT),
        Err(Wrong::Message(text)) => return call.fail(format!("{text}\n{USAGE}"), FAILED).await,
    };
    if options.verbose > 0 {
        call.out(introduction(&options)).await?;
    }
    if call.phone().faults().has(Switch::FrameworkDown) {
        let text = "** Error: Unable to connect to activity manager; is the system running?\n";
        return call.fail(text, 253).await;
    }
    let Some(target) = target(&call.packages().await, &options) else {
        if options.verbose > 0 {
            for category in &options.categories {
                call.err(format!(
                    "// Warning: no activities found for category {category}\n"
                ))
                .await?;
            }
        }
        return call
            .answer("** No activities found to run, monkey aborted.\n", 252)
            .await;
    };
    if call.phone().faults().has(Switch::NoSystemKeys) && options.system_keys != Some(0.0) {
        return call
            .fail(
                "** SYS_KEYS has no physical keys but with factor 2.0%.\n",
                251,
            )
            .await;
    }
    let injected = events(call, &options, &target).await;
    // A time of that length is only printed.
    let elapsed = 25
        + injected.saturating_mul(u64::try_from(options.throttle.as_millis()).unwrap_or(u64::MAX));
    let statistics =
        format!("elapsed time={elapsed}ms (0ms mobile, 0ms wifi, {elapsed}ms not connected)");
    call.answer(
        format!("Events injected: {injected}\n## Network stats: {statistics}\n"),
        0,
    )
    .await
}

fn introduction(options: &Options) -> String {
    let mut text = format!(
        ":Monkey: seed={} count={}\n",
        options.seed.unwrap_or(DEFAULT_SEED),
        options.count
    );
    for package in &options.packages {
        let _ = writeln!(text, ":AllowPackage: {package}");
    }
    let defaults = [
        "android.intent.category.LAUNCHER".to_owned(),
        "android.intent.category.MONKEY".to_owned(),
    ];
    let categories = if options.categories.is_empty() {
        defaults.as_slice()
    } else {
        &options.categories
    };
    for category in categories {
        let _ = writeln!(text, ":IncludeCategory: {category}");
    }
    text.push_str(
        "// Event percentages:\n//   0: 15.0%\n//   1: 10.0%\n//   2: 2.0%\n//   3: 15.0%\n",
    );
    text
}

const DEFAULT_SEED: u64 = 1_700_000_000_000;

/// The launcher entry of the first package that is allowed.
fn target(packages: &[Package], options: &Options) -> Option<(String, String)> {
    if options
        .categories
        .iter()
        .any(|category| category != LAUNCHER && !category.ends_with(".MONKEY"))
    {
        return None;
    }
    let mut allowed = packages
        .iter()
        .filter(|package| options.packages.is_empty() || options.packages.contains(&package.name));
    allowed.find_map(|package| Some((package.name.clone(), package.launcher_activity.clone()?)))
}

/// The first event starts the app; all others are taps, as a monkey's most frequent events are.
async fn events(call: &Call<'_>, options: &Options, target: &(String, String)) -> u64 {
    let intent = Intent {
        action: Some(MAIN.to_owned()),
        categories: vec![LAUNCHER.to_owned()],
        component: Some(target.clone()),
        flags: 0x1020_0000,
        ..Intent::default()
    };
    let launch = call.screen().start(&intent).await;
    if matches!(
        launch,
        LaunchOutcome::ClassMissing { .. } | LaunchOutcome::Unresolved | LaunchOutcome::NotExported
    ) {
        return 0;
    }
    let (width, height) = logical_size(&call.state().await);
    let mut state = options.seed.unwrap_or(DEFAULT_SEED);
    let mut random = |below: u32| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let [high, low, ..] = state.to_be_bytes();
        // No display has that many pixels.
        let below = f32::from(u16::try_from(below).unwrap_or(u16::MAX));
        f32::from(u16::from_be_bytes([high, low])) / 65_536.0 * below
    };
    for _ in 1..options.count {
        let at = TouchPoint {
            x: random(width).floor(),
            y: random(height).floor(),
        };
        // A refusal is counted as an event, as the platform's own program does.
        let _ = call.screen().gesture(InputGesture::Tap(at)).await;
        if !options.throttle.is_zero() {
            call.process.clock.sleep(options.throttle).await;
        }
        tokio::task::consume_budget().await;
    }
    options.count
}

fn parse(arguments: &[String], said: &mut String) -> Result<Options, Wrong> {
    let mut options = Options::default();
    let mut at = 0;
    while let Some(word) = arguments.get(at).filter(|word| word.starts_with('-')) {
        at += 1;
        if word == "--" {
            break;
        }
        let long = word.starts_with("--");
        // A short option may have its value glued to it.
        let (option, mut glued) = match word.char_indices().nth(2) {
            Some((end, _)) if !long => (word.get(..end).unwrap_or(word), word.get(end..)),
            _ => (word.as_str(), None),
        };
        if long {
            // The program looks at the next word without asking whether there is one.
            let next = arguments.get(at).ok_or(Wrong::Uncaught)?;
            let head = format!("arg=\"{word}\" mCurArgData=\"null\" mNextArg={at}");
            let _ = writeln!(said, "{head} argwas=\"{word}\" nextarg=\"{next}\"");
        }
        let mut value = |said: &mut String| {
            if let Some(glued) = glued.take() {
                return Some(glued.to_owned());
            }
            let value = arguments.get(at)?;
            at += 1;
            let _ = writeln!(said, "data=\"{value}\"");
            Some(value.clone())
        };
        let number = |value: Option<String>, what: &str| {
            let text =
                value.ok_or_else(|| Wrong::Message(format!("** Error: {what} not specified")))?;
            text.parse::<f64>().map_err(|_| {
                Wrong::Message(format!("** Error: {what} is not a number: \"{text}\""))
            })
        };
        match option {
            "-p" => options.packages.extend(value(said)),
            "-c" => options.categories.extend(value(said)),
            "-s" => options.seed = value(said).and_then(|text| text.parse().ok()),
            "-v" => options.verbose += 1,
            "--throttle" => {
                let milliseconds = number(
                    value(said),
                    "delay (in milliseconds) to wait between events",
                )?;
                // A time that cannot be waited for is not waited for.
                options.throttle =
                    Duration::try_from_secs_f64(milliseconds / 1_000.0).unwrap_or_default();
            }
            "--pct-syskeys" => {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a percentage needs no more digits"
                )]
                let percentage = number(value(said), "system (key) operations percentage")? as f32;
                options.system_keys = Some(percentage);
            }
            "--pct-touch" | "--pct-motion" | "--pct-trackball" | "--pct-rotation" | "--pct-nav"
            | "--pct-majornav" | "--pct-appswitch" | "--pct-flip" | "--pct-anyevent"
            | "--pct-pinchzoom" | "--pct-permission" => {
                number(value(said), "events percentage")?;
            }
            "--pkg-whitelist-file"
            | "--pkg-blacklist-file"
            | "--port"
            | "--setup"
            | "-f"
            | "--profile-wait"
            | "--device-sleep-time"
            | "--periodic-bugreport" => {
                value(said);
            }
            "--ignore-crashes"
            | "--ignore-timeouts"
            | "--ignore-security-exceptions"
            | "--monitor-native-crashes"
            | "--ignore-native-crashes"
            | "--kill-process-after-error"
            | "--hprof"
            | "--match-description"
            | "--dbg-no-events"
            | "--wait-dbg"
            | "--randomize-throttle"
            | "--randomize-script"
            | "--script-log"
            | "--bugreport"
            | "--permission-target-system" => {}
            "-h" => return Err(Wrong::Message(String::new())),
            _ => {
                return Err(Wrong::Message(format!(
                    "** Error: Unknown option: {option}"
                )));
            }
        }
    }
    let count = arguments
        .get(at)
        .ok_or_else(|| Wrong::Message("** Error: Count not specified".to_owned()))?;
    options.count = count
        .parse()
        .map_err(|_| Wrong::Message(format!("** Error: Count is not a number: \"{count}\"")))?;
    Ok(options)
}
