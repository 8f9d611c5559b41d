//! What is in front: `dumpsys window`, `dumpsys activity activities`.

use std::fmt;

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use super::scan;
use crate::line::{Command, ShellLine, program};

/// What is in front.
///
/// An app is free to write anything into the title of its window, so a title is never believed for the app in front:
/// that is what the window and activity services say of activities. Where they disagree among themselves or with a
/// title that is the name of an activity, nothing is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// The window that gets keys, by its title; absent when none does.
    pub window: Option<FocusedWindow>,
    /// Whether the phone told of that window at all.
    pub tells_window: bool,
    /// The activity that is in front; absent when there is none, or when it is not known.
    pub app: Option<Component>,
}

/// The window that gets keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FocusedWindow {
    Activity(Component),
    /// The dialog that says that an app does not answer.
    NotResponding {
        /// The app's package, or its process.
        package: String,
    },
    /// The dialog that says that an app has crashed.
    Crashed {
        /// The app's package, or its process.
        package: String,
    },
    /// Another one, by its title, such as `NotificationShade` or `InputMethod`.
    Titled(String),
}

/// An activity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    pub package: String,
    /// The class, with all of its name.
    pub class: String,
}

const WHAT: &str = "which window has the focus";
const LIMIT: usize = 8 * 1024 * 1024;

/// Asks the phone. Android 10 and later say it for each display, older ones with the windows.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Focus> {
    let dumpsys =
        |part| ShellLine::from(Command::new(program::DUMPSYS).fixed("window").fixed(part));
    let displays = Answer::ask(device, &dumpsys("displays"), LIMIT, deadline)
        .await?
        .check(WHAT)?;
    if let Some(focus) = parse(&displays.output).filter(|focus| focus.tells_window) {
        return Ok(focus);
    }
    let windows = Answer::ask(device, &dumpsys("windows"), LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&windows.output).ok_or_else(|| windows.unreadable(WHAT))
}

/// Reads `dumpsys window`, its part `displays` (10 and later) or `windows` (before), or `dumpsys activity activities`.
///
/// A phone with several displays says it for each of them, in any order and with `null` where there is nothing. Of
/// windows the first display's own word counts, then the first that is not `null`. Of activities all that are named
/// must be one and the same: a title may have a line break in it, and what follows it looks like a line of the phone's.
#[must_use]
pub fn parse(text: &str) -> Option<Focus> {
    let mut windows = Candidates::default();
    let mut focused = Named::default();
    let mut resumed = Vec::new();
    let mut tells_resumed = false;
    let mut display = 0;
    for line in text.lines().map(str::trim) {
        tells_resumed |= line.starts_with("ACTIVITY MANAGER ACTIVITIES");
        if line.starts_with("Display: mDisplayId=") {
            let number = scan::value(line, "mDisplayId");
            display = number.and_then(|number| number.parse().ok()).unwrap_or(0);
        }
        if let Some(value) = line.strip_prefix("mCurrentFocus=") {
            windows.add(display, FocusedWindow::parse(value));
        } else if let Some(value) = line.strip_prefix("mFocusedApp=") {
            focused.add(activity_record(value));
        } else if let Some(value) = resumed_record(line) {
            resumed.extend(activity_record(value));
        }
    }
    if !(windows.seen || focused.seen || tells_resumed) {
        return None;
    }
    let tells_window = windows.seen;
    let window = windows.choose();
    let named = match (focused.seen, resumed.as_slice()) {
        // Several are resumed where several apps share the screen; the focused one is among them.
        (true, _) => focused
            .only()
            .filter(|app| !tells_resumed || resumed.contains(app)),
        (false, [first, rest @ ..]) if rest.iter().all(|other| other == first) => {
            Some(first.clone())
        }
        (false, _) => None,
    };
    let denies = |app: &Component| match &window {
        Some(FocusedWindow::Activity(title)) => title.package != app.package,
        _ => false,
    };
    Some(Focus {
        app: named.filter(|app| !denies(app)),
        window,
        tells_window,
    })
}

/// What the phone calls resumed in this line: 9 to 12, 10, 12L and later, each in its own words.
fn resumed_record(line: &str) -> Option<&str> {
    const WORDS: [&str; 5] = [
        "mResumedActivity:",
        "topResumedActivity=",
        "ResumedActivity:",
        "ResumedActivity=",
        "Resumed:",
    ];
    WORDS.iter().find_map(|words| line.strip_prefix(words))
}

impl FocusedWindow {
    /// The package that the window belongs to, where its title tells.
    #[must_use]
    pub fn package(&self) -> Option<&str> {
        match self {
            Self::Activity(component) => Some(&component.package),
            Self::NotResponding { package } | Self::Crashed { package } => Some(package),
            Self::Titled(_) => None,
        }
    }

