//! Where pictures go.

use std::fmt;

use async_trait::async_trait;

/// Why a file could not be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ArtifactError {
    /// The reason.
    pub message: String,
}

/// Keeps what a run brings back from the phone. The surface decides where that may be.
#[async_trait]
pub trait Artifacts: fmt::Debug + Send + Sync {
    /// Whether a picture may be written where the payload asks for it, as far as can be told before there is one. Asked
    /// before the phone is.
    fn check_picture(&self, _path: Option<&str>) -> Result<(), ArtifactError> {
        Ok(())
    }

    /// Writes a picture where the payload asks for it, or to a place of its own choice, and answers the path.
    async fn save_picture(
        &self,
        path: Option<&str>,
        command_id: &str,
        step_id: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError>;
}
