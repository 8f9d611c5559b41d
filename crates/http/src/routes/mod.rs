//! The paths, and what each of them answers.

mod approvals;
mod asked;
mod events;
mod execute;
mod executions;
mod files;
mod in_path;
mod look;
mod mcp;
mod phones;
mod recorded;
mod router;
mod runs;
mod server;
mod shapes;
mod skills;
mod validate;

pub(crate) use self::approvals::{ListedApprovals, OneApproval};
pub(crate) use self::asked::{DeviceId, HttpOptions};
pub(crate) use self::events::EventsQuery;
pub(crate) use self::in_path::InPath;
pub(crate) use self::look::{ScreenshotBody, SnapshotBody};
pub(crate) use self::phones::{DoctorQuery, Examined};
pub(crate) use self::recorded::bundle;
pub(crate) use self::router::router;
pub(crate) use self::runs::{KeptRun, ListedRuns, RunsQuery, parsed};
pub(crate) use self::shapes::{Devices, ExecutionState, Health, Ran};
pub(crate) use self::skills::{ListedSkills, OneSkill, RanSkill, SkillsQuery};
