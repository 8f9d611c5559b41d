//! What a package file says of itself: a ZIP archive with a manifest in Android's binary XML.
//!
//! ```text
//! ZIP:   … local headers and data … | central directory | end record (22 bytes + comment)
//! XML:   u16 type, u16 header size, u32 size, then chunks of the same head:
//!        0x0001 string pool, 0x0180 resource ids, 0x0102 start of an element, …
//! ```

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::phone::{InstallOutcome, InstalledPackage};

/// The largest manifest.
const MAX_MANIFEST: usize = 4 << 20;
/// Most entries of the archive that are looked at.
const MAX_ENTRIES: usize = 65_536;
const VERSION_CODE: u32 = 0x0101_021b;
const VERSION_NAME: u32 = 0x0101_021c;

/// The package that a file holds, or the code of the platform for why it is none.
pub(super) fn read(file: &[u8]) -> InstallOutcome {
    let not_apk = "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: no AndroidManifest.xml";
    let manifest = entry(file, b"AndroidManifest.xml").ok_or(not_apk)?;
    let bad_manifest = "INSTALL_PARSE_FAILED_BAD_MANIFEST: unreadable AndroidManifest.xml";
    let package = parse_manifest(&manifest).ok_or(bad_manifest)?;
    let allowed =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_');
    if package.name.contains('.') && package.name.len() <= 255 && package.name.chars().all(allowed)
    {
        Ok(package)
    } else {
        Err("INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME: Invalid manifest package".to_owned())
    }
}

/// An entry of the archive, inflated.
fn entry(file: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let tail = file.len().saturating_sub(22 + 65_535);
    let end = (tail..=file.len().checked_sub(22)?)
        .rev()
        .find(|at| file.get(*at..at + 4) == Some(b"PK\x05\x06"))?;
    let mut at = usize::try_from(u32_at(file, end + 16)?).ok()?;
    for _ in 0..MAX_ENTRIES {
        if file.get(at..at.checked_add(4)?)? != b"PK\x01\x02" {
            return None;
        }
        let name_length = usize::from(u16_at(file, at + 28)?);
        let rest = usize::from(u16_at(file, at + 30)?) + usize::from(u16_at(file, at + 32)?);
        if file.get(at + 46..at + 46 + name_length)? == name {
            let method = u16_at(file, at + 10)?;
            let size = usize::try_from(u32_at(file, at + 20)?).ok()?;
            let local = usize::try_from(u32_at(file, at + 42)?).ok()?;
            let skipped = usize::from(u16_at(file, local.checked_add(26)?)?)
                + usize::from(u16_at(file, local + 28)?);
            let start = local + 30 + skipped;
            let data = file.get(start..start.checked_add(size)?)?;
            return match method {
                0 => (data.len() <= MAX_MANIFEST).then(|| data.to_vec()),
                8 => decompress_to_vec_with_limit(data, MAX_MANIFEST).ok(),
                _ => None,
            };
        }
        at += 46 + name_length + rest;
    }
    None
}

fn parse_manifest(xml: &[u8]) -> Option<InstalledPackage> {
    if u16_at(xml, 0)? != 0x0003 {
        return None;
    }
    let (mut strings, mut resources): (&[u8], &[u8]) = (&[], &[]);
    let mut at = usize::from(u16_at(xml, 2)?);
    while at < xml.len() {
        let (kind, header) = (u16_at(xml, at)?, usize::from(u16_at(xml, at + 2)?));
        let size = usize::try_from(u32_at(xml, at + 4)?).ok()?;
        if size < 8 {
            return None;
        }
        let chunk = xml.get(at..at.checked_add(size)?)?;
        match kind {
            0x0001 => strings = chunk,
            0x0180 => resources = chunk.get(header..)?,
            0x0102 => return manifest_element(chunk.get(header..)?, strings, resources),
            _ => {}
        }
        at += size;
    }
    None
}

/// The first element is the manifest itself.
fn manifest_element(element: &[u8], strings: &[u8], resources: &[u8]) -> Option<InstalledPackage> {
    if string(strings, u32_at(element, 4)?)? != "manifest" {
        return None;
    }
    let start = usize::from(u16_at(element, 8)?);
    let size = usize::from(u16_at(element, 10)?);
    let (mut name, mut version_code, mut version_name) = (None, 0, String::new());
    for index in 0..usize::from(u16_at(element, 12)?) {
        let attribute = element.get(start + index * size..)?;
        let key = u32_at(attribute, 4)?;
        let text = || string(strings, u32_at(attribute, 8)?);
        let resource = u32_at(resources, usize::try_from(key).ok()?.checked_mul(4)?);
        match (resource, string(strings, key)?.as_str()) {
            (Some(VERSION_CODE), _) | (None, "versionCode") => {
                version_code = u64::from(u32_at(attribute, 16)?);
            }
            (Some(VERSION_NAME), _) | (None, "versionName") => {
                // One that is a number or a reference has no text of its own.
                version_name = text().unwrap_or_default();
            }
            (None, "package") => name = text(),
            _ => {}
        }
    }
    Some(InstalledPackage {
        name: name?,
        version_code,
        version_name,
    })
}

