//! Runs a skill and says exactly what of it was verified.
//!
//! [`prepare()`] compiles an artifact with its inputs; [`run()`] gives the execution to an
//! [`Executor`](clawperator_engine::Executor), whose guard has the policy's word, and makes one
//! [`SkillResult`](clawperator_contract::skill_result::SkillResult) of what it answers. The envelope goes no further:
//! texts that were read go to the redactor, and of everything else only what a list here names is told.
//! [`script`] runs skills that are programs, which a profile has to name first.
//!
//! Nothing here prints, reads a clock or the environment, or touches a phone but through the executor.

pub mod script;

mod app;
mod checkpoints;
mod deviations;
mod disclosure;
mod inputs;
mod outputs;
mod prepare;
mod quiet;
mod result;
mod run;
mod steps;

pub use crate::inputs::{Inputs, InputsError};
pub use crate::prepare::{Prepared, prepare};
pub use crate::quiet::{QuietExecutor, WithholdsLabels};
pub use crate::run::{SkillRequest, run};
