mod auth;
mod faults;
mod files;
mod fuzz_corpus;
mod listener;
mod packets;
mod sockets;
mod with_adb;
