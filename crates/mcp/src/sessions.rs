//! The sessions of a caller's clients, which the older revision has.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::Stream;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError,
};
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};

/// How many clients of one caller are remembered. One more, and the one that was silent longest is told to begin anew,
/// which costs it nothing: generations belong to the caller, not to its session.
const MOST: usize = 64;
/// How long a client may think.
const PATIENCE: Duration = Duration::from_hours(8);

/// Sessions, bounded.
pub(crate) struct Sessions {
    known: LocalSessionManager,
    /// The one that was heard last is last.
    heard: Mutex<VecDeque<SessionId>>,
}

impl Default for Sessions {
    fn default() -> Self {
        let mut known = LocalSessionManager::default();
        known.session_config.keep_alive = Some(PATIENCE);
        Self {
            known,
            heard: Mutex::default(),
        }
    }
}

impl Sessions {
    /// Notes that a client was heard; the one to forget for it, if there is one.
    fn heard(&self, id: &SessionId) -> Option<SessionId> {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|known| known != id);
        heard.push_back(id.clone());
        (heard.len() > MOST).then(|| heard.pop_front()).flatten()
    }
}

impl SessionManager for Sessions {
    type Error = LocalSessionManagerError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        let (id, transport) = self.known.create_session().await?;
        if let Some(oldest) = self.heard(&id) {
            self.known.close_session(&oldest).await?;
        }
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        self.known.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        let is_known = self.known.has_session(id).await?;
        if is_known {
            self.heard(id);
        }
        Ok(is_known)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        {
            let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
            heard.retain(|known| known != id);
        }
        self.known.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.known.create_stream(id, message).await
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Self::Error> {
        self.known.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.known.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.known.resume(id, last_event_id).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_one_that_was_silent_longest_makes_room() {
        let sessions = Sessions::default();
        let (first, _transport) = sessions.create_session().await.unwrap();
        let (second, _transport) = sessions.create_session().await.unwrap();
        let mut others = Vec::new();
        for _ in 2..MOST {
            others.push(sessions.create_session().await.unwrap());
        }
        assert!(sessions.has_session(&first).await.unwrap());
        others.push(sessions.create_session().await.unwrap());
        assert!(sessions.has_session(&first).await.unwrap());
        assert!(!sessions.has_session(&second).await.unwrap());
        assert_eq!(sessions.known.sessions.read().await.len(), MOST);
    }
}
