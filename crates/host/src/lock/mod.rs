//! One execution per phone at a time, across processes, users, state folders and names of the phone.
//!
//! Three things are held, all of which are gone with the process that held them, however that ended:
//!
//! 1. a [`claim`] on what the phone says of itself, one for the whole machine;
//! 2. a lock of the operating system on a file in the state folder, for processes that share that folder and cannot see
//!    each other's claims, such as those in containers;
//! 3. a mark in both the state folder and a [folder of all users](shared): it names the holder, and is taken out by one
//!    that ends with nothing under way on the phone. A phone finishes the gesture that it has begun, also when the
//!    process that sent it is dead.
//!
//! Who is ready to wait stands in a [line](mod@line); who is not, and would overtake somebody there, is refused as if the phone were
//! taken.

#[cfg(target_os = "linux")]
mod claim;
#[cfg(not(target_os = "linux"))]
#[path = "claim_by_file.rs"]
mod claim;
mod file_locks;
mod holder_mark;
#[cfg(target_os = "linux")]
mod line;
#[cfg(not(target_os = "linux"))]
#[path = "line_by_file.rs"]
mod line;
mod phone_lock;
mod shared;
mod user;

pub use self::file_locks::FileLocks;