    /// Reads `Window{1a2b3c u0 TITLE}`; nothing for `null`.
    fn parse(value: &str) -> Option<Self> {
        let inner = value.trim().strip_prefix("Window{")?;
        let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
        let (_hash, mut title) = inner.split_once(' ')?;
        // The user comes next, and on some phones the display.
        while let Some((word, rest)) = title.split_once(' ')
            && is_numbered(word)
        {
            title = rest;
        }
        for suffix in [" EXITING", " paused=false", " paused=true"] {
            title = title.strip_suffix(suffix).unwrap_or(title);
        }
        Some(Self::of_title(title))
    }

    /// The window of this title.
    #[must_use]
    pub fn of_title(title: &str) -> Self {
        let title = title.trim();
        let named = |words: &str| title.strip_prefix(words).map(|name| name.trim().to_owned());
        if let Some(package) = named("Application Not Responding:") {
            return Self::NotResponding { package };
        }
        if let Some(package) = named("Application Error:") {
            return Self::Crashed { package };
        }
        match Component::parse(title) {
            Some(component) => Self::Activity(component),
            None => Self::Titled(title.to_owned()),
        }
    }

    /// Whether it lies over every app while it has the keys: the lock screen, the shade, a dialog of the system. A popup
    /// of the app does not.
    #[must_use]
    pub fn hides_apps(&self) -> bool {
        match self {
            Self::Activity(_) => false,
            Self::NotResponding { .. } | Self::Crashed { .. } => true,
            Self::Titled(title) => {
                ["NotificationShade", "StatusBar", "Keyguard", "Bouncer"].contains(&title.as_str())
            }
        }
    }
}

impl fmt::Display for FocusedWindow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Activity(component) => component.fmt(formatter),
            Self::NotResponding { package } => {
                write!(formatter, "the dialog that says {package} isn't responding")
            }
            Self::Crashed { package } => {
                write!(formatter, "the dialog that says {package} crashed")
            }
            Self::Titled(title) => formatter.write_str(title),
        }
    }
}

impl Component {
    /// Reads `package/.Class` or `package/whole.name.of.Class`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let name = |text: &str| {
            let allowed = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
            !text.is_empty() && text.chars().all(allowed)
        };
        let (package, class) = text.split_once('/')?;
        if !name(package) || !name(class) {
            return None;
        }
        let class = match class.strip_prefix('.') {
            Some(short) => format!("{package}.{short}"),
            None => class.to_owned(),
        };
        Some(Self {
            package: package.to_owned(),
            class,
        })
    }
}

impl fmt::Display for Component {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.class.strip_prefix(&self.package) {
            Some(short) if short.starts_with('.') => write!(formatter, "{}/{short}", self.package),
            _ => write!(formatter, "{}/{}", self.package, self.class),
        }
    }
}

/// What the displays say; the first display's word goes before that of others.
#[derive(Debug)]
struct Candidates<T> {
    seen: bool,
    first_display: Option<T>,
    others: Option<T>,
}

impl<T> Default for Candidates<T> {
    fn default() -> Self {
        Self {
            seen: false,
            first_display: None,
            others: None,
        }
    }
}

impl<T> Candidates<T> {
    fn add(&mut self, display: u32, value: Option<T>) {
        self.seen = true;
        let place = if display == 0 {
            &mut self.first_display
        } else {
            &mut self.others
        };
        if place.is_none() {
            *place = value;
        }
    }

    fn choose(self) -> Option<T> {
        self.first_display.or(self.others)
    }
}

/// Activities that are all said to be the one in front.
#[derive(Debug, Default)]
struct Named {
    seen: bool,
    first: Option<Component>,
    disagree: bool,
}

impl Named {
    fn add(&mut self, component: Option<Component>) {
        self.seen = true;
        let Some(component) = component else { return };
        match &self.first {
            None => self.first = Some(component),
            Some(first) => self.disagree |= *first != component,
        }
    }

    fn only(self) -> Option<Component> {
        self.first.filter(|_| !self.disagree)
    }
}

/// The component in `ActivityRecord{1a2b3c u0 pkg/.Cls t181}`, wrapped or not, with whatever vendors put behind it.
fn activity_record(value: &str) -> Option<Component> {
    let (_, inner) = value.split_once("ActivityRecord{")?;
    let mut words = inner.split(' ');
    words.find_map(|word| Component::parse(word.trim_end_matches(['}', ','])))
}

