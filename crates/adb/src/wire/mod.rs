//! The bytes of the protocols, decoded by bounded functions that do no input or output.
//!
//! This is public only so that fuzz targets and benchmarks can reach it; it may change in any release.

mod devices;
mod frame;
mod shell;
mod sync;

pub use self::devices::{DeviceEntry, DeviceState, ListForm, parse_devices};
pub use self::frame::{
    ANSWER_LIMIT, AnswerStatus, REQUEST_LIMIT, decode_snapshot, encode_request, parse_answer,
    parse_length, parse_status,
};
pub use self::shell::{ShellDecoder, ShellPacket, ShellPacketId, WindowSize, encode_shell_packet};
pub use self::sync::{
    CHUNK_LIMIT, Expect, FileDetails, FileStat, ListEntry, NAME_LIMIT, PATH_LIMIT, SyncFrame,
    decode_sync, encode_data_header, encode_done, encode_path_request, encode_receive_v2,
    encode_send_v1, encode_send_v2,
};

/// What is wrong with bytes that came from the server or the phone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// Four bytes stood where `OKAY` or `FAIL` was due.
    #[error("expected a status, found {}", printable(*.0))]
    Status([u8; 4]),
    /// A length was not written in hexadecimal digits.
    #[error("expected a hexadecimal length, found {}", printable(*.0))]
    Length([u8; 4]),
    /// The announced length is not what came before the end of the stream.
    #[error("an answer of {present} bytes does not match its announced length")]
    LengthMismatch {
        /// Bytes that came, the length's own digits counted.
        present: usize,
    },
    /// Something is longer than it may be.
    #[error("{what} of {length} bytes is over the limit of {limit}")]
    TooLong {
        /// What is too long.
        what: &'static str,
        length: usize,
        limit: usize,
    },
    /// A line of the list of devices has no serial number or no state.
    #[error("a line of the device list has no serial number or no state")]
    DeviceLine,
    /// A shell packet has a number that the phone may not send.
    #[error("unexpected shell packet {0}")]
    ShellPacket(u8),
    /// The shell's exit packet does not hold exactly one byte.
    #[error("an exit packet of {0} bytes")]
    ExitPacket(u32),
    /// A sync answer that does not belong to the question.
    #[error("unexpected sync answer {}", printable(*.0))]
    SyncAnswer([u8; 4]),
    /// The answer is not what the question allows.
    #[error("{0}")]
    Unexpected(&'static str),
}

fn printable(bytes: [u8; 4]) -> String {
    format!("`{}`", bytes.escape_ascii())
}
