//! What becomes of a host that answers, and of one that does not.

use std::time::Duration;

use clawperator_framework_phone::{HostError, HostEvent, HostOptions, JvmScreen};
use clawperator_phone_screen::{
    DumpRequest, InjectRefused, InputGesture, Intent, LaunchOutcome, Screen, TouchPoint, WindowKind,
};

use crate::support::fake::{options, screen};

/// Long enough for a host that answers.
const LONG: Duration = Duration::from_mins(1);
/// Long enough to see that one does not.
const SHORT: Duration = Duration::from_millis(300);

fn tap() -> InputGesture {
    InputGesture::Tap(TouchPoint { x: 1.0, y: 2.0 })
}

#[tokio::test]
async fn answers_are_read_into_types() {
    let (screen, _) = screen(LONG).await;
    let request = DumpRequest {
        windows: true,
        compressed: false,
    };
    assert_eq!(screen.dump(request).await.unwrap(), "<?xml?>ü");
    let image = screen.screenshot().await;
    assert_eq!((image.width, image.height), (2, 1));
    assert_eq!(image.pixels, [0, 1, 2, 3, 4, 5, 6, 7]);
    let state = screen.state().await;
    let window = state.windows.first().unwrap();
    assert_eq!(window.kind, WindowKind::Dialog);
    assert_eq!(window.bounds, (1, 2, 3, 4));
    assert!(window.focused && window.secure);
    assert_eq!(state.resumed, Some(("a".to_owned(), "b".to_owned())));
    assert_eq!(state.size_override, Some((100, 200)));
    assert_eq!(state.density_override, None);
    assert!(state.keyboard_shown);
    let packages = screen.packages().await;
    let package = packages.first().unwrap();
    assert_eq!(package.launcher_activity.as_deref(), Some("a.Main"));
    assert_eq!(package.pid, None);
    let component = ("a".to_owned(), "b".to_owned());
    let intent = Intent {
        component: Some(component.clone()),
        ..Intent::default()
    };
    let started = LaunchOutcome::Started {
        component,
        cold: true,
        took: Duration::from_millis(9),
    };
    assert_eq!(screen.start(&intent).await, started);
    let quiet = Duration::from_millis(500);
    assert!(screen.wait_for_idle(quiet, LONG).await);
    assert!(!screen.wait_for_idle(quiet * 2, LONG).await);
    let row =
        [("name", "ü"), ("value", "1")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(
        screen.query("content://a.b/c").await,
        Some(vec![row.to_vec()])
    );
    assert_eq!(screen.query("content://a.b/d").await, None);
    let record = screen.record().await.unwrap();
    let entries = record.after(0).await.unwrap();
    assert_eq!(entries.first().unwrap().what, "click");
    assert!(record.after(3).await.unwrap().is_empty());
    assert_eq!(screen.restarts(), 0);
}

/// Every way to lose a host: it ends, says nothing, says nonsense, or threatens with more bytes than there can be.
#[tokio::test]
async fn a_host_that_is_lost_is_replaced_and_that_is_told() {
    for (how, patience, reason) in [
        ("die", LONG, "the connection is gone"),
        ("hush", SHORT, "no answer within 300ms"),
        ("babble", LONG, "the connection is gone"),
        ("boast", LONG, "the connection is gone"),
    ] {
        let (screen, events) = screen(patience).await;
        assert_eq!(screen.text("plain").await, Ok(()));
        // What was lost is not called done.
        let lost = screen.text(how).await;
        assert_eq!(lost, Err(InjectRefused::FrameworkDied), "{how}");
        assert_eq!(screen.gesture(tap()).await, Ok(()), "{how}");
        assert_eq!(screen.restarts(), 1, "{how}");
        let events = events.lock().unwrap();
        let [first, ended, second] = events.as_slice() else {
            panic!("{how}: {events:?}");
        };
        assert!(matches!(first, HostEvent::Started { starts: 1, .. }));
        let expected = HostEvent::Ended {
            request: "text",
            reason: reason.to_owned(),
        };
        assert_eq!(*ended, expected, "{how}");
        assert!(matches!(second, HostEvent::Started { starts: 2, .. }));
    }
}

#[tokio::test]
async fn a_host_that_cannot_end_the_app_is_ended_with_it() {
    let (screen, _) = screen(LONG).await;
    screen.force_stop("free").await;
    assert_eq!(screen.restarts(), 0);
    screen.force_stop("held").await;
    assert_eq!(screen.restarts(), 1);
    assert_eq!(screen.state().await.rotation, 1);
}

#[tokio::test]
async fn an_answer_that_does_not_come_holds_up_no_other() {
    let (screen, _) = screen(LONG).await;
    let waiting = screen.text("hush");
    tokio::select! {
        biased;
        _ = waiting => panic!("nobody answers that"),
        state = screen.state() => assert_eq!(state.rotation, 1),
    }
    // Whoever stops waiting leaves the connection as it was.
    assert_eq!(screen.gesture(tap()).await, Ok(()));
    assert_eq!(screen.restarts(), 0);
}

#[tokio::test]
async fn a_host_that_does_not_start_is_an_error() {
    let (mut missing, events) = options(LONG);
    missing.program = "no-such-program".into();
    let error = JvmScreen::start(missing).await.unwrap_err();
    assert!(matches!(error, HostError::NotStarted(_)), "{error}");
    assert!(matches!(
        events.lock().unwrap().as_slice(),
        [HostEvent::NotStarted { .. }]
    ));
    for program in ["true", "yes"] {
        let options = HostOptions {
            program: program.into(),
            arguments: Vec::new(),
            ..options(LONG).0
        };
        let error = JvmScreen::start(options).await.unwrap_err();
        assert!(matches!(error, HostError::NotStarted(_)), "{error}");
    }
}
