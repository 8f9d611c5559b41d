//! `serve`: the HTTP server, until somebody interrupts.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};

use clawperator_contract::server::{StartedServer, StoppedServer};
use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::Host;
use tokio::sync::oneshot;

use crate::args::{LinkArgs, LogLevel, ServeArgs, ServeCommand};
use crate::commands::skills::shelf;
use crate::context::{Answer, Context};
use crate::doors::{CertificateFiles, Doors, PageLink, ServeRequest};
use crate::environment::Environment;
use crate::interrupt::Interrupts;
use crate::printer::Printer;
use crate::runtime::{Threads, block_on, interrupted, not_started};
use crate::text::{Paint, count, visible};

pub(super) fn serve(args: &ServeArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    match &args.command {
        Some(ServeCommand::Token(args)) => {
            let state = context.environment.store()?.state;
            return Ok(context.doors.token(&state, &args.name)?.into());
        }
        Some(ServeCommand::Link(args)) => return link(args, context),
        None => {}
    }
    let device = context.global.one_device()?.map(str::to_owned);
    let request = request(args, device, context.environment)?;
    let host = context.host()?;
    *context.unfinished = Some(host.store().runs().clone());
    let serving = run(host, request, context.doors, context.printer);
    block_on(Threads::Many, serving)?;
    Ok(Answer {
        text: None,
        status: ExitStatus::Ok,
    })
}

/// Whoever has the link can do what a person may, so it is for a person's eyes: a pipe gets none.
fn link(args: &LinkArgs, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    if !context.printer.is_on_terminal() {
        let message =
            "the link is printed on a terminal only, and standard output is not one; none was made";
        return Err(Failure::new(ErrorCode::Usage, message)
            .with_hint("run `clawperator serve link` on a terminal; a program uses a token: `clawperator serve token`"));
    }
    let link = context.doors.link(&context.store()?, args.port)?;
    Ok(invitation(&link).into())
}

/// What is said of a link.
fn invitation(link: &PageLink) -> String {
    let mut text = format!("open the page: {}\n", link.expose());
    text.push_str(
        "  the link works once, within 5 minutes; `clawperator serve link` prints another",
    );
    text
}

fn request(
    args: &ServeArgs,
    device: Option<String>,
    environment: &Environment,
) -> Result<ServeRequest, Failure> {
    let address: IpAddr = match args.host.as_str() {
        "localhost" => IpAddr::from([127, 0, 0, 1]),
        host => host.parse().map_err(|_| {
            Failure::new(
                ErrorCode::Usage,
                "--host must be an IP address or localhost",
            )
            .with_hint("for example --host 127.0.0.1")
        })?,
    };
    Ok(ServeRequest {
        listen: SocketAddr::new(address, args.port),
        tls: args
            .tls_cert
            .clone()
            .zip(args.tls_key.clone())
            .map(|(certificate, key)| CertificateFiles { certificate, key }),
        plain_beyond_loopback: args.plain_http,
        names: args.name.clone(),
        device,
        skills: shelf(args.skills_dir.as_deref(), environment),
        patience_s: args.patience,
    })
}

/// Serves until an interruption, then waits for what runs; a second one ends it at once.
async fn run(
    host: Host,
    request: ServeRequest,
    doors: &dyn Doors,
    printer: &mut Printer<'_>,
) -> Result<(), Failure> {
    let store = host.store().clone();
    let mut first = Interrupts::watch().map_err(|error| not_started(&error))?;
    let mut second = Interrupts::watch().map_err(|error| not_started(&error))?;
    let (tell, told) = oneshot::channel();
    let (end, ended) = oneshot::channel::<()>();
    let started = Box::new(move |started| {
        // Whoever waits for it is below, in this function.
        let _ = tell.send(started);
    });
    let stop = Box::pin(async move {
        tokio::select! {
            () = first.next() => {}
            _ = ended => {}
        }
    });
    let mut serving = doors.serve(host, request, started, stop);
    let mut at_once = Box::pin(async {
        second.next().await;
        second.next().await;
    });
    let started = tokio::select! {
        biased;
        () = &mut at_once => return Err(interrupted()),
        outcome = &mut serving => return outcome.and(Err(interrupted())),
        Ok(started) = told => started,
    };
    let link = if printer.is_on_terminal() {
        // Its page may have another name than the address that it listens on.
        let address = started.address.as_deref();
        let port = address.and_then(|address| address.rsplit_once(':')?.1.parse().ok());
        Some(doors.link(&store, port)?)
    } else {
        None
    };
    let answer = printer.render(&started, |paint| describe(&started, link.as_ref(), paint));
    let written = printer.answer(&answer).map_err(|error| {
        let message = format!("the answer could not be written: {error}");
        Failure::new(ErrorCode::HostIoFailed, message)
    });
    // A server whose address nobody learns is of no use to anybody: what is not held here ends it.
    let _held = written.is_ok().then_some(end);
    let stopped = tokio::select! {
        biased;
        () = &mut at_once => return Err(interrupted()),
        stopped = &mut serving => stopped?,
    };
    printer.diagnose(LogLevel::Info, &farewell(stopped));
    written
}

fn describe(started: &StartedServer, link: Option<&PageLink>, paint: Paint) -> String {
    let url = visible(&started.url);
    let mut text = format!("listening on {}\n", paint.bold(&url));
    if let Some(address) = started.address.as_ref().filter(|it| !url.ends_with(*it)) {
        let _ = writeln!(text, "  by the address {address}");
    }
    if let Some(link) = link {
        text.push_str(&invitation(link));
        text.push('\n');
    }
    let tokens = visible(&started.tokens);
    // Writing to a String cannot fail.
    let _ = match &started.made_token {
        Some(name) => writeln!(text, "token `{}` was made in {tokens}", visible(name)),
        None => writeln!(text, "tokens are in {tokens}"),
    };
    let _ = writeln!(
        text,
        "try it: curl -H \"Authorization: Bearer $(clawperator serve token)\" {url}/devices"
    );
    text.push_str("Ctrl-C stops it");
    text
}

fn farewell(stopped: StoppedServer) -> String {
    let StoppedServer {
        finished,
        cancelled,
        abandoned,
    } = stopped;
    let ended = count(finished, "run");
    let mut text = format!("stopped; {ended} ended, {cancelled} cancelled");
    if abandoned > 0 {
        let _ = write!(text, ", {abandoned} did not end: see clawperator runs list");
    }
    text
}
