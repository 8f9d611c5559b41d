//! Prints the figures of generated dumps: `cargo run --example corpus -- [count] [seed] [folder to write them to]`.

#[path = "../tests/corpus/mod.rs"]
mod corpus;

use std::error::Error;
use std::path::Path;

use self::corpus::figures::Figures;
use self::corpus::{Toolkit, corpus};

#[expect(clippy::print_stdout, reason = "figures are what this program is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().map_or(Ok(500), |count| count.parse())?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let dumps = corpus(seed, count);
    let figures = Figures::of(&dumps);
    print!("{figures}");
    println!(
        "compact form: {:.1} % of the XML in the median, {:.1} % at p90; {:.1} % of visible targets are unique, {:.1} % with Compose",
        figures.share_of_xml().p50,
        figures.share_of_xml().p90,
        figures.addressable(None),
        figures.addressable(Some(Toolkit::Compose)),
    );
    if let Some(folder) = arguments.next() {
        for (place, dump) in dumps.iter().enumerate() {
            let name = format!("{place:03}-{}.xml", dump.toolkit.name().replace(' ', "-"));
            std::fs::write(Path::new(&folder).join(name), &dump.bytes)?;
        }
    }
    Ok(())
}
