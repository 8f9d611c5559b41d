//! From TOML to settings. Every mistake is reported with its line.

use std::path::Path;

use clap::ValueEnum;
use clawperator_contract::{did_you_mean, excerpt};
use clawperator_host::is_profile_file;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Settings;
use crate::verbs::milliseconds;

/// Every key, in the order of the documents.
const KEYS: [&str; 5] = ["device", "profile", "output", "operator", "within"];
/// The most characters of a value.
const MAX_CHARACTERS: usize = 4_096;

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    line: usize,
    message: String,
}

impl Problem {
    /// As a line of a list.
    pub(super) fn line(&self) -> String {
        format!("\n  line {}: {}", self.line, self.message)
    }
}

/// What the text says, and what is wrong with it.
pub(super) fn settings(text: &str) -> (Settings, Vec<Problem>) {
    let mut reader = Reader {
        text,
        problems: Vec::new(),
    };
    let (document, errors) = DeTable::parse_recoverable(text);
    // What the parser made of the rest may not be what was meant.
    if let Some(error) = errors.first() {
        let at = error.span().map_or(0, |span| span.start);
        reader.problem(at, format!("not TOML: {}", error.message()));
        return (Settings::default(), reader.problems);
    }
    let mut settings = Settings::default();
    for (key, value) in document.get_ref() {
        let name: &str = key.get_ref();
        match name {
            "device" => settings.device = reader.text(value),
            "profile" => settings.profile = reader.profile(value),
            "output" => settings.output = reader.word(value),
            "operator" => settings.operator = reader.word(value),
            "within" => settings.within = reader.time(value),
            other => {
                let fix = match did_you_mean(other, KEYS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the keys are {}", KEYS.join(", ")),
                };
                let message = format!("unknown key `{}`; {fix}", excerpt(other));
                reader.problem(key.span().start, message);
            }
        }
    }
    reader.problems.sort_by_key(|problem| problem.line);
    (settings, reader.problems)
}

struct Reader<'t> {
    text: &'t str,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn text(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let at = value.span().start;
        let Some(text) = value.get_ref().as_str() else {
            self.problem(at, "the value must be a text in quotes".to_owned());
            return None;
        };
        if text.trim().is_empty() || text.chars().count() > MAX_CHARACTERS {
            self.problem(at, format!("a value has 1 to {MAX_CHARACTERS} characters"));
            return None;
        }
        Some(text.to_owned())
    }

    /// A profile's name, or a file, whose path must not depend on the folder that a command is typed in.
    fn profile(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let profile = self.text(value)?;
        if is_profile_file(&profile) && !Path::new(&profile).is_absolute() {
            let message = format!(
                "`{}` depends on the folder that a command is typed in; write its whole path",
                excerpt(&profile)
            );
            self.problem(value.span().start, message);
            return None;
        }
        Some(profile)
    }

    fn word<T: ValueEnum>(&mut self, value: &Spanned<DeValue<'_>>) -> Option<T> {
        let word = self.text(value)?;
        let found = T::from_str(&word, false).ok();
        if found.is_none() {
            let words = T::value_variants().iter();
            let words: Vec<String> = words
                .filter_map(|variant| Some(variant.to_possible_value()?.get_name().to_owned()))
                .collect();
            let message = format!(
                "`{}` is not allowed here; use one of: {}",
                excerpt(&word),
                words.join(", ")
            );
            self.problem(value.span().start, message);
        }
        found
    }

    fn time(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let time = self.text(value)?;
        let is_time = milliseconds(&time).is_some_and(|time| time.get() >= 0.0);
        if !is_time {
            let message = format!(
                "`{}` is not a time; write for example \"2s\" or \"500ms\"",
                excerpt(&time)
            );
            self.problem(value.span().start, message);
        }
        is_time.then_some(time)
    }

    fn problem(&mut self, at: usize, message: String) {
        // A place that the parser did not give is the first line.
        let before = self.text.get(..at).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        self.problems.push(Problem { line, message });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{OperatorChoice, OutputFormat};

    #[test]
    fn every_key_is_read() {
        let text = "device = \"R58M\"\nprofile = \"ask\"\noutput = \"pretty\"\noperator = \"auto\"\nwithin = \"10s\"\n";
        let (settings, problems) = settings(text);
        assert_eq!(problems, []);
        assert_eq!(
            settings,
            Settings {
                device: Some("R58M".to_owned()),
                profile: Some("ask".to_owned()),
                output: Some(OutputFormat::Pretty),
                operator: Some(OperatorChoice::Auto),
                within: Some("10s".to_owned()),
                ..Settings::default()
            }
        );
    }

    #[test]
    fn every_mistake_is_reported_with_its_line() {
        let text = "devise = \"a\"\n\nprofile = \"./mine.toml\"\noutput = \"xml\"\noperator = 1\nwithin = \"soon\"\ndevice = \" \"\ncolour = true\n";
        let (_, problems) = settings(text);
        let lines: Vec<String> = problems.iter().map(Problem::line).collect();
        let expected = [
            "line 1: unknown key `devise`; did you mean `device`?",
            "line 3: `./mine.toml` depends on the folder that a command is typed in; write its whole path",
            "line 4: `xml` is not allowed here; use one of: json, pretty, text",
            "line 5: the value must be a text in quotes",
            "line 6: `soon` is not a time; write for example \"2s\" or \"500ms\"",
            "line 7: a value has 1 to 4096 characters",
            "line 8: unknown key `colour`; the keys are device, profile, output, operator, within",
        ];
        assert_eq!(lines, expected.map(|line| format!("\n  {line}")));
        let (_, broken) = settings("device = \n");
        assert_eq!(broken.len(), 1);
    }
}
