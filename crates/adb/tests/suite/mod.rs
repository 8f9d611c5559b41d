mod drops;
mod faults;
mod files;
mod fixture;
// Said again so that lints know the properties for tests: they may panic.
#[cfg(test)]
mod fuzz_corpus;
mod host;
mod packages;
mod phone;
mod refusals;
mod shells;
mod sockets;
