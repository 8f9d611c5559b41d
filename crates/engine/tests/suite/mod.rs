mod effects;
mod interruption;
mod retries;
mod scenarios;
mod truth;
mod verdicts;
mod waits;

mod played;
