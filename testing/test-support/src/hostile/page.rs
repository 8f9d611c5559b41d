//! A page, as its maker knows it.

use serde_json::{Map, Value, json};

use super::make::Manner;

/// One view of a page.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each of which the judge asks for"
)]
pub struct View {
    /// The name in the phone's record; no tree shows it.
    pub key: String,
    /// What it is, in the words of scene files.
    pub kind: &'static str,
    /// Everything else that a scene file says of it.
    pub fields: Map<String, Value>,
    /// What is inside.
    pub children: Vec<View>,
    /// Whether it takes taps.
    pub taps: bool,
    /// Whether it takes long presses.
    pub holds: bool,
    /// Whether touching it spends money.
    pub spends: bool,
    /// Whether no tree shows it, because it is inside something opaque.
    pub hidden: bool,
    /// The words that a person knows it by, where it has none itself.
    pub row: Option<String>,
}

impl View {
    /// A view that takes no touches.
    #[must_use]
    pub fn new(key: String, kind: &'static str) -> Self {
        Self {
            key,
            kind,
            fields: Map::new(),
            children: Vec::new(),
            taps: false,
            holds: false,
            spends: false,
            hidden: false,
            row: None,
        }
    }

    /// With something said of it.
    #[must_use]
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(field.to_owned(), value.into());
        self
    }

    /// With this inside.
    #[must_use]
    pub fn holding(mut self, children: Vec<View>) -> Self {
        self.children = children;
        self
    }

    /// That takes taps.
    #[must_use]
    pub fn tapped(mut self) -> Self {
        self.taps = true;
        self.with("clickable", true)
    }

    /// That takes long presses.
    #[must_use]
    pub fn held(mut self) -> Self {
        self.holds = true;
        self.with("long_clickable", true)
    }

    /// That spends money when it is touched.
    #[must_use]
    pub fn spending(mut self) -> Self {
        self.spends = true;
        self
    }

    /// Its text; empty for none.
    #[must_use]
    pub fn text(&self) -> &str {
        self.fields
            .get("text")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Its description; empty for none.
    #[must_use]
    pub fn desc(&self) -> &str {
        self.fields
            .get("desc")
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Whether text can be typed into it.
    #[must_use]
    pub fn is_field(&self) -> bool {
        self.kind == "field"
    }

    /// The view as a scene file has it.
    #[must_use]
    pub fn scene(&self) -> Value {
        let mut view = self.fields.clone();
        view.insert("kind".to_owned(), json!(self.kind));
        view.insert("key".to_owned(), json!(self.key));
        if self.kind == "slider" {
            let moved =
                json!({ "change": [{ "toast": { "text": format!("slid {}", self.key) } }] });
            view.insert("on".to_owned(), moved);
        }
        if !self.children.is_empty() {
            let children: Vec<Value> = self.children.iter().map(View::scene).collect();
            view.insert("children".to_owned(), json!(children));
        }
        Value::Object(view)
    }
}

#[derive(Debug, Clone)]
pub struct Page {
    /// Its number in the app.
    pub number: usize,
    /// The package of the app.
    pub package: &'static str,
    /// What it is like.
    pub manner: Manner,
    /// Everything on it.
    pub root: View,
    /// What lies in a window above it.
    pub dialog: Option<View>,
}

impl Page {
    /// The class of its activity.
    #[must_use]
    pub fn class(&self) -> String {
        format!(".Page{}", self.number)
    }

    /// The resource id of a view in full, if it has one.
    #[must_use]
    pub fn id(&self, view: &View) -> Option<String> {
        let id = view.fields.get("id").and_then(Value::as_str)?;
        Some(format!("{}:id/{id}", self.package))
    }

    /// The page alone, for a phone that makes its views of a description.
    #[must_use]
    pub fn description(&self) -> Value {
        let mut page = json!({ "view": self.root.scene() });
        if let Some(dialog) = &self.dialog {
            page["dialog"] = dialog.scene();
        }
        page
    }

    /// The activity as a scene file has it.
    #[must_use]
    pub fn activity(&self) -> Value {
        let mut activity = json!({
            "class": self.class(), "exported": true, "decor": "plain", "view": self.root.scene(),
        });
        if let Some(dialog) = &self.dialog {
            activity["dialogs"] = json!({ "above": { "view": dialog.scene() } });
            activity["on_create"] = json!([{ "dialog": { "name": "above" } }]);
        }
        activity
    }

    /// An app of these pages as a scene file.
    #[must_use]
    pub fn scene(pages: &[Page]) -> Value {
        let activities: Vec<Value> = pages.iter().map(Page::activity).collect();
        let package = pages.first().map(|page| page.package);
        json!({ "version": 1, "apps": [{
            "package": package, "label": "Hostile", "launcher": ".Page0", "activities": activities,
        }] })
    }

    /// Every view of the page and of the dialog above it, outer ones first.
    #[must_use]
    pub fn views(&self) -> Vec<&View> {
        let mut views = Vec::new();
        collect(&self.root, &mut views);
        if let Some(dialog) = &self.dialog {
            collect(dialog, &mut views);
        }
        views
    }

    #[must_use]
    pub fn view(&self, key: &str) -> Option<&View> {
        self.views().into_iter().find(|view| view.key == key)
    }

    /// The view of a key and everything around it, the innermost first.
    #[must_use]
    pub fn around(&self, key: &str) -> Vec<&View> {
        let mut way = Vec::new();
        let found = path(&self.root, key, &mut way)
            || self
                .dialog
                .as_ref()
                .is_some_and(|dialog| path(dialog, key, &mut way));
        assert!(found, "there is no view `{key}`");
        way
    }
}

fn collect<'a>(view: &'a View, views: &mut Vec<&'a View>) {
    views.push(view);
    for child in &view.children {
        collect(child, views);
    }
}

/// Puts the view of a key and those around it on the way, the innermost first.
fn path<'a>(view: &'a View, key: &str, way: &mut Vec<&'a View>) -> bool {
    let found = view.key == key || view.children.iter().any(|child| path(child, key, way));
    if found {
        way.push(view);
    }
    found
}
