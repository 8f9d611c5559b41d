//! Paths as bytes.

/// A path seen from a folder: absolute paths stay, others are put behind the folder.
///
/// `.` and empty parts go; `..` stays, because what is above a link depends on where the link leads.
#[must_use]
pub fn join(folder: &[u8], path: &[u8]) -> Vec<u8> {
    let mut joined = if path.first() == Some(&b'/') {
        Vec::new()
    } else {
        folder.to_vec()
    };
    while joined.last() == Some(&b'/') {
        joined.pop();
    }
    for part in path
        .split(|byte| *byte == b'/')
        .filter(|part| !part.is_empty() && *part != b".")
    {
        joined.push(b'/');
        joined.extend_from_slice(part);
    }
    // A slash at the end asks for a folder, which the file system must see.
    if joined.is_empty() || (path.ends_with(b"/") && joined.len() > 1) {
        joined.push(b'/');
    }
    joined
}

/// A path with `..` taken away by its letters alone, as `cd` does.
#[must_use]
pub fn normalize(path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let mut normal = Vec::with_capacity(path.len());
    for part in parts {
        normal.push(b'/');
        normal.extend_from_slice(part);
    }
    if normal.is_empty() {
        normal.push(b'/');
    }
    normal
}
