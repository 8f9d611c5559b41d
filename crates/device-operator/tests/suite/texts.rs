//! Which field a text is sent for.

use clawperator_device::Device as _;
use clawperator_device::driver::{
    Act, Acted, Present, SeenNode, TextEntry, TreeNumber, TypedBy, View,
};
use clawperator_operator_protocol::{
    Act as Asked, Answer, Content, Name, Node, NodeFlags, Outcome, Request, Rest, Texts, Tree,
    Window, WindowFlags, WindowKind,
};

use super::bench::{Bench, LONG};
use super::puppet::{Puppet, STATE, acted};

/// A window of an app that counts its identities from the same number as every other.
fn window(id: i32, text: &str) -> Window {
    let field = Node {
        depth: 0,
        index: 0,
        drawing_order: 1,
        identity: 7,
        flags: NodeFlags::new(0x4018).unwrap(),
        bounds: [0, 0, 100, 100],
        class: Name::at(0),
        package: Name::at(1),
        id: Name::NONE,
        actions: 0,
        texts: Texts {
            text: Some(text.to_owned()),
            ..Texts::default()
        },
    };
    Window {
        id,
        kind: WindowKind::Application,
        flags: WindowFlags::new(3).unwrap(),
        layer: id,
        display: 0,
        bounds: [0, 0, 100, 100],
        title: None,
        content: Content::Whole,
        nodes: vec![field],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_for_the_window_that_its_field_was_seen_in() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let plays = async {
        let mut line = puppet.line().await;
        let (id, _) = line.request().await.unwrap();
        let tree = Tree {
            state: STATE,
            number: 4,
            rest: Rest::NotAsked,
            dropped: 0,
            notices: 0,
            names: ["android.widget.EditText", "com.example"]
                .map(str::to_owned)
                .to_vec(),
            windows: vec![window(31, "chat"), window(-2, "note")],
        };
        line.answer(id, &Answer::Tree(tree)).await;
        let mut fields = Vec::new();
        for _ in 0..3 {
            let (id, request) = line.request().await.unwrap();
            let Request::Act {
                act,
                what: Asked::Text {
                    window, identity, ..
                },
                ..
            } = request
            else {
                panic!("{request:?}")
            };
            fields.push((window, identity));
            line.answer(id, &acted(act, Outcome::Done)).await;
        }
        fields
    };
    let types = async {
        device.identity(LONG).await.unwrap();
        let view = View {
            activity: false,
            rest: false,
        };
        let seen = device.observe(view, LONG).await.unwrap();
        let field = |text: &str| {
            let mut nodes = seen.tree.nodes();
            let node = nodes.find(|node| node.text() == text).unwrap();
            Some(SeenNode {
                tree: TreeNumber(4),
                node: node.id(),
            })
        };
        for field in [field("note"), field("chat"), None] {
            let entry = TextEntry {
                field,
                present: Present::Stays,
                text: "x",
            };
            let typed = device.act(Act::Text(entry), LONG).await;
            assert_eq!(typed, Ok(Acted::Typed(TypedBy::Keys)));
        }
    };
    let (fields, ()) = tokio::join!(plays, types);
    assert_eq!(fields, [(-2, 7), (31, 7), (0, 0)]);
}
