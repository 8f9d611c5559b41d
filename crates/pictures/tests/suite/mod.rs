//! One file a concern; `fuzz_corpus` replays what the fuzzer has found.

mod files;
mod fuzz_corpus;
mod hashes;
mod marks;
mod painted;
mod scaling;
