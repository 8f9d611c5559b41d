//! Where pictures of the screen go.
//!
//! A path comes from a payload, which may come from anybody. So a picture is written only as a new file, or in the place
//! of an earlier picture: nothing else that exists is replaced, no link is followed, and the state folder is not for
//! pictures.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_contract::excerpt;
use clawperator_engine::{
    ArtifactError, Artifacts, PictureChange, PictureShape, Shaped, Way, shows_each,
};
use clawperator_private_files as private;
use clawperator_ui::Bounds;

use crate::blocking::blocking;
use crate::named_files::NamedFiles;

/// What every PNG picture begins with.
pub(crate) const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Endings of other formats of pictures. Whoever writes one expects that format.
const OTHER_FORMATS: [&str; 10] = [
    "avif", "bmp", "gif", "heic", "jpeg", "jpg", "svg", "tif", "tiff", "webp",
];

/// Writes pictures where the payload says, or into a folder for those it says nothing of.
#[derive(Debug, Clone)]
pub(crate) struct PictureFiles {
    folder: PathBuf,
    state: PathBuf,
    files: NamedFiles,
}

impl PictureFiles {
    /// Pictures without a path go into a folder of this user's below `temporary`; none goes below `state`.
    pub(crate) fn new(temporary: &Path, state: PathBuf) -> Self {
        let name = format!("clawperator-pictures-{}", private::user());
        Self {
            folder: temporary.join(name),
            state,
            files: NamedFiles::default(),
        }
    }

    /// The same with these files, which payloads know by their names.
    pub(crate) fn with_files(self, files: NamedFiles) -> Self {
        Self { files, ..self }
    }

    /// What is at a path that a picture may go to.
    fn place(&self, path: &Path) -> Result<Place, String> {
        if path == Path::new("-") {
            return Err("a picture is written to a file, not to standard output".to_owned());
        }
        let ending = path.extension().and_then(OsStr::to_str);
        // A path without an ending is taken for a picture.
        let ending = ending.unwrap_or_default().to_ascii_lowercase();
        if OTHER_FORMATS.contains(&ending.as_str()) {
            return Err(format!("pictures are PNG, but the name ends in .{ending}"));
        }
        let above = match path.parent() {
            Some(above) if !above.as_os_str().is_empty() => above,
            Some(_) | None => Path::new("."),
        };
        let above = above
            .canonicalize()
            .map_err(|error| format!("its folder cannot be used: {error}"))?;
        if self
            .state
            .canonicalize()
            .is_ok_and(|state| above.starts_with(state))
        {
            return Err("it is in the state folder".to_owned());
        }
        let found = match fs::symlink_metadata(path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Place::Free),
            Err(error) => return Err(error.to_string()),
        };
        if found.is_symlink() {
            return Err("it is a symbolic link".to_owned());
        }
        if !found.is_file() {
            return Err("it is not a regular file".to_owned());
        }
        match begins_as_picture(path) {
            Ok(true) => Ok(Place::Picture),
            Ok(false) => Err("it exists and is not a PNG picture".to_owned()),
            Err(error) => Err(format!(
                "it exists and cannot be read to check that it is a picture: {error}"
            )),
        }
    }

    /// Saves a picture where the payload says, or under this name; where it went.
    fn save(
        &self,
        named: Option<PathBuf>,
        name: &str,
        png: &[u8],
    ) -> Result<PathBuf, ArtifactError> {
        let is_named = named.is_some();
        let path = named.unwrap_or_else(|| self.folder.join(name));
        let saved = if is_named {
            self.save_named(&path, png)
        } else {
            let saved = self.save_unnamed(&path, png);
            saved.map_err(|error| error.to_string())
        };
        match saved {
            Ok(()) => Ok(path),
            Err(why) => Err(not_written(&path.to_string_lossy(), &why)),
        }
    }

    fn save_named(&self, path: &Path, png: &[u8]) -> Result<(), String> {
        let written = match self.place(path)? {
            Place::Picture => private::replace(path, png),
            Place::Free => match private::create_once(path, png) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    return Err("something else was created there in the meantime".to_owned());
                }
                Err(error) => Err(error),
            },
        };
        written.map_err(|error| error.to_string())
    }

    fn save_unnamed(&self, path: &Path, png: &[u8]) -> io::Result<()> {
        private::make_folder(&self.folder)?;
        private::write_new(path, png)
    }
}

