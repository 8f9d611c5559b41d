//! How long it takes to show a screen and to find a ref again: `cargo bench -p clawperator-ui --bench forms`.
//!
//! Generated screens first, then screens of the most nodes that a tree may have, made to be slow. A word after `--`
//! keeps the rows that contain it.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench reads the clock, prints, and stops when its own input is wrong"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use clawperator_ui::{Header, Numbering, Refs, Shown, Tree, compact, diff, refind, tree_json};

fn main() {
    for rows in [50, 300] {
        println!("a list of {rows} rows");
        let tree = parse(&list(rows, 0));
        let scrolled = parse(&list(rows, rows / 2));
        all(&tree, &scrolled);
    }
    println!("20,000 nodes that are all alike");
    let alike = "<node class=\"android.widget.Switch\" clickable=\"true\" bounds=\"[0,0][9,9]\"/>";
    let tree = parse(&dump(&alike.repeat(19_000)));
    all(&tree, &tree.clone());
    println!("20,000 nodes in one row of many labels");
    let labelled = "<node text=\"a\" clickable=\"true\" bounds=\"[0,0][9,9]\"/>";
    let labels: Vec<String> = (0..60)
        .map(|label| format!("<node text=\"label {label}\" bounds=\"[0,0][9,9]\"/>"))
        .collect();
    let labels = labels.concat();
    let row = format!(
        "<node bounds=\"[0,0][99,99]\">{labels}{}</node>",
        labelled.repeat(19_000)
    );
    let tree = parse(&dump(&row));
    all(&tree, &tree.clone());
    println!("20,000 nodes with long names");
    let long = format!(
        "<node text=\"{}\" clickable=\"true\" bounds=\"[0,0][9,9]\"/>",
        "ab ".repeat(200)
    );
    let tree = parse(&dump(&long.repeat(19_000)));
    all(&tree, &tree.clone());
}

fn all(tree: &Tree, other: &Tree) {
    let header = Header::default();
    let refs = &Refs::assign(tree);
    measure("refs", || {
        black_box(Refs::assign(tree));
    });
    measure("compact", || {
        black_box(compact(tree, refs, &header));
    });
    measure("tree", || {
        black_box(tree_json(tree, refs, &header));
    });
    measure("diff", || {
        black_box(diff(tree, other, refs));
    });
    let last = tree.nodes().next_back().unwrap().id();
    measure("identity and finding it again", || {
        black_box(refind(tree.into(), last, other.into()));
    });
    // As if another activity were in front: nothing is taken over unseen.
    let elsewhere = Shown {
        tree: other,
        activity: Some("elsewhere"),
        is_scrolled: false,
    };
    measure("numbers carried on", || {
        let mut numbering = Numbering::of(elsewhere);
        numbering.carry_on(tree.into(), refs);
        black_box(numbering.finish(1));
    });
}

/// Runs for a second, or once if that takes longer.
fn measure(name: &str, mut run: impl FnMut()) {
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    if wanted.is_some_and(|word| !name.contains(&word)) {
        return;
    }
    let mut times = Vec::new();
    while times.iter().sum::<Duration>() < Duration::from_secs(1) {
        let started = Instant::now();
        run();
        times.push(started.elapsed());
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).unwrap().as_secs_f64() * 1e3;
    println!("  {name:<32} median {median:>9.3} ms  {} runs", times.len());
}

fn parse(dump: &str) -> Tree {
    Tree::parse(dump.as_bytes()).unwrap().tree
}

fn dump(nodes: &str) -> String {
    format!(
        "<hierarchy rotation=\"0\"><node class=\"android.widget.FrameLayout\" bounds=\"[0,0][1080,2400]\">{nodes}</node></hierarchy>"
    )
}

/// Rows with a title, a summary and a switch, from this one on.
fn list(rows: usize, first: usize) -> String {
    let rows: Vec<String> = (0..rows)
        .map(|row| {
            let (top, bottom) = (row * 8, row * 8 + 8);
            let title = row + first;
            format!(
                "<node class=\"android.widget.LinearLayout\" clickable=\"true\" bounds=\"[0,{top}][1080,{bottom}]\">\
                 <node class=\"android.widget.TextView\" text=\"Title {title}\" bounds=\"[0,{top}][800,{bottom}]\"/>\
                 <node class=\"android.widget.TextView\" text=\"Summary {title}\" bounds=\"[0,{top}][800,{bottom}]\"/>\
                 <node class=\"android.widget.Switch\" checkable=\"true\" bounds=\"[900,{top}][1040,{bottom}]\"/></node>"
            )
        })
        .collect();
    dump(&rows.concat())
}
