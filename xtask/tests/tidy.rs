//! The repository's own rules, as ordinary tests: who may depend on whom, what a manifest inherits, what may not
//! stand in the code, and that documents point at what exists.

#[cfg(test)]
mod suite;
