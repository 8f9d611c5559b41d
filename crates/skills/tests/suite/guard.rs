//! The guard in real repositories.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use clawperator_skills::guard::{
    Denylist, DenylistError, GitError, Hit, Repository, Scanned, denylist_path, install, scan_push,
    scan_staged,
};
use tempfile::TempDir;

const TOKEN: &str = "R5CT10ABCDE";
const ZERO: &str = "0000000000000000000000000000000000000000";

/// A repository with one commit, whose denylist holds [`TOKEN`].
struct Repo {
    folder: TempDir,
}

impl Repo {
    fn new() -> Self {
        let repo = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        repo.git(&["init", "-q", "-b", "main"]);
        repo.git(&["config", "user.name", "a"]);
        repo.git(&["config", "user.email", "a@example.com"]);
        repo.commit("first.txt", "first\n");
        Denylist::add(&denylist_path(&repo.open()), [TOKEN]).unwrap();
        repo
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn open(&self) -> Repository {
        Repository::open(self.path()).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        git_in(self.path(), arguments)
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let place = self.path().join(name);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, content).unwrap();
    }

    fn stage(&self, name: &str, content: impl AsRef<[u8]>) {
        self.write(name, content);
        self.git(&["add", "--", name]);
    }

    fn commit(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        self.stage(name, content);
        self.git(&["commit", "-q", "--no-verify", "-m", name]);
        self.git(&["rev-parse", "HEAD"])
    }

    fn staged(&self) -> Scanned {
        let repository = self.open();
        let denylist = Denylist::read(&denylist_path(&repository)).unwrap();
        scan_staged(&repository, &denylist).unwrap()
    }

    fn pushed(&self, remote: &str, local: &str, known: &str) -> Scanned {
        let repository = self.open();
        let denylist = Denylist::read(&denylist_path(&repository)).unwrap();
        let told = format!("refs/heads/main {local} refs/heads/main {known}\n");
        scan_push(&repository, &denylist, remote, told.as_bytes()).unwrap()
    }

    /// A bare repository that `origin` stands for.
    fn with_origin(&self) -> TempDir {
        let origin = tempfile::tempdir().unwrap();
        git_in(origin.path(), &["init", "-q", "--bare", "-b", "main"]);
        let place = origin.path().to_str().unwrap();
        self.git(&["remote", "add", "origin", place]);
        self.git(&["push", "-q", "--no-verify", "origin", "main"]);
        origin
    }

    /// Installs the hooks with a program that says what it was called with and ends with `code`.
    fn install(&self, code: i32) -> PathBuf {
        let program = self.path().join(".git/it's a program");
        let script = format!("#!/bin/sh\necho called \"$@\"\ncat\nexit {code}\n");
        write_program(&program, &script);
        install(&self.open(), &program).unwrap();
        program
    }

    fn hook(&self, name: &str) -> PathBuf {
        self.path().join(".git/hooks").join(name)
    }
}

fn git_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env_remove("CLAWPERATOR_BIN")
        .args(arguments)
        .output()
        .unwrap()
}

fn write_program(place: &Path, script: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(place, script).unwrap();
    fs::set_permissions(place, fs::Permissions::from_mode(0o755)).unwrap();
}

fn hit(file: &str, line: u64) -> Hit {
    Hit {
        file: file.to_owned(),
        line: (line > 0).then_some(line),
    }
}

fn fifty_lines() -> String {
    let lines: Vec<String> = (0..50).map(|line| format!("line {line}\n")).collect();
    lines.concat()
}

#[test]
fn what_is_staged_is_looked_through_and_what_is_not_is_not() {
    let repo = Repo::new();
    assert_eq!(repo.staged(), Scanned::default());
    repo.write("first.txt", format!("first\n{TOKEN}\n"));
    assert_eq!(repo.staged(), Scanned::default());
    repo.git(&["add", "first.txt"]);
    assert_eq!(repo.staged().hits, [hit("first.txt", 2)]);
    repo.write("first.txt", "clean again\n");
    assert_eq!(repo.staged().hits, [hit("first.txt", 2)]);
    repo.git(&["add", "first.txt"]);
    assert_eq!(repo.staged(), Scanned::default());
}

#[test]
fn case_does_not_hide_a_token_and_a_removed_line_is_no_find() {
    let repo = Repo::new();
    repo.stage(
        "a.txt",
        format!("one\ntwo\nserial={}\n", TOKEN.to_lowercase()),
    );
    assert_eq!(repo.staged().hits, [hit("a.txt", 3)]);
    repo.git(&["commit", "-q", "--no-verify", "-m", "slipped"]);
    repo.stage("a.txt", "one\ntwo\n");
    assert_eq!(repo.staged(), Scanned::default());
}

#[test]
fn a_renamed_file_is_looked_through_where_it_is_now() {
    let repo = Repo::new();
    let long = fifty_lines();
    repo.commit("old.txt", &long);
    repo.git(&["mv", "old.txt", "new name.txt"]);
    repo.stage("new name.txt", format!("{long}{TOKEN}\n"));
    assert_eq!(repo.staged().hits, [hit("new name.txt", 51)]);
}

