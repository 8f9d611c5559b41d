//! How often and how patiently a step looks again.

use std::fmt;
use std::io;
use std::time::Duration;

use clawperator_contract::{Retry, RetryPolicy, RetryPreset};
use clawperator_sources::{Moment, Sources};

use crate::millis::millis;

/// How many changes are looked at between two looks that are counted.
const MOST_WOKEN: u32 = 32;

/// How long a screen is left alone of which the phone says that nothing has changed: a change may not be told.
const UNTOLD: Duration = Duration::from_secs(1);

/// The looks that a step may still take.
///
/// A number of attempts, an amount of time, or both: whichever ends first. Where time ends it, the last look begins
/// when the time is over and not before, so that whatever is there in time is seen. Only a look that the phone refused
/// behind that moment, because the screen kept moving, is not followed by another.
#[derive(Debug)]
pub(crate) struct Attempts {
    most: u32,
    within: Option<Duration>,
    pauses: Pauses,
    started: Option<Moment>,
    /// When the look began that came to nothing last.
    began: Option<Moment>,
    made: u32,
    /// Whether the caller chose how patient to be.
    is_asked_for: bool,
    /// How often a change came before the time of the look that is next.
    woken: u32,
}

/// How long to wait between two looks.
#[derive(Debug)]
enum Pauses {
    /// As a policy says.
    Backoff { policy: RetryPolicy, delay_ms: f64 },
    /// Short at first, longer while nothing happens.
    Polls(Polls),
}

/// What decides about the next look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    pub(crate) now: Moment,
    /// When the step began, for attempts that have not begun by themselves.
    pub(crate) step_started: Moment,
    /// The latest moment at which a look may begin that should end before the run does.
    pub(crate) last_start: Moment,
    /// Whether the phone refused the look that came to nothing, since the screen never was at rest.
    pub(crate) is_moving: bool,
    /// Whether the phone says when the screen changes.
    pub(crate) is_pushed: bool,
}

/// Why there is no further look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// As many were taken as the retry allows.
    Attempts,
    /// The time of the wait is over.
    Time,
    /// The time of the whole run is over.
    Run,
    /// The pause has a random part, and the system gave no random number; why.
    NoRandomness(String),
}

impl Attempts {
    /// The attempts of a payload's retry object, or of the action's preset when it has none.
    pub(crate) fn of(retry: Option<&Retry>, preset: RetryPreset) -> Self {
        let policy = retry.map_or_else(|| preset.policy(), Retry::policy);
        let polls = retry.is_some_and(|retry| retry.initial_delay_ms.is_none());
        let pauses = match policy.within_ms {
            Some(_) if polls => Pauses::Polls(Polls::new()),
            _ => Pauses::Backoff {
                delay_ms: policy.initial_delay_ms,
                policy,
            },
        };
        Self {
            most: policy.max_attempts,
            within: policy.within_ms.map(millis),
            pauses,
            started: None,
            began: None,
            made: 1,
            is_asked_for: retry.is_some(),
            woken: 0,
        }
    }

    /// Looks again and again until a time is over.
    pub(crate) const fn until(within: Duration) -> Self {
        Self {
            most: u32::MAX,
            within: Some(within),
            pauses: Pauses::Polls(Polls::new()),
            started: None,
            began: None,
            made: 1,
            is_asked_for: true,
            woken: 0,
        }
    }

    /// The same, but for no longer than this.
    pub(crate) fn for_at_most(self, within: Duration) -> Self {
        Self {
            within: Some(self.within.map_or(within, |own| own.min(within))),
            ..self
        }
    }

    /// The same, counted from this moment and not from the beginning of the step.
    pub(crate) fn starting(self, now: Moment) -> Self {
        Self {
            started: Some(now),
            began: Some(now),
            ..self
        }
    }

    /// How many looks there were, the one to come counted.
    pub(crate) const fn made(&self) -> u32 {
        self.made
    }

    /// Whether the caller chose how patient to be, be it not at all.
    pub(crate) const fn is_asked_for(&self) -> bool {
        self.is_asked_for
    }

    /// When to look again, or why not.
    pub(crate) fn next(&mut self, times: Times, sources: &dyn Sources) -> Result<Moment, Ended> {
        let started = *self.started.get_or_insert(times.step_started);
        let began = self.began.unwrap_or(started);
        if self.made >= self.most {
            return Err(Ended::Attempts);
        }
        let until = self.within.map(|within| started.plus(within));
        // A screen that moved beyond the end of the time was watched for all of it.
        let watched = if times.is_moving { times.now } else { began };
        if until.is_some_and(|until| watched >= until) {
            return Err(Ended::Time);
        }
        let pause = self.pauses.next(times.is_pushed, sources);
        let pause = pause.map_err(|error| Ended::NoRandomness(error.to_string()))?;
        let mut next = times.now.plus(pause);
        if let Some(until) = until {
            next = next.min(until.max(times.now));
        }
        if next > times.last_start {
            // One more look fits in if it is taken before the run ends, and only if time passes until then.
            if times.last_start <= times.now {
                return Err(Ended::Run);
            }
            next = times.last_start;
        }
        self.made += 1;
        self.began = Some(next);
        Ok(next)
    }

