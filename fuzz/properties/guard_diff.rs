//! What holds of any bytes that are read as a diff.

use std::io::BufReader;

use clawperator_skills::guard::added_lines;

/// Panics when an answer to `bytes` is not one that may be given.
pub(crate) fn check(bytes: &[u8]) {
    let whole = read(bytes, bytes.len().max(1));
    // However the bytes arrive, what they add is the same.
    assert_eq!(read(bytes, 1), whole);
    for (file, line, added) in &whole {
        let holds =
            |part: &[u8]| part.is_empty() || bytes.windows(part.len()).any(|window| window == part);
        assert!(holds(file) && holds(added), "line {line} was made up");
    }
}

fn read(bytes: &[u8], at_once: usize) -> Vec<(Vec<u8>, u64, Vec<u8>)> {
    let mut found = Vec::new();
    added_lines(BufReader::with_capacity(at_once, bytes), 16, |added| {
        found.push((added.file.to_vec(), added.line, added.bytes.to_vec()));
    })
    .expect("bytes in memory can be read");
    found
}
