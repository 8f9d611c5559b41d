//! The lock of a phone.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use clawperator_contract::Holder;
use clawperator_engine::PhoneLock;

#[test]
fn programs_that_are_being_started_do_not_keep_a_lock() {
    let folder = tempfile::tempdir().unwrap();
    let holder = Holder {
        command_id: "c".to_owned(),
        process_id: 1,
    };
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    Command::new("true").status().unwrap();
                }
            });
        }
        for _ in 0..3_000 {
            let lock = PhoneLock::take(folder.path(), "phone", &holder);
            is_over.store(lock.is_err(), Ordering::Relaxed);
            lock.unwrap().release();
        }
        is_over.store(true, Ordering::Relaxed);
    });
}
