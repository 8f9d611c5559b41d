//! A saved dump in the place of a phone: what can be read from it is read, and nothing is touched.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_contract::ErrorCode;
use clawperator_ui::{DumpError, Tree};

use crate::driver::{
    Act, ActError, Acted, Capabilities, Condition, Device, Drags, Driver, Front, Identity, Launch,
    Observation, ObserveError, Opened, Opens, PictureSize, Screenshot, Size, Unavailable, View,
};

/// One screen that never changes: acts do nothing.
#[derive(Debug)]
pub struct SavedScreen {
    tree: Arc<Tree>,
    dump: Bytes,
}

impl SavedScreen {
    /// The screen of a dump.
    pub fn parse(dump: Vec<u8>) -> Result<Self, DumpError> {
        Ok(Self {
            tree: Arc::new(Tree::parse(&dump)?.tree),
            dump: dump.into(),
        })
    }

    /// The nodes.
    #[must_use]
    pub fn tree(&self) -> Tree {
        Tree::clone(&self.tree)
    }
}

#[async_trait]
impl Device for SavedScreen {
    fn serial(&self) -> &'static str {
        "saved-dump"
    }

    async fn identity(&self, _: Duration) -> Result<Identity, Unavailable> {
        Ok(Identity::default())
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            driver: Driver::Saved,
            live: false,
            recording: false,
            focus_any_node: false,
            events: false,
            toasts: false,
            gestures: false,
            double_taps: false,
            drags: Drags::Never,
            checks_points: false,
            keys: false,
            holds_keys: false,
            clipboard: false,
            apps: false,
            files: false,
            programs: false,
        }
    }

    async fn observe(&self, _: View, _: Duration) -> Result<Observation, ObserveError> {
        Ok(Observation {
            tree: Arc::clone(&self.tree),
            dump: Some(self.dump.clone()),
            number: None,
            settled: None,
            heard: false,
            user: None,
            condition: None,
        })
    }

    async fn front(&self, _: Duration) -> Result<Front, Unavailable> {
        let package = self
            .tree
            .window_in_front()
            .map(|(_, window)| window.package.clone());
        Ok(Front {
            package,
            activity: None,
        })
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        Ok(Condition {
            front: self.front(within).await?,
            ..Condition::default()
        })
    }

    /// A dump of a dialog alone does not tell it, and nothing says which dump is one.
    async fn screen_size(&self, _: Duration) -> Result<Option<Size>, Unavailable> {
        Ok(None)
    }

    fn can_type(&self, _: &str) -> Result<(), String> {
        Ok(())
    }

    async fn screenshot(&self, _: PictureSize, _: Duration) -> Result<Screenshot, Unavailable> {
        Err(Unavailable {
            code: ErrorCode::CapabilityUnsupported,
            message: "a saved dump has no picture".to_owned(),
        })
    }

    async fn leads_to(&self, _: Opens<'_>, _: Duration) -> Result<Vec<Front>, Unavailable> {
        Err(Unavailable {
            code: ErrorCode::CapabilityUnsupported,
            message: "a saved dump does not say what would be opened".to_owned(),
        })
    }

    async fn act(&self, act: Act<'_>, _: Duration) -> Result<Acted, ActError> {
        Ok(match act {
            Act::Launch { .. } | Act::Open { .. } => Acted::Opened(Launch {
                how: Opened::Started,
                package: None,
                activity: None,
                drawn: false,
            }),
            Act::Record(_) | Act::StopRecording { .. } => {
                return Err(ActError::NotSent {
                    code: ErrorCode::CapabilityUnsupported,
                    message: "a saved dump records nothing".to_owned(),
                });
            }
            Act::Run(_) => {
                return Err(ActError::NotSent {
                    code: ErrorCode::CapabilityUnsupported,
                    message: "a saved dump runs no programs".to_owned(),
                });
            }
            Act::ManageApp(_) => {
                return Err(ActError::NotSent {
                    code: ErrorCode::CapabilityUnsupported,
                    message: "a saved dump has no apps".to_owned(),
                });
            }
            Act::Touch(_)
            | Act::Key(_)
            | Act::Text(_)
            | Act::Submit
            | Act::Stop { .. }
            | Act::Wake
            | Act::DismissLock
            | Act::TryInput
            | Act::Press(_)
            | Act::Clip(_)
            | Act::Push(_) => Acted::Done,
        })
    }
}
