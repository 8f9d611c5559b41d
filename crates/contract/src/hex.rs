//! Bytes as text: every hash that is shown or stored is written by this.

/// The bytes in hexadecimal, two lower-case digits each.
///
/// ```
/// assert_eq!(clawperator_contract::hex(&[0, 10, 255]), "000aff");
/// ```
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}
