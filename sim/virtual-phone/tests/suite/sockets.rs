//! Sockets of the phone, reached from the host and the other way round.

use clawperator_virtual_phone::Release;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::adb::{Adb, BOTH};
use crate::support::{in_time, no_streams, phone};

#[tokio::test(flavor = "multi_thread")]
async fn a_forwarded_port_leads_to_a_socket_of_the_phone() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        let mut listener = phone
            .phone()
            .sockets()
            .listen("localabstract:greeter")
            .unwrap();
        let greeter = tokio::spawn(async move {
            let mut socket = listener.accept().await;
            let mut name = [0; 5];
            socket.read_exact(&mut name).await.unwrap();
            socket.write_all(b"hello ").await.unwrap();
            socket.write_all(&name).await.unwrap();
        });
        let port = adb
            .text(&["forward", "tcp:0", "localabstract:greeter"])
            .await;
        let port: u16 = port.trim().parse().unwrap();
        let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        socket.write_all(b"world").await.unwrap();
        let mut said = String::new();
        in_time("it greets", socket.read_to_string(&mut said))
            .await
            .unwrap();
        assert_eq!(said, "hello world");
        in_time("it ends", greeter).await.unwrap();
        no_streams(phone.phone()).await;
        // Nobody listens any more.
        let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let mut said = String::new();
        let _ = in_time("it ends", socket.read_to_string(&mut said)).await;
        assert!(said.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversed_socket_leads_to_the_host() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let there = format!("tcp:{}", host.local_addr().unwrap().port());
        adb.text(&["reverse", "localabstract:home", &there]).await;
        let mut near = phone.phone().reverse().dial("localabstract:home").unwrap();
        let (mut far, _) = in_time("the host is reached", host.accept()).await.unwrap();
        near.write_all(b"ping").await.unwrap();
        let mut heard = [0; 4];
        in_time("it is heard", far.read_exact(&mut heard))
            .await
            .unwrap();
        assert_eq!(&heard, b"ping");
        drop((near, far));
        no_streams(phone.phone()).await;
    }
}
