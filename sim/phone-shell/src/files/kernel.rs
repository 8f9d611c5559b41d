//! What the kernel tells of a process, in `/proc`.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use super::file_system::FileSystem;
use super::node::{Content, Owner};
use super::state::{Identity, State};

/// The place of a process in `/proc`, as long as this lives.
#[derive(Debug)]
pub struct ToldProcess {
    files: FileSystem,
    pid: u32,
}

impl FileSystem {
    /// Shows the environment of a process as the kernel does: to its user alone. Names and values come without NUL.
    pub fn tell_of(
        &self,
        pid: u32,
        environment: &BTreeMap<Vec<u8>, Vec<u8>>,
    ) -> io::Result<ToldProcess> {
        let mut text = Vec::new();
        for (name, value) in environment {
            text.extend_from_slice(&[name.as_slice(), b"=", value, b"\0"].concat());
        }
        let owner = Owner {
            user: self.identity().user,
            group: self.identity().user,
        };
        let told = ToldProcess {
            files: self.clone(),
            pid,
        };
        told.change(|state, folder, now| {
            let root = Identity::root();
            let found = state.find(folder.as_bytes(), false, &root)?;
            let content = Content::Directory(BTreeMap::new());
            let id = state.add(&found, content, 0o555, &root, now)?;
            state.node_mut(id)?.owner = owner;
            let file = format!("{folder}/environ");
            let found = state.find(file.as_bytes(), false, &root)?;
            let content = Content::File(Arc::new(text));
            let id = state.add(&found, content, 0o400, &root, now)?;
            state.node_mut(id)?.owner = owner;
            Ok(())
        })?;
        Ok(told)
    }
}

impl ToldProcess {
    /// Changes the folder of the process; nobody else can change anything in `/proc`.
    fn change(
        &self,
        change: impl FnOnce(&mut State, &str, std::time::SystemTime) -> io::Result<()>,
    ) -> io::Result<()> {
        let now = self.files.shared.clock.now();
        let mut state = self.files.shared.state();
        let all = state.find(b"/proc", true, &Identity::root())?.node;
        let all = all.ok_or_else(super::errors::not_found)?;
        state.node_mut(all)?.read_only = false;
        let changed = change(&mut state, &format!("/proc/{}", self.pid), now);
        state.node_mut(all)?.read_only = true;
        changed
    }
}

impl Drop for ToldProcess {
    fn drop(&mut self) {
        let removed = self.change(|state, folder, now| {
            for path in [format!("{folder}/environ"), folder.to_owned()] {
                let found = state.find(path.as_bytes(), false, &Identity::root())?;
                state.remove(&found, now)?;
            }
            Ok(())
        });
        debug_assert!(removed.is_ok(), "{removed:?}");
    }
}
