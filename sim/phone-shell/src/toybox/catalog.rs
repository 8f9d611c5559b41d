//! Which name runs what.

use super::call::Call;
use super::{
    copy, date, expr, find, grep, identity, list, numbers, printf, processes, regular, sed, stat,
};
use super::{streams, text, tree};
use crate::io::Closed;
use crate::program::Exit;

/// The programs, in order.
pub(super) const NAMES: [&str; 52] = [
    "[", "basename", "cat", "chmod", "cp", "cut", "date", "dirname", "echo", "egrep", "env",
    "expr", "false", "fgrep", "find", "grep", "head", "hostname", "id", "kill", "ln", "ls",
    "mkdir", "mktemp", "mv", "nproc", "pidof", "printenv", "printf", "pwd", "readlink", "realpath",
    "rm", "rmdir", "sed", "seq", "sleep", "sort", "stat", "tail", "tee", "test", "touch", "tr",
    "true", "uname", "uniq", "wc", "which", "whoami", "xargs", "yes",
];

/// Runs the program of that name; the callers have looked it up in the list.
pub(super) async fn run(name: &str, call: Call<'_>) -> Result<Exit, Closed> {
    match name {
        "[" | "test" => identity::test(call).await,
        "basename" => text::basename(call).await,
        "cat" => streams::cat(call).await,
        "chmod" => regular::chmod(call).await,
        "cp" => copy::cp(call).await,
        "cut" => text::cut(call).await,
        "date" => date::date(call).await,
        "dirname" => text::dirname(call).await,
        "echo" => printf::echo(call).await,
        "egrep" | "fgrep" | "grep" => grep::grep(call).await,
        "env" => processes::env(call).await,
        "expr" => expr::expr(call).await,
        "false" => Ok(1),
        "find" => find::find(call).await,
        "head" => streams::head(call).await,
        "hostname" => identity::hostname(call).await,
        "id" => identity::id(call).await,
        "kill" => processes::kill(call).await,
        "ln" => regular::ln(call).await,
        "ls" => list::ls(call).await,
        "mkdir" => tree::mkdir(call).await,
        "mktemp" => tree::mktemp(call).await,
        "mv" => copy::mv(call).await,
        "nproc" => call.finish_with("4\n").await,
        "pidof" => processes::pidof(call).await,
        "printenv" => processes::printenv(call).await,
        "printf" => printf::printf(call).await,
        "pwd" => identity::pwd(call).await,
        "readlink" => regular::readlink(call).await,
        "realpath" => regular::realpath(call).await,
        "rm" => tree::rm(call).await,
        "rmdir" => tree::rmdir(call).await,
        "sed" => sed::sed(call).await,
        "seq" => numbers::seq(call).await,
        "sleep" => numbers::sleep(call).await,
        "sort" => text::sort(call).await,
        "stat" => stat::stat(call).await,
        "tail" => streams::tail(call).await,
        "tee" => streams::tee(call).await,
        "touch" => regular::touch(call).await,
        "tr" => text::tr(call).await,
        "true" => Ok(0),
        "uname" => identity::uname(call).await,
        "uniq" => text::uniq(call).await,
        "wc" => streams::wc(call).await,
        "which" => identity::which(call).await,
        "whoami" => identity::whoami(call).await,
        "xargs" => processes::xargs(call).await,
        "yes" => streams::yes(call).await,
        _ => Ok(127),
    }
}
