mod faces;
mod fuzz_corpus;
mod greeting;
mod hostile;
mod samples;
mod vectors;
