//! A program with whatever it starts, which end together.

use std::io;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, Command};

/// The leader of a process group of its own. Dropped, it ends with all that it has started.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) child: Child,
    leader: Option<Pid>,
}

impl Group {
    /// Starts a program at the head of a group.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let child = command.process_group(0).kill_on_drop(true).spawn()?;
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Ok(Self {
            child,
            leader: id.and_then(Pid::from_raw),
        })
    }

    /// Lets what it has started live on: a server that was started is meant to.
    pub(crate) fn leave(mut self) {
        self.leader = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.leader.take() {
            // A group that has ended already is nobody's.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;
    use std::time::Duration;

    use tokio::io::AsyncReadExt;

    use super::*;

    /// A shell that starts a child which holds the pipe open, says its id and waits.
    async fn with_a_child() -> (Group, tokio::process::ChildStdout) {
        let mut command = Command::new("sh");
        command
            .args(["-c", "sleep 600 & echo started; wait"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut group = Group::start(&mut command).unwrap();
        let mut stdout = group.child.stdout.take().unwrap();
        let mut said = [0; 8];
        stdout.read_exact(&mut said).await.unwrap();
        (group, stdout)
    }

    #[tokio::test]
    async fn children_end_with_their_leader() {
        let (group, mut stdout) = with_a_child().await;
        drop(group);
        // The pipe ends when the last that holds it has ended.
        let mut rest = Vec::new();
        let end = stdout.read_to_end(&mut rest);
        let ended = tokio::time::timeout(Duration::from_secs(30), end).await;
        assert_eq!(ended.expect("the child lives on").unwrap(), 0);
    }
}