/// What is at a path that a picture may go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing.
    Free,
    /// Another picture.
    Picture,
}

#[async_trait]
impl Artifacts for PictureFiles {
    fn check_picture(&self, path: Option<&str>) -> Result<(), ArtifactError> {
        match path {
            Some(path) => self
                .place(Path::new(path))
                .map(|_| ())
                .map_err(|why| not_written(path, &why)),
            None => Ok(()),
        }
    }

    async fn save_picture(
        &self,
        path: Option<&str>,
        command_id: &str,
        step_id: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        let named = path.map(PathBuf::from);
        let name = unnamed(command_id, step_id, "png");
        let (files, png) = (self.clone(), png.to_vec());
        let saved = blocking(move || files.save(named, &name, &png));
        Ok(saved.await?.to_string_lossy().into_owned())
    }

    fn check_file(&self, name: Option<&str>, way: Way) -> Result<(), ArtifactError> {
        name.map_or(Ok(()), |name| self.files.check(name, way))
    }

    async fn read_file(&self, name: &str) -> Result<Bytes, ArtifactError> {
        let (files, name) = (self.files.clone(), name.to_owned());
        blocking(move || files.read(&name)).await
    }

    async fn save_file(
        &self,
        name: Option<&str>,
        command_id: &str,
        step_id: &str,
        bytes: Vec<u8>,
    ) -> Result<String, ArtifactError> {
        let files = self.clone();
        let name = name.map(str::to_owned);
        let unnamed = self.folder.join(unnamed(command_id, step_id, "file"));
        let saved = blocking(move || {
            if let Some(name) = name {
                return files.files.save(&name, &bytes);
            }
            let saved = files.save_unnamed(&unnamed, &bytes);
            saved.map(|()| unnamed).map_err(|error| ArtifactError {
                message: format!("the file cannot be written: {error}"),
            })
        });
        Ok(saved.await?.to_string_lossy().into_owned())
    }

    async fn picture_change(&self, before: Bytes, after: Bytes) -> Option<PictureChange> {
        change(before, after).await
    }

    async fn picture_shows(&self, picture: Bytes, places: Vec<Bounds>) -> bool {
        shows(picture, places).await
    }

    async fn shape_picture(&self, picture: Bytes, shape: PictureShape) -> Result<Shaped, String> {
        shaped(picture, shape).await
    }
}

/// Why there is no picture at a path.
pub(crate) fn not_written(path: &str, why: &str) -> ArtifactError {
    ArtifactError {
        message: format!(
            "the picture cannot be written to `{}`: {why}",
            excerpt(path)
        ),
    }
}

/// The name of a file that the payload names nothing for; nobody can foresee it.
pub(crate) fn unnamed(command_id: &str, step_id: &str, ending: &str) -> String {
    let (command, step) = (plain(command_id), plain(step_id));
    format!("{command}-{step}-{}.{ending}", private::unforeseeable())
}

/// Compares two pictures where nobody is kept waiting by it.
pub(crate) async fn change(before: Bytes, after: Bytes) -> Option<PictureChange> {
    blocking(move || PictureChange::between(&before, &after)).await
}

/// Looks at places of a picture where nobody is kept waiting by it.
pub(crate) async fn shows(picture: Bytes, places: Vec<Bounds>) -> bool {
    blocking(move || shows_each(&picture, &places)).await
}

/// Shapes a picture where nobody is kept waiting by it.
pub(crate) async fn shaped(picture: Bytes, shape: PictureShape) -> Result<Shaped, String> {
    blocking(move || shape.apply(&picture)).await
}

