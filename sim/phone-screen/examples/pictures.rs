//! Draws pages of the shipped scenes into a folder: `cargo run --example pictures -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clawperator_phone_screen::{
    InputGesture, Intent, KeyPress, Lock, Scenes, Screen, ScreenClock, ScreenConfig,
    ScriptedScreen, TouchPoint, encode_png,
};

const CONFORMANCE: &str = "dev.clawperator.conformance";
const SETTINGS: &str = "com.android.settings";
const SHOP: &str = "dev.clawperator.shop";

/// A picture's name, the page, and where it is touched before the picture is taken.
type Page = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(f32, f32)],
);

const PAGES: &[Page] = &[
    ("settings", SETTINGS, ".Settings", &[]),
    ("wifi", SETTINGS, ".Settings$WifiSettingsActivity", &[]),
    (
        "battery",
        SETTINGS,
        ".Settings$PowerUsageSummaryActivity",
        &[],
    ),
    (
        "display",
        SETTINGS,
        ".Settings$DisplaySettingsActivity",
        &[],
    ),
    ("about", SETTINGS, ".Settings$MyDeviceInfoActivity", &[]),
    ("conformance", CONFORMANCE, ".MainActivity", &[]),
    ("counter", CONFORMANCE, ".CounterActivity", &[]),
    ("toggle", CONFORMANCE, ".ToggleActivity", &[]),
    ("fields", CONFORMANCE, ".FieldsActivity", &[(500.0, 380.0)]),
    ("languages", CONFORMANCE, ".LanguagesActivity", &[]),
    ("chips", CONFORMANCE, ".ChipsActivity", &[]),
    ("nested", CONFORMANCE, ".NestedActivity", &[]),
    ("sliders", CONFORMANCE, ".SlidersActivity", &[]),
    ("tabs", CONFORMANCE, ".TabsActivity", &[]),
    ("grid", CONFORMANCE, ".GridActivity", &[]),
    ("slow", CONFORMANCE, ".SlowActivity", &[]),
    ("web", CONFORMANCE, ".WebActivity", &[]),
    ("secure", CONFORMANCE, ".SecureActivity", &[]),
    ("dialog", CONFORMANCE, ".DialogActivity", &[(500.0, 340.0)]),
    (
        "permission",
        CONFORMANCE,
        ".PermissionActivity",
        &[(200.0, 340.0)],
    ),
    (
        "messages",
        CONFORMANCE,
        ".MessagesActivity",
        &[(500.0, 340.0), (500.0, 500.0)],
    ),
    ("crash", CONFORMANCE, ".TroubleActivity", &[(500.0, 340.0)]),
    ("shop", SHOP, ".MainActivity", &[]),
    (
        "product",
        SHOP,
        ".MainActivity",
        &[(500.0, 700.0), (500.0, 2180.0)],
    ),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "pictures".into()));
    std::fs::create_dir_all(&folder)?;
    for (name, package, class, taps) in PAGES {
        let phone = phone(Lock::None)?;
        let component = Some(((*package).to_owned(), format!("{package}{class}")));
        let intent = Intent {
            component,
            ..Intent::default()
        };
        phone.start(&intent).await;
        for (x, y) in *taps {
            phone
                .gesture(InputGesture::Tap(TouchPoint { x: *x, y: *y }))
                .await?;
        }
        save(&phone, &folder, name).await?;
    }
    whole_phone(&folder).await
}

/// The launcher, a scrolled list, the shade, the recent apps, the lock screen and a phone that lies on its side.
async fn whole_phone(folder: &Path) -> Result<(), Box<dyn Error>> {
    let phone = phone(Lock::Pin("1234".into()))?;
    save(&phone, folder, "lock").await?;
    phone
        .key(KeyPress {
            code: 82,
            long: false,
        })
        .await?;
    save(&phone, folder, "pin").await?;
    phone.text("1234\n").await?;
    save(&phone, folder, "home").await?;
    for package in [SHOP, SETTINGS] {
        let action = Some("android.intent.action.MAIN".into());
        let intent = Intent {
            action,
            package: Some(package.into()),
            ..Intent::default()
        };
        phone.start(&intent).await;
    }
    let (from, to) = (
        TouchPoint {
            x: 540.0,
            y: 1_800.0,
        },
        TouchPoint { x: 540.0, y: 900.0 },
    );
    let duration = Duration::from_millis(400);
    phone
        .gesture(InputGesture::Swipe { from, to, duration })
        .await?;
    phone
        .wait_for_idle(Duration::from_millis(500), Duration::from_secs(5))
        .await;
    save(&phone, folder, "scrolled").await?;
    phone.set_rotation(1).await;
    save(&phone, folder, "lying").await?;
    phone.set_rotation(0).await;
    phone.set_shade(true).await;
    save(&phone, folder, "shade").await?;
    phone
        .key(KeyPress {
            code: 187,
            long: false,
        })
        .await?;
    save(&phone, folder, "recents").await
}

fn phone(lock: Lock) -> Result<ScriptedScreen, Box<dyn Error>> {
    let clock = ScreenClock::instant();
    let config = ScreenConfig {
        clock,
        lock,
        ..ScreenConfig::default()
    };
    Ok(ScriptedScreen::new(Scenes::shipped()?, &config))
}

async fn save(phone: &ScriptedScreen, folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let file = encode_png(&phone.screenshot().await)?;
    std::fs::write(folder.join(format!("{name}.png")), file)?;
    Ok(())
}
