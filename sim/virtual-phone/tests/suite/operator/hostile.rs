//! Strangers, half frames, slow readers, many streams, and a phone that goes down.

use std::time::Duration;

use clawperator_operator_protocol::{
    Answer, Build, DriverHello, FRAME_HEAD, FrameHead, Outcome, Proof, Request, VERSION,
};
use clawperator_test_support::Dice;
use clawperator_virtual_phone::Release;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::attack::size;
use super::{injected, standing};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Installed, SOCKET, look, request, touch};
use crate::support::{in_time, no_streams, phone};

async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    let _ = in_time("the stream ends", stream.read_to_end(&mut rest)).await;
    rest.is_empty()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_know_the_secret_learns_nothing() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut honest = launched.connect().await;
    honest.ask(&Request::State).await;
    // A wrong proof is answered with nothing.
    let mut stream = launched.stream().await.unwrap();
    let hello = launched
        .hello(&mut stream, &launched.driver_hello())
        .await
        .unwrap();
    assert!(
        launched
            .terms(&hello)
            .is_operator(&launched.secret, hello.proof)
    );
    stream.write_all(&[1; 32]).await.unwrap();
    assert!(is_closed(&mut stream).await);
    // Another version or build gets a proof of zeros.
    let right = launched.driver_hello();
    for wrong in [
        DriverHello {
            version: VERSION + 1,
            ..right
        },
        DriverHello {
            build: Build([9; 32]),
            ..right
        },
    ] {
        let mut stream = launched.stream().await.unwrap();
        let hello = launched.hello(&mut stream, &wrong).await.unwrap();
        assert_eq!((hello.version, hello.build.0), (VERSION, launched.build));
        assert_eq!(hello.proof.to_bytes(), Proof::NONE.to_bytes());
        assert!(is_closed(&mut stream).await);
    }
    // Something else than a hello gets nothing.
    let mut stream = launched.stream().await.unwrap();
    stream.write_all(&[b'x'; 200]).await.unwrap();
    assert!(is_closed(&mut stream).await);
    // While somebody uses it, it stays.
    assert!(matches!(
        honest.ask(&Request::State).await,
        Answer::Stated(_)
    ));
    drop(honest);
    no_streams(phone.phone()).await;
    // When nobody does, a driver of another build ends it. The Operator may hear a moment later that the stream is gone.
    let other = DriverHello {
        build: Build([9; 32]),
        ..right
    };
    in_time("it ends", async {
        while phone
            .phone()
            .sockets()
            .addresses()
            .contains(&SOCKET.to_owned())
        {
            if let Some(mut stream) = launched.stream().await {
                // It may end before it greets.
                let _ = stream.write_all(&other.encode()).await;
                is_closed(&mut stream).await;
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_frames_close_their_stream_and_nothing_else() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut honest = launched.held("honest").await;
    let mut dice = Dice::new(17);
    let requests = [
        Request::State,
        Request::Look(look()),
        request(1, touch(&[(1, 2, 3), (4, 5, 6)])),
        Request::Outcome(7),
        Request::Cancel(8),
        Request::Watch(9),
        Request::Leave,
    ];
    let (mut sent, all) = (0, size(2_000));
    while sent < all {
        let mut stranger = launched.connect().await;
        for id in 1..=8 {
            let frame = damaged(&mut dice, &requests, id);
            sent += 1;
            if stranger.stream.write_all(&frame).await.is_err() {
                break;
            }
        }
        // Half a frame may wait for its rest, so the stranger leaves.
        let _ = stranger.stream.shutdown().await;
        let mut rest = Vec::new();
        let _ = in_time("it ends", stranger.stream.read_to_end(&mut rest)).await;
        assert!(matches!(
            honest.ask(&Request::State).await,
            Answer::Stated(_)
        ));
    }
    assert!(honest.hold("honest", false).await.by_you);
    assert_eq!(injected(phone.phone()), []);
}

/// A frame with something wrong in it, mostly.
fn damaged(dice: &mut Dice, requests: &[Request], id: u32) -> Vec<u8> {
    let body = dice.one_of(requests).encode();
    let kind = dice.one_of(requests).kind();
    let length = u32::try_from(body.len()).unwrap();
    let mut frame = FrameHead { length, kind, id }.encode();
    frame.extend_from_slice(&body);
    for _ in 0..dice.between(1, 4) {
        let place = dice.below(frame.len());
        let byte = u8::try_from(dice.below(256)).unwrap();
        match dice.below(3) {
            0 => frame[place] = byte,
            1 if frame.len() > FRAME_HEAD => frame.truncate(place.max(1)),
            _ => frame.insert(place, byte),
        }
    }
    frame
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_driver_sends_closes_the_stream() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let head = |length: u32, kind: u8, zero: u8, id: u32| {
        let mut head = length.to_be_bytes().to_vec();
        head.extend_from_slice(&[kind, zero, 0, 0]);
        head.extend_from_slice(&id.to_be_bytes());
        head
    };
    let state = head(0, 0x01, 0, 5);
    for (what, frames) in [
        ("an unknown kind", head(0, 0x70, 0, 1)),
        ("a kind of the other side", head(0, 0x81, 0, 1)),
        ("a byte that is not zero", head(0, 0x01, 1, 1)),
        ("the id 0", head(0, 0x01, 0, 0)),
        ("a body beyond its limit", head(65_537, 0x03, 0, 1)),
        ("the same id again", [state.clone(), state.clone()].concat()),
        ("a smaller id", [state, head(0, 0x01, 0, 4)].concat()),
        (
            "bytes behind the last field",
            [head(5, 0x05, 0, 1), vec![0; 5]].concat(),
        ),
        ("half a body", [head(3, 0x05, 0, 1), vec![0; 3]].concat()),
    ] {
        let mut stranger = launched.connect().await;
        stranger.stream.write_all(&frames).await.unwrap();
        while let Some((_, answer)) = stranger.next().await {
            assert!(matches!(answer, Answer::Stated(_)), "{what}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_does_not_hold_up_a_quick_one() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut slow = launched.connect().await;
    let mut quick = launched.connect().await;
    // It asks for far more than fits between it and the phone, and reads nothing.
    let asked = async {
        for _ in 0..2_000 {
            slow.send(&Request::Look(look())).await;
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(3), asked).await;
    for _ in 0..50 {
        quick.look().await;
    }
    drop(slow);
    drop(quick);
    no_streams(phone.phone()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_streams_are_served_and_one_holds() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut drivers = Vec::new();
    for number in 0..64 {
        let mut driver = launched.connect().await;
        let held = driver.hold(&format!("driver {number}"), false).await;
        assert_eq!(held.by_you, number == 0);
        assert_eq!(held.name, "driver 0");
        drivers.push(driver);
    }
    let mut last = 0;
    for driver in &mut drivers {
        let tree = driver.look().await;
        assert!(tree.number > last);
        last = tree.number;
    }
    drop(drivers);
    no_streams(phone.phone()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_mid_act_it_is_gone_and_the_next_launch_knows_nothing() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let first = installed.start().await;
    let mut driver = first.held("test").await;
    let swipe = touch(&[(540, 1_500, 0), (540, 900, 1_000)]);
    driver.send(&request(1, swipe)).await;
    in_time("it runs", async {
        while injected(phone.phone()).is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    installed.shell("pkill -9 -f operator").await;
    assert!(driver.is_closed().await);
    let second = installed.start().await;
    assert_ne!(second.launch, first.launch);
    let mut driver = second.connect().await;
    let Answer::Acted(unknown) = driver.ask(&Request::Outcome(1)).await else {
        panic!()
    };
    assert_eq!(unknown.outcome, Outcome::NeverHeardOf);
    let left = installed.shell("ls /data/local/tmp").await;
    assert_eq!(left.matches("secret").count(), 1, "{left}");
    assert_eq!(injected(phone.phone()).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_goes_down_takes_it_along() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    for down in ["reboot", "reset"] {
        let launched = installed.start().await;
        let mut driver = launched.connect().await;
        driver.ask(&Request::State).await;
        if down == "reset" {
            phone.phone().reset().await.unwrap();
        } else {
            adb.output(&["-s", &installed.serial, "reboot"]).await;
        }
        assert!(driver.is_closed().await, "{down}");
        in_time("it is gone", async {
            while !phone.phone().sockets().addresses().is_empty() {
                tokio::task::yield_now().await;
            }
        })
        .await;
        if down == "reboot" {
            // A server that has not noticed calls the phone connected.
            let cut = phone
                .phone()
                .until_traffic(|traffic| traffic.connections == 0);
            in_time("the connection is cut", cut).await;
            adb.connect(&phone).await;
        }
    }
}
