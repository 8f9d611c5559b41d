//! An act whose answer does not come: the launch that got it is asked, and the act is never sent again.

use std::time::Duration;

use clawperator_device::Device as _;
use clawperator_device::driver::{Act, ActError, Acted, Contact, Touch};
use clawperator_operator_protocol::{Answer, Outcome, Request};
use clawperator_ui::Point;

use super::bench::{Bench, LONG};
use super::puppet::{Line, Puppet, acted};

const TAP: Act<'static> = Act::Touch(Contact::blind(Touch::Tap(Point { x: 5, y: 5 })));

/// Does an act while an Operator plays its part.
async fn act(within: Duration, plays: impl AsyncFnOnce(&Bench, Puppet)) -> Result<Acted, ActError> {
    let bench = Bench::new().await;
    let puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let acting = async {
        // The way to the phone is not in the time of the act.
        device.identity(LONG).await.unwrap();
        let acted = device.act(TAP, within).await;
        // Whoever waits for more from the driver hears that there is none.
        drop(device);
        acted
    };
    let ((), acted) = tokio::join!(plays(&bench, puppet), acting);
    assert_eq!(bench.starts(), 0, "asking starts nothing");
    acted
}

/// The act is taken and its stream closed; the next stream is asked what became of it, once for each of these.
async fn told(outcomes: &[Outcome]) -> Result<Acted, ActError> {
    act(LONG, async |_, mut puppet| {
        let mut line = puppet.line().await;
        let (_, number) = line.act().await;
        drop(line);
        let mut again = puppet.line().await;
        for outcome in outcomes {
            again.outcome(number, *outcome).await;
        }
        no_more(&mut again).await;
    })
    .await
}

/// Nothing more is asked before the driver is gone.
async fn no_more(line: &mut Line) {
    assert_eq!(line.request().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_same_launch_says_of_it_is_what_became_of_it() {
    assert_eq!(told(&[Outcome::Done]).await, Ok(Acted::Done));
    let in_part = told(&[Outcome::InPart]).await;
    assert!(
        matches!(in_part, Err(ActError::Partly { .. })),
        "{in_part:?}"
    );
    for outcome in [Outcome::NeverHeardOf, Outcome::NotBegun] {
        let not_done = told(&[outcome]).await;
        let is_not_sent = matches!(not_done, Err(ActError::NotSent { .. }));
        assert!(is_not_sent, "{outcome:?}: {not_done:?}");
    }
    let refused = told(&[Outcome::Refused]).await;
    assert!(
        matches!(refused, Err(ActError::Refused { .. })),
        "{refused:?}"
    );
    let unknown = told(&[Outcome::Unknown]).await;
    assert!(
        matches!(unknown, Err(ActError::Unknown { .. })),
        "{unknown:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_is_under_way_is_asked_for_again() {
    let done = told(&[Outcome::UnderWay, Outcome::UnderWay, Outcome::Done]).await;
    assert_eq!(done, Ok(Acted::Done));
    let endless = act(LONG, async |_, mut puppet| {
        let mut line = puppet.line().await;
        let (_, number) = line.act().await;
        drop(line);
        let mut again = puppet.line().await;
        while let Some((id, request)) = again.request().await {
            assert_eq!(request, Request::Outcome(number));
            // Its time may be up between its question and this.
            if !again.answers(id, &acted(number, Outcome::UnderWay)).await {
                break;
            }
        }
    })
    .await;
    assert!(
        matches!(endless, Err(ActError::Unknown { .. })),
        "{endless:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn half_an_answer_is_none() {
    let done = act(LONG, async |_, mut puppet| {
        let mut line = puppet.line().await;
        let (id, number) = line.act().await;
        line.half(id, &acted(number, Outcome::NotBegun)).await;
        let mut again = puppet.line().await;
        again.outcome(number, Outcome::Done).await;
        no_more(&mut again).await;
    })
    .await;
    assert_eq!(done, Ok(Acted::Done));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_knows_where_the_launch_is_gone() {
    let other = act(LONG, async |bench, mut puppet| {
        let mut line = puppet.line().await;
        line.act().await;
        // Another one takes the name before the driver can ask.
        drop(puppet);
        let mut puppet = Puppet::new(bench.phone(), 2);
        drop(line);
        puppet.is_left().await;
    })
    .await;
    assert!(matches!(other, Err(ActError::Unknown { .. })), "{other:?}");
    let nobody = act(LONG, async |_, mut puppet| {
        let mut line = puppet.line().await;
        line.act().await;
        drop(puppet);
    })
    .await;
    assert!(
        matches!(nobody, Err(ActError::Unknown { .. })),
        "{nobody:?}"
    );
    let impostor = act(LONG, async |_, mut puppet| {
        let mut line = puppet.line().await;
        line.act().await;
        drop(line);
        puppet.is_found_out().await;
    })
    .await;
    assert!(
        matches!(impostor, Err(ActError::Unknown { .. })),
        "{impostor:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_of_another_act_proves_nothing() {
    let other = act(LONG, async |_, mut puppet| {
        let mut line = puppet.line().await;
        let (_, number) = line.act().await;
        drop(line);
        let mut again = puppet.line().await;
        let (id, _) = again.request().await.unwrap();
        again
            .answer(id, &acted(number.wrapping_add(1), Outcome::Done))
            .await;
        no_more(&mut again).await;
    })
    .await;
    assert!(matches!(other, Err(ActError::Unknown { .. })), "{other:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_takes_too_long_is_cancelled() {
    let within = Duration::from_secs(2);
    let not_begun = act(within, async |_, mut puppet| {
        let mut line = puppet.line().await;
        let (id, number) = line.act().await;
        let (cancel, request) = line.request().await.unwrap();
        assert_eq!(request, Request::Cancel(id));
        line.answer(id, &acted(number, Outcome::NotBegun)).await;
        line.answer(cancel, &Answer::Cancelled(true)).await;
        no_more(&mut line).await;
    })
    .await;
    assert!(
        matches!(not_begun, Err(ActError::NotSent { .. })),
        "{not_begun:?}"
    );
    let silent = act(within, async |_, mut puppet| {
        let mut line = puppet.line().await;
        line.act().await;
        while let Some((_, request)) = line.request().await {
            assert!(!matches!(request, Request::Act { .. }));
        }
    })
    .await;
    assert!(
        matches!(silent, Err(ActError::Unknown { .. })),
        "{silent:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_nobody_waits_for_is_cut_short() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let taken = async {
        let mut line = puppet.line().await;
        line.act().await;
        line
    };
    let mut line = tokio::select! {
        line = taken => line,
        acted = device.act(TAP, LONG) => panic!("{acted:?}"),
    };
    // The driver lives on, and the stream of the act does not: that is how an Operator hears of it.
    no_more(&mut line).await;
    let (next, acted) = tokio::join!(
        async {
            let mut line = puppet.line().await;
            let (id, number) = line.act().await;
            line.answer(id, &acted(number, Outcome::Done)).await;
            line
        },
        device.act(TAP, LONG)
    );
    assert_eq!(acted, Ok(Acted::Done));
    drop(next);
}
