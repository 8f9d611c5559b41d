//! Which phones a command is for.

use clawperator_contract::{ErrorCode, Failure, excerpt};

use super::GlobalArgs;

/// The most phones that can be named.
const MOST: usize = 200;

/// Several phones that a command is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phones {
    /// These, in this order.
    Named(Vec<String>),
    /// Every one that adb knows.
    All,
}

impl GlobalArgs {
    /// The phones, where several are chosen by `--device A,B` or `--all-phones`.
    pub(crate) fn several(&self) -> Result<Option<Phones>, Failure> {
        if self.all_phones {
            return Ok(Some(Phones::All));
        }
        let Some(list) = self.device.as_deref().filter(|list| list.contains(',')) else {
            return Ok(None);
        };
        let mut serials: Vec<String> = Vec::new();
        for serial in list.split(',').map(str::trim) {
            if serial.is_empty() {
                return Err(refused("--device has an empty serial").with_hint(
                    "put one serial on each side of a comma, for example --device A,B",
                ));
            }
            if serials.iter().any(|known| known == serial) {
                let message = format!("--device names '{}' twice", excerpt(serial));
                return Err(refused(message));
            }
            serials.push(serial.to_owned());
        }
        if serials.len() > MOST {
            let message = format!("--device names {} phones; at most {MOST}", serials.len());
            return Err(refused(message));
        }
        Ok(Some(Phones::Named(serials)))
    }

    /// The phone of `--device`, for a command that drives no more than one.
    pub(crate) fn one_device(&self) -> Result<Option<&str>, Failure> {
        match self.several()? {
            None => Ok(self.device.as_deref()),
            Some(_) => {
                Err(refused("this command is for one phone")
                    .with_hint("name one serial with --device"))
            }
        }
    }
}

fn refused(message: impl Into<String>) -> Failure {
    Failure::new(ErrorCode::Usage, message)
}
