//! Commands on a phone, by both protocols.

use std::time::Duration;

use clawperator_adb::{
    AdbError, Deadline, DeviceState, ExitStatus, OutputLimits, ShellCommand, ShellEvent,
    ShellProtocol, WaitFor, WindowSize,
};

use super::fixture::soon;
use super::phone::{Bench, noise};

const LIMITS: OutputLimits = OutputLimits {
    stdout: 1 << 20,
    stderr: 1 << 20,
};

#[tokio::test]
async fn the_second_protocol_keeps_streams_apart() {
    for bench in Bench::each(14).await {
        assert_eq!(
            bench.device.state(soon()).await.unwrap(),
            DeviceState::Device
        );
        bench
            .device
            .wait_for(WaitFor::Device, soon())
            .await
            .unwrap();
        assert!(bench.device.features(soon()).await.unwrap().has("shell_v2"));
        let listed = bench.server.devices(soon()).await.unwrap();
        assert_eq!(listed[0].serial, bench.phone.serial);
        assert_eq!(listed[0].model.as_deref(), Some("Bench_Phone"));

        let output = bench
            .device
            .shell_output(b"both 3", LIMITS, soon())
            .await
            .unwrap();
        assert_eq!(output.status, ExitStatus::Code(3));
        assert_eq!(
            (&*output.stdout, &*output.stderr),
            (&b"out\n"[..], &b"err\n"[..])
        );
        let output = bench
            .device
            .shell_output(b"cat", LIMITS, soon())
            .await
            .unwrap();
        assert_eq!(
            (output.status, output.stdout.len()),
            (ExitStatus::Code(0), 0)
        );
        bench.quiet().await;
    }
}

#[tokio::test]
async fn the_first_protocol_says_that_the_exit_code_is_unknown() {
    for bench in Bench::each(6).await {
        let output = bench
            .device
            .shell_output(b"both 3", LIMITS, soon())
            .await
            .unwrap();
        assert_eq!(
            (output.status, output.protocol),
            (ExitStatus::Unknown, ShellProtocol::V1)
        );
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("out") && text.contains("err"), "{text}");
        assert_eq!(output.stderr.len(), 0);

        let mut shell = bench
            .device
            .shell(ShellCommand::Line(b"cat"), soon())
            .await
            .unwrap();
        shell.write(b"hello\n", soon()).await.unwrap();
        let ShellEvent::Stdout(data) = shell.next(soon()).await.unwrap() else {
            panic!("no output");
        };
        assert!(data.starts_with(b"hello"), "{data:?}");
        let closed = shell.close_stdin(soon()).await;
        assert!(matches!(
            closed,
            Err(AdbError::FeatureMissing {
                feature: "shell_v2"
            })
        ));
        drop(shell);
        bench.quiet().await;
    }
}

