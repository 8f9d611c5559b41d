//! The platform's own `UiAutomation`, by which tests try the system's side of it: nothing of the product is between.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::record::{RecordClient, RecordError};
use crate::wire::{AutomationRequest, PlantedFault, Request};

/// The one `UiAutomation` that tests have on a phone.
#[derive(Debug, Clone, Copy)]
pub struct Automation<'a>(&'a RecordClient);

/// What it reads of all windows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AutomationTree {
    /// As `uiautomator dump --windows` writes it.
    pub tree: String,
    /// How often a window was asked for nodes.
    pub requests: u64,
}

/// What it takes to read all windows without writing anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct AutomationWalk {
    pub nodes: u64,
    /// How long it took, in microseconds of this machine.
    pub micros: u64,
}

/// What was asked of windows since the phone was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct AutomationCount {
    /// How often a window was asked for nodes.
    pub requests: u64,
    /// How many nodes were answered.
    pub nodes: u64,
}

/// An event that it heard.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AutomationEvent {
    /// As Android names it, such as `TYPE_VIEW_CLICKED`.
    #[serde(rename = "type")]
    pub kind: String,
    pub package: String,
    pub text: String,
    /// Whether it says which node it came from.
    pub source: bool,
}

/// A picture of the display.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// The colour in its middle: alpha, red, green and blue.
    pub middle: i32,
}

#[derive(Deserialize)]
struct DoneReply {
    done: bool,
}

#[derive(Deserialize)]
struct EventsReply {
    events: Vec<AutomationEvent>,
}

#[derive(Deserialize)]
struct Nothing {}

impl<'a> Automation<'a> {
    pub(crate) fn new(client: &'a RecordClient) -> Self {
        Self(client)
    }

    /// Connects it, which fails while another is connected.
    pub async fn connect(self) -> Result<(), RecordError> {
        self.ask(AutomationRequest::Connect)
            .await
            .map(|Nothing {}| ())
    }

    pub async fn disconnect(self) -> Result<(), RecordError> {
        self.ask(AutomationRequest::Disconnect)
            .await
            .map(|Nothing {}| ())
    }

    /// Disconnects it if it is connected, and takes planted faults away: what a test that failed has left.
    pub async fn release(self) -> Result<(), RecordError> {
        self.ask(AutomationRequest::Release)
            .await
            .map(|Nothing {}| ())
    }

    /// Reads all windows anew.
    pub async fn tree(self) -> Result<AutomationTree, RecordError> {
        self.ask(AutomationRequest::Tree).await
    }

    /// Reads all windows anew, only for the time that it takes.
    pub async fn walk(self) -> Result<AutomationWalk, RecordError> {
        self.ask(AutomationRequest::Walk).await
    }

    /// Injects a finger; answers whether it was taken.
    pub async fn tap(self, x: f32, y: f32) -> Result<bool, RecordError> {
        let reply: DoneReply = self.ask(AutomationRequest::Tap { x, y }).await?;
        Ok(reply.done)
    }

    /// Replaces the text of the view with this id; answers whether it took it.
    pub async fn set_text(self, view: &str, text: &str) -> Result<bool, RecordError> {
        let reply: DoneReply = self.ask(AutomationRequest::SetText { view, text }).await?;
        Ok(reply.done)
    }

    pub async fn picture(self) -> Result<Picture, RecordError> {
        self.ask(AutomationRequest::Picture).await
    }

    /// What it heard since it was last asked.
    pub async fn events(self) -> Result<Vec<AutomationEvent>, RecordError> {
        let reply: EventsReply = self.ask(AutomationRequest::Events).await?;
        Ok(reply.events)
    }

    /// What every `UiAutomation` of the phone has asked for so far.
    pub async fn count(self) -> Result<AutomationCount, RecordError> {
        self.ask(AutomationRequest::Count).await
    }

    /// Plants a fault under every `UiAutomation` of the phone, in place of the one before.
    pub async fn plant(self, fault: PlantedFault) -> Result<(), RecordError> {
        self.ask(AutomationRequest::Fault { fault })
            .await
            .map(|Nothing {}| ())
    }

    async fn ask<T: DeserializeOwned>(
        self,
        request: AutomationRequest<'_>,
    ) -> Result<T, RecordError> {
        let body = self.0.ask(&Request::Automation(request)).await?;
        Ok(serde_json::from_str(&body)?)
    }
}
