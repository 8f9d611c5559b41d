//! A picture of a phone that a run holds.
//!
//! Looking changes nothing, so it needs no lock: whoever is to decide about a run that waits sees what is there now. The
//! profile judges it as any other picture.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_contract::{DataKey, ErrorCode, Failure, RunOptions, validate};
use clawperator_engine::{ArtifactError, Artifacts, Engine, Executor as _, Unheard, never};
use clawperator_policy::Profile;

use crate::engine_parts::preview_parts;
use crate::phone::Phone;
use crate::verbs::{Draft, Frame, Screenshot};

impl Phone {
    /// Takes a picture as PNG, beside whatever runs. Nothing is written down, and nobody is asked.
    pub async fn picture_beside(&self, profile: Arc<Profile>) -> Result<Bytes, Failure> {
        let draft = Draft::from(Screenshot::default()).framed(Frame::SERVED_SCREENSHOT);
        let execution = validate(&draft.payload(&**self.store().sources())?)?.execution;
        let taken = Arc::new(InMemory::default());
        let mut parts = preview_parts(
            self.store(),
            profile,
            Arc::new(clawperator_engine::NoSnapshots),
        );
        parts.artifacts = Arc::clone(&taken) as Arc<dyn Artifacts>;
        let engine = Engine::new(self.device(), parts).keeping_no_screens();
        let result = engine
            .execute(&execution, RunOptions::default(), &Unheard, never())
            .await?;
        taken.take().ok_or_else(|| {
            let step = result.envelope.step_results.first();
            let text = |key: DataKey| step.and_then(|step| step.data.get(key.name()));
            let code = text(DataKey::Error);
            let code = code.and_then(|code| ErrorCode::from_name(code));
            let message = text(DataKey::Message);
            Failure::new(
                code.unwrap_or(ErrorCode::ScreenshotFailed),
                message.map_or("the phone sent no picture", String::as_str),
            )
        })
    }
}

/// Keeps one picture.
#[derive(Debug, Default)]
struct InMemory(Mutex<Option<Bytes>>);

impl InMemory {
    fn take(&self) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[async_trait]
impl Artifacts for InMemory {
    async fn save_picture(
        &self,
        _: Option<&str>,
        _: &str,
        step: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(Bytes::copy_from_slice(png));
        Ok(step.to_owned())
    }
}
