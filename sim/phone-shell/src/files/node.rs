//! What is at a path.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;

/// What kind of thing is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A file with content.
    File,
    /// A program of the phone; to readers it is a file with a few bytes.
    Program,
    /// A folder.
    Directory,
    /// A symbolic link.
    Link,
    /// A character device.
    Device(DeviceFile),
}

/// The devices that the file system itself knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeviceFile {
    /// `/dev/null`
    Null,
    /// `/dev/zero`
    Zero,
    /// `/dev/tty`, which leads to the shell's terminal.
    Terminal,
}

impl DeviceFile {
    /// Major and minor number.
    #[must_use]
    pub fn numbers(self) -> (u32, u32) {
        match self {
            Self::Null => (1, 3),
            Self::Zero => (1, 5),
            Self::Terminal => (5, 0),
        }
    }
}

/// Who something belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Owner {
    pub user: u32,
    pub group: u32,
}

impl Owner {
    /// The system itself.
    pub const ROOT: Self = Self { user: 0, group: 0 };
    /// Most of the framework.
    pub const SYSTEM: Self = Self {
        user: 1000,
        group: 1000,
    };
    /// Who `adb shell` is.
    pub const SHELL: Self = Self {
        user: 2000,
        group: 2000,
    };
}

/// The name that Android gives to a user or group.
#[must_use]
pub fn name_of(id: u32) -> Cow<'static, str> {
    Cow::Borrowed(match id {
        0 => "root",
        1000 => "system",
        1001 => "radio",
        1002 => "bluetooth",
        1003 => "graphics",
        1004 => "input",
        1005 => "audio",
        1006 => "camera",
        1007 => "log",
        1011 => "adb",
        1013 => "media",
        1015 => "sdcard_rw",
        1023 => "media_rw",
        1028 => "sdcard_r",
        1077 => "external_storage",
        1078 => "ext_data_rw",
        1079 => "ext_obb_rw",
        2000 => "shell",
        3001 => "net_bt_admin",
        3002 => "net_bt",
        3003 => "inet",
        3006 => "net_bw_stats",
        3009 => "readproc",
        3011 => "uhid",
        3012 => "readtracefs",
        9997 => "everybody",
        9998 => "misc",
        9999 => "nobody",
        10_000..=19_999 => return Cow::Owned(format!("u0_a{}", id - 10_000)),
        other => return Cow::Owned(other.to_string()),
    })
}

/// What is known of something in the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metadata {
    pub kind: FileKind,
    /// Permission bits.
    pub mode: u32,
    /// Who it belongs to.
    pub owner: Owner,
    /// Size in bytes.
    pub size: u64,
    /// When its content last changed.
    pub modified: SystemTime,
    /// A number that tells it from everything else.
    pub inode: u64,
    /// How many names it has.
    pub links: u32,
}

impl Metadata {
    /// Whether it is a folder.
    #[must_use]
    pub fn is_dir(&self) -> bool {
        self.kind == FileKind::Directory
    }

    /// Type and permission bits together, as in `st_mode`.
    #[must_use]
    pub fn st_mode(&self) -> u32 {
        let kind = match self.kind {
            FileKind::File | FileKind::Program => 0o100_000,
            FileKind::Directory => 0o040_000,
            FileKind::Link => 0o120_000,
            FileKind::Device(_) => 0o020_000,
        };
        kind | self.mode
    }
}

/// What files below a folder get, whatever their makers ask for: the shared storage is such a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Who new files belong to.
    pub owner: Owner,
    /// The mode of new files.
    pub file_mode: u32,
    /// The mode of new folders.
    pub directory_mode: u32,
}

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) mode: u32,
    pub(super) owner: Owner,
    pub(super) modified: SystemTime,
    pub(super) links: u32,
    /// How many handles are open; a file without a name lives on while there are some.
    pub(super) handles: u32,
    pub(super) read_only: bool,
    pub(super) policy: Option<Policy>,
}

#[derive(Debug, Clone)]
pub(super) enum Content {
    File(Arc<Vec<u8>>),
    Program,
    Directory(BTreeMap<Vec<u8>, u64>),
    Link(Vec<u8>),
    Device(DeviceFile),
}

/// What a program's file seems to contain.
pub(super) const PROGRAM_BYTES: &[u8] = b"\x7fELF";

impl Node {
    pub(super) fn metadata(&self, inode: u64) -> Metadata {
        let (kind, size) = match &self.content {
            Content::File(bytes) => (FileKind::File, bytes.len()),
            Content::Program => (FileKind::Program, PROGRAM_BYTES.len()),
            Content::Directory(_) => (FileKind::Directory, 4096),
            Content::Link(target) => (FileKind::Link, target.len()),
            Content::Device(device) => (FileKind::Device(*device), 0),
        };
        Metadata {
            kind,
            mode: self.mode,
            owner: self.owner,
            size: size as u64,
            modified: self.modified,
            inode,
            links: self.links,
        }
    }
}
