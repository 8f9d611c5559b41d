//! The same phone, told by every release in its own words.
//!
//! `data/forms/RELEASE` holds what the programs of that release print, written after their sources and after captures
//! from devices; no file is the whole output of one phone.

use std::fs;
use std::path::PathBuf;

use clawperator_device::probe::display::{DisplayState, Rotation};
use clawperator_device::probe::power::Wakefulness;
use clawperator_device::probe::{accessibility, display, focus, keyguard, power, properties};
use proptest::prelude::*;

pub(crate) const RELEASES: [&str; 10] = ["7", "9", "10", "11", "12", "12L", "13", "14", "15", "16"];

pub(crate) fn form(release: &str, name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/forms")
        .join(release)
        .join(format!("{name}.txt"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn power_of_every_release() {
    for release in RELEASES {
        for (name, wakefulness, on) in [
            ("power", Wakefulness::Awake, true),
            ("power-asleep", Wakefulness::Asleep, false),
            ("power-dozing", Wakefulness::Dozing, false),
        ] {
            let power = power::parse(&form(release, name)).unwrap();
            assert_eq!(power.wakefulness, wakefulness, "{release} {name}");
            assert_eq!(power.screen_on(), on, "{release} {name}");
        }
    }
    let dark = "  mWakefulness=Awake\nDisplay Power: state=OFF\n";
    assert!(!power::parse(dark).unwrap().screen_on());
    assert_eq!(power::parse("Can't find service: power\n"), None);
    assert_eq!(power::parse("  mWakefulness=Sleepwalking\n"), None);
}

#[test]
fn keyguard_of_every_release() {
    for release in RELEASES {
        let unlocked = keyguard::parse(&form(release, "window-policy")).unwrap();
        let locked = keyguard::parse(&form(release, "window-policy-locked")).unwrap();
        assert!(!unlocked.showing, "{release}");
        assert!(locked.showing, "{release}");
        let said = (release != "7").then_some(true);
        assert_eq!(locked.secure, said, "{release}");
    }
    let activities = "  KeyguardController:\n    mKeyguardShowing=true\n    mAodShowing=false\n    mKeyguardGoingAway=false\n    mOccluded=true\n";
    let keyguard = keyguard::parse(activities).unwrap();
    assert_eq!((keyguard.showing, keyguard.occluded), (true, Some(true)));
    let per_display = "   KeyguardShowing=false AodShowing=false KeyguardGoingAway=false DismissalRequested=false  Occluded=false at display=0\n";
    assert!(!keyguard::parse(per_display).unwrap().showing);
    let displays = "    isKeyguardShowing=true\n";
    assert!(keyguard::parse(displays).unwrap().showing);
    assert_eq!(keyguard::parse("    mGlobalActions: showing=true\n"), None);
}

#[test]
fn focus_of_every_release() {
    for release in RELEASES {
        let old = matches!(release, "7" | "9");
        let (here, elsewhere) = if old {
            ("window-windows", "window-displays")
        } else {
            ("window-displays", "window-windows")
        };
        assert_eq!(focus::parse(&form(release, elsewhere)), None, "{release}");
        let found = focus::parse(&form(release, here)).unwrap();
        let settings = "com.android.settings/.Settings";
        assert_eq!(found.window.unwrap().to_string(), settings, "{release}");
        assert_eq!(found.app.unwrap().to_string(), settings, "{release}");
    }
}

#[test]
fn display_of_every_release() {
    for release in RELEASES {
        let natural = display::parse(&form(release, "display")).unwrap();
        assert_eq!(natural.state, Some(DisplayState::On), "{release}");
        assert_eq!(natural.rotation, Some(Rotation::Natural), "{release}");
        assert_eq!(natural.logical_size.unwrap().to_string(), "1080x2400");
        let turned = display::parse(&form(release, "display-turned")).unwrap();
        assert_eq!(turned.rotation, Some(Rotation::Quarter), "{release}");
        assert_eq!(turned.logical_size.unwrap().to_string(), "2400x1080");
        let off = display::parse(&form(release, "display-off")).unwrap();
        assert_eq!(off.state, Some(DisplayState::Off), "{release}");
    }
    let states = "Display States: size=2\n  Display Id=3\n  Display State=OFF\n  Display Id=0\n  Display State=ON\n";
    assert_eq!(
        display::parse(states).unwrap().state,
        Some(DisplayState::On)
    );
    assert_eq!(display::parse(""), None);
}

#[test]
fn accessibility_of_every_release() {
    for release in RELEASES {
        let free = accessibility::parse(&form(release, "accessibility")).unwrap();
        assert!(!free.ui_automation, "{release}");
        assert_eq!(free.bound_services, ["TalkBack"], "{release}");
        let held = accessibility::parse(&form(release, "accessibility-held")).unwrap();
        assert!(held.ui_automation, "{release}");
    }
    assert_eq!(
        accessibility::parse("Can't find service: accessibility\n"),
        None
    );
}

#[test]
fn properties_of_every_release() {
    for release in RELEASES {
        let text = form(release, "release");
        let mut lines = text.lines();
        let values = [lines.next().unwrap(), lines.next().unwrap(), "m", "f", "1"];
        let phone = properties::from_values(values).unwrap();
        assert_eq!(phone.release, release.trim_end_matches('L'));
        assert!((24..=36).contains(&phone.api_level));
    }
}

proptest! {
    /// Whatever a phone prints, the readers answer, and in no time.
    #[test]
    fn readers_take_anything(
        release in 0..RELEASES.len(),
        cut in any::<prop::sample::Index>(),
        junk in "\\PC{0,40}",
        lines in prop::collection::vec("(mCurrentFocus=|mFocusedApp=|Window\\{|ActivityRecord\\{|Display: mDisplayId=|mBaseDisplayInfo=|, rotation |Service\\[label=|Physical size: |PID ARGS|Filesystem|<\\?xml|</hierarchy>|[ -~é]{0,12}|\n){0,30}", 0..3),
    ) {
        let release = RELEASES[release];
        let mut texts = lines;
        for name in ["power", "window-policy", "window-displays", "display", "accessibility"] {
            let text = form(release, name);
            let mut at = cut.index(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            texts.push(format!("{}{junk}{}", &text[..at], &text[at..]));
            texts.push(text[..at].to_owned());
        }
        for text in texts {
            let _ = power::parse(&text);
            let _ = keyguard::parse(&text);
            let _ = focus::parse(&text);
            let _ = display::parse(&text);
            let _ = accessibility::parse(&text);
            let _ = clawperator_device::probe::processes::parse(&text);
            let _ = clawperator_device::probe::screen_size::parse(&text);
            let _ = clawperator_device::probe::space::parse(&text);
            let _ = clawperator_device::probe::ui_dump::count_nodes(&text);
        }
    }
}
