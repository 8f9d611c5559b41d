mod answers;
mod case;
mod cases;
mod examples;
mod fuzz_corpus;
mod generate;
mod limits;
mod properties;
