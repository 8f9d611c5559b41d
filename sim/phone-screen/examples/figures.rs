//! Prints what phones cost: `cargo run --release --example figures`.

use std::error::Error;
use std::sync::Arc;

use clawperator_phone_screen::{
    DumpRequest, Intent, Scenes, Screen, ScreenClock, ScreenConfig, ScriptedScreen, encode_png,
};
use tokio::time::Instant;

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "figures are what this program is for")]
async fn main() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let scenes = Scenes::shipped()?;
    println!("scenes read and checked in {:?}", start.elapsed());
    let before = resident();
    let config = ScreenConfig {
        clock: ScreenClock::instant(),
        ..ScreenConfig::default()
    };
    let start = Instant::now();
    let phones: Vec<ScriptedScreen> = (0..1_000)
        .map(|_| ScriptedScreen::new(Arc::clone(&scenes), &config))
        .collect();
    println!(
        "1,000 phones booted in {:?}, {} KiB each",
        start.elapsed(),
        (resident() - before) / 1_000
    );
    for phone in &phones {
        phone
            .dump(DumpRequest {
                windows: true,
                compressed: false,
            })
            .await?;
    }
    println!(
        "after a dump of each: {} KiB each",
        (resident() - before) / 1_000
    );
    let Some(phone) = phones.first() else {
        return Ok(());
    };
    for (package, class) in [
        ("com.android.settings", ".Settings"),
        ("dev.clawperator.conformance", ".ListActivity"),
        ("dev.clawperator.conformance", ".NestedActivity"),
    ] {
        let component = Some((package.to_owned(), format!("{package}{class}")));
        phone
            .start(&Intent {
                component,
                ..Intent::default()
            })
            .await;
        let plain = DumpRequest {
            windows: false,
            compressed: false,
        };
        let nodes = phone.dump(plain).await?.matches("<node").count();
        let start = Instant::now();
        for _ in 0..100 {
            phone.dump(plain).await?;
        }
        let warm = start.elapsed() / 100;
        let start = Instant::now();
        for turn in 0..100_u8 {
            phone.set_rotation(turn % 2 * 2).await;
            phone.dump(plain).await?;
        }
        let cold = start.elapsed() / 100;
        phone.set_rotation(0).await;
        phone.screenshot().await;
        let start = Instant::now();
        for _ in 0..20 {
            phone.screenshot().await;
        }
        let drawn = start.elapsed() / 20;
        let image = phone.screenshot().await;
        let start = Instant::now();
        let file = encode_png(&image)?;
        println!(
            "{class}: {nodes} nodes, dump {warm:?}, with layout {cold:?}, picture {drawn:?}, PNG {:?} ({} KiB)",
            start.elapsed(),
            file.len() / 1_024
        );
    }
    Ok(())
}

/// Resident memory of this process in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}
