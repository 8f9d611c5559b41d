//! Acts: what goes out, and what its answer proves.

use clawperator_adb::Deadline;
use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;
use clawperator_device::driver::{
    ActError, Acted, KeyPress, NewClip, Path, Present, TextEntry, Touch, TypedBy,
};
use clawperator_device::probe::injection::Injection;
use clawperator_device::probe::vendor::INPUT_FORBIDDEN;
use clawperator_operator_protocol::{
    Act, Acted as Answered, Answer, Finger, Launch, Outcome, Request, Spot, TouchPoint,
    Way as TextWay,
};
use clawperator_ui::Point;
use std::sync::Arc;

use crate::ahead::Ahead;
use crate::care::about;
use crate::fate;
use crate::greet::random;
use crate::holding::{BETWEEN, Holding, PATIENCE};
use crate::link::Link;
use crate::look::{Named, millis, unexpected};
use crate::stream::{Sent, Stream};
use crate::trouble::{Trouble, said};

/// Android's numbers of the keys that are sent.
mod key_code {
    pub(super) const HOME: u32 = 3;
    pub(super) const BACK: u32 = 4;
    pub(super) const ENTER: u32 = 66;
    pub(super) const RECENTS: u32 = 187;
}

/// How the Operator calls input that the phone refuses.
const FORBIDDEN: &str = "INPUT_FORBIDDEN";

/// How it calls that another stream has the phone.
const NOT_HELD: &str = "NOT_HELD";

/// How long a finger of a double tap is down, and how long it is up, in milliseconds: a person's.
const TAP: u32 = 50;
const BETWEEN_TAPS: u32 = 100;

/// How it calls an act in the middle of which another stream took the phone.
const TAKEN_OVER: &str = "TAKEN_OVER";

/// How many streams may be lost on the way to one.
const MOST_LOST: u32 = 1;

/// What an act goes by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way<'a> {
    pub(crate) link: &'a Link,
    pub(crate) ahead: &'a Ahead,
    pub(crate) holding: &'a Holding,
}

/// Does one thing. It is sent once; where its answer is lost, the Operator is asked what became of it.
pub(crate) async fn act(
    way: &Way<'_>,
    what: Act,
    deadline: Deadline,
) -> Result<(Launch, Answered), ActError> {
    way.holding.check()?;
    let patience = Deadline::after(PATIENCE);
    let is_patient = || patience.remaining().is_some_and(|left| !left.is_zero());
    loop {
        match once(way, &what, deadline).await {
            // Nothing was begun. One of ours that has just ended may still be leaving.
            Err(Ended::Refused(code, _)) if code == NOT_HELD && is_patient() => {
                tokio::time::sleep(BETWEEN).await;
            }
            Err(Ended::Refused(code, _)) if code == NOT_HELD => {
                let holder = held_by(way.link, deadline).await;
                way.holding.taken_by(holder.clone());
                return Err(Trouble::Held(holder).into());
            }
            Err(Ended::Refused(code, message)) => return Err(refused(code, message)),
            Err(Ended::Failed(error)) => return Err(error),
            Ok((launch, acted)) => {
                if acted.code == TAKEN_OVER {
                    way.holding.taken_by(held_by(way.link, deadline).await);
                }
                return Ok((launch, acted));
            }
        }
    }
}

/// Who has the phone, where the Operator says so; an empty name where it does not.
async fn held_by(link: &Link, deadline: Deadline) -> String {
    let Some(stream) = link.opened() else {
        return String::new();
    };
    let told = about(&stream, deadline).await;
    told.map_or_else(|_| String::new(), |told| told.holder)
}

/// Why an act has no answer of its own.
enum Ended {
    Refused(String, String),
    Failed(ActError),
}

