//! Files that strangers wrote: regular ones only, of bounded size, and no link is followed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use clawperator_contract::excerpt;

use crate::finding::{Code, Finding, Findings};
use crate::limits::{
    MAX_FILE_BYTES, MAX_METADATA_BYTES, MAX_PAGE_BYTES, MAX_SKILL_BYTES, MAX_SKILL_DEPTH,
    MAX_SKILL_FILES, MAX_SKILLS,
};
use crate::names::{METADATA_FILE, PAGE_FILE};

/// Folders of a tree that are no skills.
const NO_SKILLS: [&str; 2] = ["generated", "tools"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SkillFile {
    /// Where it is below the skill's folder, with `/` between the parts.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
}

/// Every file of a skill's folder in the order of their paths, or all that is wrong with them.
///
/// `name` is the folder's name below the registry's; findings are told with it.
pub(crate) fn read_folder(folder: &Path, name: &str) -> Result<Vec<SkillFile>, Findings> {
    let mut walk = Walk {
        name,
        files: Vec::new(),
        seen: 0,
        left: MAX_SKILL_BYTES,
        findings: Findings::default(),
    };
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_dir() => walk.folder(folder, "", 0),
        Ok(found) => walk.refuse_kind("", found.is_symlink()),
        Err(error) => walk.unreadable("", &error),
    }
    if walk.findings.has_errors() {
        return Err(walk.findings);
    }
    walk.files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(walk.files)
}

/// The bytes of a regular file of at most `most` bytes; `file` is what findings call it.
pub(crate) fn read_file(path: &Path, file: &str, most: u64) -> Result<Vec<u8>, Finding> {
    let known = match fs::symlink_metadata(path) {
        Ok(known) => known,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Finding::of_file(
                Code::FileMissing,
                file,
                "this file does not exist",
                "add it, or remove its name",
            ));
        }
        Err(error) => return Err(unreadable(file, &error)),
    };
    if !known.is_file() {
        return Err(wrong_kind(file, known.is_symlink()));
    }
    let too_large = |size: u64| {
        Finding::of_file(
            Code::TooLarge,
            file,
            format!("the file has {size} bytes; the limit is {most}"),
            "shorten it, or move what is not needed elsewhere",
        )
    };
    if known.len() > most {
        return Err(too_large(known.len()));
    }
    let opened = File::open(path).map_err(|error| unreadable(file, &error))?;
    let found = opened
        .metadata()
        .map_err(|error| unreadable(file, &error))?;
    if !is_same(&known, &found) {
        return Err(Finding::of_file(
            Code::Unreadable,
            file,
            "the file was replaced while it was being read",
            "run the command again",
        ));
    }
    // Only how much room is made before reading.
    let mut bytes = Vec::with_capacity(usize::try_from(known.len()).unwrap_or_default());
    opened
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(file, &error))?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > most {
        return Err(too_large(size));
    }
    Ok(bytes)
}

/// The text of some bytes.
pub(crate) fn text_of<'b>(bytes: &'b [u8], file: &str) -> Result<&'b str, Finding> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        Finding::of_file(
            Code::NotText,
            file,
            "the file is not UTF-8",
            "save it as UTF-8",
        )
    })?;
    // Some editors write a mark of the byte order; it is no part of the text.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether the file that was opened is the one that was looked at.
#[cfg(unix)]
fn is_same(known: &fs::Metadata, found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    known.dev() == found.dev() && known.ino() == found.ino()
}

/// Whether the file that was opened is the one that was looked at, as far as this system tells.
#[cfg(not(unix))]
fn is_same(known: &fs::Metadata, found: &fs::Metadata) -> bool {
    known.file_type() == found.file_type()
}

