//! The lock of a phone.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clawperator_device::driver::Identity;
use clawperator_engine::{Phone, PhoneLocks};
use clawperator_host::FileLocks;

#[tokio::test]
async fn programs_that_are_being_started_do_not_keep_a_lock() {
    let folder = tempfile::tempdir().unwrap();
    let identity = Identity {
        boot: Some(format!("{} {}", file!(), std::process::id())),
        ..Identity::default()
    };
    let phone = Phone::new("phone", identity);
    let is_over = Arc::new(AtomicBool::new(false));
    let starting: Vec<_> = (0..4)
        .map(|_| {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    Command::new("true").status().unwrap();
                }
            })
        })
        .collect();
    let mut taken = Ok(());
    for _ in 0..3_000 {
        match FileLocks::new(folder.path().to_owned())
            .take(&phone, "c")
            .await
        {
            Ok(lock) => lock.release(),
            Err(error) => taken = Err(error),
        }
    }
    is_over.store(true, Ordering::Relaxed);
    for thread in starting {
        thread.join().unwrap();
    }
    taken.unwrap();
}
