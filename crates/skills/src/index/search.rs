//! Finding skills by words.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::Record;
use crate::entry::Entry;

/// What is looked for; conditions that are left out fit anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SkillQuery {
    /// Words that a skill must have, all of them, in its id, summary, app or keywords; in any case.
    pub words: Vec<String>,
    /// The app, exactly.
    pub application_id: Option<String>,
    /// The intent, exactly.
    pub intent: Option<String>,
}

impl SkillQuery {
    /// What is looked for by these words, whatever is between them.
    #[must_use]
    pub fn for_words(text: Option<&str>) -> Self {
        let words = text.into_iter().flat_map(str::split_whitespace);
        Self {
            words: words.map(str::to_owned).collect(),
            ..Self::default()
        }
    }
}

/// What a search looks through, and what it shows of a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SkillSummary<'t> {
    /// The skill's id.
    #[serde(borrow)]
    pub id: Cow<'t, str>,
    /// The app it drives.
    #[serde(borrow)]
    pub application_id: Cow<'t, str>,
    /// What it is for, in a word.
    #[serde(borrow)]
    pub intent: Cow<'t, str>,
    /// What it does.
    #[serde(borrow)]
    pub summary: Cow<'t, str>,
    /// Words to find it by.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<Cow<'t, str>>,
}

impl SkillSummary<'_> {
    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> SkillSummary<'static> {
        let keywords = self.keywords.into_iter();
        SkillSummary {
            id: self.id.into_owned().into(),
            application_id: self.application_id.into_owned().into(),
            intent: self.intent.into_owned().into(),
            summary: self.summary.into_owned().into(),
            keywords: keywords.map(|word| word.into_owned().into()).collect(),
        }
    }
}

impl<'e> From<&'e Entry> for SkillSummary<'e> {
    fn from(entry: &'e Entry) -> Self {
        Self {
            id: (&entry.id).into(),
            application_id: (&entry.application_id).into(),
            intent: (&entry.intent).into(),
            summary: (&entry.summary).into(),
            keywords: entry.keywords.iter().map(Cow::from).collect(),
        }
    }
}

impl<'r> From<&'r Record> for SkillSummary<'r> {
    fn from(record: &'r Record) -> Self {
        Self {
            id: (&record.id).into(),
            application_id: (&record.application_id).into(),
            intent: (&record.intent).into(),
            summary: (&record.summary).into(),
            keywords: record.keywords.iter().map(Cow::from).collect(),
        }
    }
}

/// The skills that fit, the best first; of equally good ones, in the order of their ids.
pub(crate) fn search<'t>(
    query: &SkillQuery,
    skills: Vec<SkillSummary<'t>>,
) -> Vec<SkillSummary<'t>> {
    let words: Vec<String> = query.words.iter().map(|word| word.to_lowercase()).collect();
    let mut found: Vec<(usize, SkillSummary<'t>)> = skills
        .into_iter()
        .filter(|skill| {
            let is = |wanted: &Option<String>, value: &str| {
                wanted.as_ref().is_none_or(|wanted| wanted == value)
            };
            is(&query.application_id, &skill.application_id) && is(&query.intent, &skill.intent)
        })
        .filter_map(|skill| Some((rank(&words, &skill)?, skill)))
        .collect();
    found.sort_by(|(one, skill), (other, second)| {
        one.cmp(other).then_with(|| skill.id.cmp(&second.id))
    });
    found.into_iter().map(|(_, skill)| skill).collect()
}

/// How far the words are from being the skill's name; `None` when one is nowhere in it.
fn rank(words: &[String], skill: &SkillSummary<'_>) -> Option<usize> {
    let mut rank = 0;
    for word in words {
        let place = if *skill.id == **word || *skill.intent == **word {
            0
        } else if skill.intent.split('-').any(|part| part == word) {
            1
        } else if skill
            .keywords
            .iter()
            .any(|known| known.to_lowercase() == *word)
        {
            2
        } else if contains(&skill.id, word) {
            3
        } else if skill.keywords.iter().any(|known| contains(known, word)) {
            4
        } else if contains(&skill.summary, word) {
            5
        } else {
            return None;
        };
        rank += place;
    }
    Some(rank)
}

/// Whether a text holds a word of small letters, in any case.
fn contains(text: &str, word: &str) -> bool {
    if text.is_ascii() {
        let (text, word) = (text.as_bytes(), word.as_bytes());
        return word.is_empty()
            || text
                .windows(word.len())
                .any(|window| window.eq_ignore_ascii_case(word));
    }
    text.to_lowercase().contains(word)
}
