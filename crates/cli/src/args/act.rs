//! Commands that touch the phone.

use clap::Args;

use super::{ContainerArgs, PatienceArgs, RunArgs, SelectorArgs, TypeSelectorArgs};

/// Press a node or a point of the screen
#[derive(Debug, Args)]
pub(crate) struct ClickArgs {
    /// The node by its ref in a snapshot, such as @e12
    #[arg(value_name = "REF")]
    pub(crate) node: Option<String>,
    /// Press this point, in pixels, instead of a node
    #[arg(long, num_args = 2, value_names = ["X", "Y"], allow_negative_numbers = true)]
    pub(crate) coordinate: Option<Vec<String>>,
    /// Long-press
    #[arg(long)]
    pub(crate) long: bool,
    /// With --long: how long to hold it, such as 2s or 1500 (milliseconds), at most 10s [default: 650 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) hold: Option<String>,
    /// Press it twice, one right after the other
    #[arg(long)]
    pub(crate) double: bool,
    /// Focus the node instead of pressing it
    #[arg(long)]
    pub(crate) focus: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}

/// Type text into a field
#[derive(Debug, Args)]
pub(crate) struct TypeArgs {
    /// The text to enter
    #[arg(value_name = "TEXT")]
    pub(crate) entered: Option<String>,
    /// The field by its ref in a snapshot, such as @e12; it may come before the text
    #[arg(value_name = "REF")]
    pub(crate) node: Option<String>,
    /// The text to enter, as a flag
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Option<String>,
    /// Press the keyboard's enter key afterwards
    #[arg(long)]
    pub(crate) submit: bool,
    /// Replace what the field holds
    #[arg(long)]
    pub(crate) clear: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: TypeSelectorArgs,
}

/// Empty a field: one that is named, or the one with the focus
#[derive(Debug, Args)]
pub(crate) struct ClearTextArgs {
    /// The field by its ref in a snapshot, such as @e12
    #[arg(value_name = "REF")]
    pub(crate) node: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}

