//! From TOML to a profile. Every mistake is told, and nothing that is not known is passed over.

use std::collections::BTreeMap;

use clawperator_contract::purchase::Words;
use clawperator_contract::{Capability, excerpt};
use sha2::{Digest, Sha256};
use toml::de::DeTable;

use super::purchase;
use super::reader::{MAX_RULES, Reader, Table, Value};
use super::{Combination, Coordinates, Profile, ProfileError, Purchase, Rule};
use crate::effect::Effect;

/// The most bytes of a profile.
pub const MAX_PROFILE_BYTES: usize = 64 * 1024;
/// The most mistakes that are listed.
const MAX_PROBLEMS: usize = 100;

const DEFAULT_MINUTES: u32 = 10;
const MOST_MINUTES: u32 = 24 * 60;

/// Reads a profile.
pub(super) fn profile(name: &str, text: &str) -> Result<Profile, ProfileError> {
    let reader = Reader::new(text);
    let read = if text.len() > MAX_PROFILE_BYTES {
        reader.problem_at(
            0,
            format!("a profile has at most {MAX_PROFILE_BYTES} bytes"),
            "remove what is not needed",
        );
        None
    } else {
        reader.document(name)
    };
    let mut problems = reader.problems.into_inner();
    problems.sort_by_key(|problem| problem.line);
    problems.truncate(MAX_PROBLEMS);
    match read {
        Some(profile) if problems.is_empty() => Ok(profile),
        _ => Err(ProfileError {
            name: name.to_owned(),
            problems,
        }),
    }
}

