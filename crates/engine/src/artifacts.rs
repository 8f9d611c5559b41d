//! Where pictures go, and how two of them are compared.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_ui::Bounds;

use crate::picture_change::PictureChange;
use crate::picture_shape::{PictureShape, Shaped};
use crate::picture_shows::shows_each;

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

    /// Where the second of two pictures differs from the first; nothing where they cannot be compared. Both are unpacked
    /// for that, which takes tens of milliseconds of a processor: a host that has other phones does it elsewhere.
    async fn picture_change(&self, before: Bytes, after: Bytes) -> Option<PictureChange> {
        PictureChange::between(&before, &after)
    }

    /// Whether something can be seen at each of these places of a picture, which is unpacked for that too.
    async fn picture_shows(&self, picture: Bytes, places: Vec<Bounds>) -> bool {
        shows_each(&picture, &places)
    }

    /// The picture in another shape, which takes as long.
    async fn shape_picture(&self, picture: Bytes, shape: PictureShape) -> Result<Shaped, String> {
        shape.apply(&picture)
    }
}
