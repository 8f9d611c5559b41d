//! Whatever happens, the phone stands and its tree can be read.

use std::time::Duration;

use clawperator_phone_screen::scene::parse_scene;
use clawperator_phone_screen::{
    DumpRequest, InputGesture, KeyPress, MotionAction, Scenes, Screen, ScreenClock, ScreenConfig,
    ScriptedScreen, TouchPoint,
};
use proptest::prelude::*;
use proptest::string::string_regex;

use super::support::{CONFORMANCE, PLAIN, SETTINGS, SHOP, open};

#[derive(Debug, Clone)]
enum Act {
    Tap(f32, f32),
    Swipe(f32, f32, f32, f32, u64),
    Drag(f32, f32, f32, f32),
    Motion(u8, f32, f32),
    Key(u32),
    Text(String),
    Open(usize),
    Rotate(u8),
    Shade(bool),
    Awake(bool),
    Wait(u64),
    Picture,
}

fn act() -> impl Strategy<Value = Act> {
    let coordinate = || prop_oneof![30 => -50.0_f32..2_500.0, 1 => any::<f32>()];
    let (x, y) = (coordinate(), coordinate());
    prop_oneof![
        6 => (x.clone(), y.clone()).prop_map(|(x, y)| Act::Tap(x, y)),
        4 => (x.clone(), y.clone(), x.clone(), y.clone(), 0_u64..2_000).prop_map(|(a, b, c, d, ms)| Act::Swipe(a, b, c, d, ms)),
        1 => (x.clone(), y.clone(), x.clone(), y.clone()).prop_map(|(a, b, c, d)| Act::Drag(a, b, c, d)),
        1 => (0_u8..4, x, y).prop_map(|(kind, x, y)| Act::Motion(kind, x, y)),
        3 => prop_oneof![0_u32..300, Just(4), Just(3), Just(187), Just(66)].prop_map(Act::Key),
        2 => "\\PC{0,12}".prop_map(Act::Text),
        2 => (0_usize..64).prop_map(Act::Open),
        1 => (0_u8..5).prop_map(Act::Rotate),
        1 => any::<bool>().prop_map(Act::Shade),
        1 => any::<bool>().prop_map(Act::Awake),
        1 => (0_u64..10_000).prop_map(Act::Wait),
        1 => Just(Act::Picture),
    ]
}

async fn perform(phone: &ScriptedScreen, act: Act) {
    let at = |x, y| TouchPoint { x, y };
    match act {
        Act::Tap(x, y) => phone
            .gesture(InputGesture::Tap(at(x, y)))
            .await
            .expect("a tap"),
        Act::Swipe(a, b, c, d, ms) => {
            let duration = Duration::from_millis(ms);
            phone
                .gesture(InputGesture::Swipe {
                    from: at(a, b),
                    to: at(c, d),
                    duration,
                })
                .await
                .expect("a swipe");
        }
        Act::Drag(a, b, c, d) => {
            let duration = Duration::from_millis(300);
            phone
                .gesture(InputGesture::DragAndDrop {
                    from: at(a, b),
                    to: at(c, d),
                    duration,
                })
                .await
                .expect("a drag");
        }
        Act::Motion(kind, x, y) => {
            let action = [
                MotionAction::Down,
                MotionAction::Move,
                MotionAction::Up,
                MotionAction::Cancel,
            ][usize::from(kind)];
            phone.motion(action, at(x, y)).await.expect("a motion");
        }
        Act::Key(code) => phone
            .key(KeyPress {
                code,
                long: code % 7 == 0,
            })
            .await
            .expect("a key"),
        Act::Text(text) => phone.text(&text).await.expect("text"),
        Act::Open(number) => {
            let packages = phone.packages().await;
            let wanted = [CONFORMANCE, SETTINGS, SHOP][number % 3];
            let package = packages
                .into_iter()
                .find(|package| package.name == wanted)
                .expect("installed");
            let class = &package.activities[number % package.activities.len()];
            open(phone, wanted, class.trim_start_matches(wanted)).await;
        }
        Act::Rotate(turns) => phone.set_rotation(turns).await,
        Act::Shade(expanded) => phone.set_shade(expanded).await,
        Act::Awake(awake) => phone.set_awake(awake).await,
        Act::Wait(ms) => {
            phone
                .wait_for_idle(Duration::from_millis(500), Duration::from_millis(ms))
                .await;
        }
        Act::Picture => {
            phone.screenshot().await;
        }
    }
}

fn well_formed(xml: &str) {
    roxmltree::Document::parse(xml).expect("well-formed XML");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_gestures_never_break_the_phone(acts in proptest::collection::vec(act(), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        runtime.block_on(async {
            let config = ScreenConfig { clock: ScreenClock::instant(), ..ScreenConfig::default() };
            let phone = ScriptedScreen::new(Scenes::shipped().expect("scenes"), &config);
            for act in acts {
                perform(&phone, act).await;
                for request in [PLAIN, DumpRequest { compressed: true, ..PLAIN }, DumpRequest { windows: true, ..PLAIN }] {
                    if let Ok(xml) = phone.dump(request).await {
                        well_formed(&xml);
                    }
                }
                phone.state().await;
            }
        });
    }

    #[test]
    fn no_text_makes_a_scene_reader_fall(text in string_regex("\\PC{0,200}").unwrap()) {
        let _ = parse_scene(&text);
    }
}
