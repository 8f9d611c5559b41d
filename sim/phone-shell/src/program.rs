//! What a program is to the shell.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;

use crate::io::{Closed, Input, Output};
use crate::process::Process;
use crate::text;

/// An exit status as the shell sees it: 0..=255.
pub type Exit = u8;

/// A program on the phone.
///
/// It reads its words and its input, writes to its two outputs, and ends with a status. It must end soon after its
/// output is [`Closed`] and may be dropped at any await: that is how a command is killed.
#[async_trait]
pub trait Program: Send + Sync {
    /// Runs the program to its end. A closed output ends it early; the shell reports that as a broken pipe.
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed>;
}

/// One run of a program.
#[derive(Debug)]
pub struct Invocation<'a> {
    /// The words after expansion; the first is the program's own name.
    ///
    /// A word that is not valid UTF-8 keeps its bytes in the form that [`crate::text`] describes.
    pub words: &'a [String],
    /// Standard input.
    pub stdin: Input,
    /// Standard output.
    pub stdout: Output,
    /// Standard error.
    pub stderr: Output,
    /// What the program was started with besides: folder, environment, files, clock.
    pub process: &'a Process,
}

impl Invocation<'_> {
    /// The name that the program was called by, without folders.
    #[must_use]
    pub fn name(&self) -> &str {
        self.words
            .first()
            .map_or("", |word| word.rsplit('/').next().unwrap_or(word))
    }

    /// The words after the name, as bytes.
    #[must_use]
    pub fn arguments(&self) -> Vec<Vec<u8>> {
        self.words
            .iter()
            .skip(1)
            .map(|word| text::to_bytes(word).into_owned())
            .collect()
    }
}

/// The programs of a phone, by name.
#[derive(Clone, Default)]
pub struct Programs(BTreeMap<String, Arc<dyn Program>>);

impl Programs {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a program in; one of the same name is replaced.
    pub fn register(&mut self, name: impl Into<String>, program: impl Program + 'static) {
        self.0.insert(name.into(), Arc::new(program));
    }

    /// Puts a shared program in; one of the same name is replaced.
    pub fn register_shared(&mut self, name: impl Into<String>, program: Arc<dyn Program>) {
        self.0.insert(name.into(), program);
    }

    #[must_use]
    pub fn get(&self, name: &str) -> Option<Arc<dyn Program>> {
        self.0.get(name).cloned()
    }

    /// The names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl fmt::Debug for Programs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.keys()).finish()
    }
}
