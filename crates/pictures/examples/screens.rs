//! Draws the structure of screens, marks what can be pressed, and counts what the tags cover:
//! `cargo run -p clawperator-pictures --example screens -- DUMPS FOLDER [EVERY]`.
//!
//! `DUMPS` is a folder of `uiautomator` dumps. Of each a light and a dark picture is drawn, with grey letters as long as
//! the texts; every `EVERY`th is written to `FOLDER`.

#![expect(
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "it prints what it counts, and stops when its own input is wrong"
)]

use std::fs;
use std::path::{Path, PathBuf};

use clawperator_pictures::{Fit, Mark, Marked, Picture, Rect, Scaled, VisualHash, mark};
use clawperator_ui::{Bounds, Node, Tree};

#[derive(Debug, Default)]
struct Counts {
    screens: usize,
    marks: usize,
    tags: usize,
    detached: usize,
    pairs: usize,
    overlapping_pairs: usize,
    outside: usize,
    over_own_text: usize,
    over_own_text_with_room: usize,
    over_any_text: usize,
    over_other_element: usize,
    crowded: usize,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (dumps, folder) = (arguments.next().unwrap(), arguments.next().unwrap());
    let every: usize = arguments.next().map_or(20, |every| every.parse().unwrap());
    fs::create_dir_all(&folder).unwrap();
    let mut files: Vec<PathBuf> = fs::read_dir(dumps)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut counts = Counts::default();
    let mut hashes: Vec<(VisualHash, VisualHash)> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let Ok(parsed) = Tree::parse(&fs::read(file).unwrap()) else {
            continue;
        };
        for is_dark in [false, true] {
            let screen = Drawn::new(&parsed.tree, is_dark);
            let marked = mark(&screen.scaled.picture, &screen.marks);
            let before = (counts.detached, counts.over_own_text_with_room);
            counts.add(&screen, &marked);
            let name = file.file_stem().unwrap().to_string_lossy();
            if !is_dark && before != (counts.detached, counts.over_own_text_with_room) {
                println!(
                    "{name}: {} marks, {} tags away from their element, {} over its text",
                    screen.marks.len(),
                    counts.detached - before.0,
                    counts.over_own_text_with_room - before.1
                );
            }
            if !is_dark {
                hashes.push((VisualHash::of(&screen.scaled.picture), screen.with_cursor()));
            }
            if index % every == 0 {
                let tone = if is_dark { "dark" } else { "light" };
                let path = Path::new(&folder).join(format!("{name}-{tone}.png"));
                fs::write(path, marked.picture.encode_png().unwrap()).unwrap();
            }
        }
    }
    println!("{counts:#?}");
    tell_hashes(&hashes);
}

/// A screen as it is drawn.
struct Drawn {
    scaled: Scaled,
    marks: Vec<Mark>,
    /// The texts inside each mark, in pixels of the scaled picture.
    own_texts: Vec<Vec<Rect>>,
    texts: Vec<Rect>,
}

