//! The files of approvals: small, in the state folder, each good for one act.
//!
//! A question is a file under `asked`, an approval one under `approved`. Whoever removes the file has what it says, and
//! the operating system lets one process only remove it: that is all the locking there is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawperator_contract::runs::Asker;
use clawperator_contract::{Approval, ApprovalState, hex};
use clawperator_policy::{ApprovalError, Request};
use clawperator_private_files::{self as private, Readable};
use clawperator_sources::Sources;
use serde::{Deserialize, Serialize};

use super::waiting::{Awaited, Waiter, Waiting};
use crate::run_context::RunContext;
use crate::state_key::StateKey;

/// How long a question may wait to be approved at least; as long as a run may wait for the answer if that is longer.
const QUESTION_MILLISECONDS: u64 = 60 * 60 * 1000;
/// The most questions that wait at a time; more are not written down.
const MOST_QUESTIONS: usize = 256;
/// The most of them that one asker may leave without waiting for the answers, so that there is room for others, and a
/// person finds them. Those that a run waits for are one for each phone.
const MOST_OF_ONE_ASKER: usize = 16;
/// The most of a file that is read.
const FILE_LIMIT: u64 = 64 * 1024;
/// How many digits of the digest are an id. The file holds all of them, and all are compared.
const ID_DIGITS: usize = 16;
const VERSION: u32 = 3;
/// The file of the installation's key.
const KEY_FILE: &str = "key";

/// What a digest is for, so that one made for a use is of none in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// What an approval is bound to.
    Question,
    /// Everything that the file of an approval says.
    File,
}

impl Use {
    const fn domain(self) -> &'static [u8] {
        match self {
            Self::Question => b"clawperator-approval-v2\0",
            Self::File => b"clawperator-approval-file-v2\0",
        }
    }
}

/// Whom an approval serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Serves {
    /// The run that asked and waits, and no other, however alike.
    Run,
    /// Whoever asked, when the same execution is sent again.
    Asker,
}

/// The folder of approvals. Nothing here asks what time it is.
#[derive(Debug)]
pub(super) struct ApprovalFiles {
    folder: PathBuf,
    sources: Arc<dyn Sources>,
}

/// The file of a question or an approval: what it says, and the seal on all of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    approval: Approval,
    seal: String,
}

