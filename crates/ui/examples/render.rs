//! Prints dumps as agents see them: `cargo run --example render -- [--tree | --diff] dump.xml …`.

use std::error::Error;

use clawperator_ui::{Header, Refs, Tree, compact, diff, tree_json};

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let form = match arguments.first() {
        Some(first) if first.starts_with("--") => arguments.remove(0),
        _ => String::new(),
    };
    let mut before: Option<Tree> = None;
    for path in &arguments {
        let parsed = Tree::parse(&std::fs::read(path)?)?;
        let refs = Refs::assign(&parsed.tree);
        let header = Header {
            generation: Some(1),
            ..Header::default()
        };
        match (form.as_str(), &before) {
            ("--tree", _) => println!("{:#}", tree_json(&parsed.tree, &refs, &header)),
            ("--diff", Some(before)) => print!("{}", diff(before, &parsed.tree, &refs)),
            ("--diff", None) => {}
            _ => print!("{}", compact(&parsed.tree, &refs, &header)),
        }
        before = Some(parsed.tree);
    }
    Ok(())
}
