//! What the Operator hears, and no tree shows: toasts, as long as it has the automation.

use std::collections::VecDeque;
use std::time::Duration;

use clawperator_operator_protocol::{Heard, Listen, Notice, NoticeKind};
use clawperator_phone_screen::Toasted;

/// How many notices are kept.
const KEPT: usize = 32;
/// How many bytes of a text are told.
const LONGEST: usize = 1_024;

/// The last notices of one launch.
#[derive(Debug, Default)]
pub(super) struct Hearing {
    kept: VecDeque<(Duration, Notice)>,
    newest: u64,
    /// The number of the last toast that was heard, or that came while nobody listened.
    toasts: u64,
    /// Until when it listens; nothing before it did so first.
    until: Option<Duration>,
}

impl Hearing {
    /// Takes note of what came since.
    pub(super) fn hear(&mut self, toasts: &[Toasted]) {
        for toast in toasts {
            if toast.number <= self.toasts {
                continue;
            }
            self.toasts = toast.number;
            if self.until.is_some_and(|until| toast.at <= until) {
                let package = Some(&*toast.package).filter(|package| !package.is_empty());
                self.add(toast.at, NoticeKind::Toast, package, &toast.text);
            }
        }
    }

    /// The automation is used, which keeps it for a while. What came before was heard if it was kept until now.
    pub(super) fn listens(&mut self, now: Duration, until: Duration) {
        if self.until.is_none_or(|until| until < now) {
            self.add(now, NoticeKind::Gap, None, "");
        }
        self.until = Some(until);
    }

    /// The automation is let go.
    pub(super) fn ends(&mut self, now: Duration) {
        // What comes at this very moment is not heard any more.
        self.until = self
            .until
            .map(|_| now.saturating_sub(Duration::from_nanos(1)));
    }

    pub(super) const fn newest(&self) -> u64 {
        self.newest
    }

    pub(super) fn heard(&self, listen: Listen, now: Duration) -> Heard {
        let most = Duration::from_millis(u64::from(listen.at_most_ms));
        let wanted = self
            .kept
            .iter()
            .filter(|(at, notice)| notice.number > listen.after && now.saturating_sub(*at) <= most);
        let notices = wanted.map(|(at, notice)| Notice {
            age_ms: u32::try_from(now.saturating_sub(*at).as_millis()).unwrap_or(u32::MAX),
            ..notice.clone()
        });
        Heard {
            newest: self.newest,
            notices: notices.collect(),
        }
    }

    fn add(&mut self, at: Duration, kind: NoticeKind, package: Option<&str>, text: &str) {
        if self.kept.len() == KEPT {
            self.kept.pop_front();
        }
        self.newest += 1;
        let notice = Notice {
            number: self.newest,
            kind,
            age_ms: 0,
            package: package.map(str::to_owned),
            text: text
                .get(..text.floor_char_boundary(LONGEST))
                .unwrap_or(text)
                .to_owned(),
        };
        self.kept.push_back((at, notice));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toast(number: u64, at: u64) -> Toasted {
        Toasted {
            number,
            at: Duration::from_secs(at),
            package: "com.example".into(),
            text: format!("toast {number}"),
        }
    }

    fn numbers(hearing: &Hearing, after: u64, now: u64) -> Vec<(u64, NoticeKind)> {
        let listen = Listen {
            after,
            at_most_ms: u32::MAX,
        };
        let heard = hearing.heard(listen, Duration::from_secs(now));
        let numbers = heard.notices.iter();
        numbers.map(|notice| (notice.number, notice.kind)).collect()
    }

    #[test]
    fn what_comes_while_nobody_listens_is_a_gap() {
        let mut hearing = Hearing::default();
        let seconds = Duration::from_secs;
        hearing.hear(&[toast(1, 5)]);
        hearing.listens(seconds(6), seconds(16));
        let all = [toast(1, 5), toast(2, 10), toast(3, 20)];
        hearing.hear(&all);
        hearing.listens(seconds(30), seconds(40));
        let kinds = [NoticeKind::Gap, NoticeKind::Toast, NoticeKind::Gap];
        let expected: Vec<_> = (1..).zip(kinds).collect();
        assert_eq!(numbers(&hearing, 0, 31), expected);
        hearing.hear(&[toast(3, 20), toast(4, 35)]);
        assert_eq!(numbers(&hearing, 3, 36), [(4, NoticeKind::Toast)]);
        hearing.ends(seconds(36));
        hearing.hear(&[toast(5, 37)]);
        assert_eq!(hearing.newest(), 4);
    }
}
