//! What was typed: clap types and their help, nothing else.
//!
//! What it means is decided in `verbs` and `commands`. Values stay strings where the contract or a verb has its own
//! message for a bad one; clap refuses only what has no other home.

mod act;
mod agent;
mod approvals;
mod apps;
mod clipboard;
mod device;
mod examples;
mod exec;
mod explain;
mod files;
mod fingers;
mod global;
mod help;
mod look;
mod mcp;
mod one;
mod phones;
mod phones_chosen;
mod policy;
mod recording;
mod runs;
mod selector;
mod serve;
mod skills;
mod skills_run;

use clap::{CommandFactory, Parser, Subcommand};

pub(crate) use self::act::{
    BackArgs, ClearTextArgs, ClickArgs, CloseArgs, DirectionArgs, DragArgs, HideKeyboardArgs,
    OpenArgs, PressArgs, ScrollAndClickArgs, ScrollArgs, ScrollTargetArgs, ScrollUntilArgs,
    SleepArgs, SwipeArgs, TypeArgs, WakeArgs,
};
pub(crate) use self::agent::{AgentActArgs, AgentArgs, AgentCommand, ObserveArgs};
pub(crate) use self::approvals::{ApproveArgs, RevokeArgs};
pub(crate) use self::apps::{AppsArgs, AppsCommand, AppsListArgs, AppsOneArgs, AppsPermissionArgs};
pub(crate) use self::clipboard::{ClipboardArgs, ClipboardCommand, ClipboardSetArgs};
pub(crate) use self::device::{DeviceArgs, DeviceCommand, DeviceShellArgs};
pub(crate) use self::exec::{ExecArgs, PatienceArgs, RunArgs};
pub(crate) use self::explain::{ActionsArgs, CompletionsArgs, ErrorsArgs, GuideArgs, SchemaArgs};
pub(crate) use self::files::{FilesArgs, FilesCommand, FilesPullArgs, FilesPushArgs};
pub(crate) use self::fingers::{PinchArgs, TouchPathArgs};
pub(crate) use self::global::{GlobalArgs, LogLevel, OperatorChoice, OutputFormat};
pub(crate) use self::help::top as top_help;
pub(crate) use self::look::{
    ExistsArgs, FormChoice, ReadArgs, ReadValueArgs, ScreenshotArgs, SnapshotArgs, WaitArgs,
    WaitForIdleArgs, WaitForNavArgs,
};
pub use self::mcp::McpClient;
pub(crate) use self::mcp::{McpArgs, McpCommand};
pub(crate) use self::one::one;
pub(crate) use self::phones::{
    ConformanceArgs, DoctorArgs, OperatorArgs, OperatorCommand, VirtualPhoneArgs,
};
pub(crate) use self::phones_chosen::Phones;
pub(crate) use self::policy::{
    PolicyArgs, PolicyCheckArgs, PolicyCommand, PolicyInitArgs, PolicyShowArgs,
};
pub(crate) use self::recording::{
    RecordingArgs, RecordingCommand, RecordingListArgs, RecordingPullArgs, RecordingStartArgs,
    RecordingStopArgs, RecordingToRecipeArgs,
};
pub(crate) use self::runs::{
    ReportArgs, RunsArgs, RunsCommand, RunsListArgs, RunsRmArgs, RunsShowArgs, RunsWatchArgs,
    TraceChoice,
};
pub(crate) use self::selector::{
    CONTAINER_HEADING, ContainerArgs, LABEL_HEADING, LabelArgs, SELECTOR_HEADING, SelectorArgs,
    TypeSelectorArgs,
};
pub(crate) use self::serve::{LinkArgs, ServeArgs, ServeCommand};
pub(crate) use self::skills::{
    CiArgs, CompileArgs, CompileArtifactArgs, DenylistArgs, GetArgs, GuardArgs, GuardCommand,
    IndexArgs, LevelArgs, LintArgs, ListArgs, NewArgs, ScanArgs, SearchArgs, SkillsArgs,
    SkillsCommand, TreeArgs, ValidateArgs,
};
pub(crate) use self::skills_run::SkillsRunArgs;

const NAME: &str = "clawperator";