/// Hide the keyboard, if one is shown
#[derive(Debug, Args)]
pub(crate) struct HideKeyboardArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Light the screen
#[derive(Debug, Args)]
pub(crate) struct WakeArgs {
    /// Open a lock that needs no PIN, pattern or fingerprint too
    #[arg(long)]
    pub(crate) unlock: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Press a key: back, home, recents, or any other by its name
#[derive(Debug, Args)]
pub(crate) struct PressArgs {
    /// The key: back, home, recents, or another, such as enter, tab or del
    #[arg(value_name = "KEY")]
    pub(crate) name: Option<String>,
    /// The same, as a flag
    #[arg(long, value_name = "KEY", alias = "button")]
    pub(crate) key: Option<String>,
    /// Press it so often
    #[arg(long, value_name = "COUNT")]
    pub(crate) times: Option<u32>,
    /// Hold it as long as a long press takes
    #[arg(long)]
    pub(crate) long: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Press the back key
#[derive(Debug, Args)]
pub(crate) struct BackArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Open an app or a URI
#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    /// A package id, or a URI (anything with a colon)
    #[arg(value_name = "TARGET")]
    pub(crate) target: Option<String>,
    /// The same, as a flag
    #[arg(long, value_name = "TARGET", aliases = ["package", "package-id", "application-id", "app-id"])]
    pub(crate) app: Option<String>,
    /// The app by the last part of its package id, such as settings
    #[arg(long, value_name = "NAME", alias = "app-name")]
    pub(crate) name: Option<String>,
    /// A URI of any form, such as mailto:someone@example.com
    #[arg(long, value_name = "URI", alias = "url")]
    pub(crate) uri: Option<String>,
    /// Stop the app first, for a fresh start
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Stop an app
#[derive(Debug, Args)]
pub(crate) struct CloseArgs {
    /// The app's package id
    #[arg(value_name = "PACKAGE")]
    pub(crate) package: Option<String>,
    /// The same, as a flag
    #[arg(long, value_name = "PACKAGE", aliases = ["package", "package-id", "application-id", "app-id"])]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Scroll once
#[derive(Debug, Args)]
pub(crate) struct ScrollArgs {
    #[command(flatten)]
    pub(crate) direction: DirectionArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) container: ContainerArgs,
}

/// Scroll until a node is visible
#[derive(Debug, Args)]
pub(crate) struct ScrollUntilArgs {
    /// Press the node once it is visible, as scroll-and-click does
    #[arg(long)]
    pub(crate) click: bool,
    #[command(flatten)]
    pub(crate) target: ScrollTargetArgs,
}

/// Scroll until a node is visible, then press it
#[derive(Debug, Args)]
pub(crate) struct ScrollAndClickArgs {
    /// Accepted because scroll-until has it; this command presses anyway
    #[arg(long, hide = true)]
    pub(crate) click: bool,
    #[command(flatten)]
    pub(crate) target: ScrollTargetArgs,
}

/// What `scroll-until` and `scroll-and-click` share.
#[derive(Debug, Args)]
pub(crate) struct ScrollTargetArgs {
    #[command(flatten)]
    pub(crate) direction: DirectionArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
    #[command(flatten)]
    pub(crate) container: ContainerArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DirectionArgs {
    /// down, up, left or right [default: down]
    #[arg(value_name = "DIRECTION")]
    pub(crate) way: Option<String>,
    /// The same, as a flag
    #[arg(long, value_name = "DIRECTION")]
    pub(crate) direction: Option<String>,
}

/// Draw a finger from one point of the screen to another, or over a node
#[derive(Debug, Args)]
pub(crate) struct SwipeArgs {
    /// Where it goes down and where it comes up, in pixels: x1 y1 x2 y2; or with a node: down, up, left or right
    #[arg(value_name = "X1 Y1 X2 Y2 | DIRECTION", allow_negative_numbers = true)]
    pub(crate) way: Vec<String>,
    /// With a node: how much of it the finger goes over, 0 to 1 [default: 0.6]
    #[arg(long, value_name = "RATIO")]
    pub(crate) distance: Option<f64>,
    /// How long it takes, such as 1s or 500 (milliseconds), at most 10s [default: 300 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) duration: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
    #[command(flatten)]
    pub(crate) selector: SelectorArgs,
}

/// Hold a finger on a node or point, move it to another, and hold it again
#[derive(Debug, Args)]
pub(crate) struct DragArgs {
    /// Where it goes down and where it comes up: a ref such as @e4, or a point such as 540,1600
    #[arg(value_name = "FROM TO")]
    pub(crate) places: Vec<String>,
    /// Where it goes down: a node by its exact text
    #[arg(long, value_name = "TEXT")]
    pub(crate) from_text: Option<String>,
    /// Where it goes down: a node by its resource id, or the name in it
    #[arg(long, value_name = "ID")]
    pub(crate) from_id: Option<String>,
    /// Where it comes up: a node by its exact text
    #[arg(long, value_name = "TEXT")]
    pub(crate) to_text: Option<String>,
    /// Where it comes up: a node by its resource id, or the name in it
    #[arg(long, value_name = "ID")]
    pub(crate) to_id: Option<String>,
    /// How long it is held before it moves, such as 1s or 800 (milliseconds), at most 10s [default: 650 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) hold: Option<String>,
    /// How long it moves, at most 10s [default: 600 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) duration: Option<String>,
    /// How long it is held before it comes up, at most 10s [default: 200 ms]
    #[arg(long, value_name = "MS")]
    pub(crate) rest: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) patience: PatienceArgs,
}

/// Do nothing for a while
#[derive(Debug, Args)]
pub(crate) struct SleepArgs {
    /// How long, such as 2s or 1500 (milliseconds), at most 120s
    #[arg(value_name = "MS", allow_negative_numbers = true)]
    pub(crate) duration: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
