//! This machine, for every surface.
//!
//! A surface knows what was typed, posted or configured. It fills a [`HostConfig`], opens a [`Host`], asks it for a
//! [`Phone`] and gets an executor: an execution goes in, events come out on the way, and at the end an envelope or a
//! failure. Everything between is here: the adb server, the state folder with its locks, snapshots, approvals and keys,
//! the profile that a run is judged by, pictures, and the running of skills. [`verbs`] builds executions with one action.
//!
//! A surface depends on this crate and on the contract, and on nothing below: whoever computed a state folder of their
//! own would have other locks, and two runs would meet on one phone.
//!
//! Nothing here prints or reads the environment. The clock and the random source are [`Sources`], handed in;
//! [`SystemSources`] is the machine's own.

mod adb;
mod agent;
mod allowed_phones;
mod approvals;
mod blocking;
mod command_id;
mod config;
mod conformance;
mod drivers;
mod engine_parts;
mod examine;
mod file_name;
mod generations;
mod hold;
mod host;
mod inspect;
mod io_words;
pub mod jobs;
mod launches;
mod live;
mod lock;
mod named_files;
mod new_generation;
mod observe;
mod one_phone;
mod operator;
mod output_folder;
mod page;
mod phone;
mod picture_beside;
mod pictures;
mod profile;
mod recordings;
mod redaction_key;
mod run_context;
mod saved;
mod skills;
mod small_picture;
mod snapshots;
mod state_key;
mod store;
mod traced;
pub mod verbs;

pub use clawperator_adb::{Endpoint, EndpointVariables};
pub use clawperator_conformance::{
    CheckId as ConformanceCheckId, PACKAGE as TEST_APP, Progress as ConformanceProgress,
};
pub use clawperator_device::doctor::{
    Limits as ExamineLimits, Progress as ExamineProgress, Silent as ExamineSilently,
};
pub use clawperator_device::driver::{KeptRecording, RecordingFile};
pub use clawperator_device::resolve::{DefaultPhone, connect_one};
pub use clawperator_engine::{Cancel, Events, Executor, Unheard, never};
pub use clawperator_pictures::Jpeg;
pub use clawperator_policy::{ApprovalError, Effect, Profile, STARTER as STARTER_PROFILE, Shipped};
pub use clawperator_private_files::open_trusted;
pub use clawperator_skill_run::script::{DEFAULT_TIMEOUT, SUPERVISOR_ARGUMENT, supervise};
pub use clawperator_skill_run::{Inputs, InputsError};
pub use clawperator_skills::{SkillQuery, SkillSummary};
pub use clawperator_sources::{Moment, Sources, SystemSources};
pub use clawperator_trace::{Retention, RunId, Runs};

pub use crate::adb::Adb;
pub use crate::agent::{ChosenOn, PLANS, PlanRow, Planned, plan_agent_action};
pub use crate::allowed_phones::AllowedPhones;
pub use crate::approvals::{FileApprovals, PendingApproval, PendingApprovals};
pub use crate::blocking::beside;
pub use crate::command_id::CommandId;
pub use crate::config::{AdbConfig, DriverChoice, HostConfig, OperatorConfig, StoreConfig};
pub use crate::drivers::DEFAULT_OPERATOR_PACKAGE;
pub use crate::examine::{ExamineHands, ExamineRequest};
pub use crate::generations::check_generations;
pub use crate::hold::HeldPhone;
pub use crate::host::Host;
pub use crate::inspect::{InspectedNode, InspectedScreen, NodeSelector, inspect};
pub use crate::io_words::io_words;
pub use crate::live::{LivePicture, LivePictures};
pub use crate::lock::FileLocks;
pub use crate::named_files::NamedFiles;
pub use crate::observe::{ObserveRequest, Observed, Shown};
pub use crate::output_folder::OutputFolder;
pub use crate::page::{LINK_LASTS, LinkSecret, MarkedServer, PageLinks, RunningServers};
pub use crate::phone::Phone;
pub use crate::profile::{is_profile_file, profile, profile_with_text};
pub use crate::recordings::write_new_file;
pub use crate::saved::SavedPhone;
pub use crate::skills::{
    DryStep, DryVerdict, ReadySkill, RecipeFile, ScriptHome, ShownInput, ShownRecipe, ShownSkill,
    SkillDryRun, SkillRefusal, SkillRun, SkillShelf, add_inputs, has_separator, is_recipe_file,
    origin as action_origin,
};
pub use crate::small_picture::small_jpeg;
pub use crate::snapshots::{FileSnapshots, Sequence};
pub use crate::store::Store;
pub use crate::traced::{AcceptedRun, RunRequest, Traced};
