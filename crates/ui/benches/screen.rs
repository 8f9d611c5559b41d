//! How long it takes to read a screen and find something on it: `cargo bench -p clawperator-ui`.
//!
//! A dump of 2,000 nodes, three times as many as the largest real one had: reading it and finding a node should take
//! less than 3 ms. Then dumps that were made to be slow. A word after `--` keeps the rows that contain it.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a bench reads the clock, prints, and stops when its own input is wrong"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use clawperator_contract::{ActionParams, Target, Window, validate};
use clawperator_ui::{Found, Gesture, Query, Tree};

fn main() {
    let dump = settings(2_000);
    let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
    println!(
        "{} nodes, {} characters; the first four rows below 3 ms together",
        tree.len(),
        dump.len()
    );
    measure("parse", || {
        Tree::parse(black_box(dump.as_bytes())).unwrap();
    });
    let text = target(r#""matcher": { "textEquals": "Title 190" }"#);
    measure("find by text", || find(&tree, &text));
    let name = target(r#""where": { "name": "Title 190, Summary 190" }"#);
    measure("find by name", || find(&tree, &name));
    let row = target(r#""where": { "role": "switch", "inRow": "Title 190" }"#);
    measure("find by role and row", || find(&tree, &row));
    measure("parse, find by role and row, touch", || {
        let tree = Tree::parse(black_box(dump.as_bytes())).unwrap().tree;
        let Found::Nodes(matches) = tree.find(&Query::of(&row).unwrap()) else {
            panic!("it is there");
        };
        let targets = matches.targets(Gesture::Tap);
        let _ = black_box(targets.first().unwrap().point());
    });
    let missing = target(r#""matcher": { "textEquals": "Titel 190" }"#);
    measure("explain", || {
        black_box(tree.explain(&Query::of(&missing).unwrap()).to_string());
    });
    measure("signature", || {
        black_box(tree.signature());
    });
    measure("XML", || {
        black_box(tree.to_xml(Window::App));
    });

    println!("\nmade to be slow");
    for (name, dump) in hostile() {
        measure(name, || {
            if let Ok(parsed) = Tree::parse(black_box(dump.as_bytes())) {
                black_box(parsed.tree.find(&Query::of(&row).unwrap()));
                black_box(parsed.tree.explain(&Query::of(&missing).unwrap()));
            }
        });
    }
}

/// Runs for two seconds, or once if that takes longer.
fn measure(name: &str, mut run: impl FnMut()) {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    if wanted.is_some_and(|word| !name.contains(&word)) {
        return;
    }
    let mut times = Vec::new();
    while times.iter().sum::<Duration>() < Duration::from_secs(2) {
        let started = Instant::now();
        run();
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let percentile = |percent: usize| {
        let time = times.get(times.len() * percent / 100).unwrap();
        time.as_secs_f64() * 1e3
    };
    println!(
        "  {name:<36} best {:>9.3} ms  median {:>9.3} ms  p99 {:>9.3} ms  {} runs",
        percentile(0),
        percentile(50),
        percentile(99),
        times.len()
    );
}

fn find(tree: &Tree, target: &Target) {
    let Found::Nodes(matches) = tree.find(&Query::of(target).unwrap()) else {
        panic!("it is there");
    };
    black_box(matches);
}

fn target(params: &str) -> Target {
    let payload = format!(
        r#"{{ "commandId": "c", "taskId": "t", "source": "s", "expectedFormat": "android-ui-automator",
              "timeoutMs": 30000, "actions": [{{ "id": "a", "type": "click", "params": {{ {params} }} }}] }}"#
    );
    let execution = validate(payload.as_bytes()).unwrap().execution;
    match execution.actions().first().unwrap().params.clone() {
        ActionParams::Click(params) => params.target,
        params => panic!("not a click: {params:?}"),
    }
}

/// A settings list of so many nodes, as the platform writes it; only a part of it is on the screen, as in a web page.
fn settings(nodes: usize) -> String {
    let mut rows = String::new();
    let mut count = 2;
    for row in 0.. {
        if count + 6 > nodes {
            break;
        }
        count += 6;
        let (top, middle, bottom) = (row * 12, row * 12 + 6, row * 12 + 12);
        let parts = [
            node(
                "android.widget.LinearLayout",
                "",
                "",
                true,
                (0, top, 1080, bottom),
                false,
            ),
            node(
                "android.widget.RelativeLayout",
                "",
                "",
                false,
                (40, top, 800, bottom),
                false,
            ),
            node(
                "android.widget.TextView",
                &format!("Title {row}"),
                "android:id/title",
                false,
                (40, top, 800, middle),
                true,
            ),
            node(
                "android.widget.TextView",
                &format!("Summary {row}"),
                "android:id/summary",
                false,
                (40, middle, 800, bottom),
                true,
            ),
            "</node>".to_owned(),
            node(
                "android.widget.FrameLayout",
                "",
                "",
                false,
                (900, top, 1040, bottom),
                false,
            ),
            node(
                "android.widget.Switch",
                "",
                "android:id/switch_widget",
                false,
                (900, top, 1040, bottom),
                true,
            ),
            "</node></node>".to_owned(),
        ];
        rows.push_str(&parts.concat());
    }
    let list = node(
        "androidx.recyclerview.widget.RecyclerView",
        "",
        "com.android.settings:id/recycler_view",
        false,
        (0, 0, 1080, 4000),
        false,
    );
    let root = node(
        "android.widget.FrameLayout",
        "",
        "",
        false,
        (0, 0, 1080, 4000),
        false,
    );
    format!(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">{root}{list}{rows}</node></node></hierarchy>"
    )
}

fn node(
    class: &str,
    text: &str,
    id: &str,
    clickable: bool,
    (left, top, right, bottom): (usize, usize, usize, usize),
    is_leaf: bool,
) -> String {
    let end = if is_leaf { " />" } else { ">" };
    format!(
        "<node index=\"0\" text=\"{text}\" resource-id=\"{id}\" class=\"{class}\" package=\"com.android.settings\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"{clickable}\" enabled=\"true\" focusable=\"{clickable}\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[{left},{top}][{right},{bottom}]\"{end}"
    )
}

/// What costs most, each for another reason.
fn hostile() -> Vec<(&'static str, String)> {
    let dump = |content: String| format!("<hierarchy rotation=\"0\">{content}</hierarchy>");
    let most = 20_000;
    let many = |node: &str| node.repeat(most);
    let switch = "<node class=\"android.widget.Switch\" text=\"é\" clickable=\"true\" bounds=\"[0,0][9,9]\"/>";
    let deep = format!(
        "{}{}{}",
        "<node text=\"a\" class=\"android.widget.Switch\" clickable=\"true\" bounds=\"[0,0][9,9]\">".repeat(250),
        many(switch),
        "</node>".repeat(250)
    );
    vec![
        (
            "many labels of one name",
            dump(format!(
                "<node bounds=\"[0,0][99,99]\"><node bounds=\"[0,0][9,9]\">{}</node></node>",
                many(switch)
            )),
        ),
        ("many labels deep down", dump(deep)),
        (
            "long words around many labels",
            dump(format!(
                "<node bounds=\"[0,0][99,99]\"><node clickable=\"true\" text=\"{}\" bounds=\"[0,0][9,9]\">{}</node></node>",
                "é".repeat(32_768),
                many("<node text=\"éa\" bounds=\"[0,0][9,9]\"/>")
            )),
        ),
        (
            "quotes in one tag",
            dump(format!("<node text=\"{}\" />", "\"a".repeat(4_000_000))),
        ),
        ("tags without an end", dump("<a ".repeat(4_000_000))),
        (
            "end tags that fit nothing",
            dump(format!("{}{}", "<a>".repeat(200), "</b>".repeat(3_000_000))),
        ),
        (
            "references",
            dump(format!(
                "<node text=\"{}\" bounds=\"[0,0][9,9]\" />",
                "&#128187;".repeat(1_500_000)
            )),
        ),
        ("nested comments", dump("<!--".repeat(4_000_000))),
    ]
}
