//! The values that a skill is given, as JSON.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_skill_run::{Inputs, InputsError};

/// Adds the members of a JSON object. What is wrong is told without a value.
pub fn add_inputs(inputs: &mut Inputs, json: &[u8]) -> Result<(), Failure> {
    inputs.add_json(json).map_err(|error| {
        let code = match error {
            InputsError::NoObject | InputsError::NoName => ErrorCode::CompileVarsParseFailed,
            InputsError::Twice(_) | InputsError::NoValue(_) => ErrorCode::RecipeInputInvalid,
        };
        Failure::new(code, error.to_string())
            .with_hint("give one JSON object with a text, a number, true or false for each input")
    })
}
