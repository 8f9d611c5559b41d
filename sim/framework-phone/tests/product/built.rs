//! The phone as `sim/framework-phone/jvm/build` made it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Names the folder of a phone that is built already.
const BUILT: &str = "FRAMEWORK_PHONE";

/// The folder of the built phone. Without the variable it is built first; what has not changed costs a second.
pub(super) fn folder() -> PathBuf {
    if let Some(named) = variable(BUILT) {
        return PathBuf::from(named);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = variable("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let out = target.join("framework-phone");
    let built = Command::new(root.join("sim/framework-phone/jvm/build"))
        .arg(&out)
        .status()
        .expect("sim/framework-phone/jvm/build can be run");
    assert!(
        built.success(),
        "sim/framework-phone/jvm/build failed: {built}"
    );
    out
}

/// A number that a variable gives, or else this one.
pub(super) fn number(name: &str, otherwise: u64) -> u64 {
    variable(name).map_or(otherwise, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is not a number: {text}"))
    })
}

/// A variable of the environment that is not empty.
pub(super) fn variable(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests are told by it what to run with"
    )]
    let value = std::env::var(name).ok();
    value.filter(|value| !value.is_empty())
}
