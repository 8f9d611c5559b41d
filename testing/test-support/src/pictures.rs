//! A place for pictures and files.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_engine::{ArtifactError, Artifacts, Way};

/// Keeps the pictures of runs in a folder, and their files in one below it.
#[derive(Debug)]
pub struct PictureFolder(pub PathBuf);

impl PictureFolder {
    /// The file of a name, whether it is there or not.
    #[must_use]
    pub fn file(folder: &Path, name: &str) -> PathBuf {
        folder.join("files").join(name)
    }
}

#[async_trait]
impl Artifacts for PictureFolder {
    async fn save_picture(
        &self,
        path: Option<&str>,
        command_id: &str,
        step_id: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        let chosen = format!("{command_id}-{step_id}.png");
        let path = path.unwrap_or(&chosen);
        std::fs::write(self.0.join(path), png).map_err(|error| ArtifactError {
            message: format!("`{path}` cannot be written: {error}"),
        })?;
        Ok(path.to_owned())
    }

    fn check_file(&self, name: Option<&str>, way: Way) -> Result<(), ArtifactError> {
        let Some(name) = name else {
            return Ok(());
        };
        let is_there = Self::file(&self.0, name).exists();
        if is_there == (way == Way::Read) {
            return Ok(());
        }
        let kind = if is_there {
            std::io::ErrorKind::AlreadyExists
        } else {
            std::io::ErrorKind::NotFound
        };
        Err(refused(name, &kind.into()))
    }

    async fn read_file(&self, name: &str) -> Result<Bytes, ArtifactError> {
        let read = std::fs::read(Self::file(&self.0, name));
        read.map(Bytes::from).map_err(|error| refused(name, &error))
    }

    async fn save_file(
        &self,
        name: Option<&str>,
        command_id: &str,
        step_id: &str,
        bytes: Vec<u8>,
    ) -> Result<String, ArtifactError> {
        let chosen = format!("{command_id}-{step_id}.file");
        let name = name.unwrap_or(&chosen);
        let path = Self::file(&self.0, name);
        let mut options = std::fs::OpenOptions::new();
        let written = std::fs::create_dir_all(self.0.join("files")).and_then(|()| {
            let mut file = options.write(true).create_new(true).open(path)?;
            std::io::Write::write_all(&mut file, &bytes)
        });
        written.map_err(|error| refused(name, &error))?;
        Ok(name.to_owned())
    }
}

fn refused(path: &str, error: &std::io::Error) -> ArtifactError {
    ArtifactError {
        message: format!("`{path}` cannot be used: {error}"),
    }
}
