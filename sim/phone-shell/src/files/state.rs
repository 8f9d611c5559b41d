//! The tree of nodes, and the rules for changing it.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;
use std::time::SystemTime;

use super::errors;
use super::node::{Content, Metadata, Node, Owner, Policy};

/// What a node costs besides its content, so that many empty files cannot take all memory.
const NODE_COST: u64 = 256;
/// How many links are followed before a path counts as a loop.
const MAX_LINKS: u32 = 40;
/// The longest name of one entry.
const MAX_NAME: usize = 255;
/// The longest path.
const MAX_PATH: usize = 4096;

pub(super) const ROOT: u64 = 1;

#[derive(Debug, Clone)]
pub(super) struct State {
    nodes: HashMap<u64, Node>,
    next: u64,
    used: u64,
    limit: u64,
    /// Where the storage ends while something else takes up the rest of it.
    full_at: Option<u64>,
}

/// Who asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub user: u32,
    /// Its groups, the main one first.
    pub groups: Vec<u32>,
}

impl Identity {
    /// The system itself, which may do anything that a mount allows.
    #[must_use]
    pub fn root() -> Self {
        Self {
            user: 0,
            groups: vec![0],
        }
    }

    /// Who `adb shell` is.
    #[must_use]
    pub fn shell() -> Self {
        let groups = vec![
            2000, 1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011,
            3012,
        ];
        Self { user: 2000, groups }
    }

    /// Whether the bits (4 read, 2 write, 1 execute) are all allowed.
    #[must_use]
    pub fn may(&self, mode: u32, owner: Owner, bits: u32) -> bool {
        if self.user == 0 {
            return true;
        }
        let shift = if owner.user == self.user {
            6
        } else if self.groups.contains(&owner.group) {
            3
        } else {
            0
        };
        (mode >> shift) & bits == bits
    }
}

/// The end of a path: the folder it is in, its name there, and what that name stands for.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) parent: u64,
    pub(super) name: Vec<u8>,
    pub(super) node: Option<u64>,
    /// The path ended in a slash, so only a folder will do.
    pub(super) wants_directory: bool,
}

impl State {
    pub(super) fn new(limit: u64, now: SystemTime) -> Self {
        let root = Node {
            content: Content::Directory(BTreeMap::new()),
            mode: 0o755,
            owner: Owner::ROOT,
            modified: now,
            links: 2,
            handles: 0,
            read_only: false,
            policy: None,
        };
        Self {
            nodes: HashMap::from([(ROOT, root)]),
            next: ROOT + 1,
            used: NODE_COST,
            limit,
            full_at: None,
        }
    }

    pub(super) fn usage(&self) -> (u64, u64) {
        (self.used, self.limit)
    }

    pub(super) fn free(&self) -> u64 {
        let end = self.full_at.unwrap_or(self.limit).min(self.limit);
        end.saturating_sub(self.used)
    }

    pub(super) fn set_free(&mut self, free: Option<u64>) {
        self.full_at = free.map(|free| self.used.saturating_add(free));
    }

    pub(super) fn node(&self, id: u64) -> io::Result<&Node> {
        self.nodes.get(&id).ok_or_else(errors::not_found)
    }

    pub(super) fn node_mut(&mut self, id: u64) -> io::Result<&mut Node> {
        self.nodes.get_mut(&id).ok_or_else(errors::not_found)
    }

    pub(super) fn metadata(&self, id: u64) -> io::Result<Metadata> {
        Ok(self.node(id)?.metadata(id))
    }

    pub(super) fn entries(&self, id: u64) -> io::Result<&BTreeMap<Vec<u8>, u64>> {
        match &self.node(id)?.content {
            Content::Directory(entries) => Ok(entries),
            _ => Err(errors::not_a_directory()),
        }
    }

