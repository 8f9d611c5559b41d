//! Bytes as text: every hash that is shown or stored is written by this.

/// The bytes in hexadecimal, two lower-case digits each.
///
/// ```
/// assert_eq!(clawperator_contract::hex(&[0, 10, 255]), "000aff");
/// ```
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)])
        .collect()
}
