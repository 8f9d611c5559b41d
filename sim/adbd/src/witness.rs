//! Who is told of the requests that reach a phone.

/// Is told of every request when it arrives, before anything is done about it. It must not block.
pub trait Witness: Send + Sync {
    fn arrived(&self, request: Arrived<'_>);
}

/// A request that has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrived<'a> {
    /// The host asks for a stream to a service.
    Stream {
        /// The name, such as `shell,v2:ls`.
        service: &'a [u8],
        /// Whether the phone takes it. A socket that nobody listens on is refused only later.
        taken: bool,
    },
    /// A file is asked for on a stream of `sync:`.
    File {
        /// What is wanted of it.
        operation: FileOperation,
        path: &'a str,
    },
}

/// What is wanted of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileOperation {
    /// Size, mode and times.
    Stat,
    /// The entries of a folder.
    List,
    /// The host sends it.
    Send,
    /// The host receives it.
    Receive,
}

/// Nobody.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NoWitness;

impl Witness for NoWitness {
    fn arrived(&self, _: Arrived<'_>) {}
}
