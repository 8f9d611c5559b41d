//! Phones that go wrong: a typed error within the deadline, and nothing left behind.

use std::time::Duration;

use clawperator_adb::{
    AdbError, ConnectOutcome, Deadline, DeviceChange, DeviceEntry, DeviceState, ExitStatus,
    OutputLimits, Servers, ShellCommand, ShellEvent, WaitFor,
};
use clawperator_adbd::{Auth, Options, ServiceFault, TrafficDirection};

use super::fixture::{PrivateServer, programs, soon};
use super::phone::{Bench, Phone};

const LIMITS: OutputLimits = OutputLimits {
    stdout: 1 << 20,
    stderr: 1 << 20,
};

#[tokio::test]
async fn an_unauthorized_phone() {
    for adb in programs() {
        let options = Options {
            auth: Auth::Unauthorized,
            ..Options::for_release(14)
        };
        let phone = Phone::start(14, options).await;
        let place = PrivateServer::new(&adb);
        let server = place.client();
        let outcome = server.connect_device(&phone.serial, soon()).await.unwrap();
        assert!(matches!(outcome, ConnectOutcome::Failed(_)), "{outcome:?}");
        let device = server.device(&phone.serial).unwrap();
        // The exchange of keys takes the server a moment.
        let mut tracker = server.track_devices(soon()).await.unwrap();
        while tracker.next(soon()).await.unwrap()[0].state != DeviceState::Unauthorized {}
        assert_eq!(
            device.state(soon()).await.unwrap(),
            DeviceState::Unauthorized
        );
        let refused = device.exec_out(b"true", 10, soon()).await.unwrap_err();
        assert_eq!(refused.code().name(), "DEVICE_UNAUTHORIZED", "{refused}");
    }
}

