//! `snapshot_ui`.

use clawperator_contract::RetryPreset;

use super::facts::{LOOK, StepType, UI_READINESS};

pub(super) const TYPE: StepType = StepType {
    retries: UI_READINESS,
    patience: Some(RetryPreset::UiReadiness),
    ..LOOK
};