#[test]
fn a_token_in_a_name_is_found_and_not_told() {
    let repo = Repo::new();
    repo.stage(&format!("dump-{TOKEN}.txt"), format!("{TOKEN}\n"));
    assert_eq!(
        repo.staged().hits,
        [hit("dump-***.txt", 0), hit("dump-***.txt", 1)]
    );
    let repo = Repo::new();
    let long = fifty_lines();
    repo.commit("old.txt", &long);
    repo.git(&["mv", "old.txt", &format!("{TOKEN}.txt")]);
    assert_eq!(repo.staged().hits, [hit("***.txt", 0)]);
}

#[test]
fn binary_files_are_looked_through_whatever_the_attributes_say() {
    let repo = Repo::new();
    let mut bytes = vec![0_u8, 255, 7];
    bytes.extend(TOKEN.as_bytes());
    bytes.extend([0, 1, 2]);
    repo.stage("a.bin", &bytes);
    assert_eq!(repo.staged().hits, [hit("a.bin", 1)]);
    repo.stage(".gitattributes", "*.txt binary\n*.md -diff\n");
    repo.stage("a.txt", TOKEN);
    repo.stage("a.md", TOKEN);
    let files: Vec<String> = repo.staged().hits.into_iter().map(|hit| hit.file).collect();
    assert_eq!(files, ["a.bin", "a.md", "a.txt"]);
}

#[test]
fn configuration_does_not_blind_the_guard() {
    let repo = Repo::new();
    for (key, value) in [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("color.ui", "always"),
        ("diff.external", "true"),
        ("diff.context", "9"),
        ("core.quotePath", "true"),
    ] {
        repo.git(&["config", key, value]);
    }
    repo.stage("b/é.txt", format!("x\n{TOKEN}\n"));
    assert_eq!(repo.staged().hits, [hit("b/é.txt", 2)]);
}

#[test]
fn a_push_is_looked_through_commit_by_commit() {
    let repo = Repo::new();
    let _origin = repo.with_origin();
    let known = repo.git(&["rev-parse", "HEAD"]);
    repo.commit("a.txt", format!("a\n{TOKEN}\n"));
    let last = repo.commit("a.txt", "a\nclean\n");
    // The token is gone from the last state, and would be pushed all the same.
    assert_eq!(repo.pushed("origin", &last, &known).hits, [hit("a.txt", 2)]);
    assert_eq!(repo.pushed("origin", &known, &known), Scanned::default());
}

#[test]
fn a_new_branch_is_looked_through_from_where_the_remote_ends() {
    let repo = Repo::new();
    repo.commit("old.txt", format!("{TOKEN}\n"));
    let _origin = repo.with_origin();
    let last = repo.commit("new.txt", "clean\n");
    assert_eq!(repo.pushed("origin", &last, ZERO), Scanned::default());
    let last = repo.commit("new.txt", format!("{TOKEN}\n"));
    assert_eq!(repo.pushed("origin", &last, ZERO).hits, [hit("new.txt", 1)]);
}

#[test]
fn a_remote_that_nobody_knows_has_nothing() {
    let repo = Repo::new();
    repo.commit("old.txt", format!("{TOKEN}\n"));
    let _origin = repo.with_origin();
    let last = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["remote", "remove", "origin"]);
    assert_eq!(repo.pushed("origin", &last, ZERO).hits, [hit("old.txt", 1)]);
    let address = "https://example.com/a.git";
    assert_eq!(repo.pushed(address, &last, ZERO).hits, [hit("old.txt", 1)]);
    // An id that was pushed by somebody else and is not here.
    let unknown = "1234567890123456789012345678901234567890";
    assert_eq!(
        repo.pushed(address, &last, unknown).hits,
        [hit("old.txt", 1)]
    );
}

#[test]
fn a_branch_that_is_deleted_adds_nothing_and_nonsense_is_refused() {
    let repo = Repo::new();
    let last = repo.commit("old.txt", format!("{TOKEN}\n"));
    assert_eq!(repo.pushed("origin", ZERO, &last), Scanned::default());
    let repository = repo.open();
    let denylist = Denylist::read(&denylist_path(&repository)).unwrap();
    for told in ["a b c\n", "a --all b c\n"] {
        let refused = scan_push(&repository, &denylist, "origin", told.as_bytes());
        assert!(matches!(refused, Err(GitError::Failed(_))), "{told}");
    }
    let told = format!("refs/heads/a {ZERO} refs/heads/a {last}\n\n");
    assert!(scan_push(&repository, &denylist, "origin", told.as_bytes()).is_ok());
}

#[test]
fn what_only_a_merge_brings_in_is_found() {
    let repo = Repo::new();
    let _origin = repo.with_origin();
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.commit("side.txt", "side\n");
    repo.git(&["checkout", "-q", "main"]);
    repo.commit("main.txt", "main\n");
    repo.git(&["merge", "-q", "--no-commit", "--no-ff", "side"]);
    let last = repo.commit("side.txt", format!("side\n{TOKEN}\n"));
    let hits = repo.pushed("origin", &last, ZERO).hits;
    assert!(hits.contains(&hit("side.txt", 2)), "{hits:?}");
}

