//! Lines that run on one device alone.
//!
//! A server connects again to an address when the way to it breaks, and the connection keeps its number: whoever answers
//! there may be another device, and no question between two requests could tell. So the line itself asks, in the same
//! shell that runs it: where the condition does not hold, the line says so and ends before it does anything.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};

/// What a line says, before anything else, that is on another device.
const ANOTHER: &[u8] = b"clawperator-another-phone";

/// A condition for the device's shell that holds on one device, and the serial number of that.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    pub(crate) condition: Arc<[u8]>,
    pub(crate) serial: String,
}

impl Binding {
    /// The same line, for that device.
    pub(crate) fn bind(&self, line: &[u8]) -> Vec<u8> {
        let refusal = [b" || { echo ", ANOTHER, b"; exit 1; }; "].concat();
        [&*self.condition, &refusal, line].concat()
    }
}

/// Reads the beginning of what a line says.
#[derive(Debug)]
pub(crate) struct Beginning {
    binding: Option<Binding>,
    held: BytesMut,
}

/// What a beginning is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Begins {
    /// The line runs, and says this.
    With(Bytes),
    /// It cannot be told yet.
    Unknown,
    /// The line is on another device than this, and did nothing.
    Elsewhere(String),
}

impl Beginning {
    /// Of a line that is bound to a device, or of any other.
    pub(crate) fn of(binding: Option<Binding>) -> Self {
        Self {
            binding,
            held: BytesMut::new(),
        }
    }

    /// What it is with these bytes more.
    pub(crate) fn read(&mut self, data: Bytes) -> Begins {
        let Some(binding) = &self.binding else {
            return Begins::With(data);
        };
        self.held.extend_from_slice(&data);
        if self.held.starts_with(ANOTHER) {
            return Begins::Elsewhere(binding.serial.clone());
        }
        if ANOTHER.starts_with(&self.held) {
            return Begins::Unknown;
        }
        self.binding = None;
        Begins::With(self.held.split().freeze())
    }

    /// What was held back, now that nothing more can come before it.
    pub(crate) fn rest(&mut self) -> Option<Bytes> {
        self.binding = None;
        (!self.held.is_empty()).then(|| self.held.split().freeze())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound() -> Beginning {
        Beginning::of(Some(Binding {
            condition: Arc::from(&b"[ a = b ]"[..]),
            serial: "phone".to_owned(),
        }))
    }

    #[test]
    fn another_device_is_heard_in_one_piece_or_in_several() {
        for cut in 0..ANOTHER.len() {
            let mut beginning = bound();
            let (first, rest) = ANOTHER.split_at(cut);
            assert_eq!(beginning.read(Bytes::from_static(first)), Begins::Unknown);
            let rest = [rest, b"\n"].concat();
            let heard = beginning.read(rest.into());
            assert_eq!(heard, Begins::Elsewhere("phone".to_owned()), "{cut}");
        }
    }

    #[test]
    fn nothing_that_a_line_says_is_lost() {
        let mut beginning = bound();
        assert_eq!(beginning.read("claw".into()), Begins::Unknown);
        assert_eq!(beginning.read("s".into()), Begins::With("claws".into()));
        // Later it may say anything.
        let later = Bytes::from_static(ANOTHER);
        assert_eq!(beginning.read(later.clone()), Begins::With(later.clone()));
        let mut cut_off = bound();
        assert_eq!(cut_off.read("claw".into()), Begins::Unknown);
        assert_eq!(cut_off.rest(), Some("claw".into()));
        assert_eq!(Beginning::of(None).read(later.clone()), Begins::With(later));
    }
}
