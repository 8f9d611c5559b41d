//! The key of this installation, which hashes of outputs are made with.

use std::io;
use std::path::Path;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_private_files as private;
use clawperator_recipe::HashKey;
use clawperator_sources::Sources;

use crate::state_key::StateKey;

const FILE: &str = "redaction.key";

/// The key; the first run makes it. Only this user can read it.
pub(crate) fn of(folder: &Path, sources: &dyn Sources) -> Result<HashKey, Failure> {
    let path = folder.join(FILE);
    read_or_make(folder, &path, sources).map_err(|error| {
        let message = format!("the key in `{}` cannot be used: {error}", path.display());
        Failure::new(ErrorCode::HostIoFailed, message).with_hint(
            "check its permissions; if it is removed, a new key is made and new hashes do not match earlier ones",
        )
    })
}

fn read_or_make(folder: &Path, path: &Path, sources: &dyn Sources) -> io::Result<HashKey> {
    private::make_folder(folder)?;
    let key = StateKey::of(path, sources)?;
    Ok(HashKey::new(key.into_bytes()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use clawperator_recipe::{Artifact, Levels, Redactor, Secret, load};

    /// Whether two keys are one, told by what they hash to.
    fn hash(key: HashKey) -> String {
        let recipe = include_bytes!(
            "../../../skills/dev.clawperator.shop.place-order/artifacts/place-order.recipe.md"
        );
        let loaded = load("a.recipe.md", recipe, &Levels::default()).unwrap();
        let Artifact::Recipe(recipe) = loaded.artifact else {
            panic!("a recipe")
        };
        let read = Secret::new("Order no. 1".to_owned());
        let output = &recipe.frontmatter.outputs[0];
        format!("{:?}", Redactor::new(key).redact(output, Some(read)))
    }

    #[test]
    fn the_key_stays_and_is_this_users() {
        let folder = tempfile::tempdir().unwrap();
        let sources = crate::SystemSources::start();
        let state = folder.path().join("state");
        let path = state.join(FILE);
        let first = hash(read_or_make(&state, &path, &sources).unwrap());
        assert_eq!(hash(read_or_make(&state, &path, &sources).unwrap()), first);
        assert_eq!(fs::read_dir(&state).unwrap().count(), 1);
        let other = folder.path().join("other");
        let key = read_or_make(&other, &other.join(FILE), &sources).unwrap();
        assert_ne!(hash(key), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode));
            assert_eq!(
                fs::metadata(&path).unwrap().permissions().mode() & 0o777,
                0o600
            );
            mode(0o644).unwrap();
            assert!(read_or_make(&state, &path, &sources).is_err());
        }
        fs::write(&path, "short").unwrap();
        assert!(read_or_make(&state, &path, &sources).is_err());
    }
}