    /// Follows a path from the root; the last part may be missing.
    pub(super) fn find(&self, path: &[u8], follow_last: bool, who: &Identity) -> io::Result<Found> {
        if path.len() > MAX_PATH {
            return Err(errors::name_too_long());
        }
        if path.is_empty() {
            return Err(errors::not_found());
        }
        let wants_directory = path.ends_with(b"/");
        let mut links = 0;
        let mut trail = vec![ROOT];
        let mut rest = parts(path);
        rest.reverse();
        loop {
            let current = trail.last().copied().unwrap_or(ROOT);
            let Some(part) = rest.pop() else {
                let parent = trail.iter().rev().nth(1).copied().unwrap_or(ROOT);
                return Ok(Found {
                    parent,
                    name: Vec::new(),
                    node: Some(current),
                    wants_directory,
                });
            };
            if part == b".." {
                if trail.len() > 1 {
                    trail.pop();
                }
                continue;
            }
            if part.len() > MAX_NAME {
                return Err(errors::name_too_long());
            }
            let node = self.node(current)?;
            let Content::Directory(entries) = &node.content else {
                return Err(errors::not_a_directory());
            };
            if !who.may(node.mode, node.owner, 1) {
                return Err(errors::permission());
            }
            let child = entries.get(&part).copied();
            let last = rest.is_empty();
            let Some(id) = child else {
                if last {
                    return Ok(Found {
                        parent: current,
                        name: part,
                        node: None,
                        wants_directory,
                    });
                }
                return Err(errors::not_found());
            };
            match &self.node(id)?.content {
                Content::Link(target) if !last || follow_last || wants_directory => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(errors::too_many_links());
                    }
                    if target.first() == Some(&b'/') {
                        trail.truncate(1);
                    }
                    rest.extend(parts(target).into_iter().rev());
                }
                Content::Directory(_) if !last => trail.push(id),
                Content::Directory(_) | Content::Link(_) => {
                    return Ok(Found {
                        parent: current,
                        name: part,
                        node: Some(id),
                        wants_directory,
                    });
                }
                _ if last && !wants_directory => {
                    return Ok(Found {
                        parent: current,
                        name: part,
                        node: Some(id),
                        wants_directory,
                    });
                }
                _ => return Err(errors::not_a_directory()),
            }
        }
    }

    /// Checks that names may be added to and taken from a folder.
    pub(super) fn may_change(&self, parent: u64, who: &Identity) -> io::Result<()> {
        let node = self.node(parent)?;
        if node.read_only {
            return Err(errors::read_only());
        }
        if who.may(node.mode, node.owner, 3) {
            Ok(())
        } else {
            Err(errors::permission())
        }
    }

    /// Adds a new node under a name that is free.
    pub(super) fn add(
        &mut self,
        found: &Found,
        content: Content,
        mode: u32,
        who: &Identity,
        now: SystemTime,
    ) -> io::Result<u64> {
        self.may_change(found.parent, who)?;
        if found.node.is_some() {
            return Err(errors::exists());
        }
        self.reserve(NODE_COST + found.name.len() as u64 + size(&content))?;
        let parent = self.node(found.parent)?;
        let (policy, is_directory) = (parent.policy, matches!(content, Content::Directory(_)));
        let own = Owner {
            user: who.user,
            group: who.groups.first().copied().unwrap_or(who.user),
        };
        let (owner, mode) = match policy {
            Some(Policy {
                owner,
                directory_mode,
                ..
            }) if is_directory => (owner, directory_mode),
            Some(Policy {
                owner, file_mode, ..
            }) => (owner, file_mode),
            None => (own, mode),
        };
        let id = self.next;
        self.next += 1;
        let links = if is_directory { 2 } else { 1 };
        let node = Node {
            content,
            mode,
            owner,
            modified: now,
            links,
            handles: 0,
            read_only: false,
            policy,
        };
        self.nodes.insert(id, node);
        self.link(found.parent, found.name.clone(), id, now)?;
        Ok(id)
    }

    fn link(&mut self, parent: u64, name: Vec<u8>, id: u64, now: SystemTime) -> io::Result<()> {
        let is_directory = matches!(self.node(id)?.content, Content::Directory(_));
        let node = self.node_mut(parent)?;
        node.modified = now;
        node.links += u32::from(is_directory);
        if let Content::Directory(entries) = &mut node.content {
            entries.insert(name, id);
        }
        Ok(())
    }

    /// Takes a name away without touching what it stood for.
    fn unlink(&mut self, parent: u64, name: &[u8], now: SystemTime) -> io::Result<Option<u64>> {
        let node = self.node_mut(parent)?;
        node.modified = now;
        let Content::Directory(entries) = &mut node.content else {
            return Err(errors::not_a_directory());
        };
        let id = entries.remove(name);
        if let Some(id) = id
            && matches!(self.node(id)?.content, Content::Directory(_))
        {
            let node = self.node_mut(parent)?;
            node.links = node.links.saturating_sub(1);
        }
        Ok(id)
    }

    /// Takes a name away, and the node with it when that was its last.
    pub(super) fn remove(&mut self, found: &Found, now: SystemTime) -> io::Result<()> {
        let Some(id) = self.unlink(found.parent, &found.name, now)? else {
            return Err(errors::not_found());
        };
        self.used = self.used.saturating_sub(found.name.len() as u64);
        let node = self.node_mut(id)?;
        node.links = if matches!(node.content, Content::Directory(_)) {
            0
        } else {
            node.links.saturating_sub(1)
        };
        self.release(id);
        Ok(())
    }

    /// Forgets a node that has neither a name nor a handle.
    pub(super) fn release(&mut self, id: u64) {
        if let Some(node) = self.nodes.get(&id)
            && node.links == 0
            && node.handles == 0
        {
            self.used = self.used.saturating_sub(NODE_COST + size(&node.content));
            self.nodes.remove(&id);
        }
    }

    /// Gives a node another name; what had that name has been removed.
    pub(super) fn rename(&mut self, from: &Found, to: &Found, now: SystemTime) -> io::Result<()> {
        self.reserve(to.name.len() as u64)?;
        let Some(id) = self.unlink(from.parent, &from.name, now)? else {
            return Err(errors::not_found());
        };
        self.used = self.used.saturating_sub(from.name.len() as u64);
        self.link(to.parent, to.name.clone(), id, now)
    }

    /// A second name for a file.
    pub(super) fn add_name(&mut self, id: u64, to: &Found, now: SystemTime) -> io::Result<()> {
        self.reserve(to.name.len() as u64)?;
        self.node_mut(id)?.links += 1;
        self.link(to.parent, to.name.clone(), id, now)
    }

    /// Whether `inner` is `outer` or below it.
    pub(super) fn contains(&self, outer: u64, inner: u64) -> bool {
        let mut open = vec![outer];
        while let Some(id) = open.pop() {
            if id == inner {
                return true;
            }
            if let Ok(entries) = self.entries(id) {
                open.extend(entries.values());
            }
        }
        false
    }

    /// Writes into a file at an offset; what lies between its end and the offset becomes zeros. Where the storage is
    /// full, as much is written as there is room for, as a disk does.
    pub(super) fn write_at(
        &mut self,
        id: u64,
        offset: u64,
        bytes: &[u8],
        now: SystemTime,
    ) -> io::Result<()> {
        let Content::File(content) = &self.node(id)?.content else {
            return Err(errors::invalid());
        };
        let old = content.len() as u64;
        let wanted = offset.saturating_add(bytes.len() as u64);
        let end = wanted.min(old.saturating_add(self.free())).max(offset);
        // More than can be written at once.
        let fits = usize::try_from(end - offset).unwrap_or(usize::MAX);
        let (bytes, left_over) = bytes.split_at_checked(fits).unwrap_or((bytes, &[]));
        self.reserve(end.saturating_sub(old))?;
        let node = self.node_mut(id)?;
        node.modified = now;
        let Content::File(content) = &mut node.content else {
            return Err(errors::invalid());
        };
        let content = Arc::make_mut(content);
        let start = usize::try_from(offset).map_err(|_| errors::full())?;
        if content.len() < start + bytes.len() {
            content.resize(start + bytes.len(), 0);
        }
        if let Some(target) = content.get_mut(start..start + bytes.len()) {
            target.copy_from_slice(bytes);
        }
        if left_over.is_empty() {
            Ok(())
        } else {
            Err(errors::full())
        }
    }

    pub(super) fn truncate(&mut self, id: u64, now: SystemTime) -> io::Result<()> {
        let node = self.node_mut(id)?;
        let Content::File(content) = &mut node.content else {
            return Ok(());
        };
        let freed = content.len() as u64;
        *content = Arc::default();
        node.modified = now;
        self.used = self.used.saturating_sub(freed);
        Ok(())
    }

    pub(super) fn file_size(&self, id: u64) -> u64 {
        self.nodes.get(&id).map_or(0, |node| size(&node.content))
    }

    fn reserve(&mut self, more: u64) -> io::Result<()> {
        if more > self.free() {
            return Err(errors::full());
        }
        self.used = self.used.saturating_add(more);
        Ok(())
    }
}

fn size(content: &Content) -> u64 {
    match content {
        Content::File(bytes) => bytes.len() as u64,
        Content::Link(target) => target.len() as u64,
        Content::Directory(_) | Content::Program | Content::Device(_) => 0,
    }
}

fn parts(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty() && *part != b".")
        .map(<[u8]>::to_vec)
        .collect()
}
