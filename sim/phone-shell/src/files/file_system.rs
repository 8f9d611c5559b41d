//! The file system as a user has it in hand.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;

use super::errors;
use super::node::{self, Content, DeviceFile, Metadata, Owner, PROGRAM_BYTES, Policy};
use super::open::OpenFile;
use super::state::{Found, Identity, State};
use crate::clock::ShellClock;

/// A file system in memory, as one user sees it.
///
/// Clones are handles to the same files. Paths are bytes, absolute, and follow links; [`join`](super::join) makes a path absolute.
/// Every failure is an [`io::Error`] whose kind says what happened and whose text is the platform's own. All content,
/// names and nodes together stay below a limit; beyond it writes fail with [`io::ErrorKind::StorageFull`].
#[derive(Debug, Clone)]
pub struct FileSystem {
    pub(super) shared: Arc<Shared>,
    who: Arc<Identity>,
}

#[derive(Debug)]
pub(super) struct Shared {
    state: Mutex<State>,
    pub(super) clock: Arc<dyn ShellClock>,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Every change leaves the tree whole before it can fail, so a poisoned lock has nothing to hide.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderEntry {
    pub name: Vec<u8>,
    /// What it is; a link is not followed.
    pub metadata: Metadata,
}

/// How a file is opened for writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// What was in it goes.
    Truncate,
    /// Everything is written at its end.
    Append,
    /// What was in it stays and is overwritten from the start.
    Keep,
    /// It must not be there yet.
    Fresh,
}

impl FileSystem {
    /// An empty file system of at most `limit` bytes, seen by root.
    #[must_use]
    pub fn empty(limit: u64, clock: Arc<dyn ShellClock>) -> Self {
        let state = Mutex::new(State::new(limit, clock.now()));
        Self {
            shared: Arc::new(Shared { state, clock }),
            who: Arc::new(Identity::root()),
        }
    }

