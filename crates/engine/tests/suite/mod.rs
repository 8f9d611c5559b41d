mod effects;
mod interruption;
mod retries;
mod truth;
mod verdicts;
mod waits;

mod played;
