//! Files as editors and strangers write them.

use clawperator_recipe::{Artifact, Levels, RecipeCode, compile, load};

use super::case;

fn template(text: &[u8]) -> String {
    let loaded = load("a.recipe.md", text, &Levels::default()).unwrap();
    let values = [("ac_tile_name".to_owned(), "x".to_owned())];
    let compiled = compile(&loaded, &values.into()).unwrap();
    compiled.template.json().to_owned()
}

#[test]
fn line_endings_and_a_byte_order_mark_change_nothing() {
    let base = case::base();
    let plain = template(base.as_bytes());
    assert_eq!(template(base.replace('\n', "\r\n").as_bytes()), plain);
    assert_eq!(template(format!("\u{feff}{base}").as_bytes()), plain);
}

#[test]
fn bytes_that_are_no_text_are_refused_where_they_stand() {
    let mut bytes = b"---\nrecipe_id: a\n".to_vec();
    bytes.extend([0xff, 0xfe]);
    let findings = load("a.recipe.md", &bytes, &Levels::default()).unwrap_err();
    assert_eq!(findings.list[0].code, RecipeCode::NotText);
    assert_eq!(findings.list[0].at.line, 3);
}

#[test]
fn prose_and_headings_change_nothing() {
    let base = case::base();
    let other = base
        .replace("# Toggle power", "# Anything else")
        .replace("## Step 1: Scroll to Devices", "#### Step: the first")
        .replace("Opens the tile", "Reboots, and opens the tile");
    assert_eq!(template(other.as_bytes()), template(base.as_bytes()));
}

#[test]
fn the_plan_names_the_line_of_every_action() {
    let base = case::base();
    let loaded = load("a.recipe.md", base.as_bytes(), &Levels::default()).unwrap();
    let Artifact::Recipe(recipe) = &loaded.artifact else {
        panic!("a recipe")
    };
    assert!(recipe.shows_every_output());
    let values = [("ac_tile_name".to_owned(), "x".to_owned())];
    let plan = compile(&loaded, &values.into()).unwrap().plan;
    let lines: Vec<&str> = base.lines().collect();
    let written: Vec<&str> = plan
        .iter()
        .map(|step| lines[step.at.line - 1].trim())
        .collect();
    assert_eq!(
        written,
        [
            "session_policy: fresh",
            "session_policy: fresh",
            "id: scroll_devices",
            "after_ms: 500",
            "selector:",
            "id: toggle",
            "selector:",
            "id: power",
        ]
    );
}

#[test]
fn a_template_says_what_its_recipe_declares_in_any_order() {
    let base = case::base();
    let backwards = case::edited(
        "backwards",
        &base,
        "-   - observe\n-   - navigate\n-   - click\n-   - toggle\n\
         +   - toggle\n+   - click\n+   - navigate\n+   - observe\n",
    );
    let templates = [base, backwards].map(|text| {
        let loaded = load("a.recipe.md", text.as_bytes(), &Levels::default()).unwrap();
        let values = [("ac_tile_name".to_owned(), "x".to_owned())];
        compile(&loaded, &values.into()).unwrap().template
    });
    assert_eq!(templates[0], templates[1]);
    let declared = r#""capabilities":["observe","navigate","click","toggle"]}"#;
    let json = templates[0].json();
    assert!(json.ends_with(declared), "{json}");
}

#[test]
fn the_hash_is_that_of_the_bytes() {
    let base = case::base();
    let loaded = load("a.recipe.md", base.as_bytes(), &Levels::default()).unwrap();
    let values = [("ac_tile_name".to_owned(), "x".to_owned())];
    let template = compile(&loaded, &values.into()).unwrap().template;
    // Written down once: whoever changes what a recipe compiles to should notice.
    assert_eq!(
        template.sha256(),
        "c160586d4e221f46ab2713a96a02d8e0b7ab4bbdadab7cdd4acf382d0424b169"
    );
    let (one, two) = (
        template.execution("c-1", "t", None),
        template.execution("c-2", "t", None),
    );
    assert_ne!(one.unwrap().execution, two.unwrap().execution);
}
