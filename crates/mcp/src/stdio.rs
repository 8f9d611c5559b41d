//! A client over standard input and output.

use std::future::pending;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::jobs::{JobLimits, Jobs};
use clawperator_host::{Cancel, Host, SkillShelf};
use rmcp::service::ServiceExt as _;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::caller::McpCaller;
use crate::server::{By, McpServer, McpState};

/// How long runs may take to end once nobody listens any more.
const LAST_RUNS: Duration = Duration::from_secs(1);

/// Serves one client over standard input and output, until it closes them or `stop` ends.
pub async fn serve_stdio(
    host: Host,
    caller: McpCaller,
    skills: SkillShelf,
    stop: Cancel<'static>,
) -> Result<(), Failure> {
    let jobs = Jobs::new(host.store().clone(), JobLimits::default());
    let state = Arc::new(McpState::new(host, jobs.clone(), skills));
    let server = McpServer::new(state, By::One(caller));
    let (input, output) = streams().map_err(|error| {
        let message = format!("standard input or output cannot be used: {error}");
        Failure::new(ErrorCode::HostIoFailed, message)
    })?;
    let gone = CancellationToken::new();
    let input = Watched {
        input,
        gone: gone.clone(),
    };
    let serving = async {
        // A client that leaves before it says anything, or speaks something else, is gone the same way.
        if let Ok(running) = server.serve((input, output)).await {
            let _ = running.waiting().await;
        }
    };
    // Answers may still be read while what was asked for comes to its end, but not for as long as that may take.
    let left = async {
        gone.cancelled().await;
        sleep(LAST_RUNS).await;
        jobs.stop(Duration::ZERO).await;
        pending::<()>().await;
    };
    tokio::select! {
        () = serving => {}
        () = left => {}
        () = stop => {}
    }
    jobs.stop(LAST_RUNS).await;
    Ok(())
}

/// What a client writes, and whether it has stopped writing.
struct Watched<R> {
    input: R,
    gone: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for Watched<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.input).poll_read(context, buffer));
        if read.is_err() || buffer.filled().len() == before {
            self.gone.cancel();
        }
        Poll::Ready(read)
    }
}

/// Standard input and output under handles of their own: those of the library are locked by the command line.
fn streams() -> io::Result<(tokio::fs::File, tokio::fs::File)> {
    let own = |stream: BorrowedFd<'_>| stream.try_clone_to_owned().map(std::fs::File::from);
    let input = own(io::stdin().as_fd())?;
    let output = own(io::stdout().as_fd())?;
    Ok((input.into(), output.into()))
}
