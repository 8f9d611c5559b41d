//! What a model is shown of a screen.
//!
//! The keys are those of the contract. What is added to them is optional and marked `x-clawperator-addition` in the
//! schema, so that a snapshot of either side can be read by the other.

use schemars::JsonSchema;
use serde::Serialize;

/// One look at the screen: a picture, what can be touched, and the scale between the two.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenSnapshot {
    /// The phone's serial.
    pub device_id: String,
    /// The package in front.
    pub current_app: String,
    /// The screen's width in its own pixels.
    pub width: u32,
    /// The screen's height in its own pixels.
    pub height: u32,
    /// The picture, scaled, as PNG in base64; empty where the screen cannot be shown.
    pub screenshot_base64: String,
    /// The same picture with a mark on every element; null where there is none.
    pub som_screenshot_base64: Option<String>,
    /// When it was taken, in UTC: `2026-01-31T12:00:00.000Z`.
    pub captured_at: String,
    /// How many of the screen's pixels are one of the picture's, across.
    pub scale_x: f64,
    /// How many of the screen's pixels are one of the picture's, down.
    pub scale_y: f64,
    /// The picture's width.
    pub scaled_width: u32,
    /// The picture's height.
    pub scaled_height: u32,
    /// The packages on the phone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub installed_packages: Option<Vec<String>>,
    /// What is on the screen, in reading order.
    pub ui_elements: Vec<UiElementSnapshot>,
    /// How long each part took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture_metrics: Option<ScreenSnapshotCaptureMetrics>,
    /// The snapshot's own name; an action may say which snapshot it was chosen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub id: Option<String>,
    /// The generation that ids of elements belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub generation: Option<u64>,
    /// Whether the picture and the elements show the same moment, as far as is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub coherent: Option<bool>,
    /// Whether there is anything to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-clawperator-addition" = true))]
    pub screen_state: Option<ScreenState>,
}

/// Whether a screen can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ScreenState {
    /// It is on and can be seen.
    On,
    /// It is off or dark.
    Off,
    /// It is on, and an app forbids pictures of it.
    Secure,
    /// It is on, and the phone is locked.
    Locked,
}

impl ScreenState {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
            Self::Secure => "secure",
            Self::Locked => "locked",
        }
    }
}

/// One element of a screen.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UiElementSnapshot {
    /// The mark by which a model names it.
    pub id: String,
    /// Its text; empty where it has none.
    pub text: String,
    /// Its description; empty where it has none.
    pub content_desc: String,
    /// Its resource id; empty where it has none.
    pub resource_id: String,
    /// The class of its view.
    pub class_name: String,
    /// Whether it takes a click.
    pub clickable: bool,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Where it is on the screen.
    pub bounds: Bounds,
    /// The middle of that.
    pub center: Center,
    /// Where it is in the picture.
    pub scaled_bounds: Bounds,
    /// The middle of that.
    pub scaled_center: Center,
}

/// The edges of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Bounds {
    /// From the left to its left edge.
    pub left: i32,
    /// From the top to its top edge.
    pub top: i32,
    /// From the left to its right edge.
    pub right: i32,
    /// From the top to its bottom edge.
    pub bottom: i32,
}

/// The middle of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Center {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

/// How long each part of a snapshot took, and where its elements come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreenSnapshotCaptureMetrics {
    /// All of it, in milliseconds, like the others.
    pub total_ms: u64,
    /// Until the phone was ready.
    pub ensure_ready_ms: u64,
    /// The picture.
    pub screencap_ms: u64,
    /// The size of the screen.
    pub screen_size_ms: u64,
    /// The app in front.
    pub current_app_ms: u64,
    /// Scaling the picture.
    pub scale_ms: u64,
    /// The elements.
    pub ui_dump_ms: u64,
    /// Drawing the marks.
    pub overlay_ms: u64,
    /// Where the elements come from.
    pub ui_elements_source: UiElementsSource,
    /// How many elements there are.
    pub ui_elements_count: u64,
    /// A fingerprint of the picture, in hexadecimal.
    pub visual_hash: String,
    /// In how many bits it differs from the last one; null for the first.
    pub visual_hash_hamming_distance: Option<u32>,
    /// Whether the phone did not give its elements in time.
    pub ui_dump_timed_out: bool,
}

/// Where the elements of a snapshot come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum UiElementsSource {
    /// The screen as it is.
    Fresh,
    /// An earlier look at a screen that looks the same.
    Cache,
    /// An earlier look, because the screen gave nothing.
    CacheFallback,
    /// The screen as it is, which has nothing.
    FreshEmpty,
}
