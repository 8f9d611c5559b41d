//! Running commands.

use std::sync::Arc;

use super::jobs::{AbortOnDrop, Job, MAX_JOBS};
use super::pattern::Pattern;
use super::session::{Descriptor, Interrupt, Session, Step, on_heap};
use crate::io::pipe;
use crate::syntax::{Arm, ArmEnd, Command, Connector, Redirect, Word};

impl Session {
    /// Runs one command and answers its status.
    pub(crate) fn execute<'a>(&'a mut self, command: &'a Command) -> Step<'a, u8> {
        Box::pin(async move {
            self.enter().await?;
            self.tick().await;
            let result = self.execute_kind(command).await;
            self.leave();
            if let Ok(status) = result {
                self.status = status;
            }
            result
        })
    }

    async fn execute_kind(&mut self, command: &Command) -> Result<u8, Interrupt> {
        match command {
            Command::Simple(simple) => {
                let status = on_heap(|| self.execute_simple(simple)).await?;
                self.checked(status)
            }
            Command::Pipeline(stages) => {
                let status = on_heap(|| self.execute_pipeline(stages)).await;
                self.checked(status)
            }
            Command::Chain(first, rest) => on_heap(|| self.execute_chain(first, rest)).await,
            Command::Not(command) => Ok(u8::from(on_heap(|| self.guarded(command)).await? == 0)),
            Command::Sequence(commands) => {
                let mut status = 0;
                for command in commands {
                    status = self.execute(command).await?;
                }
                Ok(status)
            }
            Command::Background(command) => Ok(on_heap(|| self.start_background(command)).await),
            Command::Subshell(command) => {
                let mut subshell = self.subshell();
                let result = subshell.execute(command).await;
                self.checked(Session::end(result))
            }
            Command::Group(command) => self.execute(command).await,
            Command::Redirected(command, redirects) => {
                on_heap(|| self.execute_redirected(command, redirects)).await
            }
            Command::If {
                branches,
                otherwise,
            } => {
                for (condition, body) in branches {
                    if on_heap(|| self.guarded(condition)).await? == 0 {
                        return self.execute(body).await;
                    }
                }
                match otherwise {
                    Some(body) => self.execute(body).await,
                    None => Ok(0),
                }
            }
            Command::Loop {
                until,
                condition,
                body,
            } => on_heap(|| self.execute_loop(*until, condition, body)).await,
            Command::For { name, words, body } => {
                on_heap(|| self.execute_for(name, words.as_deref(), body)).await
            }
            Command::Case { subject, arms } => on_heap(|| self.execute_case(subject, arms)).await,
            Command::Function { name, body } => {
                Arc::make_mut(&mut self.functions).insert(name.clone(), Arc::clone(body));
                Ok(0)
            }
            Command::Arithmetic(word) => {
                Ok(u8::from(on_heap(|| self.arithmetic(word)).await? == 0))
            }
            Command::Test(test) => {
                let status = self.execute_test(test).await?;
                self.checked(status)
            }
            Command::Time(command) => {
                let start = self.core.clock.now();
                let status = self.execute(command).await?;
                let took = self
                    .core
                    .clock
                    .now()
                    .duration_since(start)
                    // A clock that was set back counts from 0.
                    .unwrap_or_default();
                let line = format!(
                    "{:5}m{:02}.{:02}s real {:5}m00.00s user {:5}m00.00s system\n",
                    took.as_secs() / 60,
                    took.as_secs() % 60,
                    took.subsec_millis() / 10,
                    0,
                    0
                );
                self.output(2).write(line).await?;
                Ok(status)
            }
        }
    }

    /// With `set -e`, a failure that nobody looks at ends the environment.
    fn checked(&self, status: u8) -> Result<u8, Interrupt> {
        if status != 0 && self.options.exit_on_error && self.guarded == 0 {
            return Err(Interrupt::Exit(status));
        }
        Ok(status)
    }

    /// Runs a command whose failure is looked at.
    async fn guarded(&mut self, command: &Command) -> Result<u8, Interrupt> {
        self.guarded += 1;
        let result = self.execute(command).await;
        self.guarded -= 1;
        result
    }

    async fn execute_chain(
        &mut self,
        first: &Command,
        rest: &[(Connector, Command)],
    ) -> Result<u8, Interrupt> {
        let mut status = self.guarded(first).await?;
        for (index, (connector, command)) in rest.iter().enumerate() {
            if (status == 0) != (*connector == Connector::And) {
                continue;
            }
            let last = index + 1 == rest.len();
            status = if last {
                self.execute(command).await?
            } else {
                self.guarded(command).await?
            };
        }
        Ok(status)
    }

    async fn execute_pipeline(&mut self, stages: &[Command]) -> u8 {
        let Some(_running) = self.core.fork(stages.len()) else {
            self.complain("can't fork - try again").await;
            return 1;
        };
        let mut runs = Vec::with_capacity(stages.len());
        let mut input = None;
        let last = stages.len().saturating_sub(1);
        for (index, stage) in stages.iter().enumerate() {
            let mut subshell = self.subshell();
            if let Some(input) = input.take() {
                subshell.descriptors.insert(0, Descriptor::Read(input));
            }
            if index < last {
                let (output, next) = pipe();
                subshell.descriptors.insert(1, Descriptor::Write(output));
                input = Some(next);
            }
            runs.push(async move {
                let result = subshell.execute(stage).await;
                Session::end(result)
            });
        }
        let statuses = futures_util::future::join_all(runs).await;
        let failed = statuses.iter().rev().find(|status| **status != 0);
        match failed {
            Some(status) if self.options.pipe_fail => *status,
            _ => statuses.last().copied().unwrap_or(0),
        }
    }

