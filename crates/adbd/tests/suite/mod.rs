mod auth;
mod faults;
mod files;
mod listener;
mod packets;
mod sockets;
mod with_adb;
