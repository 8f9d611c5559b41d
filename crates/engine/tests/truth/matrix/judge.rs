//! Holds what the engine said against what truly happened.

use std::fmt;

use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Dispatched, ErrorCode, Failure, FailureDetails, InFlight, StepResult};
use clawperator_virtual_phone::JournalEvent;

use super::deeds::{Deed, Does};
use super::facts::{Facts, Gesture, Touched, id};
use super::trial::Sight;
use crate::suite::rig::{APP, FILE};

/// The key that lights the screen.
const WAKE_UP: u32 = 224;

/// What the engine said.
pub(crate) type Outcome = Result<ExecutionResult, Failure>;

/// What else is known of the phone.
#[derive(Debug)]
pub(crate) struct Truth {
    /// The tree that a dump without a fault gives, for deeds that tell of all of it.
    pub(crate) dump: Option<String>,
    /// How many nodes the run sees besides.
    pub(crate) more_nodes: usize,
    /// The picture that the run brought back.
    pub(crate) picture: Option<Vec<u8>>,
    /// What is on the phone where a file was to go.
    pub(crate) pushed: Option<Vec<u8>>,
    /// How often a file was sent there.
    pub(crate) sent: usize,
    /// Whether the app's own window has the focus when the run ends.
    pub(crate) in_front: bool,
    /// Whether the phone is awake and unlocked when the run ends.
    pub(crate) usable: bool,
    /// Whether nothing is in the way of the deed.
    pub(crate) undisturbed: bool,
    /// What the driver sees of a screen; every window is what the Operator sees.
    pub(crate) sight: Sight,
}

/// Something that must not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// `success: true` for something that did not happen.
    FalseSuccess,
    /// A failure that says that nothing was done, for something that was.
    FalseRefusal,
    /// Something was touched or typed into that was not meant.
    OtherTarget,
    /// Something was done more often than asked.
    Repeated,
    /// The answer has no code that the contract knows.
    Untyped,
    /// The run did not meet what was to go wrong, so it proves nothing.
    Unmet,
}

/// What is wrong, with the reason.
#[derive(Debug)]
pub(crate) struct Violation {
    pub(crate) wrong: Wrong,
    pub(crate) why: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.wrong, self.why)
    }
}

/// What was said of the first step, in the end.
#[derive(Debug)]
pub(crate) enum Said<'a> {
    Success(&'a StepResult),
    Failed(&'a StepResult, ErrorCode),
    /// It was under way when the run was cut off.
    CutOff(&'a InFlight),
    /// The run never began.
    Refused(ErrorCode),
}

/// What an outcome says of the first step.
pub(crate) fn said(outcome: &Outcome) -> Result<Said<'_>, String> {
    let (steps, in_flight) = match outcome {
        Ok(result) => (&result.envelope.step_results, None),
        Err(failure) => match &failure.details {
            Some(FailureDetails::Interrupted(details)) => {
                (&details.step_results, details.in_flight.as_ref())
            }
            _ => return Ok(Said::Refused(failure.code.known().unwrap())),
        },
    };
    match (steps.first(), in_flight) {
        (Some(step), _) if step.success => Ok(Said::Success(step)),
        (Some(step), _) => {
            let code = step.data.get("error").map(String::as_str);
            let code = code.and_then(ErrorCode::from_name);
            let code = code.ok_or_else(|| format!("no code in {step:?}"))?;
            if step.data.get("message").is_none_or(String::is_empty) {
                return Err(format!("no message in {step:?}"));
            }
            Ok(Said::Failed(step, code))
        }
        (None, Some(step)) => Ok(Said::CutOff(step)),
        (None, None) => Err("neither a result nor a step in flight".to_owned()),
    }
}

/// Everything that is wrong with what was said of a deed.
pub(crate) fn judge(
    deed: &Deed,
    outcome: &Outcome,
    facts: &Facts,
    truth: &Truth,
) -> Vec<Violation> {
    let mut court = Court {
        facts,
        found: Vec::new(),
    };
    match said(outcome) {
        Ok(said) => court.hear(deed, &said, truth),
        Err(why) => court.find(Wrong::Untyped, why),
    }
    court.found
}

struct Court<'a> {
    facts: &'a Facts,
    found: Vec<Violation>,
}