struct Walk<'n> {
    name: &'n str,
    files: Vec<SkillFile>,
    seen: usize,
    left: u64,
    findings: Findings,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, path: &str, depth: usize) {
        if depth > MAX_SKILL_DEPTH {
            self.too_many(path, format!("folders nest deeper than {MAX_SKILL_DEPTH}"));
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.unreadable(path, &error),
        };
        for entry in entries {
            self.seen += 1;
            if self.seen > MAX_SKILL_FILES {
                let message = format!("the skill has more than {MAX_SKILL_FILES} files");
                self.too_many("", message);
                return;
            }
            match entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?))) {
                Ok((name, kind)) => {
                    let below = match name.to_str() {
                        Some(name) if path.is_empty() => name.to_owned(),
                        Some(name) => format!("{path}/{name}"),
                        None => {
                            let shown = excerpt(&name.to_string_lossy());
                            self.add(
                                Code::Malformed,
                                path,
                                format!("`{shown}` is not a UTF-8 name"),
                                "rename it",
                            );
                            continue;
                        }
                    };
                    let place = folder.join(&name);
                    if kind.is_dir() {
                        self.folder(&place, &below, depth + 1);
                    } else if kind.is_file() {
                        self.file(&place, below);
                    } else {
                        self.refuse_kind(&below, kind.is_symlink());
                    }
                }
                Err(error) => self.unreadable(path, &error),
            }
            if self.seen > MAX_SKILL_FILES {
                return;
            }
        }
    }

    fn file(&mut self, place: &Path, path: String) {
        let own = match path.as_str() {
            METADATA_FILE => MAX_METADATA_BYTES,
            PAGE_FILE => MAX_PAGE_BYTES,
            _ => MAX_FILE_BYTES,
        };
        match read_file(place, &self.shown(&path), own.min(self.left)) {
            Ok(bytes) => {
                let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
                self.left = self.left.saturating_sub(size);
                self.files.push(SkillFile { path, bytes });
            }
            Err(finding) => self.findings.push(finding),
        }
    }

    fn refuse_kind(&mut self, path: &str, is_link: bool) {
        self.findings.push(wrong_kind(&self.shown(path), is_link));
    }

    fn unreadable(&mut self, path: &str, error: &io::Error) {
        let finding = if error.kind() == io::ErrorKind::NotFound {
            Finding::of_file(
                Code::FileMissing,
                &self.shown(path),
                "this folder does not exist",
                "add it, or remove the skill from the registry",
            )
        } else {
            unreadable(&self.shown(path), error)
        };
        self.findings.push(finding);
    }

    fn too_many(&mut self, path: &str, message: String) {
        self.add(
            Code::TooMany,
            path,
            message,
            "keep in the skill only what it needs",
        );
    }

    fn add(&mut self, code: Code, path: &str, message: String, fix: &str) {
        let finding = Finding::of_file(code, &self.shown(path), message, fix);
        self.findings.push(finding);
    }

    fn shown(&self, path: &str) -> String {
        if path.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}/{path}", self.name)
        }
    }
}

fn wrong_kind(file: &str, is_link: bool) -> Finding {
    if is_link {
        Finding::of_file(
            Code::Symlink,
            file,
            "this is a symbolic link, and links are not followed",
            "replace it with the file itself",
        )
    } else {
        Finding::of_file(
            Code::NotAFile,
            file,
            "wrong kind of file: a folder instead of a file, a file instead of a folder, or neither",
            "replace or remove it",
        )
    }
}

fn unreadable(file: &str, error: &io::Error) -> Finding {
    let words = error.to_string();
    let reason = words
        .split_once(" (os error")
        .map_or(&*words, |(reason, _)| reason);
    Finding::of_file(
        Code::Unreadable,
        file,
        format!("this could not be read: {reason}"),
        "check its permissions",
    )
}

/// Writes a file so that nobody sees half of it: beside its place first, then in its place.
pub(crate) fn replace(place: &Path, text: &str) -> io::Result<()> {
    let mut beside = place.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)?;
    fs::rename(&beside, place)
}

/// The names of the folders in a tree that are skills', in their order.
pub(crate) fn skill_folders(root: &Path) -> Result<Vec<String>, Finding> {
    let entries = fs::read_dir(root).map_err(|error| unreadable(".", &error))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| unreadable(".", &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry
            .file_type()
            .map_err(|error| unreadable(&name, &error))?;
        // A link to a folder would be a skill too, and is refused where it is read.
        let is_folder = kind.is_dir() || (kind.is_symlink() && entry.path().is_dir());
        if is_folder && !NO_SKILLS.contains(&name.as_str()) && !name.starts_with('.') {
            names.push(name);
        }
        if names.len() > MAX_SKILLS {
            return Err(Finding::of_file(
                Code::TooMany,
                ".",
                format!("there are more than {MAX_SKILLS} folders"),
                "split the tree",
            ));
        }
    }
    names.sort();
    Ok(names)
}