#[tokio::test]
async fn input_goes_through_while_output_comes_back() {
    for bench in Bench::each(14).await {
        let shell = bench
            .device
            .shell(ShellCommand::Line(b"cat"), soon())
            .await
            .unwrap();
        let (mut reader, mut writer) = shell.split();
        let sent = noise(1_000_000);
        let write = async {
            writer.write(&sent, soon()).await.unwrap();
            writer.close_stdin(soon()).await.unwrap();
        };
        let read = async {
            let mut received = Vec::new();
            loop {
                match reader.next(soon()).await.unwrap() {
                    ShellEvent::Stdout(data) => received.extend_from_slice(&data),
                    ShellEvent::Stderr(data) => panic!("{data:?}"),
                    ShellEvent::Exit(status) => return (received, status),
                }
            }
        };
        let ((), (received, status)) = tokio::join!(write, read);
        assert_eq!(status, ExitStatus::Code(0));
        assert!(received == sent, "{} bytes came back", received.len());
        assert_eq!(reader.next(soon()).await.unwrap(), ShellEvent::Exit(status));
        drop((reader, writer));
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_dropped_write_leaves_the_stream_readable() {
    for bench in Bench::each(14).await {
        let mut shell = bench
            .device
            .shell(ShellCommand::Line(b"cat"), soon())
            .await
            .unwrap();
        // Nobody reads the output, so the input comes to a halt in the middle of some packet.
        let sent = noise(64_000_000);
        let halted = shell
            .write(&sent, Deadline::after(Duration::from_millis(300)))
            .await;
        assert!(
            matches!(halted, Err(AdbError::Timeout { .. })),
            "{halted:?}"
        );
        let (mut reader, mut writer) = shell.split();
        let close = async { writer.close_stdin(soon()).await.unwrap() };
        let read = async {
            let mut received = 0;
            loop {
                match reader.next(soon()).await.unwrap() {
                    ShellEvent::Stdout(data) => {
                        assert!(data == sent[received..received + data.len()]);
                        received += data.len();
                    }
                    ShellEvent::Stderr(data) => panic!("{data:?}"),
                    ShellEvent::Exit(status) => return status,
                }
            }
        };
        assert_eq!(tokio::join!(close, read).1, ExitStatus::Code(0));
        drop((reader, writer));
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_terminal_has_a_size() {
    for bench in Bench::each(14).await {
        let command = ShellCommand::Terminal {
            line: None,
            kind: "vt100",
        };
        let mut shell = bench.device.shell(command, soon()).await.unwrap();
        let mut seen = Vec::new();
        let mut rows = 3;
        let status = loop {
            match shell.next(soon()).await.unwrap() {
                ShellEvent::Stdout(data) => {
                    seen.extend_from_slice(&data);
                    rows -= 1;
                    let size = WindowSize {
                        rows,
                        columns: 80,
                        width: 0,
                        height: 0,
                    };
                    if rows > 0 {
                        shell.resize(size, soon()).await.unwrap();
                    }
                }
                ShellEvent::Stderr(data) => panic!("{data:?}"),
                ShellEvent::Exit(status) => break status,
            }
        };
        let text = String::from_utf8(seen).unwrap().replace('\r', "");
        assert_eq!(
            (text.as_str(), status),
            ("vt100\n2x80\n1x80\n", ExitStatus::Code(7))
        );
    }
}

#[tokio::test]
async fn dropping_a_command_ends_it_on_the_phone() {
    for bench in Bench::each(14).await {
        let mut shell = bench
            .device
            .shell(ShellCommand::Line(b"forever"), soon())
            .await
            .unwrap();
        assert_eq!(
            shell.next(soon()).await.unwrap(),
            ShellEvent::Stdout("started\n".into())
        );
        assert_eq!(bench.phone.options.counters.open_streams(), 1);
        let late = shell.next(Deadline::after(Duration::from_millis(20))).await;
        assert!(
            matches!(
                late,
                Err(AdbError::Timeout {
                    operation: "shell",
                    ..
                })
            ),
            "{late:?}"
        );
        drop(shell);
        bench.quiet().await;

        let late = bench
            .device
            .shell_output(
                b"forever",
                LIMITS,
                Deadline::after(Duration::from_millis(50)),
            )
            .await;
        assert!(matches!(late, Err(AdbError::Timeout { .. })), "{late:?}");
        bench.quiet().await;

        let limits = OutputLimits {
            stdout: 100_000,
            stderr: 0,
        };
        let flood = bench.device.shell_output(b"flood", limits, soon()).await;
        assert!(
            matches!(flood, Err(AdbError::OutputTooLarge { limit: 100_000, .. })),
            "{flood:?}"
        );
        bench.quiet().await;
    }
}

#[tokio::test]
async fn exec_is_byte_for_byte() {
    for bench in Bench::each(14).await {
        let out = bench
            .device
            .exec_out(b"binary 300001", 1 << 20, soon())
            .await
            .unwrap();
        assert!(*out == *noise(300_001), "{} bytes", out.len());
        let flood = bench.device.exec_out(b"flood", 50_000, soon()).await;
        assert!(
            matches!(flood, Err(AdbError::OutputTooLarge { .. })),
            "{flood:?}"
        );
        let sent = noise(200_000);
        let taken = bench
            .device
            .exec_in(b"swallow", &sent[..], soon())
            .await
            .unwrap();
        assert_eq!(taken, 200_000);
        bench.quiet().await;
        let empty = bench.device.exec_out(b"", 10, soon()).await;
        assert!(
            matches!(empty, Err(AdbError::InvalidRequest { .. })),
            "{empty:?}"
        );
    }
}
