//! The Operator, which a driver brings along as a jar: here it runs without Java, and speaks its protocol natively.

mod act;
mod hearing;
mod phone;
mod picture;
mod start;
mod text;
mod tree;
mod trouble;

pub(crate) use self::start::{CLASS, run};
