//! The one way in: bytes → text → tree → model → rules.

use crate::budget::Budget;
use crate::finding::{Quieted, RecipeCode, RecipeFindings, Report};
use crate::legacy::Legacy;
use crate::limits::{MAX_RECIPE_BYTES, MAX_STEPS};
use crate::lint;
use crate::markdown;
use crate::model::{Frontmatter, Recipe, RecipeFormat, Step};
use crate::read::{
    FRONTMATTER_KEYS, Reader, check_unique_ids, format_of, not_a_mapping, read_frontmatter,
    read_steps_of,
};
use crate::rule::{Levels, RecipeRule};
use crate::source::{Position, Source};
use crate::tree::{Node, Value};
use crate::{json, yaml};

/// An artifact that may be compiled.
#[derive(Debug, Clone, PartialEq)]
pub enum Artifact {
    /// A recipe that has passed every rule.
    Recipe(Box<Recipe>),
    /// A legacy template. Of the rules, only that about personal texts is held against it.
    Legacy(Legacy),
}

/// An artifact, and what is worth knowing about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// What was read.
    pub artifact: Artifact,
    /// Warnings only.
    pub findings: RecipeFindings,
    /// What looks personal and is marked as a text of the app itself.
    pub quieted: Vec<Quieted>,
    /// The file's name and text, for places in what is found when it is compiled.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Reads an artifact and holds it against every rule.
///
/// Names that end in `.json` are read as JSON, all others as Markdown. An answer depends on name, bytes and levels
/// alone; a refusal holds every finding, in the order of the file.
pub fn load(name: &str, bytes: &[u8], levels: &Levels) -> Result<Loaded, RecipeFindings> {
    let text = text_of(bytes).map_err(|problem| refuse(name, levels, problem))?;
    let source = Source::new(name, text);
    let report = Report::new(&source, levels);
    let artifact = if is_json(name) {
        load_json(text, &report)
    } else {
        load_markdown(text, &report).map(|recipe| Artifact::Recipe(Box::new(recipe)))
    };
    let quieted = report.take_quieted();
    let findings = report.into_findings();
    match artifact {
        Some(artifact) if !findings.has_errors() => Ok(Loaded {
            artifact,
            findings,
            quieted,
            name: name.to_owned(),
            text: text.to_owned(),
        }),
        Some(_) | None => Err(findings),
    }
}

/// Reads frontmatter alone: the YAML between the two lines of a Markdown recipe.
pub fn load_frontmatter(name: &str, bytes: &[u8]) -> Result<Frontmatter, RecipeFindings> {
    load_piece(
        name,
        bytes,
        RecipeRule::FrontmatterFields,
        |node, reader| {
            let reader = Reader {
                format: format_of(node),
                ..reader
            };
            let frontmatter = read_frontmatter(node, FRONTMATTER_KEYS, reader)?;
            lint::check_frontmatter(&frontmatter, reader.report);
            Some(frontmatter)
        },
    )
}

/// Reads one step alone: the YAML of a step's block.
///
/// A repetition is as many steps as it may run.
pub fn load_step(
    name: &str,
    bytes: &[u8],
    format: RecipeFormat,
) -> Result<Vec<Step>, RecipeFindings> {
    load_piece(name, bytes, RecipeRule::StepBlocks, |node, reader| {
        let reader = Reader { format, ..reader };
        let steps = read_steps_of(node, reader)?;
        for step in steps.iter().filter(|step| !step.is_copy) {
            lint::check_step(step, reader.report);
        }
        Some(steps)
    })
}

fn load_piece<T>(
    name: &str,
    bytes: &[u8],
    rule: RecipeRule,
    read: impl Fn(&Node, Reader<'_, '_>) -> Option<T>,
) -> Result<T, RecipeFindings> {
    let levels = Levels::default();
    let text = text_of(bytes).map_err(|problem| refuse(name, &levels, problem))?;
    let source = Source::new(name, text);
    let report = Report::new(&source, &levels);
    let piece = yaml::parse(text, 1, &Budget::new(), rule, &report)
        .and_then(|node| read(&node, Reader::new(&report, rule, RecipeFormat::One)));
    let found_nothing = piece.is_none() && report.errors() == 0;
    if found_nothing {
        report.add(
            rule,
            RecipeCode::MissingField,
            Position::START,
            "the text is empty",
            "write the fields",
        );
    }
    let findings = report.into_findings();
    match piece {
        Some(piece) if !findings.has_errors() => Ok(piece),
        Some(_) | None => Err(findings),
    }
}

/// Whether the bytes have the form of a legacy template, be there something wrong with it or not.
#[must_use]
pub fn is_legacy(name: &str, bytes: &[u8]) -> bool {
    let Ok(text) = text_of(bytes) else {
        return false;
    };
    let source = Source::new(name, text);
    let levels = Levels::default();
    let report = Report::new(&source, &levels);
    is_json(name)
        && json::parse(text, &Budget::new(), &report).is_some_and(|root| has_legacy_form(&root))
}

fn has_legacy_form(root: &Node) -> bool {
    root.get("actions").is_some() && root.get("recipe_id").is_none()
}

fn is_json(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("json"))
}

