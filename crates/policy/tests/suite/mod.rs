mod approvals;
mod fuzz_corpus;
mod profiles;
mod properties;
mod table;
mod verdicts;
