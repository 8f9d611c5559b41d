//! `sleep`.

use super::facts::{LOOK, StepType};
use crate::compile::Cost;
use crate::limits::MAX_MS;
use crate::model::param::{ParamKind, ParamSpec};

const DURATION_MS: ParamSpec =
    ParamSpec::new("duration_ms", "durationMs", ParamKind::Integer(0, MAX_MS)).required();

pub(super) const TYPE: StepType = StepType {
    params: &[DURATION_MS],
    needs: |_| Vec::new(),
    // A sleep without a length has been reported, and nothing is compiled.
    cost: |number| Cost::lasting(number("duration_ms").unwrap_or_default()),
    ..LOOK
};
