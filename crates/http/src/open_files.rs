//! How many connections the system lets this process have.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The most connections, where the system allows as many.
const MOST: u64 = 4_096;
/// What a process needs besides: runs, phones, files that are sent.
const BESIDES: u64 = 256;
/// The fewest connections that a server is of use with.
const LEAST: u64 = 64;

/// Asks the system for as many open files as it lets this user have, and says how many connections that makes.
pub(crate) fn connections() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let current = match setrlimit(Resource::Nofile, wanted) {
        Ok(()) => limit.maximum,
        // It goes on with what it has.
        Err(_) => limit.current,
    };
    // Without a limit the system allows as many as are wanted.
    let files = current.unwrap_or(u64::MAX).saturating_sub(BESIDES);
    usize::try_from(files.clamp(LEAST, MOST)).unwrap_or(usize::MAX)
}
