//! Running an execution on a phone, and what is told of it.

mod ask_person;
mod listener;
mod result_text;
mod run;
mod several;

pub(crate) use self::ask_person::{forget_typed, is_yes};
pub(crate) use self::result_text::{describe, is_value_alone, value};
pub(crate) use self::run::{PATIENCE, Ran, asked, on_phone, preview_on_saved, read_saved, run};
pub(crate) use self::several::{Order, RanOn, Several, on_several, run_on_several, serials};