/// One text of the pool. Texts may overlap, so they are read one by one: all of them could be far larger than the file.
fn string(pool: &[u8], index: u32) -> Option<String> {
    if index >= u32_at(pool, 8)? {
        return None;
    }
    let place =
        usize::from(u16_at(pool, 2)?).checked_add(usize::try_from(index).ok()?.checked_mul(4)?)?;
    let start = u32_at(pool, 20)?.checked_add(u32_at(pool, place)?)?;
    let text = pool.get(usize::try_from(start).ok()?..)?;
    if u32_at(pool, 16)? & 0x100 != 0 {
        text_8(text)
    } else {
        text_16(text)
    }
}

/// Two lengths, in characters and in bytes, each of one byte or two; then the bytes.
fn text_8(text: &[u8]) -> Option<String> {
    let skip = |at: usize| {
        Some(if text.get(at)? & 0x80 != 0 {
            at + 2
        } else {
            at + 1
        })
    };
    let second = skip(0)?;
    let start = skip(second)?;
    let first = usize::from(*text.get(second)?);
    let length = if start == second + 2 {
        (first & 0x7f) << 8 | usize::from(*text.get(second + 1)?)
    } else {
        first
    };
    String::from_utf8(text.get(start..start + length)?.to_vec()).ok()
}

/// A length in units of one word or two; then the units.
fn text_16(text: &[u8]) -> Option<String> {
    let first = u16_at(text, 0)?;
    let (length, start): (usize, usize) = if first & 0x8000 == 0 {
        (usize::from(first), 2)
    } else {
        (
            usize::from(first & 0x7fff) << 16 | usize::from(u16_at(text, 2)?),
            4,
        )
    };
    let units = text.get(start..start.checked_add(length.checked_mul(2)?)?)?;
    let units: Vec<u16> = units
        .chunks_exact(2)
        .filter_map(|unit| u16_at(unit, 0))
        .collect();
    String::from_utf16(&units).ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::read;

    /// A stored archive with one manifest that names `a.b`, version 7.
    fn sample() -> Vec<u8> {
        let manifest = manifest();
        let name = b"AndroidManifest.xml";
        let length = u32::try_from(manifest.len()).unwrap();
        let mut file = Vec::new();
        file.extend_from_slice(b"PK\x03\x04");
        file.extend_from_slice(&[0; 14]);
        file.extend_from_slice(&length.to_le_bytes());
        file.extend_from_slice(&length.to_le_bytes());
        file.extend_from_slice(&[19, 0, 0, 0]);
        file.extend_from_slice(name);
        file.extend_from_slice(&manifest);
        let directory = u32::try_from(file.len()).unwrap();
        file.extend_from_slice(b"PK\x01\x02");
        file.extend_from_slice(&[0; 16]);
        file.extend_from_slice(&length.to_le_bytes());
        file.extend_from_slice(&length.to_le_bytes());
        file.extend_from_slice(&[19, 0, 0, 0, 0, 0]);
        file.extend_from_slice(&[0; 12]);
        file.extend_from_slice(name);
        file.extend_from_slice(b"PK\x05\x06");
        file.extend_from_slice(&[0; 12]);
        file.extend_from_slice(&directory.to_le_bytes());
        file.extend_from_slice(&[0; 2]);
        file
    }

    fn manifest() -> Vec<u8> {
        let texts = ["manifest", "package", "a.b", "versionCode"];
        let mut data = Vec::new();
        let mut offsets = Vec::new();
        for text in texts {
            offsets.extend_from_slice(&u32::try_from(data.len()).unwrap().to_le_bytes());
            let length = u8::try_from(text.len()).unwrap();
            data.extend_from_slice(&[length, length]);
            data.extend_from_slice(text.as_bytes());
            data.push(0);
        }
        let words = |words: &[u32]| {
            words
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect::<Vec<u8>>()
        };
        let head = |kind: u16, header: u16, size: usize| {
            let size = u32::try_from(size).unwrap().to_le_bytes();
            [kind.to_le_bytes().as_slice(), &header.to_le_bytes(), &size].concat()
        };
        let mut pool = head(0x0001, 28, 28 + offsets.len() + data.len());
        pool.extend(words(&[
            4,
            0,
            0x100,
            u32::try_from(28 + offsets.len()).unwrap(),
            0,
        ]));
        pool.extend(offsets);
        pool.extend(data);
        let mut element = head(0x0102, 16, 16 + 20 + 40);
        element.extend(words(&[1, u32::MAX, u32::MAX, 0]));
        element.extend([20, 0, 20, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
        element.extend(words(&[u32::MAX, 1, 2, 0x0300_0008, 2]));
        element.extend(words(&[u32::MAX, 3, u32::MAX, 0x1000_0008, 7]));
        let mut xml = head(0x0003, 8, 8 + pool.len() + element.len());
        xml.extend(pool);
        xml.extend(element);
        xml
    }

    #[test]
    fn a_package_names_itself() {
        let package = read(&sample()).unwrap();
        assert_eq!((package.name.as_str(), package.version_code), ("a.b", 7));
        let refused = read(b"not a package").unwrap_err();
        assert!(
            refused.starts_with("INSTALL_PARSE_FAILED_NOT_APK"),
            "{refused}"
        );
    }

    proptest::proptest! {
        #[test]
        fn broken_packages_are_refused_and_nothing_more(at in 0_usize..400, byte: u8, cut in 0_usize..400) {
            let mut file = sample();
            if let Some(place) = file.get_mut(at) {
                *place = byte;
            }
            let _ = read(&file);
            file.truncate(cut);
            let _ = read(&file);
        }
    }
}
