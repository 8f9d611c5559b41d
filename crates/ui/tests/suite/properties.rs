//! The property of dumps on every case, on what is left of a dump when it is cut, and on random ones.

use std::sync::OnceLock;

use clawperator_ui::Tree;
use clawperator_ui::limits::MAX_DUMP_BYTES;
use proptest::prelude::*;
use proptest::string::string_regex;

use super::case;
use super::fuzz_corpus::property::check;

#[test]
fn every_dump_of_the_cases_keeps_the_property() {
    for dump in dumps() {
        check(dump);
    }
}

#[test]
fn a_dump_cut_anywhere_is_read_in_part_or_refused() {
    let dump = dumps()
        .iter()
        .filter(|dump| dump.len() < 6_000 && Tree::parse(dump).is_ok())
        .max_by_key(|dump| dump.len())
        .expect("a case has a dump");
    let whole = Tree::parse(dump).expect("it is right").tree;
    for end in 0..dump.len() {
        if let Ok(parsed) = Tree::parse(&dump[..end]) {
            assert!(parsed.tree.len() <= whole.len());
            let is_cut = dump[end..].windows(11).any(|rest| rest == b"</hierarchy");
            assert!(
                !is_cut || parsed.is_incomplete(),
                "cut at {end} and not said"
            );
        }
        if end % 7 == 0 {
            check(&dump[..end]);
        }
    }
}

#[test]
fn one_byte_too_many_is_refused_unread() {
    let mut dump = b"<hierarchy><node/></hierarchy>".to_vec();
    dump.resize(MAX_DUMP_BYTES, b' ');
    assert!(Tree::parse(&dump).is_ok());
    dump.push(b' ');
    assert!(Tree::parse(&dump).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_keep_the_property(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn any_markup_keeps_the_property(pieces in prop::collection::vec(piece(), 0..60)) {
        check(format!("<hierarchy rotation=\"0\">{}", pieces.concat()).as_bytes());
    }

    #[test]
    fn a_damaged_dump_keeps_the_property(
        which in any::<prop::sample::Index>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..12_usize, piece()), 1..6),
    ) {
        let mut dump = which.get(dumps()).clone();
        for (place, removed, piece) in damages {
            if !dump.is_empty() {
                let start = place.index(dump.len());
                let end = dump.len().min(start + removed);
                dump.splice(start..end, piece.into_bytes());
            }
        }
        check(&dump);
    }
}

/// The dumps of all cases that are small enough to be tried often.
fn dumps() -> &'static [Vec<u8>] {
    static DUMPS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    DUMPS.get_or_init(|| {
        case::all()
            .iter()
            .flat_map(|case| &case.sections)
            .filter(|section| ["dump", "then"].contains(&section.words().0))
            .map(|section| section.dump().bytes)
            .filter(|dump| dump.len() < 20_000)
            .collect()
    })
}

/// What dumps are made of, and what breaks them.
fn piece() -> impl Strategy<Value = String> {
    let number = || -50..1200_i32;
    let node = (
        number(),
        number(),
        number(),
        number(),
        string_regex("[a-c ,\u{e001}é]{0,6}").unwrap(),
        0..64_u8,
        any::<bool>(),
    );
    prop_oneof![
        4 => node.prop_map(|(left, top, right, bottom, text, flags, is_leaf)| {
            let flag = |bit: u8| flags & (1 << bit) != 0;
            format!(
                "<node text=\"{text}\" class=\"android.{}\" clickable=\"{}\" checkable=\"{}\" scrollable=\"{}\" content-desc=\"{}\" bounds=\"[{left},{top}][{right},{bottom}]\"{}>",
                if flag(0) { "widget.Button" } else { "view.View" },
                flag(1), flag(2), flag(3),
                if flag(4) { "a" } else { "" },
                if is_leaf { " /" } else { "" },
            )
        }),
        3 => Just("</node>".to_owned()),
        1 => prop::sample::select(vec![
            "</hierarchy>", "<hierarchy>", "<window layer=\"1\" bounds=\"[0,0][9,9]\">", "</window>", "<displays>",
            "\"", "'", "=", "<", ">", "/", "&", "&#", "&#55357;", "<!--", "-->", "<![CDATA[", "<!DOCTYPE [", "\0", "\u{feff}",
            " text=\"", "<node", "Killed", "\u{202e}",
        ]).prop_map(str::to_owned),
    ]
}
