//! Sockets of the phone, forwarded and reversed.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::adb::{Adb, BOTH};
use crate::support::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn a_forwarded_port_reaches_a_socket_of_the_phone() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        let port = adb.text(&["forward", "tcp:0", "localabstract:echo"]).await;
        let port: u16 = port.trim().parse().unwrap();
        let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        let sent: Vec<u8> = (0..500_000u32).flat_map(u32::to_le_bytes).collect();
        let mut received = vec![0; sent.len()];
        let (mut read, mut write) = socket.split();
        let (written, read) = tokio::join!(write.write_all(&sent), read.read_exact(&mut received));
        written.unwrap();
        read.unwrap();
        assert!(received == sent);
        drop(socket);
        phone.no_streams().await;

        let port = adb
            .text(&["forward", "tcp:0", "localabstract:nobody"])
            .await;
        let port: u16 = port.trim().parse().unwrap();
        let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert_eq!(socket.read(&mut [0; 1]).await.unwrap_or(0), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversed_socket_reaches_the_host() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        let table = &phone.options.reverse;
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let remote = format!("tcp:{}", host.local_addr().unwrap().port());

        adb.text(&["reverse", "localabstract:back", &remote]).await;
        let mut app = table.dial("localabstract:back").unwrap();
        app.write_all(b"from the phone").await.unwrap();
        let (mut accepted, _) = host.accept().await.unwrap();
        let mut text = [0; 14];
        accepted.read_exact(&mut text).await.unwrap();
        assert_eq!(&text, b"from the phone");
        accepted.write_all(b"from the host").await.unwrap();
        drop(accepted);
        let mut answer = String::new();
        app.read_to_string(&mut answer).await.unwrap();
        assert_eq!(answer, "from the host");
        phone.no_streams().await;

        let port = adb.text(&["reverse", "tcp:0", &remote]).await;
        assert_eq!(port, "32768\n");
        let again = adb
            .output(&["reverse", "--no-rebind", "tcp:32768", &remote])
            .await;
        let said = String::from_utf8_lossy(&again.stderr).into_owned();
        assert!(said.contains("cannot rebind existing socket"), "{said}");
        let listed = adb.text(&["reverse", "--list"]).await;
        assert!(
            listed.contains(&format!(" tcp:32768 {remote}\n")),
            "{listed}"
        );
        adb.text(&["reverse", "--remove", "tcp:32768"]).await;
        let missing = adb.output(&["reverse", "--remove", "tcp:32768"]).await;
        let said = String::from_utf8_lossy(&missing.stderr).into_owned();
        assert!(said.contains("listener 'tcp:32768' not found"), "{said}");
        adb.text(&["reverse", "--remove-all"]).await;
        assert!(table.dial("localabstract:back").is_none());

        // Nobody listens on the host: the app's connection ends without a byte.
        drop(host);
        adb.text(&["reverse", "tcp:80", &remote]).await;
        let mut app = table.dial("tcp:80").unwrap();
        assert_eq!(app.read(&mut [0; 1]).await.unwrap(), 0);

        adb.text(&["disconnect"]).await;
        phone
            .until("the connection ended", |counters| {
                counters.connections() == 0
            })
            .await;
        assert!(table.sockets().is_empty());
    }
}