/// Whether a word is `u0`, `d0` or the like.
fn is_numbered(word: &str) -> bool {
    // Without the letter it is not numbered, as without digits.
    let digits = word.strip_prefix(['u', 'd', 'p']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(value: &str) -> String {
        FocusedWindow::parse(value).map_or("null".to_owned(), |window| format!("{window:?}"))
    }

    #[test]
    fn titles_of_windows() {
        for (value, expected) in [
            ("null", "null"),
            (
                "Window{1a u0 com.a/com.a.Main}",
                r#"Activity(Component { package: "com.a", class: "com.a.Main" })"#,
            ),
            ("Window{1a d0 u0 StatusBar}", r#"Titled("StatusBar")"#),
            (
                "Window{1a u0 Keyguard paused=false}",
                r#"Titled("Keyguard")"#,
            ),
            (
                "Window{1a u0 com.a/com.a.B$C EXITING}",
                r#"Activity(Component { package: "com.a", class: "com.a.B$C" })"#,
            ),
            (
                "Window{1a u0 Application Not Responding: com.a.b}",
                r#"NotResponding { package: "com.a.b" }"#,
            ),
            (
                "Window{1a u10 Application Error: com.a}",
                r#"Crashed { package: "com.a" }"#,
            ),
            (
                "Window{1a u0 PopupWindow:9f8e}",
                r#"Titled("PopupWindow:9f8e")"#,
            ),
            (
                "Window{1a u0 a title of words}",
                r#"Titled("a title of words")"#,
            ),
        ] {
            assert_eq!(window(value), expected, "{value}");
        }
    }

    #[test]
    fn records_of_activities() {
        for value in [
            "AppWindowToken{1a token=Token{2b ActivityRecord{3c u0 com.a/.B t181}}}",
            "ActivityRecord{3c u0 com.a/.B t181}",
            "ActivityRecord{3c u0 com.a/.B t12 f}}",
            "ActivityRecord{3c u0 com.a/.B} t12}",
            "ActivityRecord{215682118 u0 com.a/.B t12}",
            "ActivityRecord{3c u0 com.a/.B, isShadow:false t10}",
        ] {
            let component = activity_record(value).unwrap();
            assert_eq!(component.to_string(), "com.a/.B", "{value}");
            assert_eq!(component.class, "com.a.B");
        }
        assert_eq!(activity_record("null"), None);
    }

    #[test]
    fn the_first_display_counts() {
        let text = "Display: mDisplayId=2\n  mCurrentFocus=Window{1 u0 com.b/.B}\n  mFocusedApp=null\nDisplay: mDisplayId=0\n  mCurrentFocus=Window{1 u0 com.a/.A}\n  mFocusedApp=null\n";
        let focus = parse(text).unwrap();
        assert_eq!(focus.window.unwrap().package(), Some("com.a"));
        assert_eq!(focus.app, None);
        let text = "mCurrentFocus=null\nmCurrentFocus=Window{1 u0 com.b/.B}\n";
        assert_eq!(
            parse(text).unwrap().window.unwrap().package(),
            Some("com.b")
        );
        assert_eq!(parse("mCurrentFocus=null\n").unwrap().window, None);
        assert_eq!(parse("nothing of it"), None);
    }

    fn app(text: &str) -> Option<String> {
        Some(parse(text)?.app?.to_string())
    }

    #[test]
    fn an_app_cannot_write_what_is_in_front() {
        let bank = "  mFocusedApp=ActivityRecord{2 u0 com.bank/.Pay t1}\n";
        let title = |title: &str| format!("  mCurrentFocus=Window{{1 u0 {title}}}\n{bank}");
        let pay = Some("com.bank/.Pay".to_owned());
        assert_eq!(app(&title("com.bank/com.bank.Pay")), pay);
        // A title of the app's own words, and one that names another page of its own.
        assert_eq!(app(&title("Your account")), pay);
        assert_eq!(app(&title("com.bank/com.bank.Help")), pay);
        // One that names another app.
        assert_eq!(app(&title("com.innocent/.Main")), None);
        // One that goes on after a line break as the phone would.
        let forged =
            "x}\n  mFocusedApp=ActivityRecord{3 u0 com.innocent/.Main t1}\n  Display: mDisplayId=2";
        assert_eq!(app(&title(forged)), None);
    }

    #[test]
    fn the_services_have_to_agree() {
        let activities = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n";
        let focused = "  mCurrentFocus=null\n  mFocusedApp=ActivityRecord{2 u0 com.a/.B t1}\n";
        let b = Some("com.a/.B".to_owned());
        for resumed in [
            "    mResumedActivity: ActivityRecord{3 u0 com.a/.B t1}\n",
            " ResumedActivity:ActivityRecord{3 u0 com.a/.B t1}\n",
            "    topResumedActivity=ActivityRecord{3 u0 com.a/.B t1}\n",
            "    topResumedActivity=ActivityRecord{3 u0 com.a/.B t1}\n    topResumedActivity=ActivityRecord{4 u0 com.c/.D t2}\n",
        ] {
            assert_eq!(
                app(&format!("{focused}{activities}{resumed}")),
                b,
                "{resumed}"
            );
        }
        let other = "    topResumedActivity=ActivityRecord{3 u0 com.c/.D t1}\n";
        assert_eq!(app(&format!("{focused}{activities}{other}")), None);
        // Nothing is resumed while the phone sleeps, though an app is still focused.
        assert_eq!(app(&format!("{focused}{activities}")), None);
        // Where no window is told of, what is resumed says it alone.
        assert_eq!(
            app(&format!("{activities}{other}")),
            Some("com.c/.D".to_owned())
        );
    }
}
