//! Ports for servers that have to be told one.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

/// A port that nobody listens on.
///
/// It is below those that the system gives out: a client that tries one of those before its server listens may be given
/// the very port as its own, and then speaks with itself.
#[must_use]
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        // Test programs that run side by side begin at different places.
        let process = u16::try_from(std::process::id() % 200).unwrap() * 60;
        let port = 20_000 + (process + NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
