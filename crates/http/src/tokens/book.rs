//! The tokens in use.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clawperator_contract::hex;
use clawperator_host::{AllowedPhones, Sources};

use super::file::{Stamp, TokensError, TokensFile};
use super::token::{Caller, Scope, Secret, Token, default_profile};

/// How many random bytes a token has.
const BYTES: usize = 24;
/// By which a token is recognised where it should not be, such as in a commit.
const PREFIX: &str = "clawp_";

/// The tokens of a file, read again when it changes: who removes one has it removed at once.
#[derive(Debug)]
pub(crate) struct TokenBook {
    file: TokensFile,
    read: Mutex<Read>,
}

#[derive(Debug, Default)]
struct Read {
    stamp: Option<Stamp>,
    tokens: Vec<(Arc<Token>, [u8; 32])>,
}

/// A token that was made because there was none.
#[derive(Debug)]
pub struct MadeToken {
    /// Under which its runs are kept.
    pub name: String,
    /// Where it is.
    pub file: PathBuf,
}

impl TokenBook {
    /// The tokens of this file. If it is not there, it is made with one token that may read and act.
    pub(crate) fn open(
        file: TokensFile,
        sources: &dyn Sources,
    ) -> Result<(Self, Option<MadeToken>), TokensError> {
        let mut made = None;
        if file.read()?.is_none() {
            let token = Token {
                name: "default".to_owned(),
                secret: random(sources).map_err(|error| TokensError::Io {
                    path: file.path().display().to_string(),
                    error,
                })?,
                scopes: vec![Scope::Read, Scope::Act],
                phones: AllowedPhones::default(),
                profile: default_profile(),
            };
            let name = token.name.clone();
            if file.create(token)? {
                made = Some(MadeToken {
                    name,
                    file: file.path().to_owned(),
                });
            }
        }
        let book = Self {
            file,
            read: Mutex::default(),
        };
        book.refresh(&mut book.read())?;
        Ok((book, made))
    }

    /// Whose token this is, if it is anybody's. A file that cannot be used allows nothing.
    pub(crate) fn caller(&self, token: &str) -> Result<Option<Caller>, TokensError> {
        let hash = Secret::hash(token);
        let mut read = self.read();
        if read.stamp.is_none() || read.stamp != self.file.stamp() {
            *read = Read::default();
            self.refresh(&mut read)?;
        }
        let mut same = read.tokens.iter().filter(|(_, known)| *known == hash);
        let found = same.next();
        Ok(found.map(|(token, _)| Caller::new(Arc::clone(token))))
    }

    fn refresh(&self, read: &mut Read) -> Result<(), TokensError> {
        // Before the file is read: a change meanwhile is found the next time.
        let stamp = self.file.stamp();
        // Without a file nobody may do anything.
        let tokens = self.file.read()?.unwrap_or_default();
        *read = Read {
            stamp,
            tokens: tokens
                .into_iter()
                .map(|token| {
                    let hash = Secret::hash(token.secret.expose());
                    (token, hash)
                })
                .collect(),
        };
        Ok(())
    }

    fn read(&self) -> MutexGuard<'_, Read> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn random(sources: &dyn Sources) -> std::io::Result<Secret> {
    let mut bytes = [0; BYTES];
    sources.fill(&mut bytes)?;
    Ok(Secret::new(format!("{PREFIX}{}", hex(&bytes))))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use clawperator_host::SystemSources;
    use serde_json::{Value, json};

    use super::*;

    struct Bench {
        _folder: tempfile::TempDir,
        file: TokensFile,
    }

    impl Bench {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let file = TokensFile::at(folder.path().join("state/tokens.json"));
            Self {
                _folder: folder,
                file,
            }
        }

        fn open(&self) -> (TokenBook, Option<MadeToken>) {
            TokenBook::open(self.file.clone(), &SystemSources::start()).unwrap()
        }

        fn written(&self) -> Value {
            serde_json::from_slice(&fs::read(self.file.path()).unwrap()).unwrap()
        }

