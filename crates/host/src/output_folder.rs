//! The one folder that pictures and files of a server go to.
//!
//! Whoever posts an execution names the files, and is not trusted with this machine's. So a path is relative and of
//! plain names, which is checked before anything is sent; it is looked up below a folder that is held open, through no
//! link, when the picture is written and when it is fetched; and only pictures are written, replaced and read.

use std::io;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_contract::actions::ActionParams;
use clawperator_contract::{Action, ErrorCode, Execution, Failure, Issue, Rule, Text, excerpt};
use clawperator_engine::{ArtifactError, Artifacts, PictureChange, PictureShape, Shaped, Way};
use clawperator_private_files::{BelowError, HeldFolder, RelativePath};
use clawperator_ui::Bounds;

use crate::blocking::blocking;
use crate::named_files::MOST;
use crate::pictures::{PNG_SIGNATURE, change, not_written, shaped, shows, unnamed};

const ENDING: &str = ".png";
/// The folder of files that are no pictures.
const FILES: &str = "files/";
const NOT_A_PICTURE: &str = "it exists and is not a PNG picture";

/// A folder for pictures whose names come from strangers. Clones are the same folder.
#[derive(Debug, Clone)]
pub struct OutputFolder {
    folder: Arc<HeldFolder>,
}

impl OutputFolder {
    /// Makes the folder, for this user alone, where it is missing. It stays the same one whatever becomes of its name.
    pub fn open(path: &Path) -> io::Result<Self> {
        let folder = Arc::new(HeldFolder::open(path)?);
        Ok(Self { folder })
    }

    /// Refuses an execution that names a file which no output folder can have. It looks at names only and at no disk,
    /// so a surface asks it as soon as the payload is valid.
    pub fn check(execution: &Execution) -> Result<(), Failure> {
        let actions = execution.actions().iter().enumerate();
        let issues: Vec<Issue> = actions
            .filter_map(|(index, action)| issue(index, action))
            .collect();
        let count = issues.len();
        if count == 0 {
            return Ok(());
        }
        Err(Failure::refused(ErrorCode::InvalidPath, issues, count))
    }

    /// A picture of at most so many bytes, or a file that was copied; nothing where there is none. This waits for the
    /// disk.
    pub fn read(&self, relative: &str, most: u64) -> Result<Option<Vec<u8>>, Failure> {
        let not_read = |code, why: &str| {
            let message = format!("the file `{}` cannot be read: {why}", excerpt(relative));
            Failure::new(code, message)
        };
        let is_file = relative.starts_with(FILES);
        let path = if is_file {
            RelativePath::parse(relative).map_err(|error| error.to_string())
        } else {
            picture_path(relative)
        };
        let path = path.map_err(|why| not_read(ErrorCode::InvalidPath, &why))?;
        match self.folder.read(&path, most) {
            Ok(Some(bytes)) if !is_file && !bytes.starts_with(&PNG_SIGNATURE) => {
                Err(not_read(ErrorCode::InvalidPath, "it is not a PNG picture"))
            }
            Ok(read) => Ok(read),
            Err(error @ (BelowError::Refused(_) | BelowError::Taken)) => {
                Err(not_read(ErrorCode::InvalidPath, &error.to_string()))
            }
            Err(BelowError::System(error)) => {
                Err(not_read(ErrorCode::HostIoFailed, &error.to_string()))
            }
        }
    }

