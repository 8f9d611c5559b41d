mod effects;
mod interruption;
mod locks;
mod retries;
mod scenarios;
mod swipes;
mod truth;
mod verdicts;
mod waits;

mod played;
