//! `dumpsys SurfaceFlinger`.

use super::display::{PHYSICAL_ID, logical_size};
use super::records;
use crate::call::Call;
use crate::release::Release;
use crate::text::lines;

/// `dumpsys SurfaceFlinger [--display-id|--list]`
pub(super) async fn text(call: &Call<'_>, arguments: &[String]) -> String {
    let state = call.state().await;
    match arguments.first().map(String::as_str) {
        Some("--display-id") if call.release() >= Release::Android10 => {
            format!(
                "Display {PHYSICAL_ID} (HWC display 0): port=0 pnpId=GGL displayName=\"EMU_display_0\"\n"
            )
        }
        Some("--display-id") => "Display 0 (HWC display 0): no identification data\n".to_owned(),
        Some("--list") => lines(
            "",
            state
                .windows
                .iter()
                .map(|window| format!("{}#0", records::window(window))),
        ),
        Some("--latency" | "--latency-clear" | "--timestats") => "16666666\n".to_owned(),
        _ => {
            let (width, height) = logical_size(&state);
            let layers = lines(
                "+ Layer ",
                state
                    .windows
                    .iter()
                    .map(|window| format!("({})", records::window(window))),
            );
            format!(
                "Build configuration: [sf]\n\nDisplay {PHYSICAL_ID}\n  size=[{width} {height}]\n\nVisible layers (count = {})\n{layers}",
                state.windows.len()
            )
        }
    }
}
