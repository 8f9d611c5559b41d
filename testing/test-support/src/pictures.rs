//! A place for pictures.

use std::path::PathBuf;

use async_trait::async_trait;
use clawperator_engine::{ArtifactError, Artifacts};

/// Keeps the pictures of runs in a folder.
#[derive(Debug)]
pub struct PictureFolder(pub PathBuf);

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
}