/// Drive an Android phone with explicit, validated actions
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    bin_name = NAME,
    args_override_self = true
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(visible_alias = "execute", after_help = examples::EXEC)]
    Exec(Box<ExecArgs>),

    #[command(after_help = examples::SNAPSHOT)]
    Snapshot(SnapshotArgs),
    #[command(after_help = examples::SCREENSHOT)]
    Screenshot(ScreenshotArgs),
    #[command(after_help = examples::OBSERVE)]
    Observe(ObserveArgs),
    #[command(after_help = examples::READ)]
    Read(Box<ReadArgs>),
    #[command(visible_alias = "read-kv", after_help = examples::READ_VALUE)]
    ReadValue(Box<ReadValueArgs>),
    #[command(after_help = examples::WAIT)]
    Wait(Box<WaitArgs>),
    #[command(after_help = examples::WAIT_FOR_IDLE)]
    WaitForIdle(WaitForIdleArgs),
    #[command(after_help = examples::EXISTS)]
    Exists(Box<ExistsArgs>),
    #[command(visible_alias = "wait-for-navigation", after_help = examples::WAIT_FOR_NAV)]
    WaitForNav(Box<WaitForNavArgs>),

    #[command(visible_alias = "tap", after_help = examples::CLICK)]
    Click(Box<ClickArgs>),
    #[command(visible_alias = "fill", after_help = examples::TYPE)]
    Type(Box<TypeArgs>),
    #[command(after_help = examples::CLEAR_TEXT)]
    ClearText(Box<ClearTextArgs>),
    #[command(after_help = examples::HIDE_KEYBOARD)]
    HideKeyboard(HideKeyboardArgs),
    #[command(visible_alias = "press-key", after_help = examples::PRESS)]
    Press(PressArgs),
    #[command(after_help = examples::BACK)]
    Back(BackArgs),
    #[command(visible_aliases = ["open-uri", "open-url"], after_help = examples::OPEN)]
    Open(OpenArgs),
    #[command(visible_alias = "close-app", after_help = examples::CLOSE)]
    Close(CloseArgs),
    #[command(after_help = examples::SCROLL)]
    Scroll(Box<ScrollArgs>),
    #[command(after_help = examples::SCROLL_UNTIL)]
    ScrollUntil(Box<ScrollUntilArgs>),
    #[command(after_help = examples::SCROLL_AND_CLICK)]
    ScrollAndClick(Box<ScrollAndClickArgs>),
    #[command(after_help = examples::SWIPE)]
    Swipe(Box<SwipeArgs>),
    #[command(after_help = examples::DRAG)]
    Drag(Box<DragArgs>),
    #[command(after_help = fingers::PINCH)]
    Pinch(Box<PinchArgs>),
    #[command(after_help = fingers::TOUCH_PATH)]
    TouchPath(Box<TouchPathArgs>),
    #[command(visible_alias = "wake-device", after_help = examples::WAKE)]
    Wake(WakeArgs),
    #[command(after_help = examples::SLEEP)]
    Sleep(SleepArgs),
    #[command(after_help = examples::APPS)]
    Apps(Box<AppsArgs>),
    #[command(after_help = clipboard::CLIPBOARD)]
    Clipboard(Box<ClipboardArgs>),
    #[command(after_help = files::FILES)]
    Files(Box<FilesArgs>),
    #[command(after_help = device::DEVICE)]
    Device(Box<DeviceArgs>),

    #[command(after_help = examples::GUIDE)]
    Guide(GuideArgs),
    Agent(Box<AgentArgs>),

    #[command(after_help = examples::DEVICES)]
    /// List the phones that adb knows
    Devices,
    #[command(after_help = examples::DOCTOR)]
    Doctor(DoctorArgs),
    Operator(OperatorArgs),
    #[command(after_help = examples::CONFORMANCE)]
    Conformance(ConformanceArgs),
    #[command(after_help = examples::VIRTUAL_PHONE)]
    VirtualPhone(Box<VirtualPhoneArgs>),

    #[command(after_help = examples::APPROVE)]
    Approve(ApproveArgs),
    /// List pending and granted approvals
    #[command(after_help = examples::APPROVALS)]
    Approvals,
    #[command(after_help = examples::REVOKE)]
    Revoke(RevokeArgs),
    Policy(PolicyArgs),

    Runs(RunsArgs),
    #[command(after_help = examples::REPORT)]
    Report(ReportArgs),
    #[command(after_help = examples::SERVE)]
    Serve(ServeArgs),
    #[command(after_help = examples::MCP)]
    Mcp(McpArgs),

    Skills(Box<SkillsArgs>),
    #[command(visible_alias = "record")]
    Recording(Box<RecordingArgs>),

    #[command(after_help = examples::ACTIONS)]
    Actions(ActionsArgs),
    #[command(after_help = examples::ERRORS)]
    Errors(ErrorsArgs),
    #[command(after_help = examples::SCHEMA)]
    Schema(SchemaArgs),
    /// List every limit of the contract and what happens beyond it
    Limits,
    /// Print the versions of the program, the contract and its schemas
    Version,
    #[command(after_help = examples::COMPLETIONS)]
    Completions(CompletionsArgs),
}

/// The whole command line as clap knows it, for help, completions, man pages and the reference, and for parsing what
/// one command alone does not accept.
#[must_use]
pub fn command() -> clap::Command {
    help::arrange(Cli::command())
}

/// The command line before it has flags and commands, set as [`Cli`] sets it.
fn root() -> clap::Command {
    clap::Command::new(NAME)
        .bin_name(NAME)
        .args_override_self(true)
}

#[cfg(test)]
mod tests {
    #[test]
    fn clap_finds_no_fault() {
        super::command().debug_assert();
    }
}