impl ApprovalFiles {
    /// The approvals in a folder, which need not be there yet; neither need its key.
    #[must_use]
    pub(super) const fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self { folder, sources }
    }

    /// Writes down what is to be approved; the answer is its id.
    pub(super) fn ask(
        &self,
        request: &Request,
        by: Option<&RunContext>,
        now: u64,
    ) -> Result<String, ApprovalError> {
        let awaited = by.and_then(|by| by.awaited.as_deref());
        // Whatever this run was told before was about something else.
        awaited.inspect(|awaited| awaited.withdraw());
        let serves = awaited.map_or(Serves::Asker, |_| Serves::Run);
        let digest = self.bound(&request.digest, by, serves)?;
        let id = id_of(&digest);
        let open = self.read_all(ApprovalState::Asked, now)?;
        if !open.iter().any(|known| known.id == id) {
            let left = open
                .iter()
                .filter(|known| !known.parked && is_of(known, by));
            if serves == Serves::Asker && left.count() >= MOST_OF_ONE_ASKER {
                return Err(ApprovalError::TooMany {
                    most: MOST_OF_ONE_ASKER,
                });
            }
            if open.len() >= MOST_QUESTIONS {
                return Err(ApprovalError::Full {
                    most: MOST_QUESTIONS,
                });
            }
        }
        if let Some(awaited) = awaited {
            // The same question of a run that did not wait is this one now.
            let earlier = self.bound(&request.digest, by, Serves::Asker)?;
            remove(&self.path(ApprovalState::Asked, &id_of(&earlier))?)?;
            self.wait(awaited, &id)?;
        }
        self.write(&Approval {
            version: VERSION,
            id: id.clone(),
            digest,
            state: ApprovalState::Asked,
            device_id: request.device.clone(),
            profile: request.profile.clone(),
            rule: request.rule.clone(),
            reason: request.reason.clone(),
            action_count: request.actions,
            minutes: request.minutes,
            asked_at_ms: now,
            expires_at_ms: now
                .saturating_add(QUESTION_MILLISECONDS.max(milliseconds(request.minutes))),
            act: Some(request.act.clone()),
            step: request.step.clone(),
            packages: request.packages.clone(),
            may_show: request.may_show,
            asker: by.map(|by| by.asker.clone()),
            run: by.map(|by| by.run.clone()),
            parked: awaited.is_some(),
        })?;
        Ok(id)
    }

    /// Approves what waits under an id, for one act.
    pub(super) fn approve(&self, id: &str, now: u64) -> Result<Approval, ApprovalError> {
        let asked = self.question(id, now)?;
        self.claim(id)?;
        let approved = Approval {
            state: ApprovalState::Approved,
            expires_at_ms: now.saturating_add(milliseconds(asked.minutes)),
            ..asked
        };
        self.write(&approved)?;
        self.conclude(approved)
    }

    /// Takes a question away from everybody else who may decide it. It goes to where its approval will be and still says
    /// there that it is asked: whoever waits must not take it for refused, however long this process is kept waiting.
    pub(super) fn claim(&self, id: &str) -> Result<(), ApprovalError> {
        let folder = self.of(ApprovalState::Approved);
        private::make_folder(&folder).map_err(|source| failed(&folder, source))?;
        let from = self.path(ApprovalState::Asked, id)?;
        match fs::rename(&from, self.path(ApprovalState::Approved, id)?) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(ApprovalError::Unknown),
            claimed => claimed.map_err(|source| failed(&from, source)),
        }
    }

    /// What an approval that was written down came to: nothing if its run ended before and nobody used it. One that is not
    /// there any more was used.
    pub(super) fn conclude(&self, approved: Approval) -> Result<Approval, ApprovalError> {
        if !self.is_of_use(&approved)?
            && remove(&self.path(ApprovalState::Approved, &approved.id)?)?
        {
            return Err(ApprovalError::Unknown);
        }
        Ok(approved)
    }

    /// Revokes an approval, or the question for one.
    pub(super) fn revoke(&self, id: &str) -> Result<Approval, ApprovalError> {
        for state in [ApprovalState::Approved, ApprovalState::Asked] {
            let path = self.path(state, id)?;
            if let Some(found) = self.read(&path)?
                && found.state == state
                && remove(&path)?
            {
                return Ok(Approval {
                    state: ApprovalState::Revoked,
                    ..found
                });
            }
        }
        Err(ApprovalError::Unknown)
    }

    /// Removes a question that is not decided; and its approval too if it is for the run that withdraws it.
    pub(super) fn withdraw(&self, id: &str, by: Option<&RunContext>) -> Result<(), ApprovalError> {
        let path = self.path(ApprovalState::Asked, id)?;
        if let Some(awaited) = by.and_then(|by| by.awaited.as_deref()) {
            awaited.withdraw();
        }
        remove(&path).map(drop)
    }

    /// Everything that waits or is approved and has not expired, the oldest question first.
    pub(super) fn list(&self, now: u64) -> Result<Vec<Approval>, ApprovalError> {
        let mut all = self.read_all(ApprovalState::Asked, now)?;
        all.extend(self.read_all(ApprovalState::Approved, now)?);
        all.sort_by(|one, other| (one.asked_at_ms, &one.id).cmp(&(other.asked_at_ms, &other.id)));
        Ok(all)
    }

    /// Uses up the approval of this digest. Of several processes that try, one gets a yes.
    pub(super) fn take(
        &self,
        digest: &[u8; 32],
        by: Option<&RunContext>,
        now: u64,
    ) -> Result<bool, ApprovalError> {
        let awaited = by.and_then(|by| by.awaited.as_deref());
        if let Some(awaited) = awaited
            && self.take_for(Serves::Run, digest, by, now)?
        {
            awaited.withdraw();
            return Ok(true);
        }
        self.take_for(Serves::Asker, digest, by, now)
    }

    fn take_for(
        &self,
        serves: Serves,
        digest: &[u8; 32],
        by: Option<&RunContext>,
        now: u64,
    ) -> Result<bool, ApprovalError> {
        let digest = self.bound(digest, by, serves)?;
        let path = self.path(ApprovalState::Approved, &id_of(&digest))?;
        // One that still says that it is asked is being approved right now.
        let approval = self.read(&path)?;
        let Some(approval) = approval.filter(|it| it.state == ApprovalState::Approved) else {
            return Ok(false);
        };
        let holds = approval.digest == digest
            && approval.parked == (serves == Serves::Run)
            && approval.expires_at_ms > now;
        // One that does not hold any more is of no use to anybody.
        Ok(remove(&path)? && holds)
    }

    /// What waits under an id, if anything does. The question of a run that is gone does not.
    pub(super) fn question(&self, id: &str, now: u64) -> Result<Approval, ApprovalError> {
        let found = self.find(ApprovalState::Asked, id, now)?;
        found.ok_or(ApprovalError::Unknown)
    }

    /// What was approved under an id and is not used, if anything was. The approval of a run that is gone is none.
    pub(super) fn approved(&self, id: &str, now: u64) -> Result<Option<Approval>, ApprovalError> {
        self.find(ApprovalState::Approved, id, now)
    }

    fn find(
        &self,
        state: ApprovalState,
        id: &str,
        now: u64,
    ) -> Result<Option<Approval>, ApprovalError> {
        let found = self.read(&self.path(state, id)?)?;
        match found.filter(|found| found.state == state && found.expires_at_ms > now) {
            Some(found) if self.is_of_use(&found)? => Ok(Some(found)),
            _ => Ok(None),
        }
    }

    /// Whether a question or an approval can still lead to anything: one of a run that waits cannot without that run.
    fn is_of_use(&self, approval: &Approval) -> Result<bool, ApprovalError> {
        Ok(!approval.parked || self.waiter(&approval.id)? != Waiter::Nobody)
    }

    /// Refuses what waits under an id. What is approved stays approved.
    pub(super) fn refuse(&self, id: &str, now: u64) -> Result<Approval, ApprovalError> {
        let asked = self.question(id, now)?;
        if !remove(&self.path(ApprovalState::Asked, id)?)? {
            return Err(ApprovalError::Unknown);
        }
        Ok(Approval {
            state: ApprovalState::Revoked,
            ..asked
        })
    }

    /// Who waits for the answer to a question.
    pub(super) fn waiter(&self, id: &str) -> Result<Waiter, ApprovalError> {
        let waiter = self.waiting().waiter(id);
        waiter.map_err(|source| failed(&self.folder, source))
    }

    /// Says that a run waits for the answer to a question. When it does not any more, nothing of the question is left.
    fn wait(&self, awaited: &Awaited, id: &str) -> Result<(), ApprovalError> {
        let files = [
            self.path(ApprovalState::Asked, id)?,
            self.path(ApprovalState::Approved, id)?,
        ];
        let begun = awaited.begin(&self.waiting(), id, files);
        begun.map_err(|source| failed(&self.folder, source))
    }

    fn waiting(&self) -> Waiting {
        Waiting::new(self.folder.join("waiting"))
    }

    /// What a question is bound to, in hexadecimal: one asker's approval is of no use to another, that of a skill to
    /// nothing else, and one that a run waits for to no other run.
    fn bound(
        &self,
        digest: &[u8; 32],
        by: Option<&RunContext>,
        serves: Serves,
    ) -> Result<String, ApprovalError> {
        let mut bytes = digest.to_vec();
        if let Some(by) = by {
            let asker = &by.asker;
            let who = (asker.surface, &asker.name, &asker.skill);
            let whom = match serves {
                Serves::Run => serde_json::to_vec(&(who, &by.run)),
                Serves::Asker => serde_json::to_vec(&who),
            };
            let whom = whom.map_err(io::Error::from);
            bytes.extend(whom.map_err(|source| failed(&self.folder, source))?);
        }
        self.bind(Use::Question, &bytes)
    }

    /// Whether a question of an id waits or is approved. One that is being approved waits.
    pub(super) fn state(&self, id: &str) -> Result<Option<ApprovalState>, ApprovalError> {
        let (asked, approved) = (ApprovalState::Asked, ApprovalState::Approved);
        // A question goes one way, and may have gone it between the first look and the second.
        for folder in [approved, asked, approved] {
            let found = self.read(&self.path(folder, id)?)?;
            if let Some(found) = found.filter(|it| it.state == asked || it.state == folder) {
                return Ok(Some(found.state));
            }
        }
        Ok(None)
    }

    /// A digest under the installation's key, in hexadecimal.
    fn bind(&self, what_for: Use, bytes: &[u8]) -> Result<String, ApprovalError> {
        private::make_folder(&self.folder).map_err(|source| failed(&self.folder, source))?;
        let path = self.folder.join(KEY_FILE);
        let key = StateKey::of(&path, &*self.sources);
        let bound = key.and_then(|key| key.bind(what_for.domain(), bytes));
        let bound = bound.map_err(|source| failed(&path, source))?;
        Ok(hex(&bound))
    }

    /// The file of an id; what is none leads nowhere.
    fn path(&self, state: ApprovalState, id: &str) -> Result<PathBuf, ApprovalError> {
        let is_id = id.len() == ID_DIGITS
            && id
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if is_id {
            Ok(self.of(state).join(format!("{id}.json")))
        } else {
            Err(ApprovalError::Unknown)
        }
    }

    fn of(&self, state: ApprovalState) -> PathBuf {
        self.folder.join(match state {
            ApprovalState::Asked | ApprovalState::Revoked => "asked",
            ApprovalState::Approved => "approved",
        })
    }

    /// What a folder holds; what has expired is removed.
    fn read_all(&self, state: ApprovalState, now: u64) -> Result<Vec<Approval>, ApprovalError> {
        let folder = self.of(state);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(failed(&folder, source)),
        };
        let mut all = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let id = name.to_str().and_then(|name| name.strip_suffix(".json"));
            let Some(path) = id.and_then(|id| self.path(state, id).ok()) else {
                continue;
            };
            let Some(approval) = self.read(&path)? else {
                continue;
            };
            if approval.expires_at_ms <= now {
                remove(&path)?;
                // What stays of it is in nobody's way.
                let _ = self.waiting().forget(&approval.id);
            } else if approval.state == state && self.is_of_use(&approval)? {
                all.push(approval);
            }
        }
        Ok(all)
    }

    /// Under its name only when it is whole.
    fn write(&self, approval: &Approval) -> Result<(), ApprovalError> {
        let folder = self.of(approval.state);
        private::make_folder(&folder).map_err(|source| failed(&folder, source))?;
        let path = self.path(approval.state, &approval.id)?;
        let sealed = Sealed {
            seal: self.seal(approval)?,
            approval: approval.clone(),
        };
        let written = serde_json::to_vec(&sealed)
            .map_err(io::Error::from)
            .and_then(|text| private::replace(&path, &text));
        written.map_err(|source| failed(&path, source))
    }

    /// The file, if it is there, of this version, and says what this installation wrote into it.
    fn read(&self, path: &Path) -> Result<Option<Approval>, ApprovalError> {
        let text = private::read(path, FILE_LIMIT, Readable::Corrected)
            .map_err(|source| failed(path, source))?;
        let Some(text) = text else {
            return Ok(None);
        };
        let Ok(Sealed { approval, seal }) = serde_json::from_slice(&text) else {
            return Ok(None);
        };
        let is_own = approval.version == VERSION && seal == self.seal(&approval)?;
        Ok(is_own.then_some(approval))
    }

    /// The seal on everything that an approval says.
    fn seal(&self, approval: &Approval) -> Result<String, ApprovalError> {
        let said = serde_json::to_vec(approval).map_err(io::Error::from);
        let said = said.map_err(|source| failed(&self.folder, source))?;
        self.bind(Use::File, &said)
    }
}

/// Whether a question was asked by this asker, whichever process that was.
fn is_of(approval: &Approval, by: Option<&RunContext>) -> bool {
    let who = |asker: &Asker| (asker.surface, asker.name.clone());
    approval.asker.as_ref().map(who) == by.map(|by| who(&by.asker))
}

fn id_of(digest: &str) -> String {
    digest.chars().take(ID_DIGITS).collect()
}

pub(super) fn milliseconds(minutes: u32) -> u64 {
    u64::from(minutes) * 60_000
}

/// Removes a file; whether it was this call that did.
fn remove(path: &Path) -> Result<bool, ApprovalError> {
    private::remove(path).map_err(|source| failed(path, source))
}

fn failed(path: &Path, source: io::Error) -> ApprovalError {
    ApprovalError::Io {
        path: path.to_owned(),
        source,
    }
}
