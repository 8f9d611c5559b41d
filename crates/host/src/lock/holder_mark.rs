//! A file that names who has a phone.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use clawperator_contract::Holder;

/// The most of a mark that is read.
const HOLDER_LIMIT: u64 = 4096;

/// Names the holder in a file, in place of whoever was named there.
pub(super) fn write_holder(file: &mut File, holder: &Holder) -> io::Result<()> {
    let text = serde_json::to_vec(holder)?;
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&text)
}

/// The holder as the file names it; nothing while it is being written.
pub(super) fn read_holder(file: &mut File) -> Option<Holder> {
    let mut text = Vec::new();
    file.take(HOLDER_LIMIT).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}
