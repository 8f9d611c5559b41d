//! One token and what it allows.

use std::fmt;
use std::sync::Arc;

use clawperator_contract::runs::RunSummary;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::AllowedPhones;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// What a token allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    /// To see phones, runs and their files.
    Read,
    /// To run executions.
    Act,
    /// To decide about what waits for a person.
    Approve,
    /// To see how the server does.
    Admin,
}

impl Scope {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 4] = [Self::Read, Self::Act, Self::Approve, Self::Admin];

    /// The word for it.
    #[must_use]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Act => "act",
            Self::Approve => "approve",
            Self::Admin => "admin",
        }
    }
}

/// A token as its file has it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Token {
    /// Under which its runs are kept.
    pub(super) name: String,
    #[serde(rename = "token")]
    pub(super) secret: Secret,
    pub(super) scopes: Vec<Scope>,
    /// Serials; without it all phones.
    #[serde(default, skip_serializing_if = "AllowedPhones::are_all")]
    pub(super) phones: AllowedPhones,
    /// By which its executions are judged: a shipped profile or the path of a file.
    #[serde(default = "default_profile")]
    pub(super) profile: String,
}

/// The name of people who are logged in to the page. No token can have it.
pub(super) const PERSON: &str = "@page";

/// What a token's executions are judged by where its file does not say.
pub(super) fn default_profile() -> String {
    "server".to_owned()
}

/// A text that cannot be printed.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Secret(String);

impl Secret {
    pub(super) const fn new(text: String) -> Self {
        Self(text)
    }

    pub(super) fn expose(&self) -> &str {
        &self.0
    }

    /// By which secrets are compared: how long that takes says nothing about them.
    pub(super) fn hash(text: &str) -> [u8; 32] {
        Sha256::digest(text.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Token").field(&self.name).finish()
    }
}

/// Whoever sent a request, by the token that came with it.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    token: Arc<Token>,
    phones: AllowedPhones,
}

impl Caller {
    pub(super) fn new(token: Arc<Token>) -> Self {
        let phones = token.phones.clone();
        Self { token, phones }
    }

    /// The same with those of its phones that are among these.
    pub(crate) fn within(mut self, phones: &AllowedPhones) -> Self {
        self.phones = self.phones.and(phones);
        self
    }

    /// The token's name.
    #[must_use]
    pub(crate) fn name(&self) -> &str {
        &self.token.name
    }

    /// Whether this is a person who is logged in to the page.
    #[must_use]
    pub(crate) fn is_person(&self) -> bool {
        self.token.name == PERSON
    }

    /// What came with the request. It is for whoever looks it up again.
    pub(crate) fn secret(&self) -> &str {
        self.token.secret.expose()
    }

    /// What its executions are judged by: the name of a shipped profile or the path of a file.
    #[must_use]
    pub(crate) fn profile(&self) -> &str {
        &self.token.profile
    }

    /// Refuses what the token does not allow.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), Failure> {
        if self.token.scopes.contains(&scope) {
            return Ok(());
        }
        let message = format!(
            "the token `{}` does not have the scope `{}`",
            self.name(),
            scope.name()
        );
        Err(Failure::new(ErrorCode::NotPermitted, message))
    }

    /// Whether a run is this token's own.
    #[must_use]
    pub(crate) fn asked_for(&self, run: &RunSummary) -> bool {
        run.accepted.asker.name.as_deref() == Some(self.name())
    }

    /// The phones that the token and its server allow.
    #[must_use]
    pub(crate) const fn phones(&self) -> &AllowedPhones {
        &self.phones
    }

    /// Whether the token and its server allow this phone.
    #[must_use]
    pub(crate) fn may_use(&self, serial: &str) -> bool {
        self.phones().have(serial)
    }

    /// Refuses a phone that the token does not allow, in the words for one that is not there: who may not use a phone
    /// need not know of it.
    pub(crate) fn require_phone(&self, serial: &str) -> Result<(), Failure> {
        if self.may_use(serial) {
            return Ok(());
        }
        let message = format!("the token `{}` does not allow this phone", self.name());
        Err(Failure::new(ErrorCode::NotPermitted, message))
    }
}