impl Drawn {
    fn new(tree: &Tree, is_dark: bool) -> Self {
        let screen = rect(tree.screen());
        let sides = |pixels: i32| u32::try_from(pixels).unwrap().clamp(100, 4000);
        let (paper, card, ink) = if is_dark {
            ([16; 3], [40; 3], [210; 3])
        } else {
            ([252; 3], [236; 3], [50; 3])
        };
        let mut picture =
            Picture::filled(sides(screen.right), sides(screen.bottom), paper).unwrap();
        let shown: Vec<(Node<'_>, Rect)> = tree
            .nodes()
            .filter_map(|node| Some((node, rect(node.visible_bounds()?))))
            .collect();
        let mut texts = Vec::new();
        for (node, bounds) in &shown {
            if node.is_clickable() {
                picture.fill(*bounds, paper);
                picture.fill(shrunk(*bounds, 2), card);
            }
            let length = i32::try_from(node.text().chars().count()).unwrap();
            if length > 0 {
                texts.push(letters(&mut picture, *bounds, length, ink));
            } else if node.class().contains("Image") {
                let side = bounds.width().min(bounds.height()) / 2;
                let (x, y) = (
                    bounds.left.midpoint(bounds.right),
                    bounds.top.midpoint(bounds.bottom),
                );
                let icon = Rect::new(x - side / 2, y - side / 2, x + side / 2, y + side / 2);
                picture.fill(icon, ink);
                picture.fill(shrunk(icon, side / 8), card);
            }
        }
        let scaled = picture.scale_to_fit(Fit::ShortestSide(768));
        let texts: Vec<Rect> = texts.into_iter().map(|text| scaled.rect(text)).collect();
        let pressable = shown.iter().filter(|(node, _)| node.is_clickable());
        let marks: Vec<Mark> = (1..)
            .zip(pressable)
            .map(|(number, (_, bounds))| Mark {
                number,
                bounds: scaled.rect(*bounds),
            })
            .collect();
        let own_texts = marks
            .iter()
            .map(|mark| {
                texts
                    .iter()
                    .copied()
                    .filter(|text| mark.bounds.encloses(*text))
                    .collect()
            })
            .collect();
        Self {
            scaled,
            marks,
            own_texts,
            texts,
        }
    }

    /// The hash of the same screen with a cursor and another time.
    fn with_cursor(&self) -> VisualHash {
        let mut picture = self.scaled.picture.clone();
        picture.fill(Rect::new(220, 700, 223, 740), [0, 110, 220]);
        picture.fill(Rect::new(40, 14, 52, 30), [128; 3]);
        VisualHash::of(&picture)
    }
}

/// Strokes where the letters of a text would be; the rectangle they take.
fn letters(picture: &mut Picture, bounds: Rect, length: i32, ink: [u8; 3]) -> Rect {
    let height = (bounds.height() - 8).clamp(6, 36);
    let lines =
        (length * 18 / bounds.width().max(18) + 1).min((bounds.height() / (height + 8)).max(1));
    let top = bounds.top.midpoint(bounds.bottom) - lines * (height + 8) / 2 + 4;
    let width = (length * 18 / lines).min(bounds.width() - 8).max(4);
    for line in 0..lines {
        for x in (0..width).step_by(18) {
            let left = bounds.left + 4 + x;
            let top = top + line * (height + 8);
            picture.fill(Rect::new(left, top, left + 5, top + height), ink);
            picture.fill(
                Rect::new(left, top, (left + 12).min(bounds.right), top + 5),
                ink,
            );
        }
    }
    Rect::new(
        bounds.left + 4,
        top,
        bounds.left + 4 + width,
        top + lines * (height + 8) - 8,
    )
}

impl Counts {
    fn add(&mut self, screen: &Drawn, marked: &Marked) {
        self.screens += 1;
        self.marks += screen.marks.len();
        self.crowded = self.crowded.max(screen.marks.len());
        let tags: Vec<_> = marked.tags.iter().flatten().collect();
        self.tags += tags.len();
        self.detached += tags.iter().filter(|tag| tag.is_detached).count();
        for (index, tag) in tags.iter().enumerate() {
            self.outside += usize::from(!screen.scaled.picture.bounds().encloses(tag.bounds));
            for other in &tags[index + 1..] {
                self.pairs += 1;
                self.overlapping_pairs += usize::from(tag.bounds.overlaps(other.bounds));
            }
        }
        let marks = screen.marks.iter().zip(&marked.tags).zip(&screen.own_texts);
        for ((mark, tag), own_texts) in marks {
            let Some(tag) = tag.map(|tag| tag.bounds) else {
                continue;
            };
            let covers = |rects: &[Rect]| rects.iter().any(|rect| rect.overlaps(tag));
            self.over_own_text += usize::from(covers(own_texts));
            self.over_any_text += usize::from(covers(&screen.texts));
            if covers(own_texts) && has_room(mark.bounds, tag, &screen.texts) {
                self.over_own_text_with_room += 1;
            }
            let others = screen
                .marks
                .iter()
                .filter(|other| !other.bounds.encloses(mark.bounds));
            self.over_other_element +=
                usize::from(others.into_iter().any(|other| other.bounds.overlaps(tag)));
        }
    }
}

/// Whether a corner inside an element is free of texts.
fn has_room(bounds: Rect, tag: Rect, texts: &[Rect]) -> bool {
    let (width, height) = (tag.width(), tag.height());
    let corners = [
        (bounds.left, bounds.top),
        (bounds.right - width, bounds.top),
        (bounds.left, bounds.bottom - height),
        (bounds.right - width, bounds.bottom - height),
    ];
    corners.into_iter().any(|(left, top)| {
        let corner = Rect::new(left, top, left + width, top + height);
        bounds.encloses(corner) && !texts.iter().any(|text| text.overlaps(corner))
    })
}

fn tell_hashes(hashes: &[(VisualHash, VisualHash)]) {
    let mut same: Vec<u32> = hashes
        .iter()
        .map(|(one, other)| one.hamming(*other))
        .collect();
    same.sort_unstable();
    let mut different = Vec::new();
    for (index, (one, _)) in hashes.iter().enumerate() {
        different.extend(
            hashes[index + 1..]
                .iter()
                .map(|(other, _)| one.hamming(*other)),
        );
    }
    different.sort_unstable();
    let at = |sorted: &[u32], percent: usize| sorted[(sorted.len() - 1) * percent / 100];
    println!(
        "the same screen with another time and a cursor: median {}, p90 {}, p99 {}, most {}",
        at(&same, 50),
        at(&same, 90),
        at(&same, 99),
        at(&same, 100)
    );
    let alike = different.iter().filter(|distance| **distance <= 4).count();
    println!(
        "other screens: p1 {}, p10 {}, median {}; at most 4 in {alike} of {} pairs",
        at(&different, 1),
        at(&different, 10),
        at(&different, 50),
        different.len()
    );
}

fn rect(bounds: Bounds) -> Rect {
    Rect::new(bounds.left, bounds.top, bounds.right, bounds.bottom)
}

fn shrunk(rect: Rect, pixels: i32) -> Rect {
    Rect::new(
        rect.left + pixels,
        rect.top + pixels,
        rect.right - pixels,
        rect.bottom - pixels,
    )
}
