//! `serve`.

use std::path::Path;
use std::time::Duration;

use clawperator_cli::{PageLink, ServeRequest};
use clawperator_contract::server::{StartedServer, StoppedServer};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::jobs::{JobLimits, Jobs};
use clawperator_host::{AllowedPhones, Cancel, Host, Store};
use clawperator_http::{ServeConfig, ServeError, Server, Stop, TlsError, TlsFiles, tokens_file};

/// Serves until it is to stop.
pub(super) async fn serve(
    host: Host,
    request: ServeRequest,
    started: Box<dyn FnOnce(StartedServer) + Send>,
    stop: Cancel<'static>,
) -> Result<StoppedServer, Failure> {
    let tokens = tokens_file(host.store().state());
    let jobs = Jobs::new(host.store().clone(), JobLimits::default());
    #[cfg(feature = "mcp")]
    let mcp = Some(super::mcp_over_http::mounted(&host, &jobs, &request.skills));
    #[cfg(not(feature = "mcp"))]
    let mcp = None;
    let config = ServeConfig {
        listen: request.listen,
        tls: request.tls.map(|files| TlsFiles {
            certificate: files.certificate,
            key: files.key,
        }),
        plain_beyond_loopback: request.plain_beyond_loopback,
        names: request.names,
        tokens: tokens.clone(),
        output: host.store().state().join("output"),
        mcp,
        skills: request.skills,
        // Where none is named, tokens alone say which may be used.
        phones: request.device.map(AllowedPhones::one).unwrap_or_default(),
        jobs,
    };
    let server = Server::bind(host, config)
        .await
        .map_err(|error| failure(&error))?;
    started(StartedServer {
        url: server.page(),
        address: Some(server.address().to_string()),
        tokens: tokens.display().to_string(),
        made_token: server.made_token().map(|made| made.name.clone()),
    });
    let patience = Duration::from_secs(request.patience_s.into());
    let stop = async {
        stop.await;
        Stop { patience }
    };
    let stopped = server.run(stop).await;
    Ok(StoppedServer {
        finished: stopped.finished,
        cancelled: stopped.cancelled,
        abandoned: stopped.abandoned,
    })
}

/// A link to the page of a server.
pub(super) fn link(store: &Store, port: Option<u16>) -> Result<PageLink, Failure> {
    let failed = |error: std::io::Error| {
        Failure::new(
            ErrorCode::HostIoFailed,
            format!("the link cannot be made: {error}"),
        )
    };
    let servers = store.servers().urls(port).map_err(failed)?;
    let page = match servers.as_slice() {
        [only] => only,
        [] => {
            let message = "no server runs on this state folder";
            let failure = Failure::new(ErrorCode::UnknownName, message);
            return Err(failure.with_hint("start one on another terminal: clawperator serve"));
        }
        several => {
            let message = format!("several servers run: {}", several.join(", "));
            let failure = Failure::new(ErrorCode::Usage, message);
            return Err(
                failure.with_hint("choose one by its port: clawperator serve link --port 4411")
            );
        }
    };
    let secret = store.page_links().make().map_err(failed)?;
    Ok(PageLink::new(page, secret.expose()))
}

/// What the file of tokens has under this name.
pub(super) fn token(state: &Path, name: &str) -> Result<String, Failure> {
    let file = tokens_file(state);
    match clawperator_http::token(&file, name) {
        Ok(Some(token)) => Ok(token),
        Ok(None) => Err(Failure::new(
            ErrorCode::UnknownName,
            format!("`{}` has no token of this name", file.display()),
        )
        .with_hint("the first start of `clawperator serve` makes the token `default`")),
        Err(error) => Err(Failure::new(ErrorCode::HostIoFailed, error.to_string())),
    }
}

fn failure(error: &ServeError) -> Failure {
    let message = error.to_string();
    match error {
        ServeError::BeyondLoopback(_) => Failure::new(ErrorCode::Usage, message).with_hint(
            "add --tls-cert and --tls-key, or --plain-http where the network is trusted",
        ),
        ServeError::Tls(TlsError::Open(path)) => Failure::new(ErrorCode::Usage, message).with_hint(
            format!("let only its owner read it: chmod 600 {}", path.display()),
        ),
        ServeError::Tls(_) => Failure::new(ErrorCode::Usage, message).with_hint(
            "give --tls-cert a certificate with its chain, and --tls-key its key, both in PEM form",
        ),
        ServeError::Name(_) => {
            Failure::new(ErrorCode::Usage, message).with_hint("for example --name farm.example:443")
        }
        ServeError::Listen { .. } => Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("choose another --port, or 0 for any"),
        ServeError::Tokens(_) => Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("fix the file, or remove it: the next start makes a new token"),
        ServeError::Output { .. } => Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("check free space and permissions of that folder"),
        ServeError::Mark(_) => Failure::new(ErrorCode::HostIoFailed, message)
            .with_hint("check free space and permissions of the state folder"),
        ServeError::Random(_) => Failure::new(ErrorCode::InternalError, message),
    }
}
