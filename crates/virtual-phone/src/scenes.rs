//! Scenes that people wrote for the apps they automate.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawperator_phone_screen::Scenes;
use clawperator_phone_screen::scene::{MAX_SCENE_BYTES, SceneError};

/// Why scenes could not be loaded. Both name the file.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What did not work.
        #[source]
        source: io::Error,
    },
    /// It is no scene, or does not go with the others.
    #[error("{}: {source}", path.display())]
    Scene {
        /// The file; the last one when they do not go together.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        source: SceneError,
    },
}

/// Loads scene files: a phone with them has the system's windows, the launcher and their apps. Without a file it has
/// the apps that are shipped.
pub fn load_scenes(paths: &[PathBuf]) -> Result<Arc<Scenes>, LoadError> {
    let Some(last) = paths.last() else {
        return Scenes::shipped().map_err(wrong(Path::new("shipped scenes")));
    };
    let mut builder = Scenes::builder().map_err(wrong(last))?;
    for path in paths {
        let json = read(path).map_err(|source| LoadError::Read {
            path: path.clone(),
            source,
        })?;
        builder = builder.scene(&json).map_err(wrong(path))?;
    }
    builder.build().map_err(wrong(last))
}

/// Reads no more than a scene may have, and one byte so that too long a file is told apart.
fn read(path: &Path) -> io::Result<String> {
    let mut json = String::new();
    let limit = MAX_SCENE_BYTES as u64 + 1;
    std::fs::File::open(path)?
        .take(limit)
        .read_to_string(&mut json)?;
    Ok(json)
}

fn wrong(path: &Path) -> impl FnOnce(SceneError) -> LoadError + use<> {
    let path = path.to_owned();
    move |source| LoadError::Scene { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClockMode, Release, VirtualPhone};

    const NOTES: &str = r#"{
        "version": 1,
        "apps": [{
            "package": "org.example.notes",
            "label": "Notes",
            "launcher": ".Main",
            "activities": [{
                "class": ".Main",
                "exported": true,
                "view": { "kind": "text", "text": "Nothing to remember" }
            }]
        }]
    }"#;

    #[tokio::test]
    async fn a_phone_has_the_apps_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.json");
        std::fs::write(&path, NOTES).unwrap();
        let scenes = load_scenes(std::slice::from_ref(&path)).unwrap();
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(ClockMode::Instant)
            .scenes(scenes)
            .build()
            .unwrap();
        let packages = clawperator_phone_screen::Screen::packages(&*phone.screen()).await;
        assert!(
            packages
                .iter()
                .any(|package| package.name == "org.example.notes")
        );

        std::fs::write(&path, "{").unwrap();
        let error = load_scenes(std::slice::from_ref(&path)).unwrap_err();
        assert!(error.to_string().contains("notes.json"), "{error}");
        let missing = load_scenes(&[folder.path().join("none.json")]).unwrap_err();
        assert!(matches!(missing, LoadError::Read { .. }));
        assert!(load_scenes(&[]).is_ok());
    }
}