fn load_json(text: &str, report: &Report<'_>) -> Option<Artifact> {
    let root = json::parse(text, &Budget::new(), report)?;
    if has_legacy_form(&root) {
        let template = Legacy::read(root, report)?;
        lint::personal::check_legacy(&template, report);
        return Some(Artifact::Legacy(template));
    }
    let keys: Vec<&str> = FRONTMATTER_KEYS.iter().copied().chain(["steps"]).collect();
    let format = format_of(&root);
    let frontmatter = read_frontmatter(
        &root,
        &keys,
        Reader::new(report, RecipeRule::FrontmatterFields, format),
    );
    let reader = Reader::new(report, RecipeRule::StepBlocks, format);
    let steps = match root.get("steps") {
        Some(steps) => reader.list(steps, "`steps`", MAX_STEPS),
        None => Some(&[][..]),
    };
    let steps = steps.and_then(|steps| read_steps(steps, root.at, reader));
    finish(frontmatter, steps, report).map(|recipe| Artifact::Recipe(Box::new(recipe)))
}

fn load_markdown(text: &str, report: &Report<'_>) -> Option<Recipe> {
    let parts = markdown::split(text, report);
    lint::personal::check_prose(parts.prose(text), report);
    let budget = Budget::new();
    let mut format = RecipeFormat::One;
    let frontmatter = parts.frontmatter.and_then(|piece| {
        let rule = RecipeRule::FrontmatterFields;
        let before = report.errors();
        let node = yaml::parse(piece.text, piece.line, &budget, rule, report);
        if node.is_none() && report.errors() == before {
            report.add(
                rule,
                RecipeCode::Frontmatter,
                Position::START,
                "the frontmatter is empty",
                "write the required fields between the two `---` lines",
            );
        }
        let node = node?;
        format = format_of(&node);
        read_frontmatter(&node, FRONTMATTER_KEYS, Reader::new(report, rule, format))
    });
    let reader = Reader::new(report, RecipeRule::StepBlocks, format);
    let mut complete = parts.complete;
    let mut nodes = Vec::new();
    for piece in &parts.steps {
        let before = report.errors();
        match yaml::parse(
            piece.text,
            piece.line,
            &budget,
            RecipeRule::StepBlocks,
            report,
        ) {
            Some(node) => nodes.push(node),
            None if report.errors() == before => {
                complete = false;
                reader.fail::<()>(
                    RecipeCode::StepBlock,
                    Position::new(piece.line.saturating_sub(1), 1),
                    "this block is empty",
                    "write the step's `id` and `type`",
                );
            }
            None => complete = false,
        }
    }
    let steps = read_steps(&nodes, Position::START, reader).filter(|_| complete);
    finish(frontmatter, steps, report)
}

fn read_steps(nodes: &[Node], at: Position, reader: Reader<'_, '_>) -> Option<Vec<Step>> {
    let before = reader.report.errors();
    if nodes.is_empty() && before == 0 {
        return reader.fail(
            RecipeCode::NoSteps,
            at,
            "this recipe has no steps",
            "add a heading that begins with `Step` and a `yaml` block, or `steps` in JSON",
        );
    }
    let steps: Vec<Step> = nodes
        .iter()
        .filter_map(|node| match &node.value {
            Value::Map(_) => read_steps_of(node, reader),
            Value::Scalar(..) | Value::List(_) => not_a_mapping(node, reader),
        })
        .flatten()
        .collect();
    check_unique_ids(nodes, reader);
    (reader.report.errors() == before).then_some(steps)
}

/// Holds what could be read against the rules between its parts.
fn finish(
    frontmatter: Option<Frontmatter>,
    steps: Option<Vec<Step>>,
    report: &Report<'_>,
) -> Option<Recipe> {
    // A half that is wrong in itself has been told of; the other half's own rules are still worth telling.
    match (frontmatter, steps) {
        (Some(frontmatter), Some(steps)) => {
            let recipe = Recipe { frontmatter, steps };
            lint::check_recipe(&recipe, report);
            Some(recipe)
        }
        (Some(frontmatter), None) => {
            lint::check_frontmatter(&frontmatter, report);
            None
        }
        (None, Some(steps)) => {
            for step in steps.iter().filter(|step| !step.is_copy) {
                lint::check_step(step, report);
            }
            None
        }
        (None, None) => None,
    }
}

/// Why bytes are no text that is read.
#[derive(Clone, Copy)]
enum Unreadable {
    TooLarge(usize),
    NotText(Position),
}

fn text_of(bytes: &[u8]) -> Result<&str, Unreadable> {
    if bytes.len() > MAX_RECIPE_BYTES {
        return Err(Unreadable::TooLarge(bytes.len()));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let sound = bytes.split_at(error.valid_up_to()).0;
        let line = sound.split(|byte| *byte == b'\n').count();
        Unreadable::NotText(Position::new(line, 1))
    })?;
    // Some editors write a mark of the byte order; it is no part of the text.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn refuse(name: &str, levels: &Levels, problem: Unreadable) -> RecipeFindings {
    let source = Source::new(name, "");
    let report = Report::new(&source, levels);
    match problem {
        Unreadable::TooLarge(size) => report.add(
            RecipeRule::Document,
            RecipeCode::TooLarge,
            Position::START,
            format!("the file has {size} bytes; a recipe has at most {MAX_RECIPE_BYTES}"),
            "split the recipe",
        ),
        Unreadable::NotText(at) => report.add(
            RecipeRule::Document,
            RecipeCode::NotText,
            at,
            "the file is not UTF-8",
            "save it as UTF-8",
        ),
    }
    report.into_findings()
}
