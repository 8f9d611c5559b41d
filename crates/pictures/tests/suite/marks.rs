//! Where tags go and what is drawn.

use clawperator_pictures::{MAX_MARKS, Mark, Marked, Picture, Rect, mark};
use proptest::prelude::*;

use super::painted::{Random, page, patchwork};

fn numbered(boxes: impl IntoIterator<Item = Rect>) -> Vec<Mark> {
    let numbers = 1..;
    numbers
        .zip(boxes)
        .map(|(number, bounds)| Mark { number, bounds })
        .collect()
}

/// What holds for every picture and all marks.
fn check(picture: &Picture, marks: &[Mark], marked: &Marked) {
    assert_eq!(marked.tags.len(), marks.len());
    assert_eq!(marked.picture.bounds(), picture.bounds());
    let tags: Vec<_> = marked.tags.iter().flatten().collect();
    for (index, tag) in tags.iter().enumerate() {
        assert!(picture.bounds().encloses(tag.bounds), "{tag:?} is outside");
        assert!(!tag.bounds.is_empty());
        for other in &tags[index + 1..] {
            assert!(!tag.bounds.overlaps(other.bounds), "{tag:?} and {other:?}");
        }
    }
    for (mark, tag) in marks.iter().zip(&marked.tags) {
        let shown = mark.bounds.intersection(picture.bounds());
        assert!(
            tag.is_none() || !shown.is_empty(),
            "{mark:?} cannot be seen"
        );
        if let Some(tag) = tag {
            let around = Rect::new(
                shown.left - 1,
                shown.top - 1,
                shown.right + 1,
                shown.bottom + 1,
            );
            assert_eq!(
                tag.is_detached,
                !around.overlaps(tag.bounds),
                "{mark:?} {tag:?}"
            );
        }
    }
}

#[test]
fn a_tag_stands_outside_where_there_is_room() {
    let picture = Picture::filled(768, 1707, [255; 3]).unwrap();
    let button = Rect::new(300, 800, 400, 850);
    let marked = mark(&picture, &numbered([button]));
    let tag = marked.tags[0].unwrap();
    assert!(!tag.bounds.overlaps(button), "{tag:?}");
    assert!((18..=26).contains(&tag.bounds.height()), "{tag:?}");
    // The page is as before, except for the outline and the tag.
    let changed = |x: i32, y: i32| {
        let place = usize::try_from(y * 768 + x).unwrap() * 3;
        marked.picture.pixels()[place..place + 3] != picture.pixels()[place..place + 3]
    };
    assert!(changed(350, 802) && changed(302, 820), "no outline");
    assert!(
        !changed(350, 825) && !changed(200, 200),
        "more than an outline"
    );
    assert!(changed(tag.bounds.left + 2, tag.bounds.top + 2), "no tag");
}

#[test]
fn a_tag_avoids_the_text_of_a_row_between_rows() {
    for (paper, ink) in [([255; 3], [20; 3]), ([15; 3], [230; 3])] {
        let mut picture = Picture::filled(768, 1600, paper).unwrap();
        let rows: Vec<Rect> = (0..20)
            .map(|row| Rect::new(0, row * 80, 768, row * 80 + 80))
            .collect();
        let texts: Vec<Rect> = (0..20)
            .map(|row| Rect::new(10, row * 80 + 8, 600, row * 80 + 72))
            .collect();
        for text in &texts {
            // Strokes as letters have.
            for x in (text.left..text.right).step_by(6) {
                picture.fill(Rect::new(x, text.top, x + 3, text.bottom), ink);
            }
        }
        let marks = numbered(rows);
        let marked = mark(&picture, &marks);
        check(&picture, &marks, &marked);
        for ((mark, tag), text) in marks.iter().zip(&marked.tags).zip(texts) {
            let tag = tag.unwrap();
            assert!(
                mark.bounds.encloses(tag.bounds),
                "{mark:?} {tag:?}: in another row"
            );
            assert!(
                !tag.bounds.overlaps(text),
                "{mark:?} {tag:?}: over the text"
            );
        }
    }
}

