//! The shell's variables.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The variable may not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReadOnly;

#[derive(Debug, Clone, Default)]
pub(crate) struct Variable {
    pub(crate) value: Option<Vec<u8>>,
    pub(crate) exported: bool,
    pub(crate) read_only: bool,
    pub(crate) integer: bool,
}

/// Variables by name. A copy is cheap: a subshell shares the table until one of the two writes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Variables {
    table: Arc<BTreeMap<Vec<u8>, Variable>>,
    /// What local variables hid, one table for each function that runs.
    scopes: Vec<BTreeMap<Vec<u8>, Option<Variable>>>,
}

impl Variables {
    pub(crate) fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.table.get(name)?.value.as_deref()
    }

    pub(crate) fn variable(&self, name: &[u8]) -> Option<&Variable> {
        self.table.get(name)
    }

    pub(crate) fn set(&mut self, name: &[u8], value: Vec<u8>) -> Result<(), ReadOnly> {
        let variable = self.writable(name)?;
        variable.value = Some(value);
        Ok(())
    }

    /// The variable to be changed, made when it is not there.
    pub(crate) fn writable(&mut self, name: &[u8]) -> Result<&mut Variable, ReadOnly> {
        let variable = self.attributes(name);
        if variable.read_only {
            Err(ReadOnly)
        } else {
            Ok(variable)
        }
    }

    /// The variable, whose attributes may change even when its value may not.
    pub(crate) fn attributes(&mut self, name: &[u8]) -> &mut Variable {
        Arc::make_mut(&mut self.table)
            .entry(name.to_vec())
            .or_default()
    }

    pub(crate) fn unset(&mut self, name: &[u8]) -> Result<(), ReadOnly> {
        if self
            .table
            .get(name)
            .is_some_and(|variable| variable.read_only)
        {
            return Err(ReadOnly);
        }
        Arc::make_mut(&mut self.table).remove(name);
        Ok(())
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

    /// A function begins.
    pub(crate) fn enter(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    /// A function ends: what its local variables hid comes back.
    pub(crate) fn leave(&mut self) {
        for (name, hidden) in self.scopes.pop().unwrap_or_default() {
            self.restore(name, hidden);
        }
    }

    /// Makes a variable local to the function that runs; outside of one it stays what it is.
    pub(crate) fn localize(&mut self, name: &[u8]) {
        let hidden = self.table.get(name).cloned();
        let Some(scope) = self.scopes.last_mut() else {
            return;
        };
        if scope.contains_key(name) {
            return;
        }
        scope.insert(name.to_vec(), hidden);
        Arc::make_mut(&mut self.table).remove(name);
    }

    pub(crate) fn restore(&mut self, name: Vec<u8>, variable: Option<Variable>) {
        let table = Arc::make_mut(&mut self.table);
        match variable {
            Some(variable) => table.insert(name, variable),
            None => table.remove(&name),
        };
    }
}