    /// The phone said that the screen has changed before it was time: this look is not one of those that the caller
    /// counted, unless a phone says so all the time.
    pub(crate) fn woken(&mut self, now: Moment) {
        self.began = Some(now);
        self.woken += 1;
        if self.woken <= MOST_WOKEN {
            self.made = self.made.saturating_sub(1);
        } else {
            self.woken = 0;
        }
    }

    /// How often was looked and for how long, for people: `5 looks in 3.0 s`.
    pub(crate) fn looked(&self, now: Moment, step_started: Moment) -> Looked {
        Looked {
            looks: self.made,
            took: now.since(self.started.unwrap_or(step_started)),
        }
    }
}

/// How often was looked and for how long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Looked {
    pub(crate) looks: u32,
    pub(crate) took: Duration,
}

impl fmt::Display for Looked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.looks == 1 { "look" } else { "looks" };
        write!(
            formatter,
            "{} {noun} in {:.1} s",
            self.looks,
            self.took.as_secs_f64()
        )
    }
}

impl Pauses {
    fn next(&mut self, is_pushed: bool, sources: &dyn Sources) -> io::Result<Duration> {
        match self {
            // In case that a change is not told: what is waited for would never be seen.
            Self::Polls(_) if is_pushed => Ok(UNTOLD),
            Self::Polls(polls) => Ok(polls.next_pause()),
            Self::Backoff { policy, delay_ms } => {
                let delay = delay_ms.min(policy.max_delay_ms);
                *delay_ms = (*delay_ms * policy.backoff_multiplier).min(policy.max_delay_ms);
                let stray = if policy.jitter_ratio > 0.0 {
                    deviation(sources)? * policy.jitter_ratio
                } else {
                    0.0
                };
                Ok(millis((delay * (1.0 + stray)).max(0.0)))
            }
        }
    }
}

/// A random number from -1 to 1.
fn deviation(sources: &dyn Sources) -> io::Result<f64> {
    let mut bytes = [0; 4];
    sources.fill(&mut bytes)?;
    let number = f64::from(i32::from_le_bytes(bytes)) / f64::from(i32::MAX);
    // There is one more number below zero than above it.
    Ok(number.max(-1.0))
}

/// The pauses of a wait that has a deadline and no policy: short at first, longer while nothing happens.
#[derive(Debug)]
struct Polls {
    pause: Duration,
}

impl Polls {
    const FIRST: Duration = Duration::from_millis(50);
    const LONGEST: Duration = Duration::from_millis(500);

    const fn new() -> Self {
        Self { pause: Self::FIRST }
    }

