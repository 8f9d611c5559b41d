//! `am broadcast`.

use clawperator_phone_shell::{Closed, Exit};

use super::User;
use crate::call::Call;
use crate::intent::{Handled, Words, parse};

/// The flag that tells receivers that the shell sent it.
const FROM_SHELL: u32 = 0x0040_0000;

/// `am broadcast [--user N] INTENT`
pub(super) async fn run(
    call: &Call<'_>,
    command: &str,
    arguments: &[String],
) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let parsed = parse(&mut words, |option, words| match option {
        "--user" => User::parse(words.required()?).map(|_| Handled::Taken),
        "--receiver-permission" => words.required().map(|_| Handled::Taken),
        "--async" | "--allow-background-activity-starts" => Ok(Handled::Taken),
        _ => Ok(Handled::Unknown),
    });
    let mut intent = match parsed {
        Ok(intent) => intent,
        Err(exception) => return call.throw(command, &exception).await,
    };
    intent.intent.flags |= FROM_SHELL;
    call.out(format!("Broadcasting: {}\n", intent.print(call.release())))
        .await?;
    let (result, data) = call.screen().broadcast(&intent.intent).await;
    let data = data
        .map(|data| format!(", data=\"{data}\""))
        // Nothing is said of data that nobody set.
        .unwrap_or_default();
    call.answer(format!("Broadcast completed: result={result}{data}\n"), 0)
        .await
}
