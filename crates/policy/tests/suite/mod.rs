mod approvals;
mod fuzz_corpus;
mod places;
mod profiles;
mod properties;
mod table;
mod touches;
mod verdicts;
