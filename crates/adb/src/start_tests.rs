use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::until_it_answers;
use crate::endpoint::Endpoint;
use crate::error::AdbError;

/// What is done with each connection, in order; after the last the listener is gone.
enum Then {
    HangUp,
    HangUpAfterHalf,
    Answer(&'static str),
    Silence,
}

/// A server that does as it is told; answers how many times it was asked and what became of the question.
async fn ask(script: Vec<Then>, within: Duration) -> (usize, Result<(), AdbError>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = Endpoint::local(listener.local_addr().unwrap().port());
    let server = async {
        let (mut asked, mut silent) = (0, Vec::new());
        for then in script {
            let (mut socket, _) = listener.accept().await.unwrap();
            asked += 1;
            match then {
                Then::HangUp => continue,
                Then::Silence => {
                    silent.push(socket);
                    continue;
                }
                Then::HangUpAfterHalf | Then::Answer(_) => {}
            }
            let mut request = [0; 16];
            socket.read_exact(&mut request).await.unwrap();
            assert_eq!(&request, b"000chost:version");
            let answer = match then {
                Then::Answer(answer) => answer,
                _ => "OKAY",
            };
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
        drop(listener);
        (asked, silent)
    };
    let both = async { tokio::join!(server, until_it_answers(&endpoint, within)) };
    let ((asked, _silent), outcome) = tokio::time::timeout(LONG, both).await.expect("an end");
    (asked, outcome)
}

const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_server_that_hangs_up_at_first_is_asked_again() {
    let script = vec![
        Then::HangUp,
        Then::HangUpAfterHalf,
        Then::Answer("OKAY00040029"),
    ];
    let (asked, outcome) = ask(script, LONG).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(asked, 3);
}

#[tokio::test]
async fn a_server_that_answers_is_asked_once() {
    let (asked, outcome) = ask(vec![Then::Answer("OKAY00040029")], LONG).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(asked, 1);
}

#[tokio::test]
async fn an_answer_of_another_kind_ends_the_asking() {
    let (asked, outcome) = ask(vec![Then::Answer("HTTP/1.1")], LONG).await;
    assert!(
        matches!(outcome, Err(AdbError::Protocol { .. })),
        "{outcome:?}"
    );
    assert_eq!(asked, 1);
}

#[tokio::test]
async fn a_server_that_goes_away_has_not_started() {
    let (asked, outcome) = ask(vec![Then::HangUp], LONG).await;
    assert!(
        matches!(&outcome, Err(AdbError::ServerStartFailed { message, .. }) if message.contains("no server answers")),
        "{outcome:?}"
    );
    assert_eq!(asked, 1);
}

#[tokio::test]
async fn a_silent_server_has_not_started() {
    let (asked, outcome) = ask(vec![Then::Silence], Duration::from_millis(50)).await;
    assert!(
        matches!(&outcome, Err(AdbError::ServerStartFailed { message, .. }) if message.contains("within 50ms")),
        "{outcome:?}"
    );
    assert_eq!(asked, 1);
}
