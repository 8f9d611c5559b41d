//! Phones in lists: what `clawperator devices` and `clawperator virtual-phone` answer, and what a command that found
//! no phone to use says besides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::errors::FailureCode;

/// What `clawperator devices` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// Every phone that the adb server knows, in its order.
    pub devices: Vec<ListedDevice>,
}

/// A phone that the adb server knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedDevice {
    /// The serial number, for `--device`.
    pub serial: String,
    /// The state in adb's words; `device` is one that can be used.
    pub state: String,
    /// The model, as the adb server has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The product, as the adb server has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// Why it cannot be used; omitted when it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<FailureCode>,
    /// What to do about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The particulars of a failure to find the one phone that a command is for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceDetails {
    /// The phone that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_id: Option<String>,
    /// The serial numbers of the phones that can be used.
    pub connected: Vec<String>,
    /// Every phone that the adb server knows.
    pub devices: Vec<ListedDevice>,
}

/// What `clawperator virtual-phone` prints once its phones can be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartedPhones {
    /// The phones, in the order of their ports.
    pub phones: Vec<StartedPhone>,
    /// Where the control socket listens.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub control: Option<String>,
}

/// A virtual phone that was started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StartedPhone {
    /// What adb calls it once it is connected, and what `adb connect` takes.
    pub serial: String,
    /// The release of Android.
    pub release: String,
    /// The model.
    pub model: String,
    /// The adb server that it is connected to.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub server: Option<String>,
}
