mod files;
mod fuzz_corpus;
mod hashes;
mod marks;
mod painted;
mod scaling;
