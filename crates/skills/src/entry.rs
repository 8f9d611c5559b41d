//! What `skill.json` says of a skill, and the registry with the same words.

use std::borrow::Cow;

use clawperator_contract::excerpt;
use clawperator_recipe::JsonValue;

use crate::finding::Code;
use crate::json::{Document, Object};
use crate::limits::{
    MAX_ID_LENGTH, MAX_KEYWORD_LENGTH, MAX_LIST, MAX_PATH_LENGTH, MAX_SUMMARY_LENGTH,
};
use crate::names::PAGE_FILE;
use crate::script::Interpreter;

/// The keys of an entry.
const KEYS: &[&str] = &[
    "id",
    "applicationId",
    "intent",
    "summary",
    "path",
    "skillFile",
    "scripts",
    "artifacts",
    "keywords",
    "interpreter",
];

/// A skill as the registry and its own `skill.json` name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `<applicationId>.<intent>`, which is its folder's name too.
    pub id: String,
    /// The app that it drives, by package id.
    pub application_id: String,
    /// What it is for, in a word.
    pub intent: String,
    /// What it does, in a sentence.
    pub summary: String,
    /// Its scripts, below its folder.
    pub scripts: Vec<String>,
    /// Its recipes, below its folder.
    pub artifacts: Vec<String>,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// What its scripts run with; scripts of a skill that does not say are not run.
    pub interpreter: Option<Interpreter>,
}

impl Entry {
    /// Reads an entry; whatever is wrong with it is reported.
    pub(crate) fn read<'t>(
        document: Document<'t>,
        value: JsonValue<'t>,
        what: &str,
    ) -> Option<Self> {
        let before = document.report.errors();
        let object = document.object(value, what, KEYS)?;
        let id = required(document, &object, "id", MAX_ID_LENGTH, is_id, ID_FORM);
        let application_id = required(
            document,
            &object,
            "applicationId",
            MAX_ID_LENGTH,
            is_application_id,
            APPLICATION_ID_FORM,
        );
        let intent = required(
            document,
            &object,
            "intent",
            MAX_ID_LENGTH,
            is_intent,
            INTENT_FORM,
        );
        let summary = object
            .require("summary")
            .and_then(|value| document.text(value, "`summary`", MAX_SUMMARY_LENGTH));
        let path = object
            .require("path")
            .and_then(|value| Some((value, document.text(value, "`path`", MAX_PATH_LENGTH)?)));
        let page = object
            .require("skillFile")
            .and_then(|value| Some((value, document.text(value, "`skillFile`", MAX_PATH_LENGTH)?)));
        let scripts = object.require("scripts");
        let artifacts = object.require("artifacts");
        let keywords = object.get("keywords");
        let (Some(id), Some(application_id), Some(intent)) = (id, application_id, intent) else {
            return None;
        };
        let whole = format!("{application_id}.{intent}");
        if id != whole {
            document.wrong(
                Code::Malformed,
                object.require("id")?,
                format!("the id is not `{whole}`, as `applicationId` and `intent` require"),
                "set `id` to `applicationId`, a dot and `intent`",
            );
        }
        let paths = Paths { document, id: &id };
        if let Some((value, path)) = &path {
            paths.check_folder(*value, path);
        }
        if let Some((value, page)) = &page
            && paths.below(page) != PAGE_FILE
        {
            document.wrong(
                Code::Malformed,
                *value,
                format!("`skillFile` is not `{PAGE_FILE}`"),
                format!("write `{PAGE_FILE}`"),
            );
        }
        let scripts =
            scripts.and_then(|value| paths.list(value, "scripts", &["js", "ts", "sh", "py"]));
        let artifacts = artifacts
            .and_then(|value| paths.list(value, "artifacts", &["recipe.md", "recipe.json"]));
        let keywords = match keywords {
            Some(value) => read_keywords(document, value),
            None => Some(Vec::new()),
        };
        let interpreter = object
            .get("interpreter")
            .and_then(|value| read_interpreter(document, value));
        let entry = Self {
            application_id: application_id.into_owned(),
            intent: intent.into_owned(),
            summary: summary?.into_owned(),
            scripts: scripts?,
            artifacts: artifacts?,
            keywords: keywords?,
            interpreter,
            id: id.into_owned(),
        };
        (document.report.errors() == before).then_some(entry)
    }
}

const ID_FORM: &str =
    "letters, digits, `.`, `_` and `-`, beginning and ending with a letter or digit";
const APPLICATION_ID_FORM: &str = "an Android package id such as `com.example.app`";
const INTENT_FORM: &str = "lowercase letters, digits and `-` such as `get-usage`";