/// Whether a file begins as pictures do. What took the name meanwhile is not waited for.
fn begins_as_picture(path: &Path) -> io::Result<bool> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(private::not_through_links())
        .open(path)?;
    let mut beginning = Vec::new();
    file.take(PNG_SIGNATURE.len() as u64)
        .read_to_end(&mut beginning)?;
    Ok(beginning == PNG_SIGNATURE)
}

/// An id as part of a file name: what a payload may put into one must not lead anywhere else.
fn plain(id: &str) -> String {
    id.chars()
        .take(64)
        .map(|character| {
            if character.is_ascii_alphanumeric() || character == '-' {
                character
            } else {
                '_'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, symlink};

    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

    struct Places {
        root: tempfile::TempDir,
        files: PictureFiles,
    }

    impl Places {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir(root.path().join("state")).unwrap();
            let files = PictureFiles::new(root.path(), root.path().join("state"));
            Self { root, files }
        }

        fn at(&self, name: &str) -> PathBuf {
            self.root.path().join(name)
        }

        async fn save(&self, path: &Path) -> Result<String, ArtifactError> {
            self.files.save_picture(path.to_str(), "c", "s", PNG).await
        }
    }

    #[tokio::test]
    async fn pictures_without_a_path_are_this_users_and_cannot_be_foreseen() {
        let places = Places::new();
        let save = || places.files.save_picture(None, "../c:1", "s/2", PNG);
        let (first, second) = (save().await.unwrap(), save().await.unwrap());
        assert_ne!(first, second);
        let folder = Path::new(&first).parent().unwrap();
        assert_eq!(folder.parent(), Some(places.root.path()));
        assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
        assert_eq!(fs::metadata(&first).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&first).unwrap(), PNG);
        // A folder that somebody has prepared is not used.
        fs::rename(folder, places.at("elsewhere")).unwrap();
        symlink(places.at("elsewhere"), folder).unwrap();
        assert!(save().await.is_err());
    }

    #[tokio::test]
    async fn a_picture_is_a_new_file_or_takes_the_place_of_one() {
        let places = Places::new();
        let path = places.at("a.png");
        for _ in 0..2 {
            let saved = places.save(&path).await.unwrap();
            assert_eq!(saved, path.to_str().unwrap());
        }
        assert_eq!(fs::read(&path).unwrap(), PNG);
        let beside = fs::read_dir(places.root.path()).unwrap().count();
        assert_eq!(beside, 2, "nothing is left beside it");
    }

    #[tokio::test]
    async fn nothing_else_is_written_over() {
        let places = Places::new();
        let text = places.at("notes.toml");
        fs::write(&text, "kept").unwrap();
        let empty = places.at("empty");
        fs::write(&empty, "").unwrap();
        let picture = places.at("picture.png");
        fs::write(&picture, PNG).unwrap();
        let link = places.at("link.png");
        symlink(&picture, &link).unwrap();
        let nowhere = places.at("nowhere.png");
        symlink(places.at("made-by-a-link"), &nowhere).unwrap();
        for (path, why) in [
            (text.as_path(), "not a PNG picture"),
            (&empty, "not a PNG picture"),
            (&link, "symbolic link"),
            (&nowhere, "symbolic link"),
            (places.root.path(), "not a regular file"),
            (Path::new("/dev/null"), "not a regular file"),
            (&places.at("state/new.png"), "state folder"),
            (&places.at("no/folder.png"), "folder cannot be used"),
            (&places.at("photo.JPG"), "pictures are PNG"),
            (Path::new("-"), "standard output"),
        ] {
            let checked = places.files.check_picture(path.to_str()).unwrap_err();
            assert!(checked.message.contains(why), "{checked}");
            assert_eq!(places.save(path).await.unwrap_err(), checked);
        }
        assert_eq!(fs::read(&text).unwrap(), b"kept");
        assert!(!places.at("made-by-a-link").exists());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
