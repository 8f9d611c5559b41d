//! The tree is the screen that a dump of the same phone tells.

use std::time::Duration;

use clawperator_operator_protocol::{
    Answer, Content, Look, Node, Request, Rest, Tree, Window, WindowKind,
};
use clawperator_phone_screen::{DumpRequest, Intent, Screen};
use clawperator_virtual_phone::{Fault, Release};
use roxmltree::Document;
use tokio::time::Instant;

use super::{identity, node_of, open};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Driver, Installed, look};
use crate::support::{builder, phone};

/// Flags of a node in the order of their bits, as a dump names them.
const FLAGS: [&str; 10] = [
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long-clickable",
    "password",
    "selected",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_told_as_a_dump_tells_it() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    let screen = phone.phone().screen();
    let (mut pages, mut nodes) = (0, 0);
    let mut check = async |what: &str| {
        nodes += compare(&*screen, &mut driver, what).await;
        pages += 1;
    };
    check("the launcher").await;
    for package in screen.packages().await {
        for class in &package.activities {
            let intent = Intent {
                component: Some((package.name.clone(), class.clone())),
                ..Intent::default()
            };
            screen.start(&intent).await;
            for (after, what) in [(0, "at once"), (400, "soon"), (5_000, "later")] {
                phone.phone().advance(Duration::from_millis(after));
                check(&format!("{class} {what}")).await;
            }
            // The next field takes the focus and shows the keyboard, if there is one.
            screen
                .key(clawperator_phone_screen::KeyPress {
                    code: 61,
                    long: false,
                })
                .await
                .unwrap();
            check(&format!("{class} with a focus")).await;
            let swipe = clawperator_phone_screen::InputGesture::Swipe {
                from: clawperator_phone_screen::TouchPoint {
                    x: 540.0,
                    y: 1_700.0,
                },
                to: clawperator_phone_screen::TouchPoint { x: 540.0, y: 700.0 },
                duration: Duration::from_millis(200),
            };
            screen.gesture(swipe).await.unwrap();
            check(&format!("{class} scrolled")).await;
        }
    }
    screen.set_shade(true).await;
    check("the shade").await;
    screen.set_shade(false).await;
    screen.set_rotation(1).await;
    check("turned").await;
    screen.set_rotation(0).await;
    let faults = phone.phone().faults();
    for fault in [
        Fault::EmojiInText,
        Fault::ScreenLocked { secret: false },
        Fault::ScreenLocked { secret: true },
        Fault::AppCrash {
            package: Some("com.android.settings".to_owned()),
        },
    ] {
        let kind = fault.kind();
        faults.set(fault).await.unwrap();
        check(&format!("{kind:?}")).await;
        faults.clear(kind).await;
    }
    println!("{pages} pages with {nodes} nodes");
    assert!(pages > 300 && nodes > 10_000, "{pages} {nodes}");
}

/// Compares both at one moment; answers how many nodes there were.
async fn compare(screen: &dyn Screen, driver: &mut Driver, what: &str) -> usize {
    let request = DumpRequest {
        windows: true,
        compressed: false,
    };
    let dump = screen.dump(request).await.unwrap();
    let tree = driver.look().await;
    let document = Document::parse(&dump).unwrap();
    let told: Vec<String> = document
        .descendants()
        .filter(|element| element.has_tag_name("window") || element.has_tag_name("node"))
        .map(|element| of_dump(element))
        .collect();
    let mut read = Vec::new();
    for (index, window) in tree.windows.iter().enumerate() {
        read.push(of_window(index, window));
        read.extend(window.nodes.iter().map(|node| of_node(&tree, node)));
    }
    assert_eq!(read, told, "{what}");
    told.len()
}

fn of_dump(element: roxmltree::Node<'_, '_>) -> String {
    let attribute = |name: &str| element.attribute(name).unwrap_or_default().to_owned();
    if element.has_tag_name("window") {
        return [
            "index", "id", "title", "bounds", "active", "focused", "layer", "type",
        ]
        .map(attribute)
        .join("|");
    }
    let depth = element
        .ancestors()
        .skip(1)
        .take_while(|outer| outer.has_tag_name("node"))
        .count();
    let names = [
        "index",
        "text",
        "content-desc",
        "resource-id",
        "class",
        "package",
        "bounds",
    ];
    let flags = FLAGS.map(attribute).join(" ");
    format!("{depth}|{}|{flags}", names.map(attribute).join("|"))
}