#[test]
fn nested_and_equal_elements_are_told_apart() {
    let picture = Picture::filled(768, 1707, [240; 3]).unwrap();
    let row = Rect::new(0, 300, 768, 420);
    let button = Rect::new(600, 320, 740, 400);
    let marks = numbered([row, row, row, button]);
    let marked = mark(&picture, &marks);
    check(&picture, &marks, &marked);
    let colors: Vec<_> = marked.tags.iter().map(|tag| tag.unwrap().color).collect();
    for (index, color) in colors.iter().enumerate() {
        assert!(!colors[index + 1..].contains(color), "two are {color:?}");
    }
    for tag in &marked.tags[..3] {
        assert!(
            !tag.unwrap().bounds.overlaps(button),
            "{tag:?}: in the button"
        );
    }
    // Down the middle of the row each of the three outlines has its own line.
    let column: Vec<[u8; 3]> = (300..330)
        .map(|y| {
            let place = (y * 768 + 384) * 3;
            marked.picture.pixels()[place..place + 3]
                .try_into()
                .unwrap()
        })
        .collect();
    for color in &colors[..3] {
        assert!(column.contains(color), "{color:?} has no line");
    }
}

#[test]
fn odd_rectangles_are_cut_or_have_no_tag() {
    let picture = page(3, 0);
    let (least, most) = (i32::MIN, i32::MAX);
    let odd = [
        (Rect::default(), false),
        (Rect::new(50, 50, 20, 20), false),
        (Rect::new(-100, -100, 0, 0), false),
        (Rect::new(768, 0, 900, 100), false),
        (Rect::new(most, most, least, least), false),
        (Rect::new(least, least, least, least), false),
        (Rect::new(least, least, most, most), true),
        (Rect::new(-50, -50, 10, 10), true),
        (Rect::new(767, 1706, 5000, 5000), true),
        (Rect::new(100, 100, 101, 101), true),
        (Rect::new(0, 500, 768, 501), true),
    ];
    let marks = numbered(odd.map(|(rect, _)| rect));
    let marked = mark(&picture, &marks);
    check(&picture, &marks, &marked);
    for (tag, (rect, has_tag)) in marked.tags.iter().zip(odd) {
        assert_eq!(tag.is_some(), has_tag, "{rect:?}");
    }
}

#[test]
fn a_picture_without_room_has_fewer_tags_and_never_two_on_one_another() {
    let picture = Picture::filled(60, 40, [255; 3]).unwrap();
    let marks = numbered((0..50).map(|index| Rect::new(index, 0, index + 10, 40)));
    let marked = mark(&picture, &marks);
    check(&picture, &marks, &marked);
    assert!(marked.tags.iter().any(Option::is_some));
    assert!(marked.tags.iter().any(Option::is_none));
    let tiny = Picture::filled(3, 3, [255; 3]).unwrap();
    assert_eq!(mark(&tiny, &numbered([tiny.bounds()])).tags, [None]);
}

#[test]
fn marks_beyond_the_most_are_not_drawn() {
    let picture = Picture::filled(768, 1707, [255; 3]).unwrap();
    let many = numbered((0..500).map(|_| Rect::new(300, 300, 340, 340)));
    let marked = mark(&picture, &many);
    check(&picture, &many, &marked);
    let tagged = marked.tags.iter().filter(|tag| tag.is_some()).count();
    assert_eq!(tagged, MAX_MARKS);
    assert!(marked.tags[MAX_MARKS..].iter().all(Option::is_none));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_element_of_a_large_picture_has_its_own_tag(seed: u64, count in 1_usize..120) {
        let picture = page(seed, 0);
        let mut random = Random::new(seed);
        let marks = numbered((0..count).map(|_| {
            let (left, top) = (random.below(740), random.below(1690));
            let (width, height) = (1 + random.below(300), 1 + random.below(120));
            Rect::new(left, top, left + width, top + height)
        }));
        let marked = mark(&picture, &marks);
        check(&picture, &marks, &marked);
        prop_assert!(marked.tags.iter().all(Option::is_some), "there is room for all");
        prop_assert_eq!(&mark(&picture, &marks), &marked);
    }

    #[test]
    fn any_rectangles_on_any_picture(
        seed: u64,
        size in (1_u32..300, 1_u32..300),
        rects in prop::collection::vec((any::<u32>(), -400_i32..400, -400_i32..400, -400_i32..400, -400_i32..400), 0..60),
    ) {
        let picture = patchwork(seed, size.0, size.1);
        let marks: Vec<Mark> = rects
            .into_iter()
            .map(|(number, left, top, right, bottom)| {
                let number = number >> (number % 32);
                Mark { number, bounds: Rect::new(left, top, right, bottom) }
            })
            .collect();
        check(&picture, &marks, &mark(&picture, &marks));
    }
}
