//! Serves a framework phone to adb until it is interrupted: `framework-phone --built FOLDER [--connect]`.
//!
//! Prints the phone's serial as JSON, as `clawperator virtual-phone` does, and on stderr what happens to the JVM.
//! `sim/framework-phone/jvm/run` builds the phone and starts this.

use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use clawperator_adb::{Endpoint, Server, ServerOptions, StartServer};
use clawperator_framework_phone::{HostEvent, HostOptions, JvmScreen};
use clawperator_virtual_phone::{
    ClockMode, CommandOptions, Connect, Release, StartedPhones, VirtualPhone, run_command,
};
use tokio::signal::unix::{SignalKind, signal};

/// How long the adb server may take to connect to the phone; it may have to be started first.
const PATIENCE: Duration = Duration::from_secs(10);

/// A phone whose screen is the real Android toolkit.
#[derive(Debug, Parser)]
#[command(name = "framework-phone")]
struct Arguments {
    /// The folder that `sim/framework-phone/jvm/build` wrote.
    #[arg(long)]
    built: PathBuf,
    /// The Java program.
    #[arg(long, default_value = "java")]
    java: PathBuf,
    /// Connect it to the adb server of this machine.
    #[arg(long)]
    connect: bool,
    /// The port of the adb server.
    #[arg(long, default_value_t = 5037)]
    adb_port: u16,
    /// The port to listen on; 0 lets the system choose.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The API level of the platform.
    #[arg(long, default_value_t = 34)]
    api: u8,
    /// How many times as fast as real time the phone runs.
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// The port of a control socket; 0 lets the system choose.
    #[arg(long)]
    control: Option<u16>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Into::into)
        .and_then(|runtime| runtime.block_on(serve(arguments)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log(&with_causes(&*error));
            ExitCode::FAILURE
        }
    }
}

async fn serve(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let release = match arguments.api {
        34 => Release::Android14,
        36 => Release::Android16,
        other => return Err(format!("there is no framework phone of API level {other}").into()),
    };
    let mut options = HostOptions::built_for(arguments.java, &arguments.built, arguments.api);
    options.speed = arguments.speed;
    options.listener = Arc::new(|event: HostEvent| log(&event.to_string()));
    let (size, density) = (options.size, options.density);
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let screen = JvmScreen::start(options).await?;
    let here = Ipv4Addr::LOCALHOST;
    let connect = arguments.connect.then(|| Connect {
        servers: vec![Server::new(
            Endpoint::local(arguments.adb_port),
            ServerOptions {
                stream_limit: 1,
                start: StartServer::WhenRefused(Some("adb".into())),
            },
        )],
        within: PATIENCE,
    });
    let command = CommandOptions {
        phone: VirtualPhone::builder(release)
            .display(size, density)
            .clock(ClockMode::Times(arguments.speed))
            .screen(Arc::new(screen)),
        count: 1,
        address: here.into(),
        base_port: arguments.port,
        control: arguments.control.map(|port| (here, port).into()),
        connect,
    };
    let shutdown = async {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    run_command(command, shutdown, told).await?;
    Ok(())
}

fn told(started: &StartedPhones) {
    if let Ok(json) = serde_json::to_string(started) {
        // A reader who has left needs no answer.
        let _ = writeln!(io::stdout(), "{json}");
    }
}

fn log(line: &str) {
    let _ = writeln!(io::stderr(), "framework-phone: {line}");
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(deeper) = cause {
        text.push_str(": ");
        text.push_str(&deeper.to_string());
        cause = deeper.source();
    }
    text
}
