mod drafts;
mod fuzz_corpus;
mod hostile;
mod read;
