//! A real adb server of a test's own.

pub(crate) use clawperator_test_support::{PrivateServer, free_port, programs, soon};
