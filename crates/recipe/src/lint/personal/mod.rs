//! Texts that belong to one person, home, device or account.
//!
//! Two kinds of evidence: patterns, which a text has or has not (addresses, numbers, tokens), and guesses about names of
//! people and rooms, which an author can quiet by marking a text as `STRUCTURAL`.

mod families;
mod guesses;
mod names;
mod patterns;
mod rooms;
mod strings;

use crate::finding::{Code, Report};
use crate::legacy::Legacy;
use crate::model::{
    Annotation, Frontmatter, ParamKind, ParamValue, Phrase, Selector, Spanned, Step,
};
use crate::read::is_package_id;
use crate::rule::Rule;
use crate::source::Position;

/// What a text is used for, and so what can be said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A label of the screen, or a value for one.
    Label,
    /// Sentences for people.
    Prose,
    /// A word to find the recipe by.
    Tag,
    /// Who keeps the recipe: handles are meant to be there, addresses are not.
    Handle,
    /// The name of a device's model.
    Model,
    /// Package ids, resource ids, classes, versions, patterns: long, with digits, and the same for everybody.
    Identifier,
}

/// Why a text was taken to be personal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Email,
    Phone,
    Address,
    Coordinates,
    Secret,
    Device,
    Number,
    Random,
    Person,
    Room,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Email => "an e-mail address",
            Self::Phone => "a phone number",
            Self::Address => "a postal address",
            Self::Coordinates => "coordinates",
            Self::Secret => "a password or token",
            Self::Device => "the serial or address of a device",
            Self::Number => "the number of an account or card",
            Self::Random => "a random string, such as a key or an id",
            Self::Person => "the name of a person",
            Self::Room => "the name of a room or place at home",
        }
    }

    /// Whether the text has the form itself, so that no annotation can explain it away.
    const fn is_pattern(self) -> bool {
        !matches!(self, Self::Person | Self::Room)
    }
}

/// What a text is likely to be, if it is personal.
pub(crate) fn judge(text: &str, place: Place) -> Option<Kind> {
    patterns::find(text, place)
        .or_else(|| strings::find(text, place))
        .or_else(|| guesses::find(text, place))
}

/// What a sentence for people gives away by its form: an address, a number, a serial, a token. Names are not guessed at.
#[must_use]
pub fn personal_pattern(sentence: &str) -> Option<&'static str> {
    patterns::find(sentence, Place::Prose)
        .or_else(|| strings::find(sentence, Place::Prose))
        .map(Kind::name)
}

/// Looks through what a Markdown recipe says to people, headings included.
pub(crate) fn check_prose<'t>(lines: impl Iterator<Item = (usize, &'t str)>, report: &Report<'_>) {
    for (line, text) in lines {
        if let Some(kind) = personal_pattern(text) {
            report.add(
                Rule::PersonalLiterals,
                Code::PersonalLiteral,
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
                Rule::PersonalLiterals,
                Code::PersonalLiteral,
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
        let place = match param.spec.kind {
            // What looks like a package id is one; anything else that was filled in there is looked at as a text.
            ParamKind::Text(_) if !is_package_id(&phrase.written) => Place::Label,
            ParamKind::Text(_)
            | ParamKind::Pattern
            | ParamKind::Integer(..)
            | ParamKind::Ratio
            | ParamKind::Boolean
            | ParamKind::Word(_) => Place::Identifier,
        };
        tell_phrase(phrase, place, false, report);
    }
}

/// Looks through a selector; an annotation holds for the levels below it that have none of their own.
fn check_selector(selector: &Selector, inherited: Option<Annotation>, report: &Report<'_>) {
    let annotation = selector.annotation.map(|own| own.value).or(inherited);
    for id in selector.resource_id.iter().chain(&selector.class) {
        tell(&id.value, Place::Identifier, id.at, false, report);
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
                Rule::PersonalLiterals,
                Code::NeedsPlaceholder,
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
        Rule::PersonalLiterals,
        Code::PersonalLiteral,
        at,
        format!("this looks like {}", kind.name()),
        fix,
    );
}
