//! The fields of a span or an event, as words.

use std::fmt;

use tracing::field::{Field, Visit};

use crate::text::shortened;

/// The longest value that is shown; serials and ids of nodes come from outside.
const LONGEST: usize = 200;

/// Fields as they are shown: `nodes 41, size 9 kB`.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The sentence of an event.
    pub(super) message: String,
    shown: Vec<String>,
}

impl Fields {
    /// Everything that was recorded, which is then forgotten: it is shown once.
    pub(super) fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.shown)
    }

    fn add(&mut self, field: &Field, value: &str) {
        let value = shortened(value, LONGEST);
        if field.name() == "message" {
            self.message = value;
            return;
        }
        let name = field.name();
        // A name that ends in a unit has it behind the number.
        let unit = [("_ms", "ms"), ("_kb", "kB")]
            .into_iter()
            .find_map(|(ending, unit)| Some((name.strip_suffix(ending)?, unit)));
        self.shown.push(match unit {
            Some((name, unit)) => format!("{} {value} {unit}", words(name)),
            None => format!("{} {value}", words(name)),
        });
    }
}

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field, &format!("{value:?}"));
    }
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}
