//! The tests of the ui crate; `tests/README.md` says how to add a case.

#[cfg(test)]
mod suite;
