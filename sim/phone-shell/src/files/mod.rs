//! The phone's file system, in memory.

mod errors;
mod file_system;
mod image;
mod kernel;
mod node;
mod open;
mod path;
mod state;

pub use self::file_system::{FileSystem, FolderEntry, Opening};
pub use self::image::new_boot_id;
pub use self::kernel::ToldProcess;
pub use self::node::{DeviceFile, FileKind, Metadata, Owner, Policy, name_of};
pub use self::open::OpenFile;
pub use self::path::{join, normalize};
pub use self::state::Identity;
