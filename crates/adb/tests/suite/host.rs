//! What the server answers by itself.

use std::time::Duration;

use clawperator_adb::{
    AdbError, ConnectOutcome, Deadline, Endpoint, OutputLimits, Server, ServerOptions, Servers,
    StartServer, WaitFor,
};

use super::fixture::{PrivateServer, free_port, programs, soon};

#[tokio::test]
async fn a_server_is_started_when_nobody_listens() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client();
        assert_eq!(server.version(soon()).await.unwrap(), 41);
        assert!(server.features(soon()).await.unwrap().has("shell_v2"));
        assert_eq!(server.devices(soon()).await.unwrap(), []);
        assert_eq!(server.forwards(soon()).await.unwrap(), []);
        assert_eq!(server.open_streams(), 0);
    }
}

#[tokio::test]
async fn callers_who_find_no_server_start_one_together() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client();
        let (a, b, c) = tokio::join!(
            server.version(soon()),
            server.devices(soon()),
            server.version(soon())
        );
        assert_eq!((a.unwrap(), b.unwrap().len(), c.unwrap()), (41, 0, 41));
    }
}

#[tokio::test]
async fn a_unix_socket_is_an_endpoint_too() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("s").display().to_string();
    let name = format!("clawperator-adb-test-{}", free_port());
    for adb in programs() {
        for endpoint in [
            Endpoint::Path(path.clone()),
            Endpoint::Abstract(name.clone()),
        ] {
            let place = PrivateServer::at(&adb, endpoint);
            let server = place.client();
            assert_eq!(
                server.version(soon()).await.unwrap(),
                41,
                "{}",
                place.endpoint()
            );
            server.kill(soon()).await.unwrap();
        }
    }
}

#[tokio::test]
async fn without_an_adb_program_it_is_not_found() {
    let endpoint = Endpoint::local(free_port());
    for (start, code) in [
        (StartServer::WhenRefused(None), "ADB_NOT_FOUND"),
        (
            StartServer::WhenRefused(Some("/nowhere/adb".into())),
            "ADB_NOT_FOUND",
        ),
        (
            StartServer::WhenRefused(Some("/bin/false".into())),
            "ADB_SERVER_FAILED",
        ),
        (
            StartServer::WhenRefused(Some("/bin/true".into())),
            "ADB_SERVER_FAILED",
        ),
        (StartServer::Never, "ADB_SERVER_FAILED"),
    ] {
        let options = ServerOptions {
            stream_limit: 4,
            start,
        };
        let server = Server::new(endpoint.clone(), options.clone());
        let error = server.version(soon()).await.unwrap_err();
        assert_eq!(error.code().name(), code, "{options:?}: {error}");
        assert_eq!(server.open_streams(), 0);
    }
}

#[tokio::test]
async fn a_device_that_is_not_there() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client();
        let device = server.device("nobody").unwrap();
        let limits = OutputLimits {
            stdout: 10,
            stderr: 10,
        };
        let errors = [
            device.features(soon()).await.err(),
            device.state(soon()).await.err(),
            device.serial_number(soon()).await.err(),
            device.shell_output(b"true", limits, soon()).await.err(),
            device.exec_out(b"true", 10, soon()).await.err(),
            device.sync(soon()).await.err(),
        ];
        for error in errors {
            assert!(
                matches!(&error, Some(AdbError::DeviceNotFound { serial }) if serial == "nobody"),
                "{error:?}"
            );
        }
        assert!(matches!(
            server.device("a\nb"),
            Err(AdbError::DeviceNotFound { .. })
        ));
        assert_eq!(server.open_streams(), 0);
    }
}

#[tokio::test]
async fn connecting_to_a_dead_port_fails_as_an_answer() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client();
        let address = format!("127.0.0.1:{}", free_port());
        let outcome = server.connect_device(&address, soon()).await.unwrap();
        let ConnectOutcome::Failed(words) = outcome else {
            panic!("{outcome:?}");
        };
        assert!(words.contains(&address), "{words}");
        let error = server
            .disconnect_device(&address, soon())
            .await
            .unwrap_err();
        assert_eq!(error.code().name(), "DEVICE_NOT_FOUND", "{error}");
        let error = server.connect_device("a\nb", soon()).await.unwrap_err();
        assert!(matches!(error, AdbError::InvalidRequest { .. }));
    }
}

#[tokio::test]
async fn tracking_ends_with_the_server() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client();
        let mut tracker = server.track_devices(soon()).await.unwrap();
        assert_eq!(server.open_streams(), 1);
        assert_eq!(tracker.next(soon()).await.unwrap(), []);
        let quiet = tracker
            .next(Deadline::after(Duration::from_millis(20)))
            .await;
        assert!(matches!(quiet, Err(AdbError::Timeout { .. })), "{quiet:?}");
        server.kill(soon()).await.unwrap();
        let lost = tracker.next(soon()).await;
        assert!(
            matches!(lost, Err(AdbError::ConnectionLost { .. })),
            "{lost:?}"
        );
        drop(tracker);
        assert_eq!(server.open_streams(), 0);
    }
}

#[tokio::test]
async fn waiting_for_a_device_ends_at_the_deadline() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client();
        server.version(soon()).await.unwrap();
        let device = server.device("nobody").unwrap();
        let waited = device
            .wait_for(WaitFor::Device, Deadline::after(Duration::from_millis(50)))
            .await;
        assert!(
            matches!(waited, Err(AdbError::Timeout { after, .. }) if after == Duration::from_millis(50)),
            "{waited:?}"
        );
        assert_eq!(server.open_streams(), 0);
    }
}

#[tokio::test]
async fn streams_over_the_limit_wait_for_a_place() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let server = place.client_with(1);
        let tracker = server.track_devices(soon()).await.unwrap();
        let refused = server
            .version(Deadline::after(Duration::from_millis(20)))
            .await;
        assert!(
            matches!(refused, Err(AdbError::Busy { limit: 1, .. })),
            "{refused:?}"
        );
        let freed = tokio::join!(server.version(soon()), async { drop(tracker) });
        assert_eq!(freed.0.unwrap(), 41);
    }
}

#[tokio::test]
async fn several_servers_answer_as_one() {
    for adb in programs() {
        let (first, second) = (PrivateServer::new(&adb), PrivateServer::new(&adb));
        let nobody = Server::new(
            Endpoint::local(free_port()),
            ServerOptions {
                stream_limit: 4,
                start: StartServer::Never,
            },
        );
        let servers = Servers::new(vec![first.client(), nobody, second.client()]);
        let answers = servers.devices(soon()).await;
        let known: Vec<bool> = answers
            .iter()
            .map(|answer| answer.devices.is_ok())
            .collect();
        assert_eq!(known, [true, false, true]);
        // The silent server may have it.
        let error = servers.device("x", soon()).await.unwrap_err();
        assert_eq!(error.code().name(), "ADB_SERVER_FAILED");

        let mut tracker = servers.track(soon()).await;
        let mut seen = Vec::new();
        for _ in 0..3 {
            let event = tracker.next(soon()).await.unwrap();
            seen.push((event.server, event.devices.is_ok()));
        }
        seen.sort_unstable();
        assert_eq!(seen, [(0, true), (1, false), (2, true)]);
        servers.servers()[0].kill(soon()).await.unwrap();
        let event = tracker.next(soon()).await.unwrap();
        assert_eq!((event.server, event.devices.is_err()), (0, true));
        tracker.retrack(0, soon()).await.unwrap();
        let event = tracker.next(soon()).await.unwrap();
        assert_eq!((event.server, event.devices.unwrap().len()), (0, 0));
    }
}