#[tokio::test]
async fn a_phone_on_tcp_that_cannot_be_used_is_let_go() {
    for bench in Bench::each(14).await {
        let server = &bench.server;
        let phone = Phone::start(14, Options::for_release(14)).await;
        let (faults, counters) = (&phone.options.faults, &phone.options.counters);
        faults.unauthorized(true);
        server.connect_device(&phone.serial, soon()).await.unwrap();
        let device = server.device(&phone.serial).unwrap();
        while device.state(soon()).await.unwrap() != DeviceState::Unauthorized {}

        let unusable = server.reconnect_offline(soon()).await.unwrap();
        assert_eq!(unusable, [phone.serial.as_str()]);
        device.wait_for(WaitFor::Disconnect, soon()).await.unwrap();
        let hung_up = counters.until(|counters| counters.connections() == 0);
        tokio::time::timeout(Duration::from_secs(30), hung_up)
            .await
            .expect("the server's connection ended");
        let left = server.devices(soon()).await.unwrap();
        let left: Vec<_> = left.into_iter().map(|entry| entry.serial).collect();
        assert_eq!(left, [bench.phone.serial.as_str()]);

        faults.unauthorized(false);
        let outcome = server.connect_device(&phone.serial, soon()).await.unwrap();
        assert_eq!(outcome, ConnectOutcome::Connected);
        assert_eq!(server.reconnect_offline(soon()).await.unwrap(), [""; 0]);
        assert_eq!(device.state(soon()).await.unwrap(), DeviceState::Device);
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_stalled_phone_meets_the_deadline() {
    for bench in Bench::each(14).await {
        bench.device.features(soon()).await.unwrap();
        bench
            .phone
            .options
            .faults
            .stall(TrafficDirection::Out, true);
        let brief = || Deadline::after(Duration::from_millis(80));
        let late = [
            bench
                .device
                .shell_output(b"both 0", LIMITS, brief())
                .await
                .err(),
            bench.device.exec_out(b"both 0", 10, brief()).await.err(),
            bench.device.sync(brief()).await.err(),
        ];
        for error in late {
            assert!(matches!(error, Some(AdbError::Timeout { .. })), "{error:?}");
        }
        bench
            .phone
            .options
            .faults
            .stall(TrafficDirection::Out, false);
        let output = bench
            .device
            .shell_output(b"both 0", LIMITS, soon())
            .await
            .unwrap();
        assert_eq!(output.status, ExitStatus::Code(0));
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_connection_that_is_cut_is_lost_and_not_ended() {
    for bench in Bench::each(14).await {
        let mut changes = bench.server.track_devices(soon()).await.unwrap().changes();
        let first = changes.next(soon()).await.unwrap();
        assert!(
            matches!(&first, DeviceChange::Appeared { serial, .. } if *serial == bench.phone.serial)
        );
        let mut shell = bench
            .device
            .shell(ShellCommand::Line(b"forever"), soon())
            .await
            .unwrap();
        assert_eq!(
            shell.next(soon()).await.unwrap(),
            ShellEvent::Stdout("started\n".into())
        );
        bench.phone.options.faults.cut();
        let lost = shell.next(soon()).await;
        assert!(
            matches!(lost, Err(AdbError::ConnectionLost { operation: "shell" })),
            "{lost:?}"
        );
        // The phone leaves the list or its state, and the server comes back to it by itself.
        let change = changes.next(soon()).await.unwrap();
        assert!(
            matches!(
                &change,
                DeviceChange::Vanished { .. } | DeviceChange::Changed { .. }
            ),
            "{change:?}"
        );
        drop((shell, changes));
        bench.quiet().await;
    }
}

#[tokio::test]
async fn output_that_is_cut_short_has_no_exit_code() {
    for bench in Bench::each(14).await {
        let fault = ServiceFault {
            truncate_after: Some(7),
            ..ServiceFault::default()
        };
        bench.phone.options.faults.service("shell", fault);
        let cut = bench.device.shell_output(b"both 0", LIMITS, soon()).await;
        assert!(
            matches!(cut, Err(AdbError::ConnectionLost { .. })),
            "{cut:?}"
        );
        bench
            .phone
            .options
            .faults
            .service("shell", ServiceFault::default());
        assert!(
            bench
                .device
                .shell_output(b"both 0", LIMITS, soon())
                .await
                .is_ok()
        );
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_phone_that_refuses_streams() {
    for bench in Bench::each(14).await {
        bench.device.features(soon()).await.unwrap();
        bench.phone.options.faults.refuse_streams(true);
        let refused = bench
            .device
            .shell_output(b"both 0", LIMITS, soon())
            .await
            .unwrap_err();
        assert_eq!(
            refused.code().name(),
            "DEVICE_SHELL_UNAVAILABLE",
            "{refused}"
        );
        bench.phone.options.faults.refuse_streams(false);
        assert!(
            bench
                .device
                .shell_output(b"both 0", LIMITS, soon())
                .await
                .is_ok()
        );
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_restarted_server_has_forgotten_the_phone() {
    for bench in Bench::each(14).await {
        bench.server.kill(soon()).await.unwrap();
        let gone = bench
            .device
            .shell_output(b"both 0", LIMITS, soon())
            .await
            .unwrap_err();
        assert_eq!(gone.code().name(), "DEVICE_NOT_FOUND", "{gone}");
        bench
            .server
            .connect_device(&bench.phone.serial, soon())
            .await
            .unwrap();
        let output = bench
            .device
            .shell_output(b"both 0", LIMITS, soon())
            .await
            .unwrap();
        assert_eq!(output.status, ExitStatus::Code(0));
        bench
            .server
            .disconnect_device(&bench.phone.serial, soon())
            .await
            .unwrap();
        bench
            .device
            .wait_for(WaitFor::Disconnect, soon())
            .await
            .unwrap();
        let gone = bench.device.state(soon()).await.unwrap_err();
        assert_eq!(gone.code().name(), "DEVICE_NOT_FOUND", "{gone}");
    }
}

#[tokio::test]
async fn phones_are_found_on_whichever_server_has_them() {
    for adb in programs() {
        let benches = [Bench::new(&adb, 14).await, Bench::new(&adb, 9).await];
        let servers = Servers::new(benches.iter().map(|bench| bench.server.clone()).collect());
        for bench in &benches {
            let device = servers.device(&bench.phone.serial, soon()).await.unwrap();
            assert_eq!(device.server().endpoint(), bench.server.endpoint());
            assert!(device.shell_output(b"both 0", LIMITS, soon()).await.is_ok());
        }
        let absent = servers.device("nobody", soon()).await.unwrap_err();
        assert_eq!(absent.code().name(), "DEVICE_NOT_FOUND");

        // A phone that moves is found again once its old server has said that it is gone.
        let [first, second] = &benches;
        let serial = &first.phone.serial;
        let mut tracker = servers.track(soon()).await;
        for _ in 0..2 {
            tracker.next(soon()).await.unwrap();
        }
        first
            .server
            .disconnect_device(serial, soon())
            .await
            .unwrap();
        second.server.connect_device(serial, soon()).await.unwrap();
        loop {
            let event = tracker.next(soon()).await.unwrap();
            let ready =
                |entry: &DeviceEntry| entry.serial == *serial && entry.state == DeviceState::Device;
            if event.server == 1 && event.devices.unwrap().iter().any(ready) {
                break;
            }
        }
        let device = servers.device(serial, soon()).await.unwrap();
        assert_eq!(device.server().endpoint(), second.server.endpoint());
        drop(tracker);
        second.quiet().await;
    }
}

#[tokio::test]
async fn a_phone_that_goes_offline_and_comes_back() {
    for bench in Bench::each(14).await {
        bench.device.features(soon()).await.unwrap();
        let mut tracker = bench.server.track_devices(soon()).await.unwrap();
        bench.phone.options.faults.offline(true);
        let here = |snapshot: &[DeviceEntry]| {
            snapshot.first().map(|entry| entry.state.clone()) == Some(DeviceState::Device)
        };
        while here(&tracker.next(soon()).await.unwrap()) {}
        let refused = bench.device.shell_output(b"both 0", LIMITS, soon()).await;
        let code = refused.unwrap_err().code().name();
        assert!(
            matches!(code, "DEVICE_OFFLINE" | "DEVICE_NOT_FOUND"),
            "{code}"
        );
        bench.phone.options.faults.offline(false);
        // A server that gave the phone up has to be told of it again; one that did not answers that it is there.
        loop {
            let outcome = bench
                .server
                .connect_device(&bench.phone.serial, soon())
                .await;
            if !matches!(outcome.unwrap(), ConnectOutcome::Failed(_))
                && bench
                    .device
                    .state(soon())
                    .await
                    .is_ok_and(|state| state == DeviceState::Device)
            {
                break;
            }
        }
        let output = bench
            .device
            .shell_output(b"both 0", LIMITS, soon())
            .await
            .unwrap();
        assert_eq!(output.status, ExitStatus::Code(0));
        drop(tracker);
        bench.quiet().await;
    }
}