impl<E: Into<ActError>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Sends an act once. It takes the phone in the same message, where nobody has it.
async fn once(way: &Way<'_>, what: &Act, deadline: Deadline) -> Result<(Launch, Answered), Ended> {
    let Way {
        link,
        ahead,
        holding,
    } = *way;
    let mut number = [0; 8];
    random(&mut number)?;
    let number = u64::from_be_bytes(number);
    let request = Request::Act {
        act: number,
        time_ms: millis(deadline),
        holder: Some(holding.name()),
        what: what.clone(),
    };
    let (stream, mut sent) = dispatch(link, &request, deadline).await?;
    let abandoned = Abandoned(Some(&stream));
    ahead.acting(&stream, number, deadline).await;
    let acted = match stream.answer(&mut sent, deadline).await {
        Ok(Answer::Acted(acted)) if acted.act == number => Ok(acted),
        Ok(Answer::Error(refusal)) => Err(Ended::Refused(refusal.code, refusal.message)),
        Ok(_) => Err(Ended::Failed(ActError::Unknown {
            message: unexpected().to_string(),
        })),
        Err(lost) => fate::of(link, &stream, sent, number, &lost)
            .await
            .map_err(Ended::Failed),
    };
    ahead.acted(matches!(&acted, Ok(acted) if acted.outcome == Outcome::Done));
    abandoned.heard();
    Ok((stream.launch(), acted?))
}

/// Sends a request on a stream that takes it: one that turns out to be gone before a byte went out is opened again.
pub(crate) async fn dispatch(
    link: &Link,
    request: &Request,
    deadline: Deadline,
) -> Result<(Arc<Stream>, Sent), Trouble> {
    let mut lost = 0;
    loop {
        let stream = link.stream(deadline).await?;
        match stream.send(request, deadline).await {
            Ok(sent) => return Ok((stream, sent)),
            Err(Trouble::Lost(_)) if lost < MOST_LOST => lost += 1,
            Err(trouble) => return Err(trouble),
        }
    }
}

/// The stream of an act that nobody waits for any more is closed: what has not begun does not begin then, and what has is
/// cut short.
struct Abandoned<'a>(Option<&'a Stream>);

impl Abandoned<'_> {
    fn heard(mut self) {
        self.0 = None;
    }
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        if let Some(stream) = self.0 {
            stream.close();
        }
    }
}

/// What an answer proves.
pub(crate) fn judge(acted: &Answered, refused: ErrorCode) -> Result<(), ActError> {
    let message = || match (acted.code.as_str(), acted.message.as_str()) {
        (FORBIDDEN, _) => INPUT_FORBIDDEN.to_owned(),
        ("", "") => "the phone does not say why".to_owned(),
        (code, "") => format!("the phone does not say more than {code}"),
        (_, message) => message.to_owned(),
    };
    let code = said(&acted.code).unwrap_or(refused);
    match acted.outcome {
        Outcome::Done => Ok(()),
        Outcome::NotBegun | Outcome::NeverHeardOf => Err(ActError::NotSent {
            code,
            message: message(),
        }),
        Outcome::Refused => Err(ActError::Refused {
            code,
            message: message(),
        }),
        Outcome::InPart => Err(ActError::Partly { message: message() }),
        Outcome::Unknown | Outcome::UnderWay => Err(ActError::Unknown { message: message() }),
    }
}

/// What became of a key that was sent to see whether keys may be sent.
pub(crate) fn tried(acted: &Answered) -> Result<Acted, ActError> {
    Ok(Acted::Tried(match acted.outcome {
        Outcome::Done => Injection::Allowed,
        Outcome::Refused if acted.code == FORBIDDEN => Injection::Refused {
            said: acted.message.clone(),
        },
        _ => {
            judge(acted, ErrorCode::GlobalActionFailed)?;
            Injection::Allowed
        }
    }))
}

