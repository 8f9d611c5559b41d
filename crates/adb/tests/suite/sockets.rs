//! Sockets of the phone, and rules that lead to them and back.

use clawperator_adb::{AdbError, Rebind, SocketSpec};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::fixture::soon;
use super::phone::Bench;

async fn echoes(mut stream: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin) {
    stream.write_all(b"hello").await.unwrap();
    let mut back = [0; 5];
    stream.read_exact(&mut back).await.unwrap();
    assert_eq!(&back, b"hello");
}

#[tokio::test]
async fn streams_to_sockets_of_the_phone() {
    for bench in Bench::each(14).await {
        for socket in [SocketSpec::LocalAbstract("echo".into()), SocketSpec::Tcp(7)] {
            echoes(bench.device.connect(&socket, soon()).await.unwrap()).await;
        }
        echoes(
            bench
                .device
                .open(b"localabstract:echo", soon())
                .await
                .unwrap(),
        )
        .await;
        let nobody = SocketSpec::LocalAbstract("nobody".into());
        let refused = bench.device.connect(&nobody, soon()).await;
        assert!(
            matches!(&refused, Err(AdbError::ServiceRefused { service, .. }) if service == "localabstract:nobody"),
            "{refused:?}"
        );
        bench.quiet().await;
    }
}

#[tokio::test]
async fn forwarding_with_a_chosen_port() {
    for bench in Bench::each(14).await {
        let echo = SocketSpec::LocalAbstract("echo".into());
        let device = &bench.device;
        let listen = device
            .forward(&SocketSpec::Tcp(0), &echo, Rebind::Replace, soon())
            .await
            .unwrap();
        let SocketSpec::Tcp(port) = listen else {
            panic!("{listen}");
        };
        assert_ne!(port, 0);
        echoes(TcpStream::connect(("127.0.0.1", port)).await.unwrap()).await;

        let again = device.forward(&listen, &echo, Rebind::Refuse, soon()).await;
        assert!(
            matches!(again, Err(AdbError::ServiceRefused { .. })),
            "{again:?}"
        );
        assert_eq!(
            device
                .forward(&listen, &echo, Rebind::Replace, soon())
                .await
                .unwrap(),
            listen
        );
        let rules = device.forwards(soon()).await.unwrap();
        assert_eq!(rules.len(), 1);
        assert_eq!(
            (rules[0].listen.clone(), rules[0].target.as_str()),
            (listen.to_string(), "localabstract:echo")
        );

        device.remove_forward(&listen, soon()).await.unwrap();
        let gone = device.remove_forward(&listen, soon()).await;
        assert!(
            matches!(gone, Err(AdbError::ServiceRefused { .. })),
            "{gone:?}"
        );
        assert_eq!(device.forwards(soon()).await.unwrap(), []);
        bench.quiet().await;
    }
}

#[tokio::test]
async fn the_phone_reaches_this_machine() {
    for bench in Bench::each(14).await {
        let here = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target = SocketSpec::Tcp(here.local_addr().unwrap().port());
        let device = &bench.device;
        let listen = device
            .reverse(&SocketSpec::Tcp(0), &target, Rebind::Replace, soon())
            .await
            .unwrap();
        assert_ne!(listen, SocketSpec::Tcp(0));
        let name = SocketSpec::LocalAbstract("back".into());
        assert_eq!(
            device
                .reverse(&name, &target, Rebind::Refuse, soon())
                .await
                .unwrap(),
            name
        );
        let again = device.reverse(&name, &target, Rebind::Refuse, soon()).await;
        assert!(
            matches!(again, Err(AdbError::ServiceRefused { .. })),
            "{again:?}"
        );

        let mut app = bench
            .phone
            .options
            .reverse
            .dial(&listen.to_string())
            .unwrap();
        let (mut accepted, _) = here.accept().await.unwrap();
        accepted.write_all(b"from here").await.unwrap();
        let mut read = [0; 9];
        app.read_exact(&mut read).await.unwrap();
        assert_eq!(&read, b"from here");
        drop((app, accepted));

        let rules = device.reverses(soon()).await.unwrap();
        let listening: Vec<&str> = rules.iter().map(|rule| rule.listen.as_str()).collect();
        assert_eq!(
            listening,
            [listen.to_string().as_str(), "localabstract:back"]
        );
        device.remove_reverse(&listen, soon()).await.unwrap();
        let gone = device.remove_reverse(&listen, soon()).await;
        assert!(
            matches!(gone, Err(AdbError::ServiceRefused { .. })),
            "{gone:?}"
        );
        device.remove_all_reverses(soon()).await.unwrap();
        assert_eq!(device.reverses(soon()).await.unwrap(), []);
        bench.quiet().await;
    }
}
