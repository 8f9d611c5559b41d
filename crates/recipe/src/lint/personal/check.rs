//! The texts of a recipe, each looked at as what it is used for.

use super::judge::{judge, personal_pattern};
use super::kind::Place;
use crate::finding::{RecipeCode, Report};
use crate::legacy::Legacy;
use crate::model::{
    Annotation, Frontmatter, ParamKind, ParamValue, Phrase, Selector, Spanned, Step,
};
use crate::read::is_package_id;
use crate::rule::RecipeRule;
use crate::source::Position;

/// Looks through what a Markdown recipe says to people, headings included.
pub(crate) fn check_prose<'t>(lines: impl Iterator<Item = (usize, &'t str)>, report: &Report<'_>) {
    for (line, text) in lines {
        if let Some(kind) = personal_pattern(text) {
            report.add(
                RecipeRule::PersonalLiterals,
                RecipeCode::PersonalLiteral,
                Position::new(line, 1),
                format!("this looks like {kind}"),
                "describe it in general words; make what differs from person to person an input",
            );
        }
    }
}

/// Looks through the texts of a legacy template; what a variable is filled into is not there yet.
pub(crate) fn check_legacy(template: &Legacy, report: &Report<'_>) {
    template.each_text(&mut |key, text, at| {
        let place = match key {
            "id" | "type" | "source" | "expectedFormat" | "resourceId" | "resource_id" | "role"
            | "class" | "applicationId" | "application_id" | "validatorPattern" | "uri" => Place::Identifier,
            _ => Place::Label,
        };
        if let Some(kind) = judge(text, place) {
            report.add(
                RecipeRule::PersonalLiterals,
                RecipeCode::PersonalLiteral,
                at,
                format!("this looks like {}", kind.name()),
                "use a variable such as `{{NAME}}`; texts of the app itself can only be marked in a recipe",
            );
        }
    });
}

/// Looks through the frontmatter.
pub(crate) fn check_frontmatter(frontmatter: &Frontmatter, report: &Report<'_>) {
    let look = |text: &Spanned<String>, place| tell(&text.value, place, text.at, false, report);
    look(&frontmatter.recipe_id, Place::Identifier);
    look(&frontmatter.application_id, Place::Identifier);
    look(&frontmatter.summary, Place::Prose);
    look(&frontmatter.app_build.version_name, Place::Identifier);
    if let Some(model) = &frontmatter.tested_on.device_model {
        look(model, Place::Model);
    }
    for input in &frontmatter.inputs {
        look(&input.name, Place::Identifier);
        if let Some(default) = &input.default {
            look(default, Place::Label);
        }
        if let Some(description) = &input.description {
            look(description, Place::Prose);
        }
    }
    for output in &frontmatter.outputs {
        look(&output.name, Place::Identifier);
        if let Some(pattern) = &output.parse {
            look(pattern, Place::Identifier);
        }
        if let Some(description) = &output.description {
            look(description, Place::Prose);
        }
    }
    for text in frontmatter
        .known_quirks
        .iter()
        .chain(&frontmatter.failure_modes)
    {
        look(text, Place::Prose);
    }
    for maintainer in &frontmatter.maintainers {
        look(maintainer, Place::Handle);
    }
    for tag in &frontmatter.tags {
        look(tag, Place::Tag);
    }
}

/// Looks through a step.
pub(crate) fn check_step(step: &Step, report: &Report<'_>) {
    tell(&step.id.value, Place::Identifier, step.id.at, false, report);
    for selector in step.selectors() {
        check_selector(selector, None, report);
    }
    for param in &step.params {
        let ParamValue::Phrase(phrase) = &param.value else {
            continue;
        };
        if matches!(param.spec.kind, ParamKind::Uri(_)) {
            check_uri(phrase, report);
            continue;
        }
        let place = match param.spec.kind {
            // What looks like a package id is one; anything else that was filled in there is looked at as a text.
            ParamKind::Text(_) if !is_package_id(&phrase.written) => Place::Label,
            ParamKind::Text(_)
            | ParamKind::Typed(_)
            | ParamKind::Uri(_)
            | ParamKind::Pattern
            | ParamKind::Key
            | ParamKind::Point
            | ParamKind::Fixed(..)
            | ParamKind::Integer(..)
            | ParamKind::Ratio
            | ParamKind::Boolean
            | ParamKind::Word(_) => Place::Identifier,
        };
        tell_phrase(phrase, place, false, report);
    }
}

