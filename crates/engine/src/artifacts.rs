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

/// What a run does with a file of this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It goes to the phone.
    Read,
    /// It comes from there.
    Written,
}

fn no_files() -> ArtifactError {
    ArtifactError {
        message: "no files are copied here".to_owned(),
    }
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

    /// Whether a file of this name may be read, or written, as far as can be told before the phone is asked. A name is
    /// no path: what it stands for is the surface's to say, and one that it does not know is refused.
    fn check_file(&self, _name: Option<&str>, _way: Way) -> Result<(), ArtifactError> {
        Err(no_files())
    }

    /// All of the file that this name stands for.
    async fn read_file(&self, _name: &str) -> Result<Bytes, ArtifactError> {
        Err(no_files())
    }

    /// Writes a file to the place that this name stands for, or to one of its own choice, and answers the path. Nothing
    /// that exists is replaced, and a file that is not whole is not left.
    async fn save_file(
        &self,
        _name: Option<&str>,
        _command_id: &str,
        _step_id: &str,
        _bytes: Vec<u8>,
    ) -> Result<String, ArtifactError> {
        Err(no_files())
    }

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
