//! `open_uri`.

use clawperator_contract::RetryPreset;
use clawperator_contract::limits::MAX_URI_LENGTH;

use super::facts::{Effect, LOOK, StepType};
use crate::model::param::{ParamKind, ParamSpec};
use crate::model::{Capability, RecipeFormat};

const URI: ParamSpec = ParamSpec::new("uri", "uri", ParamKind::Uri(MAX_URI_LENGTH)).required();

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    confirm: true,
    retries: &[("retry", RetryPreset::AppLaunch)],
    patience: Some(RetryPreset::AppLaunch),
    params: &[URI],
    effect: |_| Effect::Acts,
    needs: |_| vec![(Capability::Navigate, "opens an address")],
    ..LOOK
};