/// Looks through what an address says by itself: as a whole, and piece by piece as a reader takes it apart.
fn check_uri(phrase: &Phrase, report: &Report<'_>) {
    for literal in phrase.literals() {
        let text = percent_decoded(literal);
        let pieces = text.split(['/', '?', '&', '=', '#', ';']).map(str::trim);
        let found = std::iter::once(text.as_str())
            .filter(|text| personal_pattern(text).is_some())
            .chain(pieces)
            .find(|text| judge(text, Place::Label).is_some());
        if let Some(personal) = found {
            tell(personal, Place::Label, phrase.at, false, report);
        }
    }
}

/// A text of an address as a person reads it; what is no text once it is decoded stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |byte: u8| {
            char::from(byte)
                .to_digit(16)
                .and_then(|one| u8::try_from(one).ok())
        };
        let (byte, behind) = match (first, tail) {
            (b'%', [high, low, behind @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => (high * 16 + low, behind),
                _ => (b'%', tail),
            },
            (b'+', _) => (b' ', tail),
            _ => (*first, tail),
        };
        bytes.push(byte);
        rest = behind;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Looks through a selector; an annotation holds for the levels below it that have none of their own.
fn check_selector(selector: &Selector, inherited: Option<Annotation>, report: &Report<'_>) {
    let annotation = selector.annotation.map(|own| own.value).or(inherited);
    for id in selector.resource_id.iter().chain(&selector.class) {
        tell(&id.value, Place::Identifier, id.at, false, report);
    }
    for pattern in selector.patterns() {
        let structural = annotation == Some(Annotation::Structural);
        tell(&pattern.value, Place::Label, pattern.at, structural, report);
    }
    for (key, phrase) in selector.phrases() {
        let structural = annotation == Some(Annotation::Structural);
        tell_phrase(phrase, Place::Label, structural, report);
        let variable = match annotation {
            Some(own @ (Annotation::Variable | Annotation::UserSpecific | Annotation::Derived)) => {
                own
            }
            Some(Annotation::Structural) | None => continue,
        };
        if phrase.inputs().next().is_none() {
            report.add(
                RecipeRule::PersonalLiterals,
                RecipeCode::NeedsPlaceholder,
                phrase.at,
                format!(
                    "`{key}` is marked {} but has no placeholder",
                    variable.name()
                ),
                "declare an input and use `${inputs.NAME}`, or mark the text STRUCTURAL",
            );
        }
    }
    for nested in selector.nested() {
        check_selector(nested, annotation, report);
    }
}

fn tell_phrase(phrase: &Phrase, place: Place, structural: bool, report: &Report<'_>) {
    for literal in phrase.literals() {
        tell(literal, place, phrase.at, structural, report);
    }
}

fn tell(text: &str, place: Place, at: Position, structural: bool, report: &Report<'_>) {
    let Some(kind) = judge(text, place) else {
        return;
    };
    if structural && !kind.is_pattern() {
        report.quiet(at, kind.name());
        return;
    }
    let fix = if kind.is_pattern() || place != Place::Label {
        "declare an input for it and use `${inputs.NAME}`, or remove it"
    } else {
        "declare an input for it and use `${inputs.NAME}`; mark a text of the app itself with `annotation: STRUCTURAL`"
    };
    report.add(
        RecipeRule::PersonalLiterals,
        RecipeCode::PersonalLiteral,
        at,
        format!("this looks like {}", kind.name()),
        fix,
    );
}