fn of_window(index: usize, window: &Window) -> String {
    let kind = match window.kind {
        WindowKind::Application => "TYPE_APPLICATION",
        WindowKind::Keyboard => "TYPE_INPUT_METHOD",
        WindowKind::System => "TYPE_SYSTEM",
        other => panic!("{other:?}"),
    };
    let flag = |bit: u8| (window.flags.bits() & bit != 0).to_string();
    [
        index.to_string(),
        window.id.to_string(),
        window.title.clone().unwrap_or_default(),
        bounds(window.bounds),
        flag(1),
        flag(2),
        window.layer.to_string(),
        kind.to_owned(),
    ]
    .join("|")
}

fn of_node(tree: &Tree, node: &Node) -> String {
    let name = |name: clawperator_operator_protocol::Name| name.of(&tree.names).unwrap_or_default();
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let flags: Vec<String> = (0..FLAGS.len())
        .map(|bit| (node.flags.bits() & (1 << bit) != 0).to_string())
        .collect();
    format!(
        "{}|{}|{}|{}|{}|{}|{}|{}|{}",
        node.depth,
        node.index,
        text(&node.texts.text),
        text(&node.texts.description),
        name(node.id),
        name(node.class),
        name(node.package),
        bounds(node.bounds),
        flags.join(" ")
    )
}

fn bounds([left, top, right, bottom]: [i32; 4]) -> String {
    format!("[{left},{top}][{right},{bottom}]")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restless_screen_is_read_at_once_and_rest_is_told() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    let at_rest = |have| {
        Request::Look(Look {
            have,
            rest_ms: 300,
            wait_ms: 2_000,
            ..look()
        })
    };
    open(phone.phone(), "RestlessActivity").await;
    let before = phone.phone().since_boot();
    let tree = driver.look().await;
    assert_eq!(tree.rest, Rest::NotAsked);
    assert_eq!(phone.phone().since_boot(), before);
    let Answer::Tree(restless) = driver.ask(&at_rest(0)).await else {
        panic!()
    };
    assert_eq!(restless.rest, Rest::DidNotCome);
    assert!(restless.number > tree.number);
    open(phone.phone(), "CounterActivity").await;
    let Answer::Tree(resting) = driver.ask(&at_rest(0)).await else {
        panic!()
    };
    assert_eq!(resting.rest, Rest::Came);
    let same = driver.ask(&at_rest(resting.number)).await;
    assert!(
        matches!(same, Answer::Unchanged { number, .. } if number == resting.number),
        "{same:?}"
    );
    let have = Request::Look(Look {
        have: resting.number,
        ..look()
    });
    assert!(matches!(driver.ask(&have).await, Answer::Unchanged { .. }));
    open(phone.phone(), "FieldsActivity").await;
    assert!(matches!(driver.ask(&have).await, Answer::Tree(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_stay_and_a_hanging_app_is_unresponsive() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    open(phone.phone(), "FieldsActivity").await;
    let first = driver.look().await;
    phone.phone().tap(540.0, 620.0).await.unwrap();
    let second = driver.look().await;
    assert_eq!(identity(&first, "email"), identity(&second, "email"));
    assert_ne!(identity(&first, "email"), identity(&first, "name"));
    let email = node_of(&first, "email");
    assert_eq!(email.texts.text.as_deref(), Some("E-mail"));
    assert_eq!(email.texts.hint.as_deref(), Some("E-mail"));
    assert_eq!(email.flags.bits() & 0x4800, 0x4800);
    let package = Some(crate::support::CONFORMANCE.to_owned());
    let hangs = Fault::AppNotResponding {
        package,
        for_ms: 60_000,
    };
    phone.phone().faults().set(hangs).await.unwrap();
    let hanging = driver.look().await;
    assert!(
        hanging
            .windows
            .iter()
            .any(|window| window.content == Content::Unresponsive && window.nodes.is_empty())
    );
    assert!(hanging.state.covering.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_takes_little_time_of_the_phone() {
    // Small rows, so that many fit.
    let many = builder(Release::Android14).display((1_440, 3_200), 80);
    let phone = many.build().unwrap().listen("127.0.0.1:0").await.unwrap();
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    open(phone.phone(), "ListActivity").await;
    let nodes: usize = driver
        .look()
        .await
        .windows
        .iter()
        .map(|window| window.nodes.len())
        .sum();
    let screen = phone.phone().screen();
    let access = screen.accessibility().unwrap();
    let began = Instant::now();
    for _ in 0..200 {
        assert!(!access.tree().windows.is_empty());
    }
    let read = began.elapsed() / 200;
    let began = Instant::now();
    for _ in 0..100 {
        driver.look().await;
    }
    println!(
        "{nodes} nodes: read in {read:?}, looked at through adb in {:?}",
        began.elapsed() / 100
    );
    // Far above what is expected: another machine may be slow, a look that waits is slower.
    assert!(read < Duration::from_millis(50));
}
