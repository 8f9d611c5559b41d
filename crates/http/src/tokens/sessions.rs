//! People who are logged in to the page.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_contract::hex;
use clawperator_host::{AllowedPhones, Moment, Sources};

use super::token::{Caller, PERSON, Scope, Secret, Token};

/// How long a person stays logged in.
const LASTS: Duration = Duration::from_hours(12);
/// The most people, or windows, at a time. One more ends the oldest.
const MOST: usize = 16;
/// How many random bytes a secret has.
const BYTES: usize = 32;
/// By which it is told from a token.
const PREFIX: &str = "clawpage_";
/// What a person's executions are judged by, as at their own command line.
const PROFILE: &str = "person";

/// The sessions of this process. None outlives it.
#[derive(Debug)]
pub(crate) struct SessionBook {
    sources: Arc<dyn Sources>,
    open: Mutex<Vec<Session>>,
}

#[derive(Debug)]
struct Session {
    token: Arc<Token>,
    hash: [u8; 32],
    until: Moment,
}

/// A session that has just begun.
pub(crate) struct NewSession {
    /// What the page sends with each request from now on.
    pub(crate) secret: String,
    /// How long it lasts.
    pub(crate) lasts: Duration,
}

impl SessionBook {
    pub(crate) fn new(sources: Arc<dyn Sources>) -> Self {
        Self {
            sources,
            open: Mutex::default(),
        }
    }

    /// Lets somebody in, who may do everything that a person may.
    pub(crate) fn open(&self) -> io::Result<NewSession> {
        let mut bytes = [0; BYTES];
        self.sources.fill(&mut bytes)?;
        let secret = format!("{PREFIX}{}", hex(&bytes));
        let session = Session {
            hash: Secret::hash(&secret),
            token: Arc::new(Token {
                name: PERSON.to_owned(),
                secret: Secret::new(secret.clone()),
                scopes: vec![Scope::Read, Scope::Act, Scope::Approve],
                phones: AllowedPhones::default(),
                profile: PROFILE.to_owned(),
            }),
            until: self.sources.now().plus(LASTS),
        };
        let mut open = self.current();
        if open.len() >= MOST {
            open.remove(0);
        }
        open.push(session);
        Ok(NewSession {
            secret,
            lasts: LASTS,
        })
    }

    /// Whose secret this is, if it is anybody's.
    pub(crate) fn caller(&self, secret: &str) -> Option<Caller> {
        if !secret.starts_with(PREFIX) {
            return None;
        }
        let hash = Secret::hash(secret);
        let open = self.current();
        let mut same = open.iter().filter(|session| session.hash == hash);
        let token = Arc::clone(&same.next()?.token);
        Some(Caller::new(token))
    }

    /// Ends a session.
    pub(crate) fn close(&self, caller: &Caller) {
        let hash = Secret::hash(caller.secret());
        self.current().retain(|session| session.hash != hash);
    }

    /// Those that have not expired.
    fn current(&self) -> MutexGuard<'_, Vec<Session>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.sources.now();
        open.retain(|session| now < session.until);
        open
    }
}

#[cfg(test)]
mod tests {
    use clawperator_host::SystemSources;

    use super::*;

    #[test]
    fn a_person_is_let_in_until_they_leave_or_too_many_come() {
        let book = SessionBook::new(Arc::new(SystemSources::start()));
        let first = book.open().unwrap().secret;
        let caller = book.caller(&first).unwrap();
        assert!(caller.is_person());
        assert!(caller.require(Scope::Approve).is_ok());
        assert!(caller.require(Scope::Admin).is_err());
        assert!(book.caller("clawpage_").is_none());
        assert!(book.caller(&first.replace("clawpage_", "")).is_none());
        book.close(&caller);
        assert!(book.caller(&first).is_none());
        let oldest = book.open().unwrap().secret;
        for _ in 1..MOST {
            book.open().unwrap();
        }
        assert!(book.caller(&oldest).is_some());
        book.open().unwrap();
        assert!(book.caller(&oldest).is_none());
    }
}