/// The fingers of a touch, which is begun only where these lie.
pub(crate) fn touch(touch: Touch<'_>, spots: Vec<Spot>) -> Result<Act, ActError> {
    let at = |point: Point, at_ms: u32| TouchPoint {
        x: point.x,
        y: point.y,
        at_ms,
    };
    let ways = match touch {
        Touch::Tap(point) => vec![vec![at(point, 0)]],
        Touch::DoubleTap(point) => {
            let second = TAP.saturating_add(BETWEEN_TAPS);
            vec![
                vec![at(point, 0), at(point, TAP)],
                vec![at(point, second), at(point, second.saturating_add(TAP))],
            ]
        }
        Touch::Hold { at: point, millis } => vec![vec![at(point, 0), at(point, millis)]],
        Touch::Swipe { from, to, millis } => vec![vec![at(from, 0), at(to, millis)]],
        Touch::Drag {
            from,
            to,
            hold_millis,
            move_millis,
            rest_millis,
        } => {
            let there = hold_millis.saturating_add(move_millis);
            vec![vec![
                at(from, 0),
                at(from, hold_millis),
                at(to, there),
                at(to, there.saturating_add(rest_millis)),
            ]]
        }
        Touch::Paths(paths) => {
            let points = |path: &Path| {
                let points = path.points().iter();
                points.map(|point| at(point.at, point.after)).collect()
            };
            paths.iter().map(points).collect()
        }
    };
    let fingers: Option<Vec<Finger>> = ways.into_iter().map(Finger::new).collect();
    let fingers = fingers.filter(|fingers| (1..=Path::MOST_FINGERS).contains(&fingers.len()));
    let fingers = fingers.ok_or_else(|| ActError::NotSent {
        code: ErrorCode::InternalError,
        message: "the fingers of a touch are none, too many, or go back in time".to_owned(),
    })?;
    Ok(Act::Touch { fingers, spots })
}

/// Any key.
pub(crate) const fn press(press: KeyPress) -> Act {
    Act::Key {
        code: press.code,
        meta: press.meta,
        held_ms: press.held_millis,
    }
}

/// A text for the clipboard.
pub(crate) fn clip(clip: NewClip<'_>) -> Act {
    Act::Clip {
        text: clip.text.map(str::to_owned),
        is_sensitive: clip.is_sensitive,
    }
}

/// A system key.
pub(crate) const fn key(key: Key) -> Act {
    pressed(match key {
        Key::Back => key_code::BACK,
        Key::Home => key_code::HOME,
        Key::Recents => key_code::RECENTS,
    })
}

/// The keyboard's enter key.
pub(crate) const fn submit() -> Act {
    pressed(key_code::ENTER)
}

/// What the Operator can put into a field: whatever a screen shows as it is. What the field takes is read back.
pub(crate) fn can_type(text: &str) -> Result<(), String> {
    let mut characters = text.chars().enumerate();
    let unseen = characters
        .find(|(_, character)| character.is_control() && !matches!(character, '\n' | '\t'));
    match unseen {
        None => Ok(()),
        Some((position, _)) => Err(format!(
            "the text has a control character at position {position}, and of those a field takes line ends and tabs only"
        )),
    }
}

/// A text into a field that the Operator knows, in the way that it chooses.
pub(crate) fn text(entry: TextEntry<'_>, field: Named) -> Act {
    let erase = match entry.present {
        Present::Stays => 0,
        Present::Goes { shown } => shown,
    };
    Act::Text {
        way: TextWay::Any,
        window: field.window,
        identity: field.identity,
        erase: u32::try_from(erase).unwrap_or(u32::MAX),
        text: entry.text.to_owned(),
    }
}

/// How a text was put into its field.
pub(crate) fn typed(acted: &Answered) -> Result<Acted, ActError> {
    judge(acted, ErrorCode::ActionFailed)?;
    Ok(Acted::Typed(match acted.way {
        TextWay::Set => TypedBy::SetText,
        TextWay::Paste => TypedBy::Paste,
        TextWay::Keys | TextWay::Any => TypedBy::Keys,
    }))
}

const fn pressed(code: u32) -> Act {
    Act::Key {
        code,
        meta: 0,
        held_ms: 0,
    }
}

/// An answer that says that nothing was done, or that nothing is known.
fn refused(code: String, message: String) -> ActError {
    match code.as_str() {
        // These are said before anything is touched.
        "BUSY" | NOT_HELD | "NO_AUTOMATION" | "UNSUPPORTED" | "CANCELLED" | "TIMED_OUT" => {
            Trouble::Refused { code, message }.into()
        }
        _ => ActError::Unknown { message },
    }
}