impl Reader<'_> {
    fn document(&self, name: &str) -> Option<Profile> {
        let (document, errors) = DeTable::parse_recoverable(self.text);
        // What the parser made of the rest may not be what was meant, and its other complaints mostly come from that.
        if let Some(error) = errors.first() {
            let at = error.span().map_or(0, |span| span.start);
            self.problem_at(
                at,
                format!("this is not TOML: {}", error.message()),
                "fix the line",
            );
            return None;
        }
        let table = document.get_ref();
        self.only(
            table,
            &[
                "version",
                "coordinates",
                "opaque",
                "approval_minutes",
                "notify",
                "capabilities",
                "purchase_risk",
                "combinations",
                "rules",
                "scripts",
            ],
        );
        match table.get("version") {
            Some(version) => {
                let _ = self.integer(version, 1, 1);
            }
            None => self.problem_at(0, "`version` is missing".to_owned(), "write `version = 1`"),
        }
        let coordinates = table.get("coordinates");
        if coordinates.is_none() {
            self.problem_at(
                0,
                "`coordinates` is missing".to_owned(),
                "write `coordinates = \"look\"`, \"deny\" or \"unjudged\"",
            );
        }
        let ways = Coordinates::ALL.map(|way| (way.name(), way));
        let coordinates = coordinates.and_then(|value| self.word(value, &ways));
        // A profile from before there was this word gets the strict one.
        let opaque = table
            .get("opaque")
            .map_or(Some(Effect::Deny), |value| self.effect(value));
        let minutes = table
            .get("approval_minutes")
            .map_or(Some(DEFAULT_MINUTES), |value| {
                self.integer(value, 1, MOST_MINUTES)
            });
        let notify = table
            .get("notify")
            .map_or(Some(Vec::new()), |value| self.command(value));
        let capabilities = table
            .get("capabilities")
            .map_or_else(BTreeMap::new, |value| self.base(value));
        let purchase = match table.get("purchase_risk") {
            Some(value) => self.table(value).and_then(|table| self.purchase(table)),
            None => Some(purchase::by_default()),
        };
        let combinations = self.list_of_tables(table.get("combinations"), Self::combination);
        let rules = self.list_of_tables(table.get("rules"), Self::rule);
        let scripts = self.list_of_tables(table.get("scripts"), Self::script);
        self.refuse_equal_names(table);
        Some(Profile {
            name: name.to_owned(),
            path: None,
            fingerprint: Sha256::digest(self.text.as_bytes()).into(),
            coordinates: coordinates?,
            opaque: opaque?,
            approval_minutes: minutes?,
            notify: notify?,
            capabilities,
            purchase: purchase?,
            combinations,
            rules,
            scripts,
        })
    }

    /// A program by its whole path, and its arguments.
    fn command(&self, value: &Value<'_>) -> Option<Vec<String>> {
        let words: Option<Vec<String>> = self
            .list(value)?
            .iter()
            .map(|word| self.bounded(word).map(str::to_owned))
            .collect();
        let words = words?;
        if words
            .first()
            .is_some_and(|program| program.starts_with('/'))
        {
            return Some(words);
        }
        self.problem(
            value,
            "a command begins with the whole path of a program".to_owned(),
            "for example [\"/usr/bin/logger\"]; no shell reads it",
        );
        None
    }

    fn base(&self, value: &Value<'_>) -> BTreeMap<Capability, Effect> {
        let mut base = BTreeMap::new();
        let Some(table) = self.table(value) else {
            return base;
        };
        let known: Vec<&str> = Capability::ALL.iter().map(|known| known.name()).collect();
        self.only(table, &known);
        for capability in Capability::ALL {
            if let Some(effect) = table
                .get(capability.name())
                .and_then(|value| self.effect(value))
            {
                base.insert(*capability, effect);
            }
        }
        base
    }

    fn purchase(&self, table: &Table<'_>) -> Option<Purchase> {
        self.only(table, &["labels", "activities", "shipped_labels"]);
        let is_kept = table
            .get("shipped_labels")
            .map_or(Some(true), |value| self.boolean(value));
        Some(Purchase {
            words: is_kept?.then(Words::shipped),
            // A list that is not there adds nothing.
            labels: self.patterns(table.get("labels")).unwrap_or_default(),
            // The same.
            activities: self.globs(table.get("activities")).unwrap_or_default(),
        })
    }

    fn combination(&self, at: usize, table: &Table<'_>) -> Option<Combination> {
        self.only(table, &["name", "capabilities", "verdict"]);
        let name = self.name(at, table);
        let capabilities = table.get("capabilities");
        if capabilities.is_none() {
            self.missing(at, "capabilities", "name two or more");
        }
        let capabilities = capabilities.and_then(|value| self.capabilities(value));
        if capabilities.as_ref().is_some_and(|list| list.len() < 2) {
            self.problem_at(
                at,
                "a combination needs two or more capabilities".to_owned(),
                "write a single one under [capabilities]",
            );
        }
        let effect = self.verdict(at, table)?;
        if effect == Effect::Allow {
            self.problem_at(
                at,
                "a combination cannot be allowed: each of its capabilities is judged alone as well"
                    .to_owned(),
                "write \"deny\" or \"confirm\", or remove the combination",
            );
        }
        Some(Combination {
            name: name?,
            capabilities: capabilities?,
            effect,
        })
    }

    fn rule(&self, at: usize, table: &Table<'_>) -> Option<Rule> {
        const CONDITIONS: [&str; 5] = [
            "capabilities",
            "packages",
            "activities",
            "labels",
            "devices",
        ];
        self.only(
            table,
            &[
                "name",
                "verdict",
                "capabilities",
                "packages",
                "activities",
                "labels",
                "devices",
            ],
        );
        let name = self.name(at, table);
        let effect = self.verdict(at, table);
        let capabilities = table
            .get("capabilities")
            // A list that is wrong was reported, and the profile is refused.
            .map(|value| self.capabilities(value).unwrap_or_default());
        let rule = Rule {
            // A rule without a name was reported, and the profile is refused.
            name: name.unwrap_or_default(),
            effect: effect?,
            packages: self.globs(table.get("packages")),
            activities: self.globs(table.get("activities")),
            labels: self.patterns(table.get("labels")),
            devices: self.globs(table.get("devices")),
            capabilities,
        };
        if CONDITIONS
            .iter()
            .all(|condition| table.get(*condition).is_none())
        {
            self.problem_at(
                at,
                "the rule has no condition and would apply to everything".to_owned(),
                "add capabilities, packages, activities, labels or devices",
            );
        }
        if rule.effect == Effect::Allow && rule.capabilities.is_none() {
            self.problem_at(
                at,
                "the rule allows everything there, including purchases".to_owned(),
                "add the `capabilities` that it should allow",
            );
        }
        let reads = rule
            .capabilities
            .as_ref()
            .is_some_and(|list| list.contains(&Capability::Observe));
        if rule.labels.is_some() && reads {
            self.problem_at(
                at,
                "reading touches nothing, so a rule about it cannot name labels".to_owned(),
                "remove `observe`, or the labels",
            );
        }
        Some(rule)
    }

    fn verdict(&self, at: usize, table: &Table<'_>) -> Option<Effect> {
        let Some(value) = table.get("verdict") else {
            self.missing(at, "verdict", "write \"allow\", \"confirm\" or \"deny\"");
            return None;
        };
        self.effect(value)
    }

    fn effect(&self, value: &Value<'_>) -> Option<Effect> {
        self.word(value, &Effect::ALL.map(|effect| (effect.name(), effect)))
    }

    fn name(&self, at: usize, table: &Table<'_>) -> Option<String> {
        let Some(value) = table.get("name") else {
            self.missing(
                at,
                "name",
                "add a name: verdicts name the rule that made them",
            );
            return None;
        };
        let name = self.string(value)?;
        let plain =
            |character: char| character.is_ascii_alphanumeric() || "-_.".contains(character);
        if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
            self.problem(
                value,
                "a name has 1 to 64 letters, digits, `-`, `_` and `.`".to_owned(),
                "for example `no-bank`",
            );
            return None;
        }
        Some(name.to_owned())
    }

    fn capabilities(&self, value: &Value<'_>) -> Option<Vec<Capability>> {
        let words: Vec<(&str, Capability)> = Capability::ALL
            .iter()
            .map(|capability| (capability.name(), *capability))
            .collect();
        let mut read: Vec<Capability> = Vec::new();
        for item in self.list(value)? {
            if let Some(capability) = self.word(item, &words)
                && !read.contains(&capability)
            {
                read.push(capability);
            }
        }
        Some(read)
    }

    /// Two rules of one name could not be told apart in a verdict.
    fn refuse_equal_names(&self, table: &Table<'_>) {
        for key in ["combinations", "rules"] {
            let items = table.get(key).and_then(|value| value.get_ref().as_array());
            let mut known: Vec<&str> = Vec::new();
            for item in items
                .into_iter()
                .flat_map(|items| items.iter())
                .take(MAX_RULES)
            {
                let Some(value) = item
                    .get_ref()
                    .as_table()
                    .and_then(|table| table.get("name"))
                else {
                    continue;
                };
                let Some(name) = value.get_ref().as_str() else {
                    continue;
                };
                if known.contains(&name) {
                    self.problem(
                        value,
                        format!("the name `{}` is taken", excerpt(name)),
                        "give each its own name",
                    );
                }
                known.push(name);
            }
        }
    }
}
