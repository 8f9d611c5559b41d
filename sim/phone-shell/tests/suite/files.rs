//! The file system by itself.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use clawperator_phone_shell::files::{FileKind, Identity, Opening};
use clawperator_phone_shell::{FileSystem, TokioShellClock};
use proptest::prelude::{ProptestConfig, any, prop, proptest};

fn empty(limit: u64) -> FileSystem {
    FileSystem::empty(
        limit,
        Arc::new(TokioShellClock::starting_at(SystemTime::UNIX_EPOCH)),
    )
}

#[test]
fn failures_have_their_kinds() {
    let files = empty(1_000_000);
    files.create_dir("/d", 0o755).unwrap();
    files.write("/d/f", b"x", 0o644).unwrap();
    files.symlink(b"loop", "/loop").unwrap();
    let kind = |result: std::io::Result<()>| result.unwrap_err().kind();
    assert_eq!(kind(files.read("/nosuch").map(drop)), ErrorKind::NotFound);
    assert_eq!(kind(files.read("/d").map(drop)), ErrorKind::IsADirectory);
    assert_eq!(
        kind(files.read("/d/f/g").map(drop)),
        ErrorKind::NotADirectory
    );
    assert_eq!(
        kind(files.create_dir("/d", 0o755)),
        ErrorKind::AlreadyExists
    );
    assert_eq!(kind(files.remove_dir("/d")), ErrorKind::DirectoryNotEmpty);
    assert_eq!(kind(files.remove_file("/d")), ErrorKind::IsADirectory);
    assert_eq!(kind(files.rename("/d", "/d/e")), ErrorKind::InvalidInput);
    assert_eq!(
        files.read("/loop").unwrap_err().to_string(),
        "Too many symbolic links encountered"
    );
    assert_eq!(
        kind(files.write("/big", &vec![0; 2_000_000], 0o644)),
        ErrorKind::StorageFull
    );
    let shell = files.as_user(Identity::shell());
    assert_eq!(
        kind(shell.write("/d/f", b"y", 0o644)),
        ErrorKind::PermissionDenied
    );
    files.seal("/d").unwrap();
    assert_eq!(
        kind(files.write("/d/f", b"y", 0o644)),
        ErrorKind::ReadOnlyFilesystem
    );
    assert_eq!(
        kind(files.create_dir(format!("/{}", "n".repeat(256)), 0o755)),
        ErrorKind::InvalidFilename
    );
}

#[test]
fn an_open_file_outlives_its_name_and_its_space_comes_back() {
    let files = empty(10_000);
    let before = files.usage().0;
    let open = files.open("/f", Opening::Truncate, 0o600).unwrap();
    open.write(b"hello").unwrap();
    let read = files.read("/f").unwrap();
    files.remove_file("/f").unwrap();
    open.write(b" more").unwrap();
    assert_eq!(read.as_ref(), b"hello");
    assert!(files.usage().0 > before);
    drop(open);
    assert_eq!(files.usage().0, before);
}

#[test]
fn links_names_and_times() {
    let files = empty(100_000);
    files.create_dir_all("/a/b", 0o755).unwrap();
    files.write("/a/b/f", b"1", 0o640).unwrap();
    files.symlink(b"b/f", "/a/l").unwrap();
    assert_eq!(files.read("/a/l").unwrap().as_ref(), b"1");
    assert_eq!(files.link_metadata("/a/l").unwrap().kind, FileKind::Link);
    assert_eq!(files.metadata("/a/l").unwrap().mode, 0o640);
    files.hard_link("/a/b/f", "/h").unwrap();
    assert_eq!(files.metadata("/h").unwrap().links, 2);
    files
        .set_modified("/h", SystemTime::UNIX_EPOCH + Duration::from_secs(5))
        .unwrap();
    assert_eq!(
        files.metadata("/a/b/f").unwrap().modified,
        SystemTime::UNIX_EPOCH + Duration::from_secs(5)
    );
    files.rename("/a/b", "/c").unwrap();
    assert!(files.read("/a/l").is_err());
    assert_eq!(files.read("/a/../c/./f").unwrap().as_ref(), b"1");
    assert_eq!(files.metadata("/").unwrap().links, 4);
}

fn empty_folder(files: &FileSystem, folder: &str) {
    for entry in files.read_dir(folder).unwrap() {
        let path = format!(
            "{}/{}",
            folder.trim_end_matches('/'),
            String::from_utf8(entry.name).unwrap()
        );
        if entry.metadata.is_dir() {
            empty_folder(files, &path);
            files.remove_dir(&path).unwrap();
        } else {
            files.remove_file(&path).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done, the limit holds, and removing everything gives all space back.
    #[test]
    fn space_is_never_lost(steps in prop::collection::vec((0_u8..7, 0_u8..6, 0_u8..6, any::<u16>()), 0..60)) {
        let files = empty(20_000);
        let before = files.usage().0;
        let names = ["/a", "/b", "/a/c", "/a/d", "/b/e", "/a/c/f"];
        for (action, first, second, size) in steps {
            let (from, to) = (names[usize::from(first)], names[usize::from(second)]);
            // Many of these fail, which is the point.
            let _ = match action {
                0 => files.create_dir(from, 0o755),
                1 => files.write(from, &vec![7; usize::from(size)], 0o644),
                2 => files.rename(from, to),
                3 => files.remove_file(from),
                4 => files.remove_dir(from),
                5 => files.symlink(to.as_bytes(), from),
                _ => files.hard_link(from, to),
            };
            let (used, limit) = files.usage();
            assert!(used <= limit);
        }
        empty_folder(&files, "/");
        assert_eq!(files.usage().0, before);
    }
}
