//! The figures that the forms must keep, over a generated set of 500 dumps.

use super::corpus::figures::Figures;
use super::corpus::{Toolkit, corpus};

#[test]
fn the_compact_form_is_small_and_addresses_what_it_shows() {
    let figures = Figures::of(&corpus(1, 500));
    println!("{figures}");
    check(&figures);
}

pub(super) fn check(figures: &Figures) {
    let share = figures.share_of_xml();
    assert!(share.p50 <= 5.0, "{} % of the XML in the median", share.p50);
    assert!(share.p90 <= 8.0, "{} % of the XML at p90", share.p90);
    for toolkit in [None, Some(Toolkit::Compose)] {
        let unique = figures.addressable(toolkit);
        assert!(unique >= 90.0, "{unique} % of {toolkit:?} are unique");
    }
}
