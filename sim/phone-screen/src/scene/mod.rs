//! Scene files: apps and their screens as data.
//!
//! A scene file is JSON. It names apps; each app has activities; each activity has a tree of views and says what a
//! touch, a key, a text change or time does. [`SceneFile`] is the whole of it, [`scene_schema`] its JSON Schema.
//!
//! Three habits keep scenes short. A view's `kind` brings the class, the sizes and the behaviour of a real widget. A
//! `templates` entry is a view with `{{placeholders}}` that `use` and `with` fill in. `repeat` makes rows from one
//! view. Placeholders with a dot (`{{var.count}}`, `{{device.battery}}`, `{{text.name}}`) stay alive: they are read
//! each time the screen is.
//!
//! Types here cross the border of the process; the model works on what [`crate::Scenes`] makes of them.
//!
//! ```
//! use clawperator_phone_screen::Scenes;
//!
//! let scenes = Scenes::builder()?
//!     .scene(
//!         r#"{
//!         "version": 1,
//!         "apps": [{
//!             "package": "com.example.lamp", "label": "Lamp", "launcher": ".Main",
//!             "vars": {"presses": {"value": "0"}},
//!             "activities": [{
//!                 "class": ".Main", "exported": true,
//!                 "view": {"kind": "column", "height": "match", "padding": 24, "children": [
//!                     {"kind": "text", "id": "state", "text": "Pressed {{var.presses}} times"},
//!                     {"kind": "switch", "id": "lamp", "desc": "Lamp", "on": {"change": [
//!                         {"increment": {"counter": "presses"}}]}},
//!                     {"kind": "list", "id": "rooms", "weight": 1, "children": [
//!                         {"kind": "text", "text": "Room {{n}}", "padding": 16, "repeat": {"count": 40}}]}
//!                 ]}
//!             }]
//!         }]
//!     }"#,
//!     )?
//!     .build()?;
//! # Ok::<(), clawperator_phone_screen::scene::SceneError>(())
//! ```

mod effect;
mod error;
mod file;
mod limits;
mod measure;
mod view;

pub use self::effect::{Condition, Effect};
pub use self::error::SceneError;
pub(crate) use self::error::nearest;
pub use self::file::{
    Activity, App, Decor, DialogWindow, KeyboardMode, Permission, Receiver, ResultHandler,
    SceneFile, Variable, WindowPlace,
};
pub use self::limits::*;
pub use self::measure::{Color, Edges, Size};
pub use self::view::{Align, Handlers, Look, Repeat, RepeatOver, TextAlign, View, ViewKind};

/// The JSON Schema of a scene file. Its identifier carries the version of the format.
#[must_use]
pub fn scene_schema() -> schemars::Schema {
    let mut schema = schemars::schema_for!(SceneFile);
    schema.insert(
        "$id".to_owned(),
        format!("urn:clawperator:scene:{SCENE_VERSION}").into(),
    );
    schema.insert("title".to_owned(), "a scene file".into());
    schema
}

/// Reads a scene file; the error names the place in it.
pub fn parse_scene(json: &str) -> Result<SceneFile, SceneError> {
    if json.len() > MAX_SCENE_BYTES {
        return Err(SceneError::TooLarge {
            what: "scene file in bytes",
            found: json.len(),
            limit: MAX_SCENE_BYTES,
        });
    }
    let mut reader = serde_json::Deserializer::from_str(json);
    let scene: SceneFile =
        serde_path_to_error::deserialize(&mut reader).map_err(|error| SceneError::Malformed {
            place: error.path().to_string(),
            reason: error.inner().to_string(),
        })?;
    reader.end().map_err(|error| SceneError::Malformed {
        place: "after the scene".into(),
        reason: error.to_string(),
    })?;
    if scene.version != SCENE_VERSION {
        return Err(SceneError::Version {
            found: scene.version,
        });
    }
    Ok(scene)
}
