//! Whatever bytes the other side sends.

use clawperator_operator_protocol::{
    Answer, BadFrame, Damaged, FRAME_HEAD, FrameHead, From, Kind, Request,
};
use proptest::prelude::*;

use super::samples::{answers, requests};

/// Reads a body; what was read writes the same bytes, so that no message has two forms.
fn read(kind: Kind, body: &[u8]) -> Result<(), Damaged> {
    let again = match kind.from() {
        From::Driver => Request::decode(kind, body)?.encode(),
        From::Operator => Answer::decode(kind, body)?.encode(),
    };
    assert_eq!(again, body, "{kind:?}");
    Ok(())
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL)
}

fn samples() -> Vec<(Kind, Vec<u8>)> {
    let requests = requests().into_iter();
    let requests = requests.map(|(_, it)| (it.kind(), it.encode()));
    let answers = answers().into_iter();
    requests
        .chain(answers.map(|(_, it)| (it.kind(), it.encode())))
        .collect()
}

proptest! {
    #[test]
    fn any_bytes_are_a_message_or_none(kind in kinds(), body in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(kind, &body);
    }

    #[test]
    fn a_message_with_other_bytes_is_another_or_none(
        sample in prop::sample::select(samples()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let (kind, mut body) = sample;
        for (place, byte) in changes {
            if !body.is_empty() {
                let place = place.index(body.len());
                body[place] = byte;
            }
        }
        let _ = read(kind, &body);
    }

    #[test]
    fn any_head_is_a_head_or_none(bytes in any::<[u8; FRAME_HEAD]>()) {
        for from in [From::Driver, From::Operator] {
            if let Ok(head) = FrameHead::decode(bytes, from) {
                prop_assert_eq!(head.encode(), bytes.to_vec());
                prop_assert!(head.length <= head.kind.most());
            }
        }
    }
}

#[test]
fn a_part_of_a_message_is_none_and_neither_is_more_than_one() {
    for (kind, body) in samples() {
        for length in 0..body.len() {
            // A picture, or a part of a recording, goes to the end of its frame.
            let fixed = match kind {
                Kind::Pictured => 18,
                Kind::Fetched => 9,
                _ => usize::MAX,
            };
            if length >= fixed {
                continue;
            }
            assert!(read(kind, &body[..length]).is_err(), "{kind:?} {length}");
        }
        let more = [&body[..], &[0]].concat();
        let is_one = read(kind, &more).is_ok();
        let is_open = matches!(kind, Kind::Pictured | Kind::Fetched);
        assert_eq!(is_one, is_open, "{kind:?}");
    }
}

#[test]
fn what_is_announced_makes_no_room() {
    let mut body = vec![0; 13];
    // A touch of four billion fingers.
    body.push(1);
    body.extend(u32::MAX.to_be_bytes());
    assert_eq!(
        Request::decode(Kind::Act, &body),
        Err(Damaged::TooMuch("fingers"))
    );
    let announced = |kind: Kind, length: u32| {
        let head = FrameHead {
            length,
            kind,
            id: 1,
        }
        .encode();
        FrameHead::decode(head.try_into().unwrap(), kind.from())
    };
    for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Changed) {
        assert!(announced(*kind, kind.most()).is_ok(), "{kind:?}");
        let (kind, length) = (*kind, kind.most() + 1);
        assert_eq!(
            announced(kind, length),
            Err(BadFrame::Length { kind, length })
        );
    }
}

#[test]
fn a_frame_of_the_other_side_is_none() {
    let head = |kind, id| {
        FrameHead {
            length: 0,
            kind,
            id,
        }
        .encode()
        .try_into()
        .unwrap()
    };
    assert_eq!(
        FrameHead::decode(head(Kind::Watched, 1), From::Driver),
        Err(BadFrame::Side(Kind::Watched))
    );
    assert_eq!(
        FrameHead::decode(head(Kind::State, 0), From::Driver),
        Err(BadFrame::Id {
            kind: Kind::State,
            id: 0
        })
    );
    assert!(FrameHead::decode(head(Kind::Changed, 0), From::Operator).is_ok());
}

#[test]
fn what_is_typed_is_not_printed() {
    for (name, request) in requests() {
        let printed = format!("{request:?}");
        assert!(!printed.contains("Grüße"), "{name}: {printed}");
    }
}
