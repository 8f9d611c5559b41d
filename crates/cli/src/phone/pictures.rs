//! Where pictures of the screen go.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use clawperator_engine::{ArtifactError, Artifacts};

/// Writes pictures where the payload says, or into a folder for those it says nothing of.
#[derive(Debug)]
pub(super) struct PictureFiles {
    folder: PathBuf,
}

impl PictureFiles {
    pub(super) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }
}

#[async_trait]
impl Artifacts for PictureFiles {
    async fn save_picture(
        &self,
        path: Option<&str>,
        command_id: &str,
        step_id: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        let path = match path {
            Some(path) => PathBuf::from(path),
            None => self.folder.join(format!(
                "clawperator-{}-{}.png",
                plain(command_id),
                plain(step_id)
            )),
        };
        write(&path, png).map_err(|error| ArtifactError {
            message: format!("`{}` could not be written: {error}", path.display()),
        })?;
        Ok(path.to_string_lossy().into_owned())
    }
}

/// Under its name only when it is whole: a reader never finds half a picture.
fn write(path: &Path, png: &[u8]) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(&unfinished)
        .and_then(|mut file| file.write_all(png))
        .and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // Nobody wants the half of it; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&unfinished);
    }
    written
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
    use super::*;

    #[tokio::test]
    async fn pictures_go_where_they_should() {
        let folder = tempfile::tempdir().unwrap();
        let files = PictureFiles::new(folder.path().to_owned());
        let path = files
            .save_picture(None, "../c:1", "s/2", b"png")
            .await
            .unwrap();
        let path = Path::new(&path);
        assert_eq!(path.parent(), Some(folder.path()));
        assert_eq!(fs::read(path).unwrap(), b"png");
        let named = folder.path().join("a.png");
        let path = files
            .save_picture(named.to_str(), "c", "s", b"x")
            .await
            .unwrap();
        assert_eq!(path, named.to_str().unwrap());
        let nowhere = folder.path().join("no/a.png");
        let error = files
            .save_picture(nowhere.to_str(), "c", "s", b"x")
            .await
            .unwrap_err();
        assert!(error.message.contains("no/a.png"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
