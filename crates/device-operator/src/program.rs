//! The program that is brought along.

use std::fmt;

use bytes::Bytes;
use clawperator_operator_protocol::{Build, jar_path};

/// A jar with the Operator in it, and its hash. Clones are the same.
#[derive(Clone, PartialEq, Eq)]
pub struct Program {
    jar: Bytes,
    build: Build,
}

impl Program {
    /// The program that this build of the driver brings along. Its hash stands beside it: every command needs that, and
    /// few need the program.
    #[must_use]
    pub const fn of_this_build() -> Self {
        Self {
            jar: Bytes::from_static(include_bytes!("../operator.jar")),
            build: Build(*include_bytes!("../operator.sha256")),
        }
    }

    pub(crate) fn jar(&self) -> &[u8] {
        &self.jar
    }

    pub(crate) const fn build(&self) -> Build {
        self.build
    }

    /// Its hash, as the program is told it.
    pub(crate) fn hash(&self) -> String {
        self.build.to_string()
    }

    /// Where it is on a phone. Programs of other hashes have other names.
    pub(crate) fn path(&self) -> String {
        jar_path(self.build)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Program")
            .field("build", &self.hash())
            .field("bytes", &self.jar.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    impl Program {
        /// The program of this jar.
        pub(crate) fn new(jar: Bytes) -> Self {
            let build = Build(Sha256::digest(&jar).into());
            Self { jar, build }
        }
    }

    #[test]
    fn a_program_is_named_after_its_hash() {
        let program = Program::new(Bytes::from_static(b"abc"));
        assert!(
            program
                .hash()
                .starts_with("ba7816bf8f01cfea414140de5dae2223")
        );
        assert_eq!(
            program.path(),
            "/data/local/tmp/clawperator-operator-ba7816bf8f01cfea.jar"
        );
        assert!(!format!("{program:?}").contains("abc"));
    }

    #[test]
    fn the_hash_beside_the_jar_is_its_hash() {
        let program = Program::of_this_build();
        assert_eq!(program, Program::new(program.jar.clone()));
    }
}
