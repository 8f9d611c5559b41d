//! Pages that a test makes up, as pages of the phone, and what its record says of their views.

use clawperator_framework_phone::RecordEntry;
use clawperator_test_support::hostile::{Deed, Page};

use super::rig::Phone;

/// Shows a page. Snapshots that were kept stay.
pub(super) async fn show(phone: &Phone, page: &Page) {
    let description = escaped(&page.description().to_string());
    phone
        .open(&format!("conformance://made?page={description}"))
        .await;
}

/// What an entry of the app's record says of a touch.
pub(super) fn deed(entry: RecordEntry) -> Option<Deed> {
    match entry.what.as_str() {
        "click" => Some(Deed::Tapped(entry.view)),
        "hold" => Some(Deed::Held(entry.view)),
        "slide" => Some(Deed::Slid(entry.view)),
        "typed" => Some(Deed::Typed(entry.view)),
        _ => None,
    }
}

/// Every byte but letters and digits as a query has it.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