    fn next_pause(&mut self) -> Duration {
        let pause = self.pause;
        self.pause = (pause * 3 / 2).min(Self::LONGEST);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clawperator_test_support::FakeSources;

    const START: Moment = Moment::at(Duration::from_secs(7));

    /// Always the same random number.
    fn drawing(number: i32) -> FakeSources {
        FakeSources::start().random(&number.to_le_bytes())
    }

    /// When each look begins, in milliseconds after the first, if looking takes this long; and why there is no other.
    fn looks(
        attempts: Attempts,
        each: Duration,
        run: Duration,
        sources: &dyn Sources,
    ) -> (Vec<u128>, Ended) {
        looks_at(attempts, each, run, sources, false)
    }

    /// The same, at a screen that keeps moving or does not.
    fn looks_at(
        mut attempts: Attempts,
        each: Duration,
        run: Duration,
        sources: &dyn Sources,
        is_moving: bool,
    ) -> (Vec<u128>, Ended) {
        let mut begun = vec![0];
        let mut now = START.plus(each);
        loop {
            let times = Times {
                now,
                step_started: START,
                last_start: START.plus(run),
                is_moving,
                is_pushed: false,
            };
            match attempts.next(times, sources) {
                Ok(next) => {
                    assert!(next >= now, "a look in the past");
                    begun.push(next.since(START).as_millis());
                    now = next.plus(each);
                }
                Err(ended) => return (begun, ended),
            }
        }
    }

    const LONG: Duration = Duration::from_mins(10);

    fn quick(attempts: Attempts) -> (Vec<u128>, Ended) {
        looks(attempts, Duration::ZERO, LONG, &FakeSources::start())
    }

    #[test]
    fn presets_wait_as_the_table_says() {
        let of = |preset| {
            let (begun, ended) = quick(Attempts::of(None, preset));
            assert_eq!(ended, Ended::Attempts);
            begun
        };
        assert_eq!(of(RetryPreset::UiReadiness), [0, 500, 1500, 3500, 6500]);
        assert_eq!(of(RetryPreset::UiScroll), [0, 400, 1200, 2800]);
        assert_eq!(of(RetryPreset::AppLaunch), [0, 750, 2250, 5250]);
        assert_eq!(of(RetryPreset::AppClose), [0, 400, 1200, 2800]);
        assert_eq!(of(RetryPreset::None), [0]);
        let attempts = Attempts::of(None, RetryPreset::UiReadiness);
        let (strayed, _) = looks(attempts, Duration::ZERO, LONG, &drawing(i32::MAX));
        assert_eq!(strayed, [0, 575, 1725, 4025, 7475]);
        let attempts = Attempts::of(None, RetryPreset::UiReadiness);
        let (strayed, _) = looks(attempts, Duration::ZERO, LONG, &drawing(i32::MIN));
        assert_eq!(strayed, [0, 425, 1275, 2975, 5525]);
    }

    #[test]
    fn without_randomness_only_pauses_that_need_none_go_on() {
        let none = FakeSources::start().without_randomness();
        let attempts = Attempts::of(None, RetryPreset::UiReadiness);
        let (begun, ended) = looks(attempts, Duration::ZERO, LONG, &none);
        assert_eq!(begun, [0]);
        assert_eq!(ended, Ended::NoRandomness("no entropy".to_owned()));
        let polls = Attempts::until(Duration::from_millis(50));
        let (begun, ended) = looks(polls, Duration::ZERO, LONG, &none);
        assert_eq!((begun, ended), (vec![0, 50], Ended::Time));
    }

    #[test]
    fn an_empty_retry_object_is_one_attempt() {
        let retry = Retry::default();
        let attempts = Attempts::of(Some(&retry), RetryPreset::UiReadiness);
        assert_eq!(quick(attempts), (vec![0], Ended::Attempts));
    }

    #[test]
    fn polls_grow_to_half_a_second() {
        let mut polls = Polls::new();
        let pauses: Vec<_> = (0..8).map(|_| polls.next_pause().as_millis()).collect();
        assert_eq!(pauses.first(), Some(&50));
        assert_eq!(pauses.last(), Some(&500));
        assert!(pauses.is_sorted());
    }

    #[test]
    fn the_last_look_begins_when_the_time_is_over() {
        for allowed in [1, 49, 50, 51, 100, 999, 1000, 3000, 29_999] {
            for each in [0, 1, 40, 333, 1000, 7000] {
                let attempts = Attempts::until(Duration::from_millis(allowed));
                let each = Duration::from_millis(each);
                let (begun, ended) = looks(attempts, each, LONG, &FakeSources::start());
                assert_eq!(ended, Ended::Time);
                let [.., before, last] = begun.as_slice() else {
                    panic!("{begun:?}")
                };
                assert!(*before < u128::from(allowed) && *last >= u128::from(allowed));
                // Later than the time only where the look before it took that long.
                assert!(*last <= u128::from(allowed).max(before + each.as_millis()));
            }
        }
    }

    #[test]
    fn a_look_refused_behind_the_end_is_the_last() {
        let ten = Duration::from_secs(10);
        for (allowed, expected) in [
            (1, &[0][..]),
            (10, &[0]),
            (11, &[0, 10_050]),
            (25, &[0, 10_050, 20_125]),
        ] {
            let attempts = Attempts::until(Duration::from_secs(allowed));
            let (begun, ended) = looks_at(attempts, ten, LONG, &FakeSources::start(), true);
            assert_eq!((begun.as_slice(), ended), (expected, Ended::Time));
        }
    }

    #[test]
    fn a_run_that_ends_first_gets_a_last_look_in_time() {
        let run = Duration::from_millis(1400);
        let attempts = Attempts::of(None, RetryPreset::UiReadiness);
        let (begun, ended) = looks(
            attempts,
            Duration::from_millis(100),
            run,
            &FakeSources::start(),
        );
        assert_eq!((begun, ended), (vec![0, 600, 1400], Ended::Run));
        let attempts = Attempts::until(Duration::from_secs(10));
        let (begun, ended) = looks(attempts, Duration::ZERO, run, &FakeSources::start());
        assert_eq!((begun.last(), ended), (Some(&1400), Ended::Run));
    }
}
