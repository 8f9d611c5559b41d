mod case;
mod cases;
mod contract;
mod fuzz_corpus;
mod properties;
mod tools;
