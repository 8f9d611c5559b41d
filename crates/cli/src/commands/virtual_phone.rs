//! `virtual-phone`: phones that are only software, until somebody interrupts.

use std::error::Error;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::time::Duration;

use clawperator_contract::phones::StartedPhones;
use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::io_words;
use clawperator_virtual_phone::{
    CommandError, CommandOptions, Connect, HostError, LoadError, MAX_PHONES_OF_A_SERVER, Release,
    VirtualPhone, load_scenes, run_command,
};
use tokio::sync::oneshot;

use super::limit::limit;
use crate::args::VirtualPhoneArgs;
use crate::context::{Answer, Context};
use crate::interrupt::Interrupts;
use crate::printer::Printer;
use crate::progress::waiting_for;
use crate::runtime::{Threads, block_on, interrupted, not_started};
use crate::text::{Paint, visible};

/// How long the adb server may take to connect to one phone; it may have to be started first.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn virtual_phone(
    args: &VirtualPhoneArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let options = options(args, context)?;
    block_on(Threads::Many, serve(options, context.printer))?;
    Ok(Answer {
        text: None,
        status: ExitStatus::Ok,
    })
}

fn options(args: &VirtualPhoneArgs, context: &Context<'_, '_>) -> Result<CommandOptions, Failure> {
    let release: Release = args.release.parse().map_err(|_| {
        let message = format!("there is no virtual phone of release {}", args.release);
        Failure::new(ErrorCode::InternalError, message)
    })?;
    let scenes = load_scenes(&args.scene).map_err(|error| bad_scene(&error))?;
    let within = limit(context.global)?.unwrap_or(PATIENCE);
    let connect = if args.connect {
        Some(Connect {
            servers: vec![context.adb()?.server().clone()],
            within,
        })
    } else {
        None
    };
    let here = Ipv4Addr::LOCALHOST;
    Ok(CommandOptions {
        phone: VirtualPhone::builder(release).scenes(scenes),
        count: usize::from(args.count),
        address: here.into(),
        base_port: args.port,
        control: args.control.map(|port| SocketAddr::from((here, port))),
        connect,
    })
}

/// Starts the phones, prints what was started, and serves until an interruption; a second one ends it at once.
async fn serve(options: CommandOptions, printer: &mut Printer<'_>) -> Result<(), Failure> {
    let mut first = Interrupts::watch().map_err(|error| not_started(&error))?;
    let mut second = Interrupts::watch().map_err(|error| not_started(&error))?;
    let (end, ended) = oneshot::channel::<()>();
    let shutdown = async move {
        tokio::select! {
            () = first.next() => {}
            _ = ended => {}
        }
    };
    let (tell, told) = oneshot::channel();
    let doing = match &options.connect {
        Some(_) => "waiting for the adb server",
        None => "starting",
    };
    let running = run_command(options, shutdown, move |started| {
        // Whoever waits for it is below, in this function.
        let _ = tell.send(started.clone());
    });
    let running = async move { running.await.map_err(failure) };
    let mut running = pin!(running);
    let at_once = async {
        second.next().await;
        second.next().await;
    };
    let mut at_once = pin!(at_once);

    let started = waiting_for(printer, doing.to_owned(), async {
        tokio::select! {
            biased;
            // Counted before the first one is heeded: two that nobody has counted are one.
            () = &mut at_once => Err(interrupted()),
            // It ends well without a word only when it was interrupted before there was anything to tell.
            outcome = &mut running => outcome.and(Err(interrupted())),
            Ok(started) = told => Ok(started),
        }
    });
    let started = started.await?;
    let answer = printer.render(&started, |paint| describe(&started, paint));
    let written = printer.answer(&answer).map_err(|error| {
        let message = format!("the answer could not be written: {error}");
        Failure::new(ErrorCode::HostIoFailed, message)
    });
    // Phones whose serials nobody learns are of no use to anybody: what is not held here ends them.
    let _held = written.is_ok().then_some(end);
    tokio::select! {
        biased;
        () = &mut at_once => return Err(interrupted()),
        outcome = &mut running => outcome?,
    }
    written
}

fn describe(started: &StartedPhones, paint: Paint) -> String {
    let mut text = String::new();
    for phone in &started.phones {
        let serial = visible(&phone.serial);
        let (model, release) = (visible(&phone.model), visible(&phone.release));
        let _ = write!(text, "{}  {model}, Android {release}", paint.bold(&serial));
        let _ = match &phone.server {
            Some(server) => writeln!(text, ", connected to adb at {}", visible(server)),
            None => writeln!(text, ", not connected: adb connect {serial}"),
        };
    }
    if let Some(control) = &started.control {
        let _ = writeln!(text, "control socket at {}", visible(control));
    }
    if let Some(phone) = started
        .phones
        .first()
        .filter(|phone| phone.server.is_some())
    {
        let serial = visible(&phone.serial);
        let _ = writeln!(text, "examine it: clawperator doctor --device {serial}");
        let _ = writeln!(
            text,
            "see it:     adb -s {serial} exec-out screencap -p > phone.png"
        );
    }
    text.push_str("Ctrl-C stops it");
    text
}

fn failure(error: CommandError) -> Failure {
    let message = with_causes(&error);
    match error {
        CommandError::Host(HostError::Phone(_)) => Failure::new(ErrorCode::InternalError, message),
        CommandError::Host(HostError::Listen { .. }) | CommandError::Control { .. } => {
            Failure::new(ErrorCode::HostIoFailed, message)
                .with_hint("choose another --port or --control, or 0 for any")
        }
        CommandError::Host(HostError::TooManyPorts { .. }) => {
            Failure::new(ErrorCode::Usage, message).with_hint("choose a lower --port, or 0 for any")
        }
        CommandError::Adb { source, .. } => source.into(),
        CommandError::NotConnected { .. } => Failure::new(ErrorCode::DeviceNotFound, message)
            .with_hint("the adb server must be on this machine, where the phone listens"),
        CommandError::TooFewServers { phones, .. } => Failure::new(
            ErrorCode::Usage,
            format!("one adb server holds at most {MAX_PHONES_OF_A_SERVER} phones, not {phones}"),
        )
        .with_hint("start fewer, or omit --connect and connect them yourself"),
    }
}

fn bad_scene(error: &LoadError) -> Failure {
    match error {
        LoadError::Read { .. } => {
            Failure::new(ErrorCode::FileUnreadable, with_causes(error)).with_hint("check the path")
        }
        // It repeats what is wrong in its own words already.
        LoadError::Scene { .. } => Failure::new(ErrorCode::SceneInvalid, error.to_string()),
    }
}

/// The error and what it came from, each once.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        let words = io_words(&deeper);
        if !text.contains(&words) {
            let _ = write!(text, ": {words}");
        }
        cause = deeper.source();
    }
    text
}
