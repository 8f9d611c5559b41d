//! Which name runs what.

use super::call::Call;
use super::{copy, date, echo, grep, identity, list, processes, regular, sleep, streams, tree};
use crate::io::Closed;
use crate::program::Exit;

/// The programs, in order.
pub(super) const NAMES: [&str; 28] = [
    "[", "cat", "chmod", "cp", "date", "echo", "egrep", "false", "fgrep", "grep", "head", "id",
    "kill", "ln", "ls", "mkdir", "mv", "pwd", "rm", "rmdir", "setsid", "sleep", "test", "touch",
    "true", "which", "whoami", "yes",
];

/// Runs the program of that name; the callers have looked it up in the list.
pub(super) async fn run(name: &str, call: Call<'_>) -> Result<Exit, Closed> {
    match name {
        "[" | "test" => identity::test(call).await,
        "cat" => streams::cat(call).await,
        "chmod" => regular::chmod(call).await,
        "cp" => copy::cp(call).await,
        "date" => date::date(call).await,
        "echo" => echo::echo(call).await,
        "egrep" | "fgrep" | "grep" => grep::grep(call).await,
        "false" => Ok(1),
        "head" => streams::head(call).await,
        "id" => identity::id(call).await,
        "kill" => processes::kill(call).await,
        "ln" => regular::ln(call).await,
        "ls" => list::ls(call).await,
        "mkdir" => tree::mkdir(call).await,
        "mv" => copy::mv(call).await,
        "pwd" => identity::pwd(call).await,
        "rm" => tree::rm(call).await,
        "rmdir" => tree::rmdir(call).await,
        "setsid" => processes::setsid(call).await,
        "sleep" => sleep::sleep(call).await,
        "touch" => regular::touch(call).await,
        "true" => Ok(0),
        "which" => identity::which(call).await,
        "whoami" => identity::whoami(call).await,
        "yes" => streams::yes(call).await,
        _ => Ok(127),
    }
}
