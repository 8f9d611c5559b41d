//! Marks what can be pressed on pages of the virtual phone: `cargo run -p clawperator-pictures --example scenes -- FOLDER`.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "it prints what it counts, and stops when its own input is wrong"
)]

use std::fs;
use std::path::Path;

use clawperator_phone_screen::{
    DumpRequest, Intent, Scenes, Screen, ScreenClock, ScreenConfig, ScriptedScreen, encode_png,
};
use clawperator_pictures::{Fit, Limits, Mark, Picture, Rect, mark};
use clawperator_ui::Tree;

const PAGES: [(&str, &str); 9] = [
    ("com.android.settings", ".Settings"),
    ("com.android.settings", ".Settings$WifiSettingsActivity"),
    ("dev.clawperator.conformance", ".MainActivity"),
    ("dev.clawperator.conformance", ".FieldsActivity"),
    ("dev.clawperator.conformance", ".ChipsActivity"),
    ("dev.clawperator.conformance", ".NestedActivity"),
    ("dev.clawperator.conformance", ".GridActivity"),
    ("dev.clawperator.conformance", ".SlidersActivity"),
    ("dev.clawperator.shop", ".MainActivity"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = std::env::args().nth(1).unwrap();
    fs::create_dir_all(&folder).unwrap();
    for (package, class) in PAGES {
        let config = ScreenConfig {
            clock: ScreenClock::instant(),
            ..ScreenConfig::default()
        };
        let phone = ScriptedScreen::new(Scenes::shipped().unwrap(), &config);
        let component = Some((package.to_owned(), format!("{package}{class}")));
        phone
            .start(&Intent {
                component,
                ..Intent::default()
            })
            .await;
        let request = DumpRequest {
            windows: false,
            compressed: false,
        };
        let dump = phone.dump(request).await.unwrap();
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        let file = encode_png(&phone.screenshot().await).unwrap();
        let screen = Picture::decode_png(&file, Limits::default()).unwrap();
        let scaled = screen.scale_to_fit(Fit::ShortestSide(768));
        let pressable = tree.nodes().filter(|node| node.is_interactive());
        let marks: Vec<Mark> = (1..)
            .zip(pressable.filter_map(clawperator_ui::Node::visible_bounds))
            .map(|(number, bounds)| {
                let bounds = Rect::new(bounds.left, bounds.top, bounds.right, bounds.bottom);
                Mark {
                    number,
                    bounds: scaled.rect(bounds),
                }
            })
            .collect();
        let marked = mark(&scaled.picture, &marks);
        let name = format!("{package}{}.png", class.replace('$', "."));
        println!("{name}: {} marks", marks.len());
        let file = marked.picture.encode_png().unwrap();
        fs::write(Path::new(&folder).join(name), file).unwrap();
    }
}
