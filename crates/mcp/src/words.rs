//! What to do next, in the words of the tools.

use clawperator_contract::Next;

/// How a model does it; nothing where no tool does.
pub(crate) const fn words(next: Next) -> Option<&'static str> {
    match next {
        Next::ListDevices => Some("call `devices`"),
        Next::ChooseDevice => Some("give `device`, a serial from `devices`"),
        Next::AddSelector => Some("give `on`: a ref, or what is true of the node"),
        Next::Snapshot | Next::SaveDump => Some("call `snapshot`"),
        Next::Screenshot => Some("call `screenshot`"),
        Next::ClickAt => Some("tap with `point` in `act`"),
        Next::WaitForScreen => Some("call `wait` for something on it"),
        Next::AllowMoreTime => Some("call `wait` first, or do fewer steps at once"),
        Next::SearchSkills | Next::ChooseSkills => Some("call `search_skills`"),
        Next::ShowSkill | Next::GiveInput | Next::RunSkill => {
            Some("`search_skills` shows the inputs that `run_skill` takes")
        }
        // Whoever asked does not decide.
        Next::Approve => Some("a person must decide; call `run` to wait for it"),
        Next::ShowUsage | Next::ListCommands | Next::ListNames => Some("call `guide`"),
        // A person does these, at a terminal.
        Next::RunDoctor | Next::FixPhone => {
            Some("ask the person to run `clawperator doctor` at a terminal")
        }
        Next::FallBack => Some("ask the person to start this server with `--operator auto`"),
        Next::StartVirtualPhone
        | Next::WriteLog
        | Next::Preview
        | Next::CreateSkill
        | Next::CheckSkill
        | Next::CheckSkills
        | Next::LintRecipe
        | Next::CompileRecipe
        | Next::IndexSkills
        | Next::RegisterSkills => None,
    }
}