    /// The same files as another user sees them.
    #[must_use]
    pub fn as_user(&self, who: Identity) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            who: Arc::new(who),
        }
    }

    /// Who asks through this handle.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.who
    }

    /// How many bytes are used, and how many there are.
    #[must_use]
    pub fn usage(&self) -> (u64, u64) {
        self.shared.state().usage()
    }

    /// How many bytes can still be written. A file takes some for itself, besides its content and its name.
    #[must_use]
    pub fn free(&self) -> u64 {
        self.shared.state().free()
    }

    /// Leaves room for so many more bytes, as if something else had taken up the rest; what is removed makes room
    /// again. `None` gives the rest back.
    pub fn set_free(&self, bytes: Option<u64>) {
        self.shared.state().set_free(bytes);
    }

    /// What is at a path, links followed.
    pub fn metadata(&self, path: impl AsRef<[u8]>) -> io::Result<Metadata> {
        self.inspect(path.as_ref(), true)
    }

    /// What is at a path; a link at its end is not followed.
    pub fn link_metadata(&self, path: impl AsRef<[u8]>) -> io::Result<Metadata> {
        self.inspect(path.as_ref(), false)
    }

    /// The entries of a folder in the order of their bytes, without `.` and `..`.
    pub fn read_dir(&self, path: impl AsRef<[u8]>) -> io::Result<Vec<FolderEntry>> {
        let state = self.shared.state();
        let id = existing(&state.find(path.as_ref(), true, &self.who)?)?;
        let entries = state.entries(id)?;
        let node = state.node(id)?;
        if !self.who.may(node.mode, node.owner, 4) {
            return Err(errors::permission());
        }
        entries
            .iter()
            .map(|(name, id)| {
                Ok(FolderEntry {
                    name: name.clone(),
                    metadata: state.metadata(*id)?,
                })
            })
            .collect()
    }

    /// A file's whole content, as it is now.
    pub fn read(&self, path: impl AsRef<[u8]>) -> io::Result<Bytes> {
        let state = self.shared.state();
        let node = state.node(existing(&state.find(path.as_ref(), true, &self.who)?)?)?;
        if !self.who.may(node.mode, node.owner, 4) {
            return Err(errors::permission());
        }
        match &node.content {
            Content::File(content) => Ok(Bytes::from_owner(Snapshot(Arc::clone(content)))),
            Content::Program => Ok(Bytes::from_static(PROGRAM_BYTES)),
            Content::Directory(_) => Err(errors::is_a_directory()),
            Content::Device(DeviceFile::Terminal) => Err(errors::no_terminal()),
            Content::Device(DeviceFile::Null | DeviceFile::Zero) | Content::Link(_) => {
                Ok(Bytes::new())
            }
        }
    }

    /// Opens a file for writing and makes it when it is not there; `mode` is for a new one.
    ///
    /// Devices cannot be opened so; [`FileSystem::metadata`] tells them.
    pub fn open(
        &self,
        path: impl AsRef<[u8]>,
        opening: Opening,
        mode: u32,
    ) -> io::Result<OpenFile> {
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let found = state.find(path.as_ref(), true, &self.who)?;
        let id = match found.node {
            Some(_) if opening == Opening::Fresh => return Err(errors::exists()),
            Some(id) => {
                let node = state.node(id)?;
                match node.content {
                    Content::Directory(_) => return Err(errors::is_a_directory()),
                    Content::Device(_) => return Err(errors::invalid()),
                    _ if node.read_only => return Err(errors::read_only()),
                    _ if !self.who.may(node.mode, node.owner, 2) => {
                        return Err(errors::permission());
                    }
                    Content::Program => return Err(errors::permission()),
                    Content::File(_) | Content::Link(_) => {}
                }
                if opening == Opening::Truncate {
                    state.truncate(id, now)?;
                }
                id
            }
            None if found.wants_directory => return Err(errors::is_a_directory()),
            None => state.add(
                &found,
                Content::File(Arc::default()),
                mode & 0o7777,
                &self.who,
                now,
            )?,
        };
        drop(state);
        OpenFile::new(self, id, opening == Opening::Append)
    }

    /// Puts a file's whole content in place.
    pub fn write(&self, path: impl AsRef<[u8]>, content: &[u8], mode: u32) -> io::Result<()> {
        self.open(path, Opening::Truncate, mode)?.write(content)
    }

    /// Makes a folder.
    pub fn create_dir(&self, path: impl AsRef<[u8]>, mode: u32) -> io::Result<()> {
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let path = trimmed(path.as_ref());
        let found = state.find(path, false, &self.who)?;
        if found.node.is_some() {
            return Err(errors::exists());
        }
        state.add(
            &found,
            Content::Directory(BTreeMap::new()),
            mode & 0o7777,
            &self.who,
            now,
        )?;
        Ok(())
    }

    /// Makes a folder and those above it; those that are there stay.
    pub fn create_dir_all(&self, path: impl AsRef<[u8]>, mode: u32) -> io::Result<()> {
        let path = path.as_ref();
        let ends = path
            .iter()
            .enumerate()
            .filter(|(index, byte)| **byte == b'/' && *index > 0)
            .map(|(index, _)| index);
        for end in ends.chain(std::iter::once(path.len())) {
            let part = path.split_at(end).0;
            match self.create_dir(part, mode) {
                Ok(()) => {}
                Err(error) => {
                    if !self.metadata(part).is_ok_and(|metadata| metadata.is_dir()) {
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes a file or a link.
    pub fn remove_file(&self, path: impl AsRef<[u8]>) -> io::Result<()> {
        let mut state = self.shared.state();
        let found = state.find(path.as_ref(), false, &self.who)?;
        if state.metadata(existing(&found)?)?.is_dir() {
            return Err(errors::is_a_directory());
        }
        state.may_change(found.parent, &self.who)?;
        state.remove(&found, self.shared.clock.now())
    }

    /// Removes an empty folder.
    pub fn remove_dir(&self, path: impl AsRef<[u8]>) -> io::Result<()> {
        let mut state = self.shared.state();
        let found = state.find(trimmed(path.as_ref()), false, &self.who)?;
        let id = existing(&found)?;
        if !state.entries(id)?.is_empty() {
            return Err(errors::not_empty());
        }
        if found.name.is_empty() {
            return Err(errors::invalid());
        }
        state.may_change(found.parent, &self.who)?;
        state.remove(&found, self.shared.clock.now())
    }

    /// Gives something another name; a file that has that name is replaced.
    pub fn rename(&self, from: impl AsRef<[u8]>, to: impl AsRef<[u8]>) -> io::Result<()> {
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let source = state.find(trimmed(from.as_ref()), false, &self.who)?;
        let id = existing(&source)?;
        let target = state.find(trimmed(to.as_ref()), false, &self.who)?;
        if source.name.is_empty() || target.name.is_empty() {
            return Err(errors::invalid());
        }
        state.may_change(source.parent, &self.who)?;
        state.may_change(target.parent, &self.who)?;
        let moves_directory = state.metadata(id)?.is_dir();
        if moves_directory && state.contains(id, target.parent) {
            return Err(errors::invalid());
        }
        if let Some(old) = target.node {
            if old == id {
                return Ok(());
            }
            match (moves_directory, state.metadata(old)?.is_dir()) {
                (true, true) if !state.entries(old)?.is_empty() => return Err(errors::not_empty()),
                (true, false) => return Err(errors::not_a_directory()),
                (false, true) => return Err(errors::is_a_directory()),
                (true, true) | (false, false) => state.remove(&target, now)?,
            }
        }
        state.rename(&source, &target, now)
    }

    /// Makes a symbolic link at `path` that leads to `target`.
    pub fn symlink(&self, target: &[u8], path: impl AsRef<[u8]>) -> io::Result<()> {
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let found = state.find(path.as_ref(), false, &self.who)?;
        state.add(
            &found,
            Content::Link(target.to_vec()),
            0o777,
            &self.who,
            now,
        )?;
        Ok(())
    }

    /// Gives a file a second name.
    pub fn hard_link(&self, from: impl AsRef<[u8]>, to: impl AsRef<[u8]>) -> io::Result<()> {
        let mut state = self.shared.state();
        let id = existing(&state.find(from.as_ref(), false, &self.who)?)?;
        let target = state.find(to.as_ref(), false, &self.who)?;
        if state.metadata(id)?.is_dir() {
            return Err(errors::not_permitted());
        }
        if target.node.is_some() {
            return Err(errors::exists());
        }
        state.may_change(target.parent, &self.who)?;
        state.add_name(id, &target, self.shared.clock.now())
    }

    /// Where a symbolic link leads.
    pub fn read_link(&self, path: impl AsRef<[u8]>) -> io::Result<Vec<u8>> {
        let state = self.shared.state();
        match &state
            .node(existing(&state.find(path.as_ref(), false, &self.who)?)?)?
            .content
        {
            Content::Link(target) => Ok(target.clone()),
            _ => Err(errors::invalid()),
        }
    }

    /// Changes permission bits, as the owner or root may; the shared storage takes no notice.
    pub fn set_mode(&self, path: impl AsRef<[u8]>, mode: u32) -> io::Result<()> {
        self.change(path.as_ref(), |node| {
            if node.policy.is_none() {
                node.mode = mode & 0o7777;
            }
        })
    }

    /// Changes the owner, which only root may.
    pub fn set_owner(&self, path: impl AsRef<[u8]>, owner: Owner) -> io::Result<()> {
        if self.who.user != 0 {
            return Err(errors::not_permitted());
        }
        self.change(path.as_ref(), |node| node.owner = owner)
    }

    /// Changes the modification time.
    pub fn set_modified(&self, path: impl AsRef<[u8]>, modified: SystemTime) -> io::Result<()> {
        self.change(path.as_ref(), |node| node.modified = modified)
    }

    /// Puts a program's file in place; it runs the program of the name that it is called by.
    pub fn add_program(&self, path: impl AsRef<[u8]>) -> io::Result<()> {
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let found = state.find(path.as_ref(), false, &self.who)?;
        state.add(&found, Content::Program, 0o755, &self.who, now)?;
        Ok(())
    }

    /// Puts a device in place.
    pub fn add_device(
        &self,
        path: impl AsRef<[u8]>,
        device: DeviceFile,
        mode: u32,
    ) -> io::Result<()> {
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let found = state.find(path.as_ref(), false, &self.who)?;
        state.add(&found, Content::Device(device), mode, &self.who, now)?;
        Ok(())
    }

    /// Says what files below a folder get, whatever their makers ask for.
    pub fn set_policy(&self, path: impl AsRef<[u8]>, policy: Policy) -> io::Result<()> {
        self.change(path.as_ref(), |node| {
            node.policy = Some(policy);
            node.owner = policy.owner;
            node.mode = policy.directory_mode;
        })
    }

    /// Makes everything that is now at and below a path unchangeable, as a mount without writing does.
    pub fn seal(&self, path: impl AsRef<[u8]>) -> io::Result<()> {
        let mut state = self.shared.state();
        let mut open = vec![existing(&state.find(path.as_ref(), true, &self.who)?)?];
        while let Some(id) = open.pop() {
            state.node_mut(id)?.read_only = true;
            if let Ok(entries) = state.entries(id) {
                open.extend(entries.values());
            }
        }
        Ok(())
    }

    fn inspect(&self, path: &[u8], follow: bool) -> io::Result<Metadata> {
        let state = self.shared.state();
        state.metadata(existing(&state.find(path, follow, &self.who)?)?)
    }

    fn change(&self, path: &[u8], change: impl FnOnce(&mut node::Node)) -> io::Result<()> {
        let mut state = self.shared.state();
        let id = existing(&state.find(path, true, &self.who)?)?;
        let node = state.node_mut(id)?;
        if node.read_only {
            return Err(errors::read_only());
        }
        // Whoever may write to shared storage counts as its owner there.
        let shares = node.policy.is_some() && self.who.may(node.mode, node.owner, 2);
        if self.who.user != 0 && self.who.user != node.owner.user && !shares {
            return Err(errors::not_permitted());
        }
        change(node);
        Ok(())
    }
}

/// A file's content that a reader keeps while the file may change.
struct Snapshot(Arc<Vec<u8>>);

impl AsRef<[u8]> for Snapshot {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

fn existing(found: &Found) -> io::Result<u64> {
    found.node.ok_or_else(errors::not_found)
}

/// A path without the slashes at its end, for calls that want a folder anyway.
fn trimmed(path: &[u8]) -> &[u8] {
    let end = path
        .iter()
        .rposition(|byte| *byte != b'/')
        .map_or(1, |index| index + 1);
    path.get(..end.max(1)).unwrap_or(path)
}
