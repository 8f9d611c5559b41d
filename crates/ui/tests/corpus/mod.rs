//! Dumps as real apps give them, generated: the same seed gives the same dumps.
//!
//! Shares of toolkits, sizes, kinds of labels and oddities follow figures counted on 475 real dumps of 193 apps. Those
//! dumps belong to others and are not here. Widgets are drawn by chance ([`screen`]), written the way each toolkit
//! writes them ([`toolkit`]), made as hard to read as real ones ([`unkind`]), given the faults that real dumps have
//! ([`oddities`]) and put down as one of the programs does that dump ([`writer`]). [`figures`] measures the result and the forms made of it.

mod element;
pub(crate) mod figures;
mod oddities;
mod random;
mod screen;
mod toolkit;
mod unkind;
mod vocabulary;
mod writer;

use self::random::Random;
pub(crate) use self::toolkit::Toolkit;

/// A generated dump.
pub(crate) struct Dump {
    pub(crate) toolkit: Toolkit,
    /// As characters, before it was encoded.
    pub(crate) xml: String,
    /// As a phone or a tool would have saved it.
    pub(crate) bytes: Vec<u8>,
}

/// As many dumps as asked for, in the shares of the real ones.
pub(crate) fn corpus(seed: u64, count: usize) -> Vec<Dump> {
    let real: usize = Toolkit::ALL
        .iter()
        .map(|toolkit| toolkit.real_dumps())
        .sum();
    let mut dumps = Vec::with_capacity(count);
    for place in 0..count {
        // Spread by place, so that the shares are exact and not left to chance.
        let mut at = (place * real + real / 2) / count.max(1);
        let toolkit = Toolkit::ALL
            .into_iter()
            .find(|toolkit| {
                let is_here = at < toolkit.real_dumps();
                at = at.saturating_sub(toolkit.real_dumps());
                is_here
            })
            .unwrap_or(Toolkit::Views);
        let mut random = Random::new(seed, place);
        dumps.push(dump(toolkit, &mut random));
    }
    dumps
}

fn dump(toolkit: Toolkit, random: &mut Random) -> Dump {
    let mut screen = screen::screen(toolkit, random);
    unkind::apply(&mut screen, random);
    oddities::apply(&mut screen, random);
    let xml = writer::write(&screen, random);
    let bytes = oddities::encode(&xml, random);
    Dump {
        toolkit,
        xml,
        bytes,
    }
}
