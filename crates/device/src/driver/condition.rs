//! Whether a phone can be used, and what is in front.

use clawperator_contract::{Advice, Next};

use super::observation::Front;

/// Whether a phone can be used at this moment, and what is in front.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Condition {
    /// Whether the screen is lit; absent where the phone does not say.
    pub screen_on: Option<bool>,
    pub lock: Lock,
    /// The app in front, where what the phone says of it agrees.
    pub front: Front,
    /// What the system has put over it, in words: a dialog, the shade.
    pub covered_by: Option<String>,
}

/// A phone's lock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lock {
    /// The phone does not say.
    #[default]
    Unknown,
    /// It is open, or an app is in front of it.
    Open,
    Closed {
        /// Whether a secret opens it; absent where the phone does not say.
        secret: Option<bool>,
    },
}

impl Condition {
    /// Why nobody can use the phone now; nothing where it can be used, or where it does not say.
    #[must_use]
    pub fn obstacle(&self) -> Option<Obstacle> {
        let dark = self.screen_on == Some(false);
        match self.lock {
            Lock::Closed { secret } => Some(Obstacle {
                dark,
                locked: true,
                secret,
            }),
            Lock::Open | Lock::Unknown if dark => Some(Obstacle {
                dark,
                locked: false,
                secret: None,
            }),
            Lock::Open | Lock::Unknown => None,
        }
    }

    /// Whether the phone says of itself that it is lit and open.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.screen_on == Some(true) && self.lock == Lock::Open
    }
}

/// Why nobody can use a phone now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Obstacle {
    dark: bool,
    locked: bool,
    secret: Option<bool>,
}

impl Obstacle {
    /// What is to be done about it.
    #[must_use]
    pub fn remedy(&self) -> Advice {
        if matches!(self.secret, Some(true)) {
            Advice::new("unlock the phone by hand: a PIN is never entered for you")
        } else {
            Advice::new("have the phone woken and unlocked").by(Next::FixPhone)
        }
    }
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match (self.dark, self.locked) {
            (true, true) => "the screen is off and locked",
            (true, false) => "the screen is off",
            (false, _) => "the screen is locked",
        })?;
        match self.secret {
            Some(true) => {
                formatter.write_str(", and the lock needs a PIN, a pattern or a fingerprint")
            }
            Some(false) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_way_is_named() {
        let words = |screen_on, lock| {
            let condition = Condition {
                screen_on,
                lock,
                ..Condition::default()
            };
            condition
                .obstacle()
                .map(|obstacle| (obstacle.to_string(), obstacle.remedy()))
        };
        let fix = [Next::FixPhone];
        assert_eq!(words(Some(true), Lock::Open), None);
        assert_eq!(words(None, Lock::Unknown), None);
        let (said, remedy) = words(Some(false), Lock::Open).unwrap();
        assert_eq!((&*said, &*remedy.next), ("the screen is off", &fix[..]));
        let swipe = Lock::Closed {
            secret: Some(false),
        };
        let (said, remedy) = words(Some(false), swipe).unwrap();
        assert_eq!(
            (&*said, &*remedy.next),
            ("the screen is off and locked", &fix[..])
        );
        let secret = Lock::Closed { secret: Some(true) };
        let (said, remedy) = words(Some(true), secret).unwrap();
        assert!(said.starts_with("the screen is locked, and"), "{said}");
        assert!(remedy.hint.starts_with("unlock the phone by hand"));
        assert_eq!(remedy.next, []);
    }
}