#[test]
fn hooks_stop_a_commit_and_a_push() {
    let repo = Repo::new();
    let _origin = repo.with_origin();
    repo.install(7);
    repo.stage("a.txt", "a\n");
    let refused = repo.run(&["commit", "-q", "-m", "a"]);
    assert!(!refused.status.success());
    repo.commit("b.txt", "b\n");
    assert!(!repo.run(&["push", "-q", "origin", "main"]).status.success());
    repo.install(0);
    repo.git(&["push", "-q", "origin", "main"]);
    repo.stage("c.txt", "c\n");
    repo.git(&["commit", "-q", "-m", "c"]);
}

#[test]
fn a_hook_that_was_there_is_kept_and_runs_first() {
    let repo = Repo::new();
    let _origin = repo.with_origin();
    let log = repo.path().join(".git/log");
    let note = format!(
        "#!/bin/sh\necho before \"$1\" >> '{}'\ncat >> '{0}'\n",
        log.display()
    );
    for name in ["pre-commit", "pre-push"] {
        write_program(&repo.hook(name), &note);
    }
    repo.install(0);
    repo.install(0);
    assert_eq!(
        fs::read_to_string(repo.hook("pre-commit.before-clawperator")).unwrap(),
        note
    );
    repo.stage("a.txt", "a\n");
    repo.git(&["commit", "-q", "-m", "a"]);
    repo.git(&["push", "-q", "origin", "main"]);
    let text = fs::read_to_string(&log).unwrap();
    assert!(
        text.starts_with("before \nbefore origin\nrefs/heads/main "),
        "{text}"
    );
    write_program(
        &repo.hook("pre-commit.before-clawperator"),
        "#!/bin/sh\nexit 3\n",
    );
    repo.stage("b.txt", "b\n");
    assert!(!repo.run(&["commit", "-q", "-m", "b"]).status.success());
}

#[test]
fn a_hook_is_not_moved_onto_one_that_was_kept() {
    let repo = Repo::new();
    write_program(&repo.hook("pre-commit"), "#!/bin/sh\n# one\n");
    let program = repo.install(0);
    write_program(&repo.hook("pre-commit"), "#!/bin/sh\n# two\n");
    assert!(install(&repo.open(), &program).is_err());
    let kept = fs::read_to_string(repo.hook("pre-commit.before-clawperator")).unwrap();
    assert!(kept.contains("# one"));
}

#[test]
fn a_missing_program_fails_the_hook() {
    let repo = Repo::new();
    let program = repo.install(0);
    fs::remove_file(program).unwrap();
    repo.stage("a.txt", "a\n");
    let refused = repo.run(&["commit", "-q", "-m", "a"]);
    assert!(!refused.status.success());
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("clawperator is not there"), "{told}");
}

#[test]
fn all_work_trees_share_the_denylist_and_the_hooks() {
    let repo = Repo::new();
    let other = tempfile::tempdir().unwrap();
    let place = other.path().join("tree");
    repo.git(&["worktree", "add", "-q", place.to_str().unwrap()]);
    let repository = Repository::open(&place).unwrap();
    assert_eq!(
        Denylist::read(&denylist_path(&repository)).unwrap().count(),
        1
    );
    let hooks = |repository: &Repository| fs::canonicalize(repository.hooks_folder()).unwrap();
    assert_eq!(hooks(&repository), hooks(&repo.open()));
}

#[test]
fn the_denylist_takes_tokens_once_and_tells_none() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = Repo::new();
    let path = denylist_path(&repo.open());
    let added = Denylist::add(&path, [TOKEN, "another one", "another one"]).unwrap();
    assert_eq!((added.added, added.total), (1, 2));
    for wrong in ["abc", "", "a\nbcd", "# comment"] {
        let refused = Denylist::add(&path, ["fine", wrong]);
        assert!(matches!(refused, Err(DenylistError::Token(2))), "{wrong}");
    }
    let list = Denylist::read(&path).unwrap();
    assert_eq!(list.count(), 2);
    assert!(!format!("{list:?}").contains(TOKEN));
    assert!(list.is_in(b"x another ONE y") && !list.is_in(b"x anotherone y"));
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(matches!(
        Denylist::read(&path),
        Err(DenylistError::Unreadable)
    ));
}

#[test]
fn a_token_is_characters_and_no_pattern() {
    let repo = Repo::new();
    let path = denylist_path(&repo.open());
    Denylist::add(&path, ["a.b*c(d"]).unwrap();
    let list = Denylist::read(&path).unwrap();
    assert!(list.is_in(b"xa.b*c(dx") && !list.is_in(b"aXbbbc(d"));
}

#[test]
fn a_folder_outside_is_no_repository() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(
        Repository::open(folder.path()),
        Err(GitError::NoRepository)
    ));
}
