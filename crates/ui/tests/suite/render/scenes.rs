//! The screens that are shipped with the virtual phone, dumped as it would.

use std::path::Path;
use std::sync::OnceLock;

use clawperator_phone_screen::{
    DumpRequest, Intent, Scenes, Screen, ScreenClock, ScreenConfig, ScriptedScreen,
};
use clawperator_ui::Tree;
use serde_json::Value;

use super::corpus::figures::Figures;
use super::corpus::{Dump, Toolkit};
use super::{figures, selects};

#[test]
fn every_line_of_the_shipped_scenes_selects_its_node_alone() {
    for dump in dumps() {
        let parsed = Tree::parse(&dump.bytes).expect("a scene can be read");
        selects::check("a shipped scene", &parsed.tree);
    }
}

#[test]
fn the_shipped_scenes_keep_the_figures() {
    let measured = Figures::of(dumps());
    println!("{measured}");
    figures::check(&measured);
}

/// Every activity that another app may start, as the active window alone and with all windows.
fn dumps() -> &'static [Dump] {
    static DUMPS: OnceLock<Vec<Dump>> = OnceLock::new();
    DUMPS.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let mut dumps = Vec::new();
        for (package, class) in activities() {
            for windows in [false, true] {
                let xml = runtime.block_on(dump(&package, &class, windows));
                dumps.extend(xml.map(|xml| Dump {
                    toolkit: Toolkit::Views,
                    bytes: xml.clone().into_bytes(),
                    xml,
                }));
            }
        }
        assert!(dumps.len() > 60, "only {} screens came up", dumps.len());
        dumps
    })
}

async fn dump(package: &str, class: &str, windows: bool) -> Option<String> {
    let config = ScreenConfig {
        clock: ScreenClock::instant(),
        ..ScreenConfig::default()
    };
    let phone = ScriptedScreen::new(Scenes::shipped().expect("shipped scenes"), &config);
    let component = Some((package.to_owned(), format!("{package}{class}")));
    // Some activities are made to crash, or not to tell what they show; the phone's answer is a screen too, or none.
    phone
        .start(&Intent {
            component,
            ..Intent::default()
        })
        .await;
    let request = DumpRequest {
        windows,
        compressed: false,
    };
    phone.dump(request).await.ok()
}

/// Packages and classes, from the scene files.
fn activities() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sim/phone-screen/scenes");
    let mut activities = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there are scenes") {
        let text = std::fs::read_to_string(entry.expect("a file").path()).expect("a scene");
        let scene: Value = serde_json::from_str(&text).expect("a scene is JSON");
        for app in scene["apps"].as_array().expect("apps") {
            let package = app["package"].as_str().expect("a package");
            for activity in app["activities"].as_array().into_iter().flatten() {
                if activity["exported"] == Value::Bool(true) {
                    let class = activity["class"].as_str().expect("a class");
                    activities.push((package.to_owned(), class.to_owned()));
                }
            }
        }
    }
    activities
}