/// Whether a text can be the id of a skill, and so the name of a folder on any machine.
pub(crate) fn is_id(text: &str) -> bool {
    let is_edge = |edge: Option<u8>| edge.is_some_and(|edge| edge.is_ascii_alphanumeric());
    is_edge(text.bytes().next())
        && is_edge(text.bytes().last())
        && text.len() <= MAX_ID_LENGTH
        && !text.contains("..")
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// Whether a text is a package id: at least two words of letters, digits and `_`, each beginning with a letter.
pub(crate) fn is_application_id(text: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    text.contains('.') && text.split('.').all(is_word)
}

pub(crate) fn is_intent(text: &str) -> bool {
    let is_edge = |edge: Option<u8>| edge.is_some_and(|edge| edge != b'-');
    is_edge(text.bytes().next())
        && is_edge(text.bytes().last())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn required<'t>(
    document: Document<'t>,
    object: &Object<'t>,
    key: &str,
    most: usize,
    fits: fn(&str) -> bool,
    form: &str,
) -> Option<Cow<'t, str>> {
    let value = object.require(key)?;
    let text = document.text(value, &format!("`{key}`"), most)?;
    if fits(&text) {
        return Some(text);
    }
    document.wrong(
        Code::Malformed,
        value,
        format!("`{key}` cannot be `{}`", excerpt(&text)),
        format!("write {form}"),
    );
    None
}

fn read_keywords<'t>(document: Document<'t>, value: JsonValue<'t>) -> Option<Vec<String>> {
    let items = document.list(value, "`keywords`", MAX_LIST)?;
    let words = items
        .into_iter()
        .filter_map(|item| document.text(item, "a keyword", MAX_KEYWORD_LENGTH));
    Some(words.map(Cow::into_owned).collect())
}

fn read_interpreter<'t>(document: Document<'t>, value: JsonValue<'t>) -> Option<Interpreter> {
    let word = document.text(value, "`interpreter`", MAX_KEYWORD_LENGTH)?;
    let known = Interpreter::from_name(&word);
    if known.is_none() {
        let names = Interpreter::ALL.map(Interpreter::name);
        document.wrong(
            Code::Malformed,
            value,
            format!("`interpreter` cannot be `{}`", excerpt(&word)),
            format!("write one of {}", names.join(", ")),
        );
    }
    known
}

/// Paths inside one skill. A registry may write them from its own folder or from the one above, as older ones do:
/// `scripts/run.js`, `ID/scripts/run.js` and `skills/ID/scripts/run.js` are one file.
struct Paths<'t, 'i> {
    document: Document<'t>,
    id: &'i str,
}

impl<'t> Paths<'t, '_> {
    fn check_folder(&self, value: JsonValue<'t>, path: &str) {
        if path.strip_prefix("skills/").unwrap_or(path) == self.id {
            return;
        }
        let code = if leads_out(path) {
            Code::PathOutside
        } else {
            Code::Malformed
        };
        self.document.wrong(
            code,
            value,
            format!("`path` cannot be `{}`", excerpt(path)),
            format!(
                "write `{}`: a skill's folder is named after its id",
                self.id
            ),
        );
    }

    fn below<'p>(&self, path: &'p str) -> &'p str {
        let path_in_tree = path.strip_prefix("skills/").unwrap_or(path);
        path_in_tree
            .strip_prefix(self.id)
            .and_then(|rest| rest.strip_prefix('/'))
            .unwrap_or(path)
    }

    fn list(&self, value: JsonValue<'t>, folder: &str, endings: &[&str]) -> Option<Vec<String>> {
        let document = self.document;
        let mut paths: Vec<String> = Vec::new();
        for item in document.list(value, &format!("`{folder}`"), MAX_LIST)? {
            let what = format!("an entry of `{folder}`");
            let Some(written) = document.text(item, &what, MAX_PATH_LENGTH) else {
                continue;
            };
            let path = self.below(&written);
            if leads_out(path) {
                document.wrong(
                    Code::PathOutside,
                    item,
                    format!("`{}` points outside the skill", excerpt(&written)),
                    format!("name a file under `{folder}/`"),
                );
            } else if !is_file_of(path, folder, endings) {
                document.wrong(
                    Code::Malformed,
                    item,
                    format!("`{}` is not a valid path in `{folder}`", excerpt(&written)),
                    format!(
                        "write `{folder}/` and a name of letters, digits, `.`, `_` and `-` that ends in .{}",
                        endings.join(" or .")
                    ),
                );
            } else if paths.iter().any(|known| known == path) {
                document.wrong(
                    Code::Repeated,
                    item,
                    format!("`{}` appears twice", excerpt(path)),
                    "keep one of the two",
                );
            } else {
                paths.push(path.to_owned());
            }
        }
        paths.sort();
        Some(paths)
    }
}

fn leads_out(path: &str) -> bool {
    path.starts_with(['/', '\\', '~'])
        || path.contains(':')
        || path.split(['/', '\\']).any(|part| part == "..")
}

fn is_file_of(path: &str, folder: &str, endings: &[&str]) -> bool {
    let name = path
        .strip_prefix(folder)
        .and_then(|rest| rest.strip_prefix('/'));
    name.is_some_and(|name| {
        is_id(name)
            && endings.iter().any(|ending| {
                name.strip_suffix(ending)
                    .is_some_and(|stem| stem.len() > 1 && stem.ends_with('.'))
            })
    })
}
