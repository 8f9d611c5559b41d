//! Commands that touch with more than one finger, or with one on a way of its own.

use clap::Args;

use super::{PatienceArgs, RunArgs, SelectorArgs};

pub(super) const TOUCH_PATH: &str = "\
A point is X,Y@MS: where the finger is so many milliseconds after the touch began. At most 10 fingers, 500 points and 10 s.
Needs --operator resident.

Examples:
  clawperator touch-path \"200,900 500,600@300 800,900@600\"
  clawperator touch-path \"300,900 300,500@400\" \"700,900 700,500@400\"";

pub(super) const PINCH: &str = "\
The fingers stay in what can be seen of the node, as far apart as it allows. Needs --operator resident.

Examples:
  clawperator pinch @e4 --scale 2
  clawperator pinch --desc Map --scale 0.5 --degrees -90
  clawperator pinch --coordinate 540 1200 --scale 3 --duration 1s";

/// Move two fingers apart, together or around each other
#[derive(Debug, Args)]
pub(crate) struct PinchArgs {
    /// The node by its ref in a snapshot, such as @e12
    #[arg(value_name = "REF")]
    pub(crate) node: Option<String>,
    /// Pinch around this point, in pixels, instead of on a node
    #[arg(long, num_args = 2, value_names = ["X", "Y"], allow_negative_numbers = true)]
    pub(crate) coordinate: Option<Vec<String>>,
    /// How far apart the fingers are at last: 2 is twice as far, which zooms in; 0.1 to 10
    #[arg(long, value_name = "SHARE")]
    pub(crate) scale: Option<f64>,
    /// How far they turn clockwise, -360 to 360
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    pub(crate) degrees: Option<f64>,
    /// How long they move, such as 1s or 400 (milliseconds), at most 10s [default: 400 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) duration: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}

/// Move one finger or several, each along points of its own
#[derive(Debug, Args)]
pub(crate) struct TouchPathArgs {
    /// The points of each finger, in quotes; it goes down at the first and comes up at the last
    #[arg(value_name = "POINTS")]
    pub(crate) fingers: Vec<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
