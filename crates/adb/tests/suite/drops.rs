//! Calls that are dropped at each of their awaits in turn.

use std::future;
use std::pin::pin;
use std::task::Poll;

use clawperator_adb::{
    AdbError, InstallOptions, OutputLimits, PushFile, Rebind, ShellCommand, ShellEvent, SocketSpec,
};

use super::fixture::soon;
use super::phone::{Bench, noise};

/// Polls a future so many times, then drops it.
async fn polled<T>(times: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut left = times;
    future::poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(cx).map(Some)
    })
    .await
}

/// Drops a call after one poll, after two, and so on until it has run to its end once.
async fn dropped_everywhere<T>(bench: &Bench, call: impl AsyncFn() -> Result<T, AdbError>) {
    for times in 1..200 {
        // What was opened is closed here, too.
        let outcome = polled(times, call()).await.map(|outcome| outcome.map(drop));
        bench.quiet().await;
        if let Some(outcome) = outcome {
            assert!(outcome.is_ok(), "{:?}", outcome.err());
            return;
        }
    }
}

#[tokio::test]
async fn nothing_is_left_wherever_a_call_is_dropped() {
    let limits = OutputLimits {
        stdout: 1 << 20,
        stderr: 1 << 20,
    };
    let content = noise(300_000);
    for bench in Bench::each(14).await {
        let device = &bench.device;
        bench
            .phone
            .files
            .put("/big", 0o100_644, 0, content.clone().into());
        let echo = SocketSpec::LocalAbstract("echo".into());
        let file = PushFile {
            path: b"/pushed",
            permissions: 0o644,
            modified: 1,
        };
        let options = InstallOptions::default();
        dropped_everywhere(&bench, async || bench.server.devices(soon()).await).await;
        dropped_everywhere(&bench, async || {
            device.shell_output(b"both 0", limits, soon()).await
        })
        .await;
        dropped_everywhere(&bench, async || {
            device.exec_out(b"binary 200000", 1 << 20, soon()).await
        })
        .await;
        dropped_everywhere(&bench, async || {
            let mut session = device.sync(soon()).await?;
            session.pull("/big", &mut Vec::new(), |_| (), soon()).await
        })
        .await;
        dropped_everywhere(&bench, async || {
            let mut session = device.sync(soon()).await?;
            session.push(file, &content[..], |_| (), soon()).await
        })
        .await;
        dropped_everywhere(&bench, async || {
            device
                .install(&content[..], 300_000, &options, soon())
                .await
        })
        .await;
        dropped_everywhere(&bench, async || {
            let listen = device
                .forward(&SocketSpec::Tcp(0), &echo, Rebind::Replace, soon())
                .await?;
            device.remove_forward(&listen, soon()).await
        })
        .await;
        dropped_everywhere(&bench, async || device.connect(&echo, soon()).await).await;
    }
}

#[tokio::test]
async fn a_dropped_wait_for_output_loses_none_of_it() {
    for bench in Bench::each(14).await {
        let mut shell = bench
            .device
            .shell(ShellCommand::Line(b"binary 200000"), soon())
            .await
            .unwrap();
        let mut received = Vec::new();
        loop {
            match polled(1, shell.next(soon())).await {
                None => tokio::task::yield_now().await,
                Some(Ok(ShellEvent::Stdout(data))) => received.extend_from_slice(&data),
                Some(Ok(ShellEvent::Exit(_))) => break,
                Some(other) => panic!("{other:?}"),
            }
        }
        assert!(received == noise(200_000), "{} bytes", received.len());
        drop(shell);
        bench.quiet().await;
    }
}

#[tokio::test]
async fn every_call_may_run_on_any_thread() {
    fn sendable(_: &(impl Future + Send)) {}
    let server = super::refusals::client(1);
    let device = server.device("x").unwrap();
    let limits = OutputLimits {
        stdout: 1,
        stderr: 1,
    };
    sendable(&server.devices(soon()));
    sendable(&server.track_devices(soon()));
    sendable(&device.shell_output(b"true", limits, soon()));
    sendable(&device.install(&b""[..], 0, &InstallOptions::default(), soon()));
    sendable(&async {
        let mut session = device.sync(soon()).await?;
        session.list("/", soon()).await?;
        session.pull("/a", Vec::new(), |_| (), soon()).await
    });
}
