//! What a shell does when whoever started it is gone.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;

use super::jobs::{AbortOnDrop, Detached};
use super::session::{BROKEN_PIPE, Descriptor, Session};
use crate::io::{Input, Output};

/// The commands of `trap`, by signal. Only those are kept that a line which lost its stream may get.
#[derive(Debug, Clone, Default)]
pub(crate) struct Traps(Arc<Mutex<[Option<Vec<u8>>; KEPT.len()]>>);

/// The signals: hang up, interrupt, broken pipe, terminate.
const KEPT: [u8; 4] = [HANG_UP, 2, PIPE, 15];
const HANG_UP: u8 = 1;
const PIPE: u8 = 13;

impl Traps {
    /// Sets what is done at a signal, or takes it away; answers whether it is one that is kept.
    pub(crate) fn set(&self, signal: u8, command: Option<Vec<u8>>) -> bool {
        let Some(place) = KEPT.iter().position(|kept| *kept == signal) else {
            return false;
        };
        let mut commands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = commands.get_mut(place) {
            *kept = command;
        }
        true
    }

    fn at(&self, signal: u8) -> Option<Vec<u8>> {
        let place = KEPT.iter().position(|kept| *kept == signal)?;
        let commands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        commands.get(place).cloned().flatten()
    }
}

/// A line while it runs. One that is dropped was hung up on: what it has set a trap for is done, with nobody to read it.
#[derive(Debug)]
pub(super) struct Line<'a> {
    traps: Traps,
    /// The environment of what is done then.
    session: Option<Session>,
    detached: &'a Detached,
}

impl<'a> Line<'a> {
    pub(super) fn begin(session: &Session, detached: &'a Detached) -> Self {
        let mut own = session.subshell();
        let nowhere = || Descriptor::Write(Output::nowhere());
        own.descriptors = [
            (0, Descriptor::Read(Input::nothing())),
            (1, nowhere()),
            (2, nowhere()),
        ]
        .into();
        own.terminal = None;
        Self {
            traps: session.traps.clone(),
            session: Some(own),
            detached,
        }
    }

    /// It has ended by itself, with this status.
    pub(super) async fn end(mut self, status: u8) {
        let own = self.session.take();
        if status == BROKEN_PIPE
            && let (Some(command), Some(mut own)) = (self.traps.at(PIPE), own)
        {
            // Nobody is left to be told how it ends.
            let _ = own.evaluate_source(&command).await;
        }
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        let (Some(mut own), Some(command)) = (self.session.take(), self.traps.at(HANG_UP)) else {
            return;
        };
        // Without a runtime the whole phone is gone.
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let task = runtime.spawn(async move {
            let _ = own.evaluate_source(&command).await;
        });
        self.detached.keep(AbortOnDrop(task.abort_handle()));
    }
}
