//! `open_app`.

use clawperator_contract::RetryPreset;

use super::facts::{Effect, LOOK, StepType};
use crate::model::Capability;
use crate::model::param::APPLICATION_ID;

pub(super) const TYPE: StepType = StepType {
    confirm: true,
    retries: &[("retry", RetryPreset::AppLaunch)],
    patience: Some(RetryPreset::AppLaunch),
    params: &[APPLICATION_ID],
    effect: |_| Effect::Moves,
    needs: |_| vec![(Capability::Navigate, "opens or closes an app")],
    ..LOOK
};