impl Court<'_> {
    fn find(&mut self, wrong: Wrong, why: impl Into<String>) {
        self.found.push(Violation {
            wrong,
            why: why.into(),
        });
    }

    fn require(&mut self, holds: bool, wrong: Wrong, why: &str) {
        if !holds {
            self.find(wrong, why);
        }
    }

    fn hear(&mut self, deed: &Deed, said: &Said<'_>, truth: &Truth) {
        match &deed.does {
            Does::Lists => self.sees(said, |step| {
                let apps = step.data.get("apps");
                apps.is_some_and(|apps| apps.contains(&format!("\"{APP}\"")))
            }),
            Does::Clears => self.changes_app(
                said,
                |event| matches!(event, JournalEvent::DataCleared { package } if package == APP),
            ),
            Does::Removes => self.changes_app(
                said,
                |event| matches!(event, JournalEvent::PackageRemoved { package } if package == APP),
            ),
            Does::Grants(wanted) => self.changes_app(said, |event| {
                matches!(event, JournalEvent::PermissionSet { package, permission, granted: true }
                    if package == APP && permission == wanted)
            }),
            Does::Pushes => self.pushes(said, truth),
            Does::Pulls => self.pulls(said, truth),
            Does::Opens(class) => self.opens(class, said, truth),
            Does::Closes => self.closes(said),
            Does::Taps(target) => self.touches_once(Gesture::Tap, target, said),
            Does::TapsAt(x, y) => self.taps_at((*x, *y), said),
            Does::Holds(target) => self.touches_once(Gesture::Hold, target, said),
            Does::Drags(target) => {
                self.touches_once(Gesture::Drag, target, said);
                // Where the phone takes no input any more, nobody can take it off, and nobody may say that it is off.
                let is_told = matches!(said, Said::Failed(_, ErrorCode::OutcomeUnknown));
                let is_left = self.facts.leaves_a_finger();
                self.require(
                    !is_left || is_told,
                    Wrong::FalseRefusal,
                    "a finger stays down",
                );
            }
            Does::Pinches(target) => self.touches_once(Gesture::Drag, target, said),
            Does::FingersAt(x, y) => self.fingers_at((*x, *y), said),
            Does::Copies(text) => self.copies(text, said),
            Does::ReadsClip => self.sees(said, |step| {
                step.data.get("clipboard").map(String::as_str) == Some("none")
            }),
            Does::Types { .. } => self.types(&deed.does, said),
            Does::Swipes { most } => self.swipes(*most, None, said),
            Does::SwipesAt(x, y) => self.swipes_at((*x, *y), said),
            Does::SwipesAndTaps { most, target } => self.swipes(*most, Some(target), said),
            Does::Presses(code) => self.presses(*code, said),
            Does::Wakes => {
                self.nothing_but(|_| false, &[], &[WAKE_UP]);
                let pressed = self.facts.keys().len();
                self.require(pressed <= 1, Wrong::Repeated, "woken more than once");
                if let Said::Success(_) = said {
                    let why = "the phone is dark or locked";
                    self.require(truth.usable, Wrong::FalseSuccess, why);
                }
            }
            Does::Reads { key, value } => self.reads(key, value, said),
            Does::Waits => {
                let in_front = truth.in_front;
                self.sees(said, |_| in_front);
            }
            Does::Misses => {
                let in_front = truth.in_front;
                self.sees(said, |_| !in_front);
            }
            Does::Snaps => self.sees(said, |step| {
                let nodes = |text: &str| text.matches("<node ").count();
                let told = step.data.get("text").map_or(0, |text| nodes(text));
                truth
                    .dump
                    .as_deref()
                    .is_some_and(|dump| nodes(dump) + truth.more_nodes == told)
            }),
            Does::Pictures => {
                self.sees(said, |_| truth.picture.as_deref().is_some_and(is_whole_png));
            }
            Does::Sleeps | Does::Rests => self.sees(said, |_| true),
            Does::Listens => self.sees(said, |_| false),
            Does::IsRefused => {
                let refused = match said {
                    Said::Success(_) => false,
                    Said::Refused(ErrorCode::CapabilityUnsupported) => true,
                    // The Operator is asked, and that of this phone does not record.
                    Said::Failed(..) | Said::CutOff(_) | Said::Refused(_) => {
                        truth.sight == Sight::Windows
                    }
                };
                self.require(refused, Wrong::FalseSuccess, "a recording is not refused");
                self.leaves_alone();
            }
        }
        // No event tells of a lock that opens; whether the phone can be used does.
        if !matches!(deed.does, Does::Wakes) {
            self.effect(said);
        }
        self.notices(deed, said, truth);
    }

    /// A file is there once and whole, or not at all.
    fn pushes(&mut self, said: &Said<'_>, truth: &Truth) {
        self.leaves_alone();
        let is_there = truth.pushed.is_some();
        let is_whole = truth.pushed.as_deref().is_none_or(|bytes| bytes == FILE);
        self.require(is_whole, Wrong::FalseSuccess, "a part has the path");
        self.require(truth.sent <= 1, Wrong::Repeated, "sent more than once");
        self.once(usize::from(is_there), said);
    }

    /// What is kept of a file is all of it.
    fn pulls(&mut self, said: &Said<'_>, truth: &Truth) {
        let is_same = truth.picture.as_deref() == Some(FILE);
        let is_kept = is_same || truth.picture.is_none();
        self.require(is_kept, Wrong::FalseSuccess, "other bytes are kept");
        self.sees(said, |_| is_same);
    }

    /// A phone that cannot be used is said to be so by whatever looks for something on it.
    fn notices(&mut self, deed: &Deed, said: &Said<'_>, truth: &Truth) {
        let looks = match deed.does {
            Does::Opens(_)
            | Does::Taps(_)
            | Does::Holds(_)
            | Does::Drags(_)
            | Does::Types { .. }
            | Does::Swipes { .. }
            | Does::SwipesAndTaps { .. }
            | Does::Reads { .. }
            | Does::Waits
            | Does::Rests
            | Does::Misses => true,
            // Through the shell it is refused before anybody looks.
            Does::Listens | Does::Pinches(_) => !matches!(said, Said::Refused(_)),
            Does::Lists
            | Does::Clears
            | Does::Removes
            | Does::Grants(_)
            | Does::Pushes
            | Does::Pulls
            | Does::Closes
            | Does::TapsAt(..)
            | Does::FingersAt(..)
            | Does::Copies(_)
            | Does::ReadsClip
            | Does::SwipesAt(..)
            | Does::Presses(_)
            | Does::Wakes
            | Does::Snaps
            | Does::Pictures
            | Does::Sleeps
            | Does::IsRefused => false,
        };
        let noticed = matches!(said, Said::Failed(_, ErrorCode::DeviceNotInteractive));
        self.require(
            truth.usable || !looks || noticed,
            Wrong::FalseSuccess,
            "the phone cannot be used, and nobody says so",
        );
        self.require(
            !truth.usable || !noticed,
            Wrong::FalseRefusal,
            "the phone can be used",
        );
        if let (Does::Pictures, Said::Success(step)) = (&deed.does, said) {
            // A lock screen that is lit is a picture like any other.
            let warns = step.data.contains_key("warn");
            self.require(
                !(truth.usable && warns),
                Wrong::FalseRefusal,
                "the picture is said to be of a phone that cannot be used",
            );
        }
    }

    /// A deed of one injected event: it has happened once, or not at all, or nobody claims to know.
    fn once(&mut self, done: usize, said: &Said<'_>) {
        self.require(done <= 1, Wrong::Repeated, &format!("done {done} times"));
        match said {
            Said::Success(_) => self.require(done > 0, Wrong::FalseSuccess, "it was not done"),
            Said::Failed(_, ErrorCode::OutcomeUnknown) => {}
            // It began, and the phone says that it was cut short.
            Said::Failed(step, ErrorCode::ActionFailed) if says_in_part(step) => {
                self.require(done > 0, Wrong::FalseSuccess, "no part of it was done");
            }
            Said::Failed(_, code) => self.require(
                done == 0,
                Wrong::FalseRefusal,
                &format!("{code} says that it was not done"),
            ),
            Said::CutOff(step) => self.cut_off(done, step),
            Said::Refused(_) => {
                self.require(
                    done == 0,
                    Wrong::FalseRefusal,
                    "it was done after a refusal",
                );
            }
        }
    }

    fn cut_off(&mut self, done: usize, step: &InFlight) {
        match step.dispatched {
            Dispatched::No => {
                self.require(done == 0, Wrong::FalseRefusal, "`dispatched: no` and done");
            }
            Dispatched::Yes => {
                self.require(done > 0, Wrong::FalseSuccess, "`dispatched: yes`, not done");
            }
            Dispatched::Unknown => {}
        }
    }

    fn opens(&mut self, class: &str, said: &Said<'_>, truth: &Truth) {
        let opened: Vec<String> = self.facts.opened().into_iter().map(str::to_owned).collect();
        for other in opened.iter().filter(|other| *other != class) {
            self.find(Wrong::OtherTarget, format!("{other} was opened"));
        }
        match said {
            // It says that it was opened, and that nobody can see it.
            Said::Failed(step, ErrorCode::DeviceNotInteractive) => {
                let told = step.data.get("effect").map(String::as_str) == Some("unverified");
                self.require(opened.len() == 1 && told, Wrong::FalseRefusal, "not opened");
            }
            _ => self.once(opened.len(), said),
        }
        if let Said::Success(step) = said {
            let observed = step.data.get("effect").map(String::as_str) == Some("observed");
            self.require(
                !observed || truth.in_front,
                Wrong::FalseSuccess,
                "`effect: observed`, and it is not in front",
            );
            self.require(
                observed || !truth.undisturbed,
                Wrong::FalseRefusal,
                "it is in front, and that is not said",
            );
        }
        self.nothing_but(|_| false, &[], &[]);
    }

    fn closes(&mut self, said: &Said<'_>) {
        if let Said::Success(_) = said {
            self.require(!self.facts.running, Wrong::FalseSuccess, "the app runs");
        }
        self.nothing_but(|_| false, &[], &[]);
    }

    /// A change of the app that happens once.
    fn changes_app(&mut self, said: &Said<'_>, is_it: impl Fn(&JournalEvent) -> bool) {
        let done = self.facts.events().filter(|event| is_it(event)).count();
        self.once(done, said);
        self.nothing_but(|_| false, &[], &[]);
    }

    fn touches_once(&mut self, gesture: Gesture, target: &str, said: &Said<'_>) {
        self.nothing_but(|kind| kind == gesture, &[target], &[]);
        self.once(self.facts.count(gesture), said);
    }

    fn taps_at(&mut self, point: (i32, i32), said: &Said<'_>) {
        let touches = self.facts.touches();
        let elsewhere = touches.iter().any(|touch| touch.at != point);
        self.require(!elsewhere, Wrong::OtherTarget, "another point was pressed");
        let other = self.facts.count(Gesture::Tap) != touches.len();
        self.require(!other, Wrong::OtherTarget, "not by a tap");
        self.once(touches.len(), said);
    }

    fn swipes_at(&mut self, point: (i32, i32), said: &Said<'_>) {
        let touches = self.facts.touches();
        let elsewhere = touches.iter().any(|touch| touch.at != point);
        self.require(!elsewhere, Wrong::OtherTarget, "another point was touched");
        let other = self.facts.count(Gesture::Swipe) != touches.len();
        self.require(!other, Wrong::OtherTarget, "not by a swipe");
        self.once(touches.len(), said);
    }

    fn fingers_at(&mut self, point: (i32, i32), said: &Said<'_>) {
        let touches = self.facts.touches();
        let meant = |touch: &Touched<'_>| touch.at == point && touch.gesture == Gesture::Drag;
        let elsewhere = !touches.iter().all(meant);
        self.require(!elsewhere, Wrong::OtherTarget, "another point was touched");
        self.once(self.facts.count(Gesture::Drag), said);
    }

    /// The clipboard is set once, or not at all; what is not there afterwards is said not to be.
    fn copies(&mut self, text: &str, said: &Said<'_>) {
        self.leaves_alone();
        let copied = self.facts.copied();
        let other = copied.iter().any(|copied| *copied != text);
        self.require(!other, Wrong::OtherTarget, "another text was copied");
        let is_gone = matches!(said, Said::Failed(step, ErrorCode::ActionFailed)
            if step.data.get("message").is_some_and(|said| said.contains("took the text")));
        if is_gone {
            let done = copied.len();
            self.require(done == 1, Wrong::FalseSuccess, "the phone took no text");
        } else {
            self.once(copied.len(), said);
        }
    }

    fn presses(&mut self, code: u32, said: &Said<'_>) {
        self.nothing_but(|_| false, &[], &[code]);
        self.once(self.facts.keys().len(), said);
    }

    fn types(&mut self, does: &Does, said: &Said<'_>) {
        let Does::Types {
            field,
            text,
            holds,
            clears,
            submits,
        } = does
        else {
            return;
        };
        self.nothing_but(|kind| kind == Gesture::Tap, &[field], &[123, 67, 66]);
        let taps = self.facts.count(Gesture::Tap);
        self.require(taps <= 1, Wrong::Repeated, "the field was pressed again");
        let keys = self.facts.keys();
        let count = |code| keys.iter().filter(|key| **key == code).count();
        self.require(count(123) <= 1, Wrong::Repeated, "the end was sought again");
        self.require(
            // The fault that puts an emoji after every text makes this one longer.
            count(67)
                <= if *clears {
                    "Zürich \u{1f600}".chars().count()
                } else {
                    0
                },
            Wrong::Repeated,
            "more was taken away than there was",
        );
        self.require(
            count(66) <= usize::from(*submits),
            Wrong::Repeated,
            "enter was pressed again",
        );
        let texts = self.facts.texts();
        let elsewhere = texts
            .iter()
            .any(|(_, on)| on.is_none_or(|on| on.view.id != id(field)));
        let typed: String = texts.iter().map(|(text, _)| *text).collect();
        let keyed = keys.len();
        self.require(!elsewhere, Wrong::OtherTarget, "typed into another view");
        self.require(
            text.starts_with(&typed),
            Wrong::Repeated,
            &format!("typed {typed:?}"),
        );
        let arrived = self.facts.held_by(field) == Some(holds);
        match said {
            Said::Success(_) => {
                self.require(arrived, Wrong::FalseSuccess, "the text is not in the field");
                self.require(
                    count(66) == usize::from(*submits),
                    Wrong::FalseSuccess,
                    "enter was not pressed",
                );
            }
            // These say that something was or may have been done.
            Said::Failed(
                _,
                ErrorCode::OutcomeUnknown | ErrorCode::TextMismatch | ErrorCode::ActionFailed,
            ) => {}
            Said::Failed(step, code) => {
                let told = |key| step.data.contains_key(key);
                // With the length of what arrived it says that the text was typed and only enter was not pressed.
                let typed_as_told = if told("length") {
                    arrived
                } else {
                    typed.is_empty() && keyed == 0
                };
                self.require(
                    typed_as_told && (taps == 0 || told("focus_tap")),
                    Wrong::FalseRefusal,
                    &format!("{code} says that nothing was typed"),
                );
                self.require(
                    step.data.get("submit").is_none_or(|said| said != "false") || count(66) == 0,
                    Wrong::FalseRefusal,
                    "enter is said not to have been pressed",
                );
            }
            Said::CutOff(step) => self.cut_off(taps + keyed + texts_len(&typed), step),
            Said::Refused(_) => self.leaves_alone(),
        }
    }

    fn swipes(&mut self, most: usize, target: Option<&str>, said: &Said<'_>) {
        let targets: Vec<&str> = target.into_iter().collect();
        self.nothing_but(|kind| kind != Gesture::Hold, &targets, &[]);
        let swipes = self.facts.count(Gesture::Swipe);
        self.require(swipes <= most, Wrong::Repeated, "too many swipes");
        let taps = self.facts.count(Gesture::Tap);
        self.require(taps <= targets.len(), Wrong::Repeated, "too many taps");
        match said {
            Said::Success(step) => {
                self.require(
                    taps == targets.len(),
                    Wrong::FalseSuccess,
                    "the target was not pressed",
                );
                let told = step.data.get("scrolls_executed");
                let told = told.map_or(Some(1), |count| count.parse().ok());
                self.require(
                    told == Some(swipes),
                    Wrong::FalseSuccess,
                    &format!("{told:?} swipes told, {swipes} done"),
                );
                let moved = step.data.get("scroll_outcome").map(String::as_str) == Some("moved");
                self.require(
                    !moved || self.facts.has_scrolled(),
                    Wrong::FalseSuccess,
                    "nothing has moved",
                );
            }
            Said::Failed(_, ErrorCode::OutcomeUnknown) => {}
            Said::Failed(step, code) => {
                let told = step.data.get("scrolls_executed");
                let told = told.map_or(Some(0), |count| count.parse().ok());
                self.require(
                    told == Some(swipes) && taps == 0,
                    Wrong::FalseRefusal,
                    &format!("{code} tells of {told:?} swipes, {swipes} and {taps} taps were done"),
                );
            }
            Said::CutOff(step) => self.cut_off(swipes + taps, step),
            Said::Refused(_) => self.leaves_alone(),
        }
    }

    fn reads(&mut self, key: &str, value: &str, said: &Said<'_>) {
        self.sees(said, |step| {
            let read = step.data.get(key);
            // The fault that puts an emoji after every text shows it to people too.
            read.is_some_and(|read| read.trim_end_matches(" \u{1f600}") == value)
        });
    }

    /// A deed that only looks: nothing is touched, and a success has the data.
    fn sees(&mut self, said: &Said<'_>, holds: impl Fn(&StepResult) -> bool) {
        self.leaves_alone();
        if let Said::Success(step) = said {
            let data = format!("{:?}", step.data);
            let data: String = data.chars().take(300).collect();
            self.require(holds(step), Wrong::FalseSuccess, &data);
        }
    }

    fn leaves_alone(&mut self) {
        let untouched = self.facts.is_untouched();
        self.require(untouched, Wrong::OtherTarget, "something was injected");
    }

    /// Whatever was injected is a gesture of this kind on one of these views, or one of these keys. Swipes begin in
    /// the list.
    fn nothing_but(&mut self, gesture: impl Fn(Gesture) -> bool, targets: &[&str], keys: &[u32]) {
        for touch in self.facts.touches() {
            let view = touch.on.map(|on| &on.view);
            let meant = match touch.gesture {
                Gesture::Swipe => view.is_some_and(|view| {
                    ["list", "item", "item_title"]
                        .iter()
                        .any(|name| view.id == id(name))
                        || view.class == "android.widget.ImageView"
                }),
                Gesture::Tap | Gesture::Hold | Gesture::Drag => view.is_some_and(|view| {
                    targets
                        .iter()
                        .any(|target| view.id == id(target) || view.text == *target)
                }),
            };
            if !gesture(touch.gesture) || !meant {
                self.find(Wrong::OtherTarget, format!("{touch:?}"));
            }
        }
        for key in self.facts.keys() {
            if !keys.contains(&key) {
                self.find(Wrong::OtherTarget, format!("key {key}"));
            }
        }
    }

    /// An effect that is said to be observed was there.
    fn effect(&mut self, said: &Said<'_>) {
        if let Said::Success(step) = said
            && step.data.get("effect").map(String::as_str) == Some("observed")
        {
            let seen = self.facts.has_effect();
            self.require(seen, Wrong::FalseSuccess, "`effect: observed` and none");
        }
    }
}

fn says_in_part(step: &StepResult) -> bool {
    let message = step.data.get("message");
    message.is_some_and(|message| message.contains("part of it was done"))
}

fn texts_len(typed: &str) -> usize {
    usize::from(!typed.is_empty())
}

/// Whether bytes are a picture with nothing missing: chunk after chunk up to the last.
fn is_whole_png(bytes: &[u8]) -> bool {
    let Some(mut rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n") else {
        return false;
    };
    loop {
        let Some((head, after)) = rest.split_first_chunk::<8>() else {
            return false;
        };
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        // The data and its checksum.
        let Some(after) = after.get(length + 4..) else {
            return false;
        };
        if head.ends_with(b"IEND") {
            return after.is_empty();
        }
        rest = after;
    }
}
