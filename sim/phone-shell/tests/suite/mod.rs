mod files;
mod fuzz_corpus;
mod generator;
mod limits;
mod mksh;
mod phone;
mod programs;
mod syntax;
