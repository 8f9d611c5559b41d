use std::fs;
use std::sync::Arc;

use clawperator_test_support::FakeSources;
use clawperator_ui::Tree;

use super::files::Whose;
use super::tests::{MINUTE, Shelf, dump, whose};

/// What is at the end of a way in one boot.
fn in_boot(boot: &str) -> Whose<'_> {
    Whose {
        key: "a:1",
        boot: Some(boot),
    }
}

#[test]
fn a_generation_is_given_once_however_many_ask() {
    let shelf = Shelf::new();
    let given: Vec<i64> = std::thread::scope(|scope| {
        let phones: Vec<_> = (0..8)
            .map(|phone| {
                let files = shelf.open();
                let take = move || files.skip(whose(&format!("phone {phone}"))).unwrap();
                scope.spawn(move || (0..25).map(|_| take()).collect::<Vec<i64>>())
            })
            .collect();
        let joined = phones.into_iter().map(|phone| phone.join().unwrap());
        joined.flatten().collect()
    });
    let different: std::collections::BTreeSet<i64> = given.iter().copied().collect();
    assert_eq!(different, (1..=200).collect());
}

#[test]
fn a_generation_is_of_the_phone_it_was_given_for() {
    let shelf = Shelf::new();
    shelf.keep(&["A"]);
    assert_eq!(shelf.open().skip(whose("a:1")).unwrap(), 2);
    assert_eq!(shelf.open().skip(whose("b")).unwrap(), 3);
    let gave = |phone, generation| shelf.open().gave(whose(phone), generation).unwrap();
    assert!(gave("a:1", 1) && gave("a:1", 2) && gave("b", 3));
    assert!(!gave("a:1", 3) && !gave("b", 1) && !gave("c", 3) && !gave("a:1", 4));
    // Nobody decides for so long.
    shelf.sources.set_time_of_day(11 * MINUTE);
    shelf.open().skip(whose("a:1")).unwrap();
    assert!(gave("a:1", 1) && !gave("a:1", 2) && gave("a:1", 4));
    // What is remembered of acts is elsewhere, so no number comes again.
    fs::remove_dir_all(shelf.folder().parent().unwrap()).unwrap();
    assert_eq!(shelf.open().skip(whose("a:1")).unwrap(), 5);
}

#[test]
fn what_is_known_by_the_way_to_it_is_of_one_boot() {
    let shelf = Shelf::new();
    let keep = |phone| {
        let dump = dump(&["A", "B"]);
        let tree = Tree::parse(&dump).unwrap().tree;
        let listing = shelf
            .open()
            .keep(phone, (&tree).into(), None, &dump)
            .unwrap();
        let numbers: Vec<u64> = listing.refs.lines().map(|(_, number)| number).collect();
        (listing.generation, numbers)
    };
    let gave = |phone, generation| shelf.open().gave(phone, generation).unwrap();
    assert_eq!(keep(in_boot("one")), (1, vec![1, 2]));
    assert_eq!(shelf.open().skip(in_boot("one")).unwrap(), 2);
    assert_eq!(keep(in_boot("one")), (3, vec![1, 2]));
    assert!(gave(in_boot("one"), 1) && gave(in_boot("one"), 2) && gave(in_boot("one"), 3));
    // Nothing of it is there for another boot, nor for a phone that says none.
    for other in [in_boot("two"), whose("a:1")] {
        assert!(!gave(other, 1) && !gave(other, 2) && !gave(other, 3));
        assert!(shelf.open().newest(other).unwrap().is_none());
        assert!(shelf.open().of(other, 1).unwrap().is_none());
        assert!(shelf.open().find(other, 1, None).unwrap().is_none());
    }
    // Its numbers are never given again.
    assert_eq!(keep(in_boot("two")), (4, vec![3, 4]));
    assert!(!gave(in_boot("one"), 1) && !gave(in_boot("one"), 2) && !gave(in_boot("one"), 4));
    assert_eq!(shelf.open().skip(whose("a:1")).unwrap(), 5);
    assert!(gave(whose("a:1"), 5) && !gave(whose("a:1"), 4) && !gave(in_boot("two"), 4));
}

#[test]
fn a_sequence_has_a_name_of_its_own() {
    let mut shelf = Shelf::new();
    let file = shelf.directory.path().join("generations");
    let name = |shelf: &Shelf| {
        let folder = shelf.directory.path().join("snapshots");
        super::sequence_of(&folder).unwrap()
    };
    assert_eq!(name(&shelf), None);
    shelf.keep(&["A"]);
    let first = name(&shelf);
    assert!(first.is_some());
    shelf.sources = Arc::new(FakeSources::start().random(&[1]));
    assert_eq!(shelf.open().skip(whose("b")).unwrap(), 2);
    assert_eq!(name(&shelf), first, "it stays while the numbers go on");
    // A build that named none wrote the number alone.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.get(..20).unwrap()).unwrap();
    assert_eq!(name(&shelf), None);
    assert_eq!(shelf.open().skip(whose("b")).unwrap(), 3);
    let second = name(&shelf);
    assert!(second.is_some() && second != first);
    // Whatever is lost of it, what comes then is another one.
    for (random, damage) in [
        (2, None),
        (
            3,
            Some("no number is here..! 0123456789abcdef0123456789abcdef"),
        ),
        (
            4,
            Some("00000000000000000009 0123456789abcdef0123456789abcde"),
        ),
    ] {
        let before = name(&shelf);
        match damage {
            Some(text) => fs::write(&file, text).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        assert_eq!(name(&shelf), None, "{damage:?}");
        shelf.sources = Arc::new(FakeSources::start().random(&[random]));
        shelf.open().skip(whose("b")).unwrap();
        let after = name(&shelf);
        assert!(after.is_some() && after != before, "{damage:?}");
    }
}

#[test]
fn a_lost_or_damaged_sequence_leads_to_no_generation_twice() {
    for damage in [
        None,
        Some("09223372036854775807"),
        Some(""),
        Some("7"),
        Some("000000000000000000-1"),
        Some("no number is here..!"),
    ] {
        let shelf = Shelf::new();
        shelf.keep(&["A"]);
        assert_eq!(shelf.open().skip(whose("b")).unwrap(), 2, "{damage:?}");
        let sequence = shelf.directory.path().join("generations");
        match damage {
            Some(text) => fs::write(&sequence, text).unwrap(),
            None => fs::remove_file(&sequence).unwrap(),
        }
        assert_eq!(shelf.open().skip(whose("c")).unwrap(), 3, "{damage:?}");
        assert_eq!(shelf.keep(&["A"]).0, 4, "{damage:?}");
    }
}
