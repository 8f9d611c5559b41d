//! The command line with one command in it, which is all that most calls need: building all of them takes longer than
//! everything else that a click does before it reaches the phone.

use clap::{Args, Command};

use super::{
    ActionsArgs, AgentArgs, ApproveArgs, AppsArgs, BackArgs, ClearTextArgs, ClickArgs,
    ClipboardArgs, CloseArgs, CompletionsArgs, ConformanceArgs, DeviceArgs, DoctorArgs, DragArgs,
    ErrorsArgs, ExecArgs, ExistsArgs, FilesArgs, GlobalArgs, GuideArgs, HideKeyboardArgs, McpArgs,
    ObserveArgs, OpenArgs, OperatorArgs, PinchArgs, PolicyArgs, PressArgs, ReadArgs, ReadValueArgs,
    RecordingArgs, ReportArgs, RevokeArgs, RunsArgs, SchemaArgs, ScreenshotArgs,
    ScrollAndClickArgs, ScrollArgs, ScrollUntilArgs, ServeArgs, SkillsArgs, SleepArgs,
    SnapshotArgs, SwipeArgs, TouchPathArgs, TypeArgs, VirtualPhoneArgs, WaitArgs, WaitForIdleArgs,
    WaitForNavArgs, WakeArgs, root,
};

/// The flags and arguments of each command, by its own name. Synonyms are left to the whole command line.
/// Adds the flags of a command.
type WithFlags = fn(Command) -> Command;

const COMMANDS: [(&str, WithFlags); 54] = [
    ("exec", ExecArgs::augment_args),
    ("snapshot", SnapshotArgs::augment_args),
    ("screenshot", ScreenshotArgs::augment_args),
    ("observe", ObserveArgs::augment_args),
    ("guide", GuideArgs::augment_args),
    ("agent", AgentArgs::augment_args),
    ("read", ReadArgs::augment_args),
    ("read-value", ReadValueArgs::augment_args),
    ("wait", WaitArgs::augment_args),
    ("wait-for-idle", WaitForIdleArgs::augment_args),
    ("exists", ExistsArgs::augment_args),
    ("wait-for-nav", WaitForNavArgs::augment_args),
    ("click", ClickArgs::augment_args),
    ("type", TypeArgs::augment_args),
    ("clear-text", ClearTextArgs::augment_args),
    ("hide-keyboard", HideKeyboardArgs::augment_args),
    ("press", PressArgs::augment_args),
    ("back", BackArgs::augment_args),
    ("open", OpenArgs::augment_args),
    ("close", CloseArgs::augment_args),
    ("scroll", ScrollArgs::augment_args),
    ("scroll-until", ScrollUntilArgs::augment_args),
    ("scroll-and-click", ScrollAndClickArgs::augment_args),
    ("swipe", SwipeArgs::augment_args),
    ("drag", DragArgs::augment_args),
    ("pinch", PinchArgs::augment_args),
    ("touch-path", TouchPathArgs::augment_args),
    ("wake", WakeArgs::augment_args),
    ("sleep", SleepArgs::augment_args),
    ("apps", AppsArgs::augment_args),
    ("clipboard", ClipboardArgs::augment_args),
    ("files", FilesArgs::augment_args),
    ("device", DeviceArgs::augment_args),
    ("devices", nothing),
    ("doctor", DoctorArgs::augment_args),
    ("operator", OperatorArgs::augment_args),
    ("conformance", ConformanceArgs::augment_args),
    ("virtual-phone", VirtualPhoneArgs::augment_args),
    ("approve", ApproveArgs::augment_args),
    ("approvals", nothing),
    ("revoke", RevokeArgs::augment_args),
    ("policy", PolicyArgs::augment_args),
    ("runs", RunsArgs::augment_args),
    ("report", ReportArgs::augment_args),
    ("serve", ServeArgs::augment_args),
    ("mcp", McpArgs::augment_args),
    ("skills", SkillsArgs::augment_args),
    ("recording", RecordingArgs::augment_args),
    ("actions", ActionsArgs::augment_args),
    ("errors", ErrorsArgs::augment_args),
    ("schema", SchemaArgs::augment_args),
    ("limits", nothing),
    ("version", nothing),
    ("completions", CompletionsArgs::augment_args),
];

/// The command line with this command alone. What it accepts, the whole command line takes for the same; what it refuses
/// is to be parsed again with the whole, which has the help texts and knows what may have been meant.
pub(crate) fn one(name: &str) -> Option<Command> {
    let (name, augment) = COMMANDS.iter().find(|(known, _)| *known == name)?;
    let command = augment(Command::new(*name));
    Some(GlobalArgs::augment_args(root()).subcommand(command))
}

const fn nothing(command: Command) -> Command {
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definitions(command: &Command) -> Vec<String> {
        command
            .get_arguments()
            .map(|arg| format!("{arg:?}"))
            .collect()
    }

    #[test]
    fn each_command_alone_is_what_it_is_among_all() {
        let whole = crate::args::command();
        for command in whole.get_subcommands() {
            let alone = one(command.get_name()).unwrap_or_else(|| panic!("{}", command.get_name()));
            assert_eq!(definitions(&alone), definitions(&whole));
            assert_eq!(alone.get_name(), whole.get_name());
            let mut alone: Vec<&Command> = alone.get_subcommands().collect();
            let mut among: Vec<&Command> = vec![command];
            while let (Some(alone_one), Some(one)) = (alone.pop(), among.pop()) {
                assert_eq!(alone_one.get_name(), one.get_name());
                assert_eq!(definitions(alone_one), definitions(one));
                alone.extend(alone_one.get_subcommands());
                among.extend(one.get_subcommands());
            }
            assert!(alone.is_empty() && among.is_empty());
        }
        assert_eq!(whole.get_subcommands().count(), COMMANDS.len());
    }
}