    /// Whether a picture may be put there now.
    fn place(&self, relative: &str) -> Result<(), String> {
        let path = picture_path(relative)?;
        let most = PNG_SIGNATURE.len() as u64;
        match self.folder.beginning(&path, most) {
            Ok(Some(found)) if found != PNG_SIGNATURE => Err(NOT_A_PICTURE.to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn save(&self, relative: &str, png: &[u8]) -> Result<(), String> {
        let path = picture_path(relative)?;
        if !png.starts_with(&PNG_SIGNATURE) {
            return Err("what the phone sent is not a PNG picture".to_owned());
        }
        match self.folder.put(&path, png, Some(&PNG_SIGNATURE)) {
            Err(BelowError::Taken) => Err(NOT_A_PICTURE.to_owned()),
            put => put.map_err(|error| error.to_string()),
        }
    }
}

#[async_trait]
impl Artifacts for OutputFolder {
    fn check_picture(&self, path: Option<&str>) -> Result<(), ArtifactError> {
        match path {
            Some(path) => self.place(path).map_err(|why| not_written(path, &why)),
            None => Ok(()),
        }
    }

    /// The path in the answer is relative too: it is what a client fetches the picture by.
    async fn save_picture(
        &self,
        path: Option<&str>,
        command_id: &str,
        step_id: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        let path = match path {
            Some(path) => path.to_owned(),
            // An id may begin with what a name may not.
            None => format!("picture-{}", unnamed(command_id, step_id, "png")),
        };
        let (folder, png) = (self.clone(), png.to_vec());
        let saved = blocking(move || match folder.save(&path, &png) {
            Ok(()) => Ok(path),
            Err(why) => Err(not_written(&path, &why)),
        });
        saved.await
    }

    /// The files are in a folder of their own. Whoever runs the server may put some there for executions to copy.
    fn check_file(&self, name: Option<&str>, way: Way) -> Result<(), ArtifactError> {
        let Some(name) = name else {
            return Ok(());
        };
        let path = file_path(name)?;
        let found = self.folder.beginning(&path, 1);
        match (found, way) {
            (Ok(Some(_)), Way::Read) | (Ok(None), Way::Written) => Ok(()),
            (Ok(None), Way::Read) => Err(file_trouble(name, "the output folder has no such file")),
            (Ok(Some(_)), Way::Written) => {
                Err(file_trouble(name, "it exists, and nothing is replaced"))
            }
            (Err(error), _) => Err(file_trouble(name, &error.to_string())),
        }
    }

    async fn read_file(&self, name: &str) -> Result<Bytes, ArtifactError> {
        let (folder, name) = (Arc::clone(&self.folder), name.to_owned());
        let read = blocking(move || match folder.read(&file_path(&name)?, MOST) {
            Ok(Some(bytes)) => Ok(Bytes::from(bytes)),
            Ok(None) => Err(file_trouble(&name, "the output folder has no such file")),
            Err(error) => Err(file_trouble(&name, &error.to_string())),
        });
        read.await
    }

    /// The path in the answer is relative, as that of a picture.
    async fn save_file(
        &self,
        name: Option<&str>,
        command_id: &str,
        step_id: &str,
        bytes: Vec<u8>,
    ) -> Result<String, ArtifactError> {
        let name = match name {
            Some(name) => name.to_owned(),
            None => format!("pulled-{}", unnamed(command_id, step_id, "file")),
        };
        let folder = Arc::clone(&self.folder);
        let saved = blocking(move || {
            let path = file_path(&name)?;
            let put = folder.put(&path, &bytes, None);
            let put = put.map_err(|error| file_trouble(&name, &error.to_string()));
            put.map(|()| path.as_str().to_owned())
        });
        saved.await
    }

    async fn picture_change(&self, before: Bytes, after: Bytes) -> Option<PictureChange> {
        change(before, after).await
    }

    async fn picture_shows(&self, picture: Bytes, places: Vec<Bounds>) -> bool {
        shows(picture, places).await
    }

    async fn shape_picture(&self, picture: Bytes, shape: PictureShape) -> Result<Shaped, String> {
        shaped(picture, shape).await
    }
}

/// Where the file of a name is.
fn file_path(name: &str) -> Result<RelativePath, ArtifactError> {
    let path = RelativePath::parse(&format!("{FILES}{name}"));
    path.map_err(|error| file_trouble(name, &error.to_string()))
}

fn file_trouble(name: &str, why: &str) -> ArtifactError {
    ArtifactError {
        message: format!("the file `{}` cannot be used: {why}", excerpt(name)),
    }
}

/// A path that a picture may have in any output folder, or what is wrong with it.
fn picture_path(text: &str) -> Result<RelativePath, String> {
    let path = RelativePath::parse(text).map_err(|error| error.to_string())?;
    if path.as_str().ends_with(ENDING) {
        Ok(path)
    } else {
        Err(format!("it does not end in `{ENDING}`"))
    }
}

/// What is wrong with the path that an action names, if it names one.
fn issue(index: usize, action: &Action) -> Option<Issue> {
    let path = match &action.params {
        ActionParams::TakeScreenshot(params) => params.path.as_ref(),
        ActionParams::CaptureScreen(params) => params.path.as_ref(),
        _ => None,
    };
    let path = path.map(Text::as_str)?;
    let why = picture_path(path).err()?;
    let id = action.id.as_str();
    let message = format!(
        "step '{id}': the path `{}` is not allowed: {why}; nothing was sent",
        excerpt(path)
    );
    Some(Issue {
        path: format!("actions.{index}.params.path"),
        action_id: Some(id.to_owned()),
        action_type: Some(action.action_type().name().to_owned()),
        ..Issue::of_document(Rule::Malformed, message)
    })
}
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::path::PathBuf;

    use clawperator_contract::{FailureDetails, validate};
    use serde_json::json;

    use super::*;

    const OLD: &[u8] = b"\x89PNG\r\n\x1a\nold";
    const NEW: &[u8] = b"\x89PNG\r\n\x1a\nnew";

    /// Paths that no output folder has, and why.
    const HOSTILE: [(&str, &str); 24] = [
        ("/etc/passwd.png", "absolute"),
        ("//a.png", "absolute"),
        ("../a.png", "begins with `.`"),
        ("a/../../b.png", "begins with `.`"),
        ("a/..", "begins with `.`"),
        ("./a.png", "begins with `.`"),
        ("a/./b.png", "begins with `.`"),
        (".png", "begins with `.`"),
        (".hidden/a.png", "begins with `.`"),
        (".ssh/authorized_keys", "begins with `.`"),
        ("a//b.png", "is empty"),
        ("a.png/", "is empty"),
        ("-a.png", "begins with `-`"),
        ("a/--output=b.png", "begins with `-`"),
        ("..\\a.png", "backslash"),
        ("C:\\a.png", "backslash"),
        ("a\0.png", "control character"),
        ("a\n.png", "control character"),
        ("a\u{1b}[2J.png", "control character"),
        ("1/2/3/4/5/6/7/8/9.png", "more than 8 parts"),
        ("a", "does not end in `.png`"),
        ("a.PNG", "does not end in `.png`"),
        ("a.png.sh", "does not end in `.png`"),
        ("a.png ", "does not end in `.png`"),
    ];

    /// An output folder beside files that nobody may reach through it.
    struct Place {
        root: tempfile::TempDir,
        output: OutputFolder,
    }

    impl Place {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir(root.path().join("outside")).unwrap();
            fs::write(root.path().join("outside/a.png"), OLD).unwrap();
            let output = OutputFolder::open(&root.path().join("output")).unwrap();
            Self { root, output }
        }

        fn at(&self, name: &str) -> PathBuf {
            self.root.path().join(name)
        }

        async fn save(&self, path: &str) -> Result<String, String> {
            let saved = self.output.save_picture(Some(path), "c", "s", NEW).await;
            saved.map_err(|error| error.message)
        }

        /// Everything there is, with what is in it, but for what is below some folder.
        fn listing(&self, but: Option<&str>) -> BTreeMap<PathBuf, Vec<u8>> {
            let mut found = BTreeMap::new();
            list(self.root.path(), &mut found);
            if let Some(but) = but.map(|but| self.at(but)) {
                found.retain(|path, _| !path.starts_with(&but));
            }
            found
        }
    }

    fn list(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let kind = fs::symlink_metadata(&path).unwrap();
            let bytes = if kind.is_symlink() {
                let leads_to = fs::read_link(&path).unwrap();
                leads_to.to_string_lossy().into_owned().into_bytes()
            } else if kind.is_dir() {
                list(&path, found);
                Vec::new()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path, bytes);
        }
    }

