//! Any bytes as a recipe's file: loaded, and compiled if they are accepted.

use std::collections::BTreeMap;

use clawperator_recipe::{Artifact, InputType, Levels, Loaded, RecipeCode, compile, load};

use super::recipe_answers::{check_findings, check_template};

/// Loads the bytes under that name, and compiles what was accepted with a value for everything.
pub(crate) fn check(name: &str, bytes: &[u8]) {
    let levels = Levels::default();
    let answer = load(name, bytes, &levels);
    assert_eq!(
        answer,
        load(name, bytes, &levels),
        "the same bytes got two answers"
    );
    match answer {
        Err(findings) => {
            assert!(findings.has_errors(), "refused without a reason");
            check_findings(&findings);
        }
        Ok(loaded) => {
            assert!(!loaded.findings.has_errors(), "accepted with an error");
            check_findings(&loaded.findings);
            check_compiled(&loaded);
        }
    }
}

fn check_compiled(loaded: &Loaded) {
    let answer = compile(loaded, &values(loaded));
    assert_eq!(
        answer,
        compile(loaded, &values(loaded)),
        "compiled to two answers"
    );
    match answer {
        Err(findings) => {
            assert!(findings.has_errors(), "not compiled without a reason");
            check_findings(&findings);
            assert!(
                findings.list.iter().all(|finding| {
                    matches!(loaded.artifact, Artifact::Legacy(_))
                        || finding.code != RecipeCode::Refused
                }),
                "the contract refused what the rules accepted: {findings:?}"
            );
        }
        Ok(compiled) => check_template(&compiled),
    }
}

fn values(loaded: &Loaded) -> BTreeMap<String, String> {
    match &loaded.artifact {
        Artifact::Recipe(recipe) => recipe
            .frontmatter
            .inputs
            .iter()
            .map(|input| {
                let value = match input.input_type {
                    InputType::String => "a value",
                    InputType::Integer | InputType::Number => "1",
                    InputType::Boolean => "true",
                };
                (input.name.value.clone(), value.to_owned())
            })
            .collect(),
        Artifact::Legacy(template) => template
            .variables()
            .into_iter()
            .map(|name| (name.to_owned(), "a value".to_owned()))
            .collect(),
    }
}
