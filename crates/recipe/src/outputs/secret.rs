//! Values that cannot be shown.

use std::fmt;

/// A text as it was read from a screen. It can be handed to a [`Redactor`](crate::Redactor) and to nobody else.
///
/// It has no way to be printed, serialised or compared:
///
/// ```compile_fail
/// let secret = clawperator_recipe::Secret::new("Jane".to_owned());
/// println!("{secret}");
/// ```
///
/// ```compile_fail
/// let secret = clawperator_recipe::Secret::new("Jane".to_owned());
/// serde_json::to_string(&secret);
/// ```
///
/// ```compile_fail
/// let secret = clawperator_recipe::Secret::new("Jane".to_owned());
/// let text: &str = secret.as_ref();
/// ```
pub struct Secret(String);

impl Secret {
    /// Takes a text that was read.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text, for the redactor alone.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// That there is one, and nothing of it: not even its length.
impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// The key of an installation: hashes made with it mean nothing elsewhere, and cannot be guessed without it.
pub struct HashKey([u8; 32]);

impl HashKey {
    /// Takes a key; where it is kept is the caller's matter.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for HashKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("HashKey")
    }
}
