mod answer;
mod case;
mod cases;
mod fuzz_corpus;
mod properties;
mod render;
mod xml;
