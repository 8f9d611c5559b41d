//! What was read, handed to the redactor.

use clawperator_contract::skill_result::{SkillOutput, SkillRedaction, SkillValue};
use clawperator_contract::{DataKey, StepResult};
use clawperator_recipe::{
    Output, OutputValue, Recipe, Redacted, Redaction, Redactor, Secret, ShownOutput, StepAction,
};

/// Takes the texts of the steps that outputs are bound to out of the results.
///
/// What is not bound stays; nothing of it is told but by [`steps`](crate::steps).
pub(crate) fn outputs(
    recipe: &Recipe,
    results: &mut [StepResult],
    redactor: &Redactor,
) -> Vec<SkillOutput> {
    let told: Vec<SkillOutput> = recipe
        .frontmatter
        .outputs
        .iter()
        .map(|output| {
            let by = recipe.step_of(output);
            let step = by.map(|step| step.id.value.as_str());
            let key = match by.map(|step| step.action.value) {
                Some(StepAction::ReadKeyValuePair) => DataKey::Value,
                _ => DataKey::Text,
            };
            let raw = results
                .iter()
                .find(|result| result.success && Some(result.id.as_str()) == step)
                .and_then(|result| result.get(key))
                .map(|text| Secret::new(text.to_owned()));
            tell(output, redactor, raw)
        })
        .collect();
    let bound = bound(recipe);
    for result in results
        .iter_mut()
        .filter(|result| bound.contains(&result.id.as_str()))
    {
        for key in [
            DataKey::Text,
            DataKey::RawText,
            DataKey::Value,
            DataKey::Pairs,
        ] {
            result.data.remove(key.name());
        }
    }
    told
}

/// The ids of the steps that outputs are bound to.
pub(crate) fn bound(recipe: &Recipe) -> Vec<&str> {
    let outputs = &recipe.frontmatter.outputs;
    let steps = outputs.iter().filter_map(|output| recipe.step_of(output));
    steps.map(|step| step.id.value.as_str()).collect()
}

fn tell(output: &Output, redactor: &Redactor, raw: Option<Secret>) -> SkillOutput {
    let mut told = SkillOutput {
        name: output.name.value.clone(),
        output_type: output.output_type.name().to_owned(),
        redaction: redaction(output.redaction),
        value: None,
        hash: None,
        present: None,
        error: None,
    };
    match redactor.redact(output, raw) {
        Err(error) => {
            told.present = Some(false);
            told.error = Some(error.to_string());
        }
        Ok(Redacted { shown, .. }) => match shown {
            ShownOutput::Value(value) => {
                told.present = Some(true);
                told.value = Some(self::value(value));
            }
            ShownOutput::Hash(hash) => {
                told.present = Some(true);
                told.hash = Some(hash);
            }
            ShownOutput::Masked => told.present = Some(true),
            ShownOutput::Dropped => {}
        },
    }
    told
}

fn value(value: OutputValue) -> SkillValue {
    match value {
        OutputValue::String(text) => SkillValue::String(text),
        OutputValue::Integer(number) => SkillValue::Integer(number),
        OutputValue::Number(number) => SkillValue::Number(number),
        OutputValue::Boolean(state) => SkillValue::Boolean(state),
    }
}

const fn redaction(redaction: Redaction) -> SkillRedaction {
    match redaction {
        Redaction::None => SkillRedaction::None,
        Redaction::Hash => SkillRedaction::Hash,
        Redaction::Mask => SkillRedaction::Mask,
        Redaction::Drop => SkillRedaction::Drop,
    }
}