        fn write(&self, tokens: &Value) {
            clawperator_private_files::replace(
                self.file.path(),
                json!({ "tokens": tokens }).to_string().as_bytes(),
            )
            .unwrap();
        }
    }

    #[test]
    fn the_first_start_makes_one_that_reads_and_acts() {
        let bench = Bench::new();
        let (book, made) = bench.open();
        assert_eq!(made.unwrap().name, "default");
        let bits = fs::metadata(bench.file.path())
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(bits & 0o777, 0o600);
        let text = bench.written()["tokens"][0]["token"].clone();
        let caller = book.caller(text.as_str().unwrap()).unwrap().unwrap();
        for scope in Scope::ALL {
            let is_given = matches!(scope, Scope::Read | Scope::Act);
            assert_eq!(caller.require(scope).is_ok(), is_given, "{scope:?}");
        }
        assert!(caller.may_use("any"));
        assert!(book.caller("clawp_").unwrap().is_none());
        assert!(book.caller("").unwrap().is_none());
        // The second start makes none.
        assert!(bench.open().1.is_none());
        assert!(!format!("{book:?} {caller:?}").contains(text.as_str().unwrap()));
    }

    #[test]
    fn a_token_that_is_removed_is_refused_at_once() {
        let bench = Bench::new();
        let (book, _) = bench.open();
        let (one, two) = ("1".repeat(24), "2".repeat(25));
        bench.write(&json!([{ "name": "one", "token": one, "scopes": ["read"], "phones": ["a"] }]));
        let caller = book.caller(&one).unwrap().unwrap();
        assert!(caller.may_use("a") && !caller.may_use("b"));
        assert_eq!(caller.phones().only(), Some("a"));
        assert_eq!(caller.profile(), "server");
        bench.write(&json!([{ "name": "two", "token": two, "scopes": ["read"] }]));
        assert!(book.caller(&one).unwrap().is_none());
        assert!(book.caller(&two).unwrap().is_some());
        // Also where the file has the same length and the same time as before.
        let time = fs::metadata(bench.file.path()).unwrap().modified().unwrap();
        let three = "3".repeat(25);
        bench.write(&json!([{ "name": "two", "token": three, "scopes": ["read"] }]));
        let file = fs::File::options()
            .write(true)
            .open(bench.file.path())
            .unwrap();
        file.set_modified(time).unwrap();
        assert!(book.caller(&two).unwrap().is_none());
        assert!(book.caller(&three).unwrap().is_some());
        // Or is the same, and others may read it now.
        fs::set_permissions(bench.file.path(), fs::Permissions::from_mode(0o644)).unwrap();
        assert!(book.caller(&three).is_err());
        fs::set_permissions(bench.file.path(), fs::Permissions::from_mode(0o600)).unwrap();
        assert!(book.caller(&three).unwrap().is_some());
        fs::write(bench.file.path(), "{").unwrap();
        assert!(book.caller(&three).is_err());
        fs::remove_file(bench.file.path()).unwrap();
        assert!(book.caller(&three).unwrap().is_none());
    }

    #[test]
    fn what_is_wrong_is_said_without_the_token() {
        let good = "g".repeat(24);
        let token = |name: &str, token: &str, scopes: Value| json!({ "name": name, "token": token, "scopes": scopes });
        for (tokens, part) in [
            (
                json!([token("a", "secret-short", json!(["read"]))]),
                "24 or more",
            ),
            (
                json!([token("a b", &good, json!(["read"]))]),
                "name of token 1",
            ),
            (json!([token("a", &good, json!([]))]), "no scope"),
            (json!([token("a", &good, json!(["all"]))]), "line 1"),
            (
                json!([
                    token("a", &good, json!(["read"])),
                    token("a", &"h".repeat(24), json!(["act"]))
                ]),
                "two tokens",
            ),
            (
                json!([
                    token("a", &good, json!(["read"])),
                    token("b", &good, json!(["act"]))
                ]),
                "same token",
            ),
        ] {
            let bench = Bench::new();
            fs::create_dir(bench.file.path().parent().unwrap()).unwrap();
            bench.write(&tokens);
            let error = TokenBook::open(bench.file.clone(), &SystemSources::start())
                .unwrap_err()
                .to_string();
            assert!(error.contains(part), "{part}: {error}");
            assert!(
                !error.contains("secret") && !error.contains(&good),
                "{error}"
            );
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let bench = Bench::new();
        bench.open();
        fs::set_permissions(bench.file.path(), fs::Permissions::from_mode(0o644)).unwrap();
        assert!(TokenBook::open(bench.file.clone(), &SystemSources::start()).is_err());
    }
}
