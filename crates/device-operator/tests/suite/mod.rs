mod auto;
mod bench;
mod fate;
mod looks;
mod puppet;
mod squatter;
mod start;
mod trips;
