//! The two conformance apps, the scripted phone's and the framework phone's, have the same pages under the same names.

use serde_json::Value;

use super::repository::{files, forbid};

const SCENE: &str = "sim/phone-screen/scenes/conformance.json";
const SOURCES: &str = "sim/framework-phone/jvm/app/java/dev/clawperator/conformance";
const COMPOSE_PAGES: &str = "sim/framework-phone/jvm/app/kotlin/pages";

/// One line of the framework phone's catalogue.
struct Page {
    name: String,
    title: String,
    summary: String,
    has_compose: bool,
}

#[test]
fn the_framework_phone_begins_with_the_scripted_phones_pages() {
    let scene: Value = serde_json::from_str(&text_of(SCENE)).unwrap();
    let activities = scene["apps"][0]["activities"].as_array().unwrap();
    let rows = activities[0]["view"]["children"][1]["children"]
        .as_array()
        .unwrap();
    let scripted: Vec<[String; 3]> = rows
        .iter()
        .map(|row| {
            let class = &row["on"]["tap"][0]["goto"]["activity"];
            let activity = activities
                .iter()
                .find(|activity| activity["class"] == *class)
                .unwrap();
            let address = activity["uris"][0].as_str().unwrap();
            [
                address.strip_prefix("conformance://").unwrap().to_owned(),
                row["with"]["title"].as_str().unwrap().to_owned(),
                row["with"]["summary"].as_str().unwrap().to_owned(),
            ]
        })
        .collect();
    let framework: Vec<[String; 3]> = catalogue()
        .into_iter()
        .take(scripted.len())
        .map(|page| [page.name, page.title, page.summary])
        .collect();
    assert_eq!(framework, scripted);
}

#[test]
fn every_page_of_the_framework_phone_is_there_in_full() {
    let manifest = text_of("sim/framework-phone/jvm/app/AndroidManifest.xml");
    let document = text_of("docs/framework-phone.md");
    let sources: Vec<String> = files().into_iter().map(|file| file.path).collect();
    let mut violations = Vec::new();
    for Page {
        name, has_compose, ..
    } in catalogue()
    {
        let class = |folder: &str, ending: &str| {
            let wanted = format!("{folder}/{name}{ending}");
            sources
                .iter()
                .any(|path| path.eq_ignore_ascii_case(&wanted))
        };
        if !class(SOURCES, "Activity.java") {
            violations.push(format!("{name}: no activity"));
        }
        if class(COMPOSE_PAGES, "Page.kt") != has_compose {
            violations.push(format!("{name}: the catalogue is wrong about Compose"));
        }
        if !manifest.contains(&format!("android:host=\"{name}\"")) {
            violations.push(format!("{name}: the manifest has no address"));
        }
        if !document.contains(&format!("`{name}`")) {
            violations.push(format!("{name}: docs/framework-phone.md does not name it"));
        }
    }
    forbid(
        &violations,
        "A page is an activity, a Compose page unless it has views only, an address and a word in the document.",
    );
}

fn catalogue() -> Vec<Page> {
    let pages: Vec<Page> = text_of(&format!("{SOURCES}/Catalogue.java"))
        .lines()
        .filter_map(|line| {
            let line = line.trim_start();
            let has_compose = line.starts_with("both(\"");
            if !has_compose && !line.starts_with("views(\"") {
                return None;
            }
            // Every second piece between quotation marks is a text.
            let mut texts = line.split('"').skip(1).step_by(2).map(str::to_owned);
            Some(Page {
                name: texts.next()?,
                title: texts.next()?,
                summary: texts.next()?,
                has_compose,
            })
        })
        .collect();
    assert!(!pages.is_empty(), "the catalogue has no pages");
    pages
}

fn text_of(path: &str) -> String {
    files()
        .into_iter()
        .find(|file| file.path == path)
        .unwrap_or_else(|| panic!("{path} is missing"))
        .text
}