    /// An execution that takes pictures to these paths, where the contract allows them at all.
    fn execution(paths: &[&str]) -> Option<Execution> {
        let actions = paths.iter().enumerate().map(|(index, path)| {
            let kind = ["take_screenshot", "capture_screen"][index % 2];
            json!({ "id": format!("s{index}"), "type": kind, "params": { "path": path } })
        });
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "timeoutMs": 30000,
            "expectedFormat": "android-ui-automator", "actions": actions.collect::<Vec<_>>(),
        });
        let valid = validate(payload.to_string().as_bytes()).ok()?;
        Some(valid.execution)
    }

    #[tokio::test]
    async fn hostile_paths_are_refused_by_all_who_take_one() {
        let place = Place::new();
        let long = [
            (format!("{}.png", "n".repeat(252)), "longer than 255 bytes"),
            (format!("{}.png", "n/".repeat(511)), "longer than 1024"),
        ];
        let long = long.iter().map(|(path, why)| (path.as_str(), *why));
        let before = place.listing(None);
        for (path, why) in HOSTILE.into_iter().chain(long) {
            for paths in [&[path][..], &["a.png", path]] {
                let execution = execution(paths).unwrap();
                let refused = OutputFolder::check(&execution).unwrap_err();
                assert_eq!(refused.code, ErrorCode::InvalidPath);
                assert!(refused.message.contains(why), "{path:?}: {refused}");
                assert!(refused.message.ends_with("nothing was sent"), "{refused}");
            }
            let checked = place.output.check_picture(Some(path)).unwrap_err();
            assert!(checked.message.contains(why), "{path:?}: {checked}");
            assert_eq!(place.save(path).await.unwrap_err(), checked.message);
            let read = place.output.read(path, 100).unwrap_err();
            assert_eq!(read.code, ErrorCode::InvalidPath);
            assert!(read.message.contains(why), "{path:?}: {read}");
        }
        assert_eq!(place.listing(None), before);
    }

    #[test]
    fn every_path_of_an_execution_is_checked_and_named() {
        let fine = execution(&["a.png", "b/c d/ä.png"]).unwrap();
        OutputFolder::check(&fine).unwrap();
        let wrong = execution(&["../a.png", "b.png", "c.png", "/d.png"]).unwrap();
        let refused = OutputFolder::check(&wrong).unwrap_err();
        let Some(FailureDetails::Validation(details)) = refused.details else {
            panic!("no details");
        };
        let named = details.issues.iter().map(|issue| {
            let kind = issue.action_type.as_deref().unwrap();
            (issue.path.as_str(), kind)
        });
        let expected = [
            ("actions.0.params.path", "take_screenshot"),
            ("actions.3.params.path", "capture_screen"),
        ];
        assert_eq!(named.collect::<Vec<_>>(), expected);
    }

    #[tokio::test]
    async fn a_picture_is_put_below_and_fetched_by_the_path_of_the_answer() {
        let place = Place::new();
        let outside = place.listing(Some("output"));
        for path in ["a.png", "shots/today/home.png", "shots/today/home.png"] {
            place.output.check_picture(Some(path)).unwrap();
            assert_eq!(place.save(path).await.as_deref(), Ok(path));
            let read = place.output.read(path, 100).unwrap();
            assert_eq!(read.as_deref(), Some(NEW));
        }
        for id in ["../c", "-c", ".", "/"] {
            let saved = place.output.save_picture(None, id, id, NEW).await.unwrap();
            assert!(!saved.contains('/'), "{saved}");
            let read = place.output.read(&saved, 100).unwrap();
            assert_eq!(read.as_deref(), Some(NEW));
            let file = fs::metadata(place.at("output").join(&saved)).unwrap();
            assert_eq!(file.mode() & 0o777, 0o600);
        }
        assert_eq!(place.output.read("none/a.png", 100).unwrap(), None);
        let folder = fs::metadata(place.at("output")).unwrap();
        assert_eq!(folder.mode() & 0o777, 0o700);
        assert_eq!(place.listing(Some("output")), outside);
    }

    #[tokio::test]
    async fn only_pictures_are_replaced_written_and_read() {
        let place = Place::new();
        fs::write(place.at("output/old.png"), OLD).unwrap();
        fs::write(place.at("output/text.png"), "kept").unwrap();
        fs::create_dir(place.at("output/folder.png")).unwrap();
        place.save("old.png").await.unwrap();
        assert_eq!(fs::read(place.at("output/old.png")).unwrap(), NEW);
        let before = place.listing(None);
        for (path, why) in [
            ("text.png", "is not a PNG picture"),
            ("folder.png", "not a regular file"),
            ("text.png/a.png", "not a folder"),
        ] {
            let checked = place.output.check_picture(Some(path)).unwrap_err();
            assert!(checked.message.contains(why), "{checked}");
            assert_eq!(place.save(path).await.unwrap_err(), checked.message);
            let read = place.output.read(path, 100).unwrap_err();
            assert_eq!(read.code, ErrorCode::InvalidPath);
            assert!(read.message.contains(why), "{read}");
        }
        let other = place
            .output
            .save_picture(Some("x.png"), "c", "s", b"GIF89a");
        assert!(other.await.is_err());
        assert!(place.output.read("old.png", 3).is_err());
        assert_eq!(place.listing(None), before);
    }

    #[tokio::test]
    async fn links_are_refused_whenever_they_appear() {
        let place = Place::new();
        symlink("../outside", place.at("output/linked")).unwrap();
        symlink("../outside/a.png", place.at("output/file.png")).unwrap();
        symlink("../outside/new.png", place.at("output/nowhere.png")).unwrap();
        let before = place.listing(None);
        for path in ["linked/a.png", "linked/b/c.png", "file.png", "nowhere.png"] {
            let checked = place.output.check_picture(Some(path)).unwrap_err();
            assert!(checked.message.contains("symbolic link"), "{checked}");
            assert_eq!(place.save(path).await.unwrap_err(), checked.message);
            let read = place.output.read(path, 100).unwrap_err();
            assert!(read.message.contains("symbolic link"), "{read}");
        }
        assert_eq!(place.listing(None), before);
        // One that is a folder when the path is checked, and a link when the picture is there.
        fs::create_dir(place.at("output/swapped")).unwrap();
        place.output.check_picture(Some("swapped/a.png")).unwrap();
        fs::remove_dir(place.at("output/swapped")).unwrap();
        symlink("../outside", place.at("output/swapped")).unwrap();
        let before = place.listing(None);
        let refused = place.save("swapped/a.png").await.unwrap_err();
        assert!(refused.contains("symbolic link"), "{refused}");
        assert_eq!(place.listing(None), before);
    }

    #[tokio::test]
    async fn the_output_folder_itself_cannot_be_swapped() {
        let place = Place::new();
        fs::rename(place.at("output"), place.at("moved")).unwrap();
        symlink("outside", place.at("output")).unwrap();
        let outside = place.listing(Some("moved"));
        place.save("a.png").await.unwrap();
        assert_eq!(fs::read(place.at("moved/a.png")).unwrap(), NEW);
        assert_eq!(place.listing(Some("moved")), outside);
        assert!(OutputFolder::open(&place.at("output")).is_err());
    }
}
