//! Phones as a command starts them.

use std::time::Duration;

use clawperator_adb::{Endpoint, Server, ServerOptions, StartServer};
use clawperator_virtual_phone::{
    CommandError, CommandOptions, Connect, MAX_PHONES_OF_A_SERVER, Release, StartedPhones,
    run_command,
};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::support::adb::{Adb, BOTH};
use crate::support::control::Controls;
use crate::support::{PATIENCE, builder, in_time};

fn server(port: u16) -> Server {
    let options = ServerOptions {
        stream_limit: 10,
        start: StartServer::Never,
    };
    Server::new(Endpoint::local(port), options)
}

fn options(count: usize, servers: Vec<Server>) -> CommandOptions {
    CommandOptions {
        phone: builder(Release::Android14),
        count,
        address: [127, 0, 0, 1].into(),
        base_port: 0,
        control: Some("127.0.0.1:0".parse().unwrap()),
        connect: Some(Connect {
            servers,
            within: PATIENCE,
        }),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_are_connected_and_taken_away_again() {
    for version in BOTH {
        let adb = Adb::start(version).await;
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel::<StartedPhones>();
        let running = tokio::spawn(run_command(
            options(3, vec![server(adb.port)]),
            async move { stopped.await.unwrap_or_default() },
            move |started| tell.send(started.clone()).unwrap(),
        ));
        let started = in_time("they are there", told).await.unwrap();
        assert_eq!(started.phones.len(), 3);
        let json = serde_json::to_value(&started).unwrap();
        assert_eq!(json["phones"][0]["release"], "14");
        let listed = adb.text(&["devices"]).await;
        for phone in &started.phones {
            assert!(
                listed.contains(&format!("{}\tdevice\n", phone.serial)),
                "{listed}"
            );
            assert_eq!(
                adb.text(&["-s", &phone.serial, "shell", "echo hi"]).await,
                "hi\n"
            );
        }
        let control = started.control.unwrap().parse().unwrap();
        let mut controls = Controls::dial(control).await;
        assert!(controls.line(r#"{"do":"phones"}"#).await.is_some());
        stop.send(()).unwrap();
        in_time("it ends", running).await.unwrap().unwrap();
        let listed = adb.text(&["devices"]).await;
        assert_eq!(listed.trim(), "List of devices attached");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_told() {
    let nobody = |_: &StartedPhones| panic!("nothing was to start");
    let many = options(MAX_PHONES_OF_A_SERVER + 1, vec![server(1)]);
    let outcome = run_command(many, std::future::pending(), nobody).await;
    assert!(matches!(
        outcome,
        Err(CommandError::TooFewServers { needed: 2, .. })
    ));
    // Nobody listens on this port.
    let mut one = options(1, vec![server(1)]);
    one.connect.as_mut().unwrap().within = Duration::from_secs(5);
    let outcome = run_command(one, std::future::pending(), nobody).await;
    assert!(
        matches!(outcome, Err(CommandError::Adb { .. })),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_shutdown_is_heeded_while_phones_are_being_connected() {
    // A server that takes a connection and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut one = options(1, vec![server(silent.local_addr().unwrap().port())]);
    one.connect.as_mut().unwrap().within = Duration::from_millis(200);
    let mut held = Vec::new();
    let asked = async { held.push(silent.accept().await.unwrap()) };
    let nobody = |_: &StartedPhones| panic!("nothing was connected");
    in_time("it ends", run_command(one, asked, nobody))
        .await
        .unwrap();
}
