//! The small programs that belong to a shell, with the forms and messages of Android's toybox.

mod call;
mod catalog;
mod copy;
mod date;
mod echo;
mod expression;
mod grep;
mod identity;
mod list;
mod options;
mod processes;
mod regular;
mod sleep;
mod streams;
mod tree;

use std::sync::Arc;

use async_trait::async_trait;

use self::call::Call;
use crate::io::Closed;
use crate::program::{Exit, Invocation, Program, Programs};

/// Puts all programs of this module into the table, and `toybox` itself, which runs them by their first argument.
pub fn register(programs: &mut Programs) {
    let toybox: Arc<dyn Program> = Arc::new(Toybox);
    for name in catalog::NAMES.into_iter().chain(["toybox"]) {
        programs.register_shared(name, Arc::clone(&toybox));
    }
}

/// All the small programs, told apart by the name they are called by.
#[derive(Debug, Clone, Copy)]
struct Toybox;

#[async_trait]
impl Program for Toybox {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        let name = invocation.name().to_owned();
        if name != "toybox" {
            return catalog::run(&name, Call::new(invocation)).await;
        }
        // `toybox` alone lists its programs.
        let words = invocation.words.get(1..).unwrap_or_default();
        match words.first() {
            None => {
                let list = catalog::NAMES.join(" ");
                invocation.stdout.write(format!("{list}\n")).await?;
                Ok(0)
            }
            Some(name) if catalog::NAMES.contains(&name.as_str()) => {
                let Invocation {
                    stdin,
                    stdout,
                    stderr,
                    process,
                    ..
                } = invocation;
                catalog::run(
                    name,
                    Call::new(Invocation {
                        words,
                        stdin,
                        stdout,
                        stderr,
                        process,
                    }),
                )
                .await
            }
            Some(name) => {
                let message = format!("toybox: Unknown command {name} (see \"toybox --help\")\n");
                invocation.stderr.write(message).await?;
                Ok(127)
            }
        }
    }
}
