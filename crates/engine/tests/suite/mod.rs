mod effects;
mod events;
mod incomplete;
mod interruption;
mod locks;
mod many;
mod misses;
mod retries;
mod scenarios;
mod swipes;
mod truth;
mod verdicts;
mod waits;
mod withheld;

mod parking;
mod played;
mod pushed;
