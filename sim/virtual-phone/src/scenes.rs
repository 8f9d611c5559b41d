//! Scenes that people wrote for the apps they automate.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawperator_phone_screen::scene::{MAX_SCENE_BYTES, SceneError};
use clawperator_phone_screen::{Scenes, ScenesBuilder};

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

/// Loads scene files and adds their apps to those that are shipped; one with the package of a shipped app takes its
/// place. Files come in the order in which they are given, so a later one takes the place of an earlier one too.
pub fn load_scenes(paths: &[PathBuf]) -> Result<Arc<Scenes>, LoadError> {
    if paths.is_empty() {
        // Made once for the whole process.
        return Scenes::shipped().map_err(wrong(Path::new(SHIPPED)));
    }
    load(Scenes::shipped_builder(), paths)
}

/// Loads scene files for a phone that has no other apps: the system's windows, the launcher, and theirs.
pub fn load_only_scenes(paths: &[PathBuf]) -> Result<Arc<Scenes>, LoadError> {
    load(Scenes::builder(), paths)
}

/// How errors name the scenes that come with the phone.
const SHIPPED: &str = "shipped scenes";

fn load(
    builder: Result<ScenesBuilder, SceneError>,
    paths: &[PathBuf],
) -> Result<Arc<Scenes>, LoadError> {
    let mut builder = builder.map_err(wrong(Path::new(SHIPPED)))?;
    for path in paths {
        let json = read(path).map_err(|source| LoadError::Read {
            path: path.clone(),
            source,
        })?;
        builder = builder.scene(&json).map_err(wrong(path))?;
    }
    let last = paths.last().map_or(Path::new(SHIPPED), PathBuf::as_path);
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

    const SHOP: &str = "dev.clawperator.shop";

    /// A scene file with one app.
    struct Scene {
        folder: tempfile::TempDir,
        path: PathBuf,
    }

    impl Scene {
        fn of(package: &str) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("notes.json");
            std::fs::write(&path, NOTES.replace("org.example.notes", package)).unwrap();
            Self { folder, path }
        }

        fn paths(&self) -> &[PathBuf] {
            std::slice::from_ref(&self.path)
        }
    }

    async fn packages(scenes: Arc<Scenes>) -> Vec<(String, String)> {
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(ClockMode::Instant)
            .scenes(scenes)
            .build()
            .unwrap();
        let packages = clawperator_phone_screen::Screen::packages(&*phone.screen()).await;
        let named = packages
            .into_iter()
            .map(|package| (package.name, package.version_name));
        named.collect()
    }

    #[tokio::test]
    async fn an_app_is_added_to_those_that_are_shipped() {
        let shipped = packages(load_scenes(&[]).unwrap()).await;
        let mine = Scene::of("org.example.notes");
        let more = packages(load_scenes(mine.paths()).unwrap()).await;
        assert_eq!(more.len(), shipped.len() + 1);
        assert!(shipped.iter().all(|package| more.contains(package)));
        assert!(more.iter().any(|(name, _)| name == "org.example.notes"));

        let only = packages(load_only_scenes(mine.paths()).unwrap()).await;
        assert!(only.iter().any(|(name, _)| name == "org.example.notes"));
        assert!(!only.iter().any(|(name, _)| name == SHOP));
        let bare = packages(load_only_scenes(&[]).unwrap()).await;
        assert_eq!(bare.len() + 1, only.len());
    }

    #[tokio::test]
    async fn an_app_takes_the_place_of_a_shipped_one() {
        let shipped = packages(load_scenes(&[]).unwrap()).await;
        let mine = Scene::of(SHOP);
        let with_mine = packages(load_scenes(mine.paths()).unwrap()).await;
        assert_eq!(with_mine.len(), shipped.len());
        assert!(with_mine.contains(&(SHOP.to_owned(), "1.0".to_owned())));
        assert!(!shipped.contains(&(SHOP.to_owned(), "1.0".to_owned())));
    }

    #[test]
    fn errors_name_the_file() {
        let scene = Scene::of("org.example.notes");
        std::fs::write(&scene.path, "{").unwrap();
        let error = load_scenes(scene.paths()).unwrap_err();
        assert!(error.to_string().contains("notes.json"), "{error}");
        let missing = load_scenes(&[scene.folder.path().join("none.json")]).unwrap_err();
        assert!(matches!(missing, LoadError::Read { .. }));
    }
}
