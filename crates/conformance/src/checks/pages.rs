//! Opening apps and pages.

use clawperator_device::driver::{Act, Acted, Opens};

use crate::app::PACKAGE;
use crate::bench::{Bench, TEXT, WITHIN};
use crate::check::{Outcome, failed};

pub(super) async fn launch(bench: &Bench) -> Outcome {
    bench.stop().await?;
    bench.act(Act::Launch { package: PACKAGE }).await?;
    in_front(bench).await
}

pub(super) async fn open(bench: &Bench) -> Outcome {
    let leads_to = bench.device.leads_to(Opens::Uri(TEXT.uri), WITHIN).await?;
    match leads_to.as_slice() {
        [only] if only.package.as_deref() == Some(PACKAGE) => {}
        other => {
            let names = other.iter().filter_map(|front| front.package.as_deref());
            let names: Vec<&str> = names.collect();
            return failed(format!("it is said to open {names:?}"));
        }
    }
    bench.stop().await?;
    let opened = bench.act(Act::Open { uri: TEXT.uri }).await?;
    if let Acted::Opened(launch) = &opened
        && launch
            .package
            .as_deref()
            .is_some_and(|name| name != PACKAGE)
    {
        return failed(format!("it says that it opened {:?}", launch.package));
    }
    bench.until(TEXT.marker).await?;
    in_front(bench).await
}

async fn in_front(bench: &Bench) -> Outcome {
    let (_, is_there) = bench
        .when(|seen| seen.tree.nodes().any(|node| node.package() == PACKAGE))
        .await?;
    let front = bench.device.front(WITHIN).await?;
    if is_there && front.package.as_deref() == Some(PACKAGE) {
        return Ok(front.activity);
    }
    let front = front.package.unwrap_or_else(|| "no app".to_owned());
    failed(format!("in front is {front}"))
}
