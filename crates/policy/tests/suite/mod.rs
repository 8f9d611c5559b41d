mod approvals;
mod profiles;
mod properties;
mod table;
mod verdicts;