    async fn start_background(&mut self, command: &Arc<Command>) -> u8 {
        self.jobs.0.retain(|job| !job.is_done());
        if self.jobs.0.len() >= MAX_JOBS {
            self.complain("can't fork - try again").await;
            return 1;
        }
        let mut subshell = self.subshell();
        // A command in the background does not take the input of those in front.
        subshell
            .descriptors
            .insert(0, Descriptor::Read(crate::io::Input::nothing()));
        // Nobody waits for what is redirected away, as after `> /dev/null 2>&1 &`.
        subshell.last_command = matches!(**command, Command::Simple(_) | Command::Redirected(..));
        subshell.becomes_command = matches!(**command, Command::Simple(_));
        subshell.terminal = None;
        let pid = subshell.pid;
        let (sender, status) = tokio::sync::watch::channel(None);
        let command = Arc::clone(command);
        let task = tokio::spawn(async move {
            let result = subshell.execute(&command).await;
            let status = Session::end(result);
            // Nobody may be waiting.
            let _ = sender.send(Some(status));
        });
        self.background = Some(pid);
        self.jobs.0.push(Job {
            pid,
            status,
            task: AbortOnDrop(task.abort_handle()),
            killed: None,
        });
        0
    }

    async fn execute_redirected(
        &mut self,
        command: &Command,
        redirects: &[Redirect],
    ) -> Result<u8, Interrupt> {
        match self.redirect(redirects).await? {
            Ok(before) => {
                let result = self.execute(command).await;
                self.descriptors = before;
                result
            }
            Err(_) => self.checked(1),
        }
    }

    async fn execute_loop(
        &mut self,
        until: bool,
        condition: &Command,
        body: &Command,
    ) -> Result<u8, Interrupt> {
        let mut status = 0;
        self.loops += 1;
        let result = loop {
            match self.guarded(condition).await {
                Ok(value) if (value == 0) == until => break Ok(status),
                Ok(_) => {}
                Err(interrupt) => match again(interrupt) {
                    Ok(true) => continue,
                    Ok(false) => break Ok(0),
                    Err(interrupt) => break Err(interrupt),
                },
            }
            match self.execute(body).await {
                Ok(value) => status = value,
                Err(interrupt) => match again(interrupt) {
                    Ok(true) => status = 0,
                    Ok(false) => break Ok(0),
                    Err(interrupt) => break Err(interrupt),
                },
            }
            self.tick().await;
        };
        self.loops -= 1;
        result
    }

    async fn execute_for(
        &mut self,
        name: &[u8],
        words: Option<&[Word]>,
        body: &Command,
    ) -> Result<u8, Interrupt> {
        let values = match words {
            Some(words) => self.expand_words(words).await?,
            None => self.positional.as_ref().clone(),
        };
        let mut status = 0;
        self.loops += 1;
        let mut result = Ok(());
        for value in values {
            self.assign(name, value);
            match self.execute(body).await {
                Ok(value) => status = value,
                Err(interrupt) => match again(interrupt) {
                    Ok(true) => status = 0,
                    Ok(false) => {
                        status = 0;
                        break;
                    }
                    Err(interrupt) => {
                        result = Err(interrupt);
                        break;
                    }
                },
            }
        }
        self.loops -= 1;
        result.map(|()| status)
    }

    async fn execute_case(&mut self, subject: &Word, arms: &[Arm]) -> Result<u8, Interrupt> {
        let subject = self.expand_text(subject).await?;
        let mut status = 0;
        let mut falling = false;
        for arm in arms {
            let mut chosen = falling;
            for pattern in &arm.patterns {
                if chosen {
                    break;
                }
                chosen = Pattern::new(&self.expand_pattern(pattern).await?).matches(&subject);
            }
            if !chosen {
                continue;
            }
            status = self.execute(&arm.body).await?;
            match arm.end {
                ArmEnd::Leave => break,
                ArmEnd::FallThrough => falling = true,
                ArmEnd::TryNext => falling = false,
            }
        }
        Ok(status)
    }

    /// The environment is over: its status is what it came to.
    pub(crate) fn end(result: Result<u8, Interrupt>) -> u8 {
        match result {
            Ok(status)
            | Err(Interrupt::Exit(status) | Interrupt::Abort(status) | Interrupt::Return(status)) => {
                status
            }
            Err(Interrupt::Break(_) | Interrupt::Continue(_)) => 0,
        }
    }
}

/// What an interrupt means to the loop it reaches: go on, stop, or not for this loop.
fn again(interrupt: Interrupt) -> Result<bool, Interrupt> {
    match interrupt {
        Interrupt::Continue(0 | 1) => Ok(true),
        Interrupt::Break(0 | 1) => Ok(false),
        Interrupt::Continue(levels) => Err(Interrupt::Continue(levels - 1)),
        Interrupt::Break(levels) => Err(Interrupt::Break(levels - 1)),
        other @ (Interrupt::Exit(_) | Interrupt::Abort(_) | Interrupt::Return(_)) => Err(other),
    }
}
