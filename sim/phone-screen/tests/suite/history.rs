//! What the history tells of injected input, of launches and of their ends.

use std::time::Duration;

use clawperator_phone_screen::{
    HistoryEntry, InjectRefused, Injection, InputGesture, Landing, MotionAction, Screen,
    ScreenEvent, ScreenFaults, ScriptedScreen,
};

use super::support::{
    CONFORMANCE, SHOP, by_id, by_text, key, open, phone, phone_with, point, scene, swipe, tap_id,
};

const VIEWS: &str = r#"
    {"kind": "text", "id": "label", "text": "Only words"},
    {"kind": "field", "id": "field", "hint": "Name"},
    {"kind": "button", "id": "go", "text": "Go"}"#;

fn events(phone: &ScriptedScreen) -> Vec<ScreenEvent> {
    phone
        .history()
        .into_iter()
        .map(|entry| entry.what)
        .collect()
}

fn injections(phone: &ScriptedScreen) -> Vec<(Injection, Option<Landing>)> {
    let injected = |event| match event {
        ScreenEvent::Injected { input, on } => Some((input, on)),
        _ => None,
    };
    events(phone).into_iter().filter_map(injected).collect()
}

fn id(landing: Option<&Landing>) -> &str {
    landing.map_or("", |landing| landing.view.id.as_str())
}

#[tokio::test]
async fn input_is_told_with_the_view_it_found() {
    let phone = phone_with(&scene(VIEWS)).await;
    let (label, field, go) = (
        by_id(&phone, "label").await.expect("a label"),
        by_id(&phone, "field").await.expect("a field"),
        by_id(&phone, "go").await.expect("a button"),
    );
    phone.clear_history();
    for node in [&label, &field, &go] {
        phone
            .gesture(InputGesture::Tap(node.center()))
            .await
            .expect("a tap");
    }
    phone.text("Ada").await.expect("text");
    swipe(&phone, (10, 1_900), (10, 1_000), 300).await;
    phone
        .motion(MotionAction::Down, label.center())
        .await
        .expect("a finger");
    phone.key_combination(&[113, 29]).await.expect("keys");

    let told = injections(&phone);
    let landed: Vec<(&str, _)> = told
        .iter()
        .map(|(_, on)| (id(on.as_ref()), on.as_ref().map(|on| on.bounds)))
        .collect();
    let expected = [
        ("test.app:id/label", Some(label.bounds)),
        ("test.app:id/field", Some(field.bounds)),
        ("test.app:id/go", Some(go.bounds)),
        ("test.app:id/field", Some(field.bounds)),
    ];
    assert_eq!(landed[..4], expected, "{told:?}");
    assert_eq!(id(told[5].1.as_ref()), "test.app:id/label");
    assert_eq!(id(told[6].1.as_ref()), "test.app:id/field");
    let middle = label.center();
    #[expect(clippy::cast_possible_truncation, reason = "a pixel")]
    let at = (middle.x as i32, middle.y as i32);
    assert_eq!(told[0].0, Injection::Tap { at });
    assert_eq!(
        told[3].0,
        Injection::Text {
            text: "Ada".to_owned()
        }
    );
    assert_eq!(
        told[4].0,
        Injection::Swipe {
            from: (10, 1_900),
            to: (10, 1_000),
            lasts: Duration::from_millis(300)
        }
    );
    assert_eq!(
        told[5].0,
        Injection::Motion {
            action: MotionAction::Down,
            at
        }
    );
    assert_eq!(
        told[6].0,
        Injection::Keys {
            codes: vec![113, 29]
        }
    );
}

#[tokio::test]
async fn what_input_leads_to_comes_after_it() {
    let phone = phone_with(&scene(VIEWS)).await;
    phone.clear_history();
    tap_id(&phone, "go").await;
    tap_id(&phone, "label").await;
    let told = events(&phone);
    assert!(
        matches!(
            told.as_slice(),
            [
                ScreenEvent::Injected { .. },
                ScreenEvent::Tapped(_),
                ScreenEvent::Injected { on: Some(_), .. },
                ScreenEvent::Missed { .. }
            ]
        ),
        "{told:?}"
    );
}

#[tokio::test]
async fn refused_input_is_told_and_a_dark_screen_has_no_views() {
    let phone = phone_with(&scene(VIEWS)).await;
    let at = by_id(&phone, "go").await.expect("a button").center();
    let tap = InputGesture::Tap(at);
    phone.clear_history();
    phone.set_faults(ScreenFaults {
        refuse_input: true,
        ..ScreenFaults::default()
    });
    assert_eq!(phone.gesture(tap).await, Err(InjectRefused::NotPermitted));
    assert!(matches!(
        events(&phone).as_slice(),
        [ScreenEvent::Refused {
            input: Injection::Tap { .. }
        }]
    ));
    phone.set_faults(ScreenFaults::default());
    phone.set_awake(false).await;
    phone.gesture(tap).await.expect("nobody looks");
    assert_eq!(injections(&phone).pop().map(|(_, on)| on), Some(None));
    phone
        .gesture(InputGesture::Tap(point(-5, -5)))
        .await
        .expect("outside");
    assert_eq!(injections(&phone).pop().map(|(_, on)| on), Some(None));
}

#[tokio::test]
async fn apps_come_to_the_front_and_end() {
    let phone = phone();
    let main = |package: &str| (package.to_owned(), format!("{package}.MainActivity"));
    open(&phone, CONFORMANCE, ".MainActivity").await;
    open(&phone, SHOP, ".MainActivity").await;
    open(&phone, CONFORMANCE, ".MainActivity").await;
    phone.force_stop(SHOP).await;
    phone.force_stop(SHOP).await;
    let told: Vec<ScreenEvent> = events(&phone)
        .into_iter()
        .filter(|event| {
            matches!(
                event,
                ScreenEvent::Started(..)
                    | ScreenEvent::BroughtToFront(..)
                    | ScreenEvent::ProcessEnded { .. }
            )
        })
        .collect();
    let started = |(package, class)| ScreenEvent::Started(package, class);
    let (again, class) = main(CONFORMANCE);
    assert_eq!(
        told,
        [
            started(main(CONFORMANCE)),
            started(main(SHOP)),
            ScreenEvent::BroughtToFront(again, class),
            ScreenEvent::ProcessEnded {
                package: SHOP.to_owned()
            },
        ]
    );
    key(&phone, 3).await;
    assert!(matches!(
        events(&phone).last(),
        Some(ScreenEvent::BroughtToFront(..))
    ));
}

#[tokio::test]
async fn entries_are_numbered_from_one_and_none_is_left_out() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MainActivity").await;
    for _ in 0..700 {
        key(&phone, 19).await;
    }
    let numbers: Vec<u64> = phone
        .history()
        .iter()
        .map(|HistoryEntry { number, .. }| *number)
        .collect();
    assert_eq!(numbers.len(), 1_000);
    assert!(numbers[0] > 1, "{}", numbers[0]);
    assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    phone.clear_history();
    key(&phone, 19).await;
    assert_eq!(phone.history()[0].number, 1);
    assert!(by_text(&phone, "Only words").await.is_none());
}
