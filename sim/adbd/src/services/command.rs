//! Commands: a shell line or the words for a system service, their streams, and their end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::{Bytes, BytesMut};
use tokio::sync::{mpsc, watch};

use super::Context;
use crate::device::{CommandStreams, ShellRequest};
use crate::service::{HangUp, Protocol, ShellService};
use crate::shell_v2::{self, Decoder, Event, Id};
use crate::stream::{Closed, Stream, StreamReceiver, StreamSender};
use crate::terminal::{LineDiscipline, Terminal, WindowSize, with_carriage_returns};

/// Chunks that wait in each direction before the writer waits.
const INPUT_CHUNKS: usize = 4;
const OUTPUT_CHUNKS: usize = 8;
/// Output that is ready is gathered up to this much for one packet.
const GATHER: usize = 64 * 1024;
/// The status of a command that was killed by the interrupt key.
const INTERRUPTED: u8 = 130;

/// Runs a shell command to its end.
pub(super) async fn shell(
    context: &Context,
    service: ShellService,
    stream: Stream,
) -> Result<(), Closed> {
    let device = Arc::clone(&context.device);
    let on_terminal = service.terminal.is_some();
    let interactive = service.line.is_none();
    let request = ShellRequest {
        line: service.line,
        terminal: on_terminal,
        raw: service.protocol == Protocol::Bytes,
    };
    let (pipes, streams) = pipes(request.raw || on_terminal);
    let Some(kind) = service.terminal else {
        let command = device.shell(request, streams);
        return attend(
            stream,
            service.protocol,
            service.hang_up,
            pipes,
            None,
            command,
        )
        .await;
    };
    let (size, size_receiver) = watch::channel(WindowSize::default());
    let (interrupts, interrupt_receiver) = mpsc::channel(1);
    let terminal = Terminal {
        kind,
        size: size_receiver,
        interrupts: interrupt_receiver,
    };
    let keyboard = Keyboard {
        discipline: LineDiscipline::default(),
        size,
        interrupts,
        interactive,
    };
    let command = device.shell_on_terminal(request, streams, terminal);
    let protocol = service.protocol;
    attend(
        stream,
        protocol,
        service.hang_up,
        pipes,
        Some(keyboard),
        command,
    )
    .await
}

/// Runs a command of a system service to its end.
pub(super) async fn abb(
    context: &Context,
    words: Vec<Bytes>,
    protocol: Protocol,
    hang_up: HangUp,
    stream: Stream,
) -> Result<(), Closed> {
    let (pipes, streams) = pipes(protocol == Protocol::Bytes);
    let command = Arc::clone(&context.device).abb(words, streams);
    attend(stream, protocol, hang_up, pipes, None, command).await
}

/// This side's ends of a command's streams.
struct Pipes {
    stdin: mpsc::Sender<Bytes>,
    stdout: mpsc::Receiver<Bytes>,
    stderr: Option<mpsc::Receiver<Bytes>>,
    /// Where a terminal echoes; it does not keep the output open.
    echo: mpsc::WeakSender<Bytes>,
}

fn pipes(merged: bool) -> (Pipes, CommandStreams) {
    let (stdin, stdin_receiver) = mpsc::channel(INPUT_CHUNKS);
    let (stdout_sender, stdout) = mpsc::channel(OUTPUT_CHUNKS);
    // One channel for both keeps the order in which they were written.
    let (stderr_sender, stderr) = if merged {
        (stdout_sender.clone(), None)
    } else {
        let (sender, receiver) = mpsc::channel(OUTPUT_CHUNKS);
        (sender, Some(receiver))
    };
    let echo = stdout_sender.downgrade();
    let streams = CommandStreams {
        stdin: stdin_receiver,
        stdout: stdout_sender,
        stderr: stderr_sender,
    };
    (
        Pipes {
            stdin,
            stdout,
            stderr,
            echo,
        },
        streams,
    )
}

/// The person's side of a terminal.
struct Keyboard {
    discipline: LineDiscipline,
    size: watch::Sender<WindowSize>,
    interrupts: mpsc::Sender<()>,
    interactive: bool,
}

/// Passes input and output on until the command has ended and its output is closed, by whoever still holds it.
async fn attend(
    mut stream: Stream,
    protocol: Protocol,
    hang_up: HangUp,
    pipes: Pipes,
    keyboard: Option<Keyboard>,
    command: impl Future<Output = u8> + Send,
) -> Result<(), Closed> {
    let shows = keyboard.is_some();
    let Pipes {
        stdin,
        mut stdout,
        mut stderr,
        echo,
    } = pipes;
    let input_taken = AtomicBool::new(false);
    let status = {
        let output = async {
            while pump_output(
                &mut stream.sender,
                protocol,
                shows,
                &mut stdout,
                &mut stderr,
            )
            .await
            .is_err()
            {
                // Nobody reads any more. A command that still has input to read loses what it writes; another one
                // ends by it, as on a broken pipe.
                if hang_up == HangUp::Kills || input_taken.load(Ordering::Relaxed) {
                    return Err(Closed);
                }
            }
            Ok(())
        };
        let work = async {
            let (status, ()) = tokio::try_join!(async { Ok(command.await) }, output)?;
            Ok(status)
        };
        let input = pump_input(
            &mut stream.receiver,
            protocol,
            hang_up,
            stdin,
            echo,
            keyboard,
        );
        tokio::pin!(work);
        tokio::select! {
            status = &mut work => status?,
            ended = input => match (ended, hang_up) {
                (InputEnd::PeerClosed, HangUp::Kills) => return Err(Closed),
                (InputEnd::PeerClosed, HangUp::EndsInput) => {
                    input_taken.store(true, Ordering::Relaxed);
                    work.await?
                }
                (InputEnd::Killed, _) => INTERRUPTED,
            },
        }
    };
    if protocol == Protocol::V2 {
        let mut packet = BytesMut::new();
        shell_v2::encode(Id::Exit, &[status], &mut packet);
        stream.sender.send(packet.freeze()).await?;
    }
    Ok(())
}

