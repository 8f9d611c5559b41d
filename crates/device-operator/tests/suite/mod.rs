mod auto;
mod bench;
mod fate;
mod looks;
mod puppet;
mod start;
mod trips;
