//! The shell against the real one, and its programs against what a phone answers.

#[cfg(test)]
mod suite;