/// Why there is no more input.
enum InputEnd {
    PeerClosed,
    Killed,
}

async fn pump_input(
    receiver: &mut StreamReceiver,
    protocol: Protocol,
    hang_up: HangUp,
    stdin: mpsc::Sender<Bytes>,
    echo: mpsc::WeakSender<Bytes>,
    mut keyboard: Option<Keyboard>,
) -> InputEnd {
    let mut stdin = Some(stdin);
    let mut decoder = Decoder::default();
    while let Some(mut data) = receiver.next().await {
        loop {
            let event = match protocol {
                Protocol::Bytes if data.is_empty() => None,
                Protocol::Bytes => Some(Event::Stdin(std::mem::take(&mut data))),
                Protocol::V2 => decoder.next(&mut data),
            };
            match (event, &mut keyboard) {
                (None, _) => break,
                (Some(Event::CloseStdin), _) => stdin = None,
                (Some(Event::Resize(size)), Some(keyboard)) => drop(keyboard.size.send(size)),
                (Some(Event::Resize(_)), None) => {}
                (Some(Event::Stdin(bytes)), None) => write_stdin(&mut stdin, bytes).await,
                (Some(Event::Stdin(keys)), Some(keyboard)) => {
                    let typed = keyboard.discipline.keys(&keys);
                    if !typed.echo.is_empty()
                        && let Some(echo) = echo.upgrade()
                    {
                        // The echo passes the same way as output, so its line ends must be as a command writes them.
                        let bytes = without_carriage_returns(&typed.echo);
                        let _ = echo.send(bytes).await;
                    }
                    if typed.interrupt
                        && matches!(
                            keyboard.interrupts.try_send(()),
                            Err(mpsc::error::TrySendError::Closed(()))
                        )
                        && !keyboard.interactive
                    {
                        return InputEnd::Killed;
                    }
                    if !typed.input.is_empty() {
                        write_stdin(&mut stdin, typed.input.freeze()).await;
                    }
                    if typed.end {
                        stdin = None;
                    }
                }
            }
        }
    }
    if hang_up == HangUp::EndsInput
        && let Some(stdin) = stdin
    {
        // Every place is free when the command has taken all of it. One that has closed its input takes no more.
        let _ = stdin.reserve_many(INPUT_CHUNKS).await;
    }
    InputEnd::PeerClosed
}

/// Hands input to the command; a command that has closed its input loses it, as on a broken pipe.
async fn write_stdin(stdin: &mut Option<mpsc::Sender<Bytes>>, bytes: Bytes) {
    if let Some(sender) = stdin
        && sender.send(bytes).await.is_err()
    {
        *stdin = None;
    }
}

fn without_carriage_returns(echo: &[u8]) -> Bytes {
    echo.iter().copied().filter(|byte| *byte != b'\r').collect()
}

async fn pump_output(
    sender: &mut StreamSender,
    protocol: Protocol,
    on_terminal: bool,
    stdout: &mut mpsc::Receiver<Bytes>,
    stderr: &mut Option<mpsc::Receiver<Bytes>>,
) -> Result<(), Closed> {
    let shown = |bytes| {
        if on_terminal {
            with_carriage_returns(bytes)
        } else {
            bytes
        }
    };
    let mut stdout_open = true;
    loop {
        let (id, chunk) = tokio::select! {
            chunk = stdout.recv(), if stdout_open => (Id::Stdout, chunk),
            chunk = async { stderr.as_mut()?.recv().await }, if stderr.is_some() => (Id::Stderr, chunk),
            else => return Ok(()),
        };
        let Some(first) = chunk else {
            match id {
                Id::Stderr => *stderr = None,
                Id::Stdout | Id::Exit => stdout_open = false,
            }
            continue;
        };
        // Waiting for the peer first lets output gather meanwhile: a command that writes line by line would
        // otherwise pay a round trip for each.
        sender.ready().await?;
        let first = shown(first);
        let mut more = next_ready(stdout, stderr.as_mut());
        if protocol == Protocol::Bytes && more.is_none() {
            sender.send(first).await?;
            continue;
        }
        let mut batch = BytesMut::with_capacity(first.len() + 64);
        append(protocol, id, &first, &mut batch);
        while let Some((id, chunk)) = more {
            append(protocol, id, &shown(chunk), &mut batch);
            more = if batch.len() < GATHER {
                next_ready(stdout, stderr.as_mut())
            } else {
                None
            };
        }
        sender.send(batch.freeze()).await?;
    }
}

fn next_ready(
    stdout: &mut mpsc::Receiver<Bytes>,
    stderr: Option<&mut mpsc::Receiver<Bytes>>,
) -> Option<(Id, Bytes)> {
    if let Ok(chunk) = stdout.try_recv() {
        return Some((Id::Stdout, chunk));
    }
    Some((Id::Stderr, stderr?.try_recv().ok()?))
}

fn append(protocol: Protocol, id: Id, chunk: &[u8], batch: &mut BytesMut) {
    match protocol {
        Protocol::Bytes => batch.extend_from_slice(chunk),
        Protocol::V2 => shell_v2::encode(id, chunk, batch),
    }
}
