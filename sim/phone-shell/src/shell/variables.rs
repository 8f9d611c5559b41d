//! The shell's variables.

use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Default)]
pub(crate) struct Variable {
    pub(crate) value: Option<Vec<u8>>,
    pub(crate) exported: bool,
}

/// Variables by name. A copy is cheap: a subshell shares the table until one of the two writes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Variables {
    table: Arc<BTreeMap<Vec<u8>, Variable>>,
}

impl Variables {
    pub(crate) fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.table.get(name)?.value.as_deref()
    }

    pub(crate) fn variable(&self, name: &[u8]) -> Option<&Variable> {
        self.table.get(name)
    }

    pub(crate) fn set(&mut self, name: &[u8], value: Vec<u8>) {
        self.attributes(name).value = Some(value);
    }

    /// The variable to be changed, made when it is not there.
    pub(crate) fn attributes(&mut self, name: &[u8]) -> &mut Variable {
        Arc::make_mut(&mut self.table)
            .entry(name.to_vec())
            .or_default()
    }

    pub(crate) fn unset(&mut self, name: &[u8]) {
        Arc::make_mut(&mut self.table).remove(name);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Vec<u8>, &Variable)> {
        self.table.iter()
    }

    /// What programs get to see.
    pub(crate) fn environment(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let exported = self.table.iter().filter(|(_, variable)| variable.exported);
        exported
            .filter_map(|(name, variable)| Some((name.clone(), variable.value.clone()?)))
            .collect()
    }

    /// Puts back what an assignment before a command hid.
    pub(crate) fn restore(&mut self, name: Vec<u8>, variable: Option<Variable>) {
        let table = Arc::make_mut(&mut self.table);
        match variable {
            Some(variable) => table.insert(name, variable),
            None => table.remove(&name),
        };
    }
}
