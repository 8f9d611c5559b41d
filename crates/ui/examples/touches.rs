//! Counts which targets of dumps cannot be pressed, and why: `cargo run --example touches -- [--show] dump.xml …`.
//!
//! With `--hide-order`, dumps that tell the order of drawing are judged with and without it: what is pressed only
//! without it would be pressed in vain, and what is pressed only with it is refused in vain.

use std::error::Error;

use clawperator_ui::{Gesture, NoPoint, Refs, Taker, TouchTarget, Tree};

const ORDER: &str = " drawing-order=\"";

#[derive(Default)]
struct Options {
    show: bool,
    hide_order: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--show" => options.show = true,
            "--hide-order" => options.hide_order = true,
            _ => paths.push(argument),
        }
    }
    if options.hide_order {
        compare(&paths, &options)
    } else {
        count(&paths, &options)
    }
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn count(paths: &[String], options: &Options) -> Result<(), Box<dyn Error>> {
    let (mut targets, mut covered, mut contested) = (0, 0, 0);
    for path in paths {
        let tree = Tree::parse(&std::fs::read(path)?)?.tree;
        for target in pressable(&tree) {
            targets += 1;
            let Err(why) = target.point() else {
                continue;
            };
            match why {
                NoPoint::Covered(_) => covered += 1,
                NoPoint::Contested(_) => contested += 1,
                NoPoint::Unseen | NoPoint::OtherDisplay => {}
            }
            if options.show {
                println!("{path}: {} {}", told(target), reason(&why));
            }
        }
    }
    println!("targets {targets}, covered {covered}, contested {contested}");
    Ok(())
}

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn compare(paths: &[String], options: &Options) -> Result<(), Box<dyn Error>> {
    let (mut dumps, mut targets, mut wrong, mut in_vain) = (0, 0, 0, 0);
    for path in paths {
        let dump = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
        if !dump.contains(ORDER) {
            continue;
        }
        dumps += 1;
        let full = Tree::parse(dump.as_bytes())?.tree;
        let bare = Tree::parse(without_order(&dump).as_bytes())?.tree;
        for (with, without) in pressable(&full).into_iter().zip(pressable(&bare)) {
            targets += 1;
            let why = match (with.point(), without.point()) {
                (Err(why), Ok(_)) => {
                    wrong += 1;
                    format!("would be pressed: it {}", reason(&why))
                }
                (Ok(_), Err(why)) => {
                    in_vain += 1;
                    format!("would be refused: it {}", reason(&why))
                }
                _ => continue,
            };
            if options.show {
                println!("{path}: {} {why}", told(with));
            }
        }
    }
    println!(
        "dumps {dumps}, targets {targets}, pressed in vain {wrong}, refused in vain {in_vain}"
    );
    Ok(())
}

fn pressable(tree: &Tree) -> Vec<TouchTarget<'_>> {
    let refs = Refs::assign(tree);
    tree.nodes()
        .filter(|node| refs.of(node.id()).is_some() && node.is_interactive())
        .map(|node| node.touch_target(Gesture::Tap))
        .filter(|target| target.takes_gesture && target.node.is_enabled())
        .collect()
}

fn without_order(dump: &str) -> String {
    let mut parts = dump.split(ORDER);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| {
        kept + part.split_once('"').map_or("", |(_, rest)| rest)
    })
}

fn told(target: TouchTarget<'_>) -> String {
    format!("{} {}", target.node.describe(), target.node.bounds())
}

fn reason(why: &NoPoint<'_>) -> String {
    let named = |takers: &[Taker<'_>]| {
        let takers: Vec<String> = takers.iter().map(|taker| taker.describe()).collect();
        takers.join(", ")
    };
    match why {
        NoPoint::Unseen => "cannot be seen".to_owned(),
        NoPoint::OtherDisplay => "is on another display".to_owned(),
        NoPoint::Covered(by) => format!("is covered by {}", named(by)),
        NoPoint::Contested(with) => format!("is contested by {}", named(with)),
    }
}
