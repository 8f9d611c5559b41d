//! The tests of the pictures crate, on made-up pictures.

#[cfg(test)]
mod suite;
