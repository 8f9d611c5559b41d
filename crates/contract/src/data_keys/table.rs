//! The rows of the table: every key with the actions that write it, in which results, and what it means there.

use super::{DataSpec, DataUse, When};
use crate::actions::ActionType::{
    self, AssertNode, CaptureScreen, ClearApp, ClearText, Click, CloseApp, DeviceShell, Drag,
    EnterText, GetClipboard, HideKeyboard, ListApps, OpenApp, OpenUri, Pinch, PressKey, PullFile,
    PushFile, ReadKeyValuePair, ReadText, Scroll, ScrollAndClick, ScrollUntil, SetClipboard,
    SetPermission, Sleep, SnapshotUi, StartRecording, StopRecording, Swipe, TakeScreenshot,
    TouchPath, UninstallApp, WaitForIdle, WaitForNavigation, WaitForNode, WaitForToast, WakeDevice,
};

/// Every action.
const ANY: &[ActionType] = ActionType::ALL;

/// The actions that ask the phone for anything.
const ASKING: &[ActionType] = &[
    OpenApp,
    OpenUri,
    CloseApp,
    WaitForNode,
    Click,
    ScrollAndClick,
    Scroll,
    ScrollUntil,
    ReadText,
    EnterText,
    SnapshotUi,
    TakeScreenshot,
    PressKey,
    WaitForNavigation,
    ReadKeyValuePair,
    Swipe,
    CaptureScreen,
    WaitForToast,
    WaitForIdle,
    AssertNode,
    Drag,
    StartRecording,
    StopRecording,
    ClearText,
    HideKeyboard,
    WakeDevice,
    ListApps,
    ClearApp,
    UninstallApp,
    SetPermission,
    TouchPath,
    Pinch,
    GetClipboard,
    SetClipboard,
    PushFile,
    PullFile,
    DeviceShell,
];

/// The actions that look for a node and say what they found.
const FINDING: &[ActionType] = &[
    WaitForNode,
    Click,
    ScrollAndClick,
    ScrollUntil,
    ReadText,
    EnterText,
    ReadKeyValuePair,
    AssertNode,
    Swipe,
    Drag,
    ClearText,
    Pinch,
];

/// The actions that take a ref.
const BY_REF: &[ActionType] = &[
    WaitForNode,
    Click,
    ScrollAndClick,
    ScrollUntil,
    ReadText,
    EnterText,
    AssertNode,
    Swipe,
    Drag,
    ClearText,
    Pinch,
];

/// The actions that change the phone, and what a person sees on it.
const ACTING: &[ActionType] = &[
    OpenApp,
    OpenUri,
    CloseApp,
    Click,
    ScrollAndClick,
    Scroll,
    ScrollUntil,
    EnterText,
    PressKey,
    Swipe,
    Drag,
    ClearText,
    HideKeyboard,
    WakeDevice,
    TouchPath,
    Pinch,
];

const OPENING: &[ActionType] = &[OpenApp, OpenUri];
const PRESSING: &[ActionType] = &[Click, ScrollAndClick, ScrollUntil];
const SCROLLING: &[ActionType] = &[Scroll, ScrollAndClick, ScrollUntil];
const SEARCHING: &[ActionType] = &[ScrollAndClick, ScrollUntil];
const READING: &[ActionType] = &[ReadText, ReadKeyValuePair];
const LISTING: &[ActionType] = &[SnapshotUi, CaptureScreen];
const RECORDING: &[ActionType] = &[StartRecording, StopRecording];
const MANAGING: &[ActionType] = &[ClearApp, UninstallApp, SetPermission];
const COPYING: &[ActionType] = &[PushFile, PullFile];
const VERIFYING: &[ActionType] = &[WaitForNode, ReadText];

/// Defines the keys and their rows together, so that neither can be without the other.
macro_rules! data_keys {
    ($($variant:ident $name:literal { $($actions:expr, $when:ident: $meaning:literal;)+ })+) => {
        /// A key of `stepResults[].data`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum DataKey {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )+
        }

        impl DataKey {
            /// Every key with its row, in the order of the table.
            pub const TABLE: &'static [DataSpec] = &[$(DataSpec {
                key: Self::$variant,
                uses: &[$(DataUse {
                    actions: $actions,
                    when: When::$when,
                    meaning: $meaning,
                },)+],
            },)+];

            /// The key as it is written in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

data_keys! {
    Error "error" { ANY, Failure: "the error code"; }
    Message "message" { ANY, Failure: "what went wrong, for people"; }
    Hint "hint" { ANY, Failure: "what to do next, where that is more than the error table says"; }
    Next "next" { ANY, Failure: "how that is done, likeliest first: words such as `run_doctor`, separated by spaces"; }
    Cause "cause" { ASKING, Failure: "the code of what went wrong first, where the phone could not be used or the result is unknown"; }
    Looks "looks" { ASKING, Failure: "how often the screen was read"; }
    LookedMs "looked_ms" { ASKING, Failure: "for how long, in milliseconds"; }
    Warn "warn" { ASKING, Either: "what may surprise; several are separated by `; `"; }

    Skipped "skipped" { ANY, Success: "`true` where its `when` did not hold, so that nothing was done"; }

    Verifies "verifies" { VERIFYING, Either: "the id of the step that this one verifies"; }
    HeldBefore "held_before" { VERIFYING, Either: "whether the same was true before that step: `true`, `false` or `unknown`"; }

    MatchCount "match_count" { FINDING, Either: "how many nodes match"; }
    Candidates "candidates" {
        FINDING, Either: "the first ten of several matches, as a JSON list";
        &[Scroll], Failure: "the first ten of several containers, as a JSON list";
        &[OpenApp], Failure: "with `appName`: the packages of the first ten of several apps, as a JSON list";
    }
    Alternative "alternative" { FINDING, Either: "which alternative of `where` matched, counted from 1"; }
    Ref "ref" { BY_REF, Either: "the ref by which the node was found"; }
    Windows "windows" {
        FINDING, Either: "`active_only` where the phone shows only one window";
        LISTING, Success: "`active_only` where the phone shows only one window";
    }
    Incomplete "incomplete" {
        FINDING, Either: "what the tree lacks";
        &[Scroll, SnapshotUi, CaptureScreen], Either: "what the tree lacks";
    }
    CoveredBy "covered_by" {
        OPENING, Either: "the system window over the app";
        LISTING, Either: "the system window over the app";
        &[CloseApp, WaitForNode, Click, ScrollAndClick, Scroll, ScrollUntil, ReadText, EnterText, TakeScreenshot,
          PressKey, WaitForNavigation, ReadKeyValuePair, Swipe, WaitForToast, WaitForIdle, AssertNode, Drag,
          ClearText, HideKeyboard, TouchPath, Pinch], Failure: "the system window over the app";
    }

    Effect "effect" { ACTING, Either: "what was seen of it: `observed`, `none` or `unverified`"; }
    Settled "settled" {
        ACTING, Either: "whether that was seen on an idle screen: `true`, `false` or `unknown`";
        &[WaitForIdle], Success: "whether the screen stayed as it is: `true` or `false`";
    }
    TargetMoved "target_moved" { PRESSING, Success: "`true` where the pressed node was elsewhere afterwards, as it was before"; }
    TargetState "target_state" { PRESSING, Success: "of a node that can be checked: `changed` or `unchanged`"; }
    Diff "diff" { ACTING, Success: "what changed on the screen, if that was asked for; only in the last act"; }
    Generation "generation" {
        ACTING, Success: "the number of the snapshot that the refs in `diff` belong to";
        LISTING, Success: "the snapshot's number, where it has refs";
        &[TakeScreenshot], Success: "with `marks`: the number of the snapshot whose refs are drawn";
    }

    ApplicationId "application_id" { &[OpenApp], Either: "the package, as given or as found by `appName`";
        &[ CloseApp], Either: "the package, as given";
        MANAGING, Either: "the package, as given"; }
    Fresh "fresh" { &[OpenApp], Either: "`true` where the app was stopped first"; }
    Uri "uri" { &[OpenUri], Either: "the address, as given"; }
    ResolvedPackage "resolved_package" {
        OPENING, Either: "the package that was opened";
        &[WaitForNavigation], Success: "the package that is in front";
        &[WaitForToast], Success: "the package that showed it, where the phone says so";
    }
    ResolvedActivity "resolved_activity" { OPENING, Either: "the activity that was opened"; }
    Launch "launch" { OPENING, Either: "`started`, `brought_to_front` or `delivered`"; }
    FrontPackage "front_package" { OPENING, Success: "the package that is in front afterwards"; }
    FrontActivity "front_activity" { OPENING, Success: "the activity that is in front afterwards"; }

    ResourceId "resource_id" { &[WaitForNode], Success: "the node's resource id"; }
    Label "label" {
        &[WaitForNode], Success: "the node's label";
        &[ReadKeyValuePair], Success: "the label that was found";
    }
    Until "until" { &[WaitForNode], Success: "what was waited for, where that was asked for: `present`, `gone` or `changed`"; }
    QuietMs "quiet_ms" { &[WaitForIdle], Success: "how long nothing was to change, in milliseconds"; }
    State "state" { &[AssertNode], Either: "how the node should be: `present`, `gone` or `count`"; }
    TimeoutMs "timeout_ms" { &[WaitForNode, WaitForToast, WaitForIdle], Success: "how long it was allowed to wait, in milliseconds"; }
    ElapsedMs "elapsed_ms" { &[WaitForNavigation], Success: "how long it took, in milliseconds"; }
    AgeMs "age_ms" { &[WaitForToast], Success: "how long ago it was shown by then, in milliseconds"; }
    LastPackage "last_package" { &[WaitForNavigation], Failure: "the package that was in front last"; }

    ClickTypes "click_types" {
        &[Click], Success: "how it was pressed: `default`, `long_click`, `double_click` or `focus`";
        SEARCHING, Either: "how it is pressed: `default`, `long_click`, `double_click` or `focus`";
    }
    HoldMs "hold_ms" {
        &[Click], Success: "with `holdMs`: how long the finger was held, in milliseconds";
        &[Drag], Success: "how long the finger was held before it moved, in milliseconds; not where the phone chooses";
    }
    RestMs "rest_ms" { &[Drag], Success: "how long the finger was held before it came up, in milliseconds; not where the phone chooses"; }
    NodeAt "node_at" { &[Drag], Success: "where the node that was dragged is afterwards: its bounds as `[left,top][right,bottom]`, or `unknown` where it is not known again"; }
    ValueBefore "value_before" { &[Drag], Success: "of a slider: what it showed before"; }
    ValueAfter "value_after" { &[Drag], Success: "of a slider: what it shows afterwards, or `unknown`"; }
    Coordinate "coordinate" {
        PRESSING, Success: "where it was pressed: `(x,y)`";
        &[Swipe, Drag], Success: "where the finger went down: `(x,y)`";
        &[TouchPath], Success: "where the first finger went down: `(x,y)`";
        &[Pinch], Success: "the point between the fingers: `(x,y)`";
    }
    To "to" {
        &[Swipe, Drag], Success: "where the finger came up: `(x,y)`";
        &[TouchPath], Success: "where the first finger came up: `(x,y)`";
    }
    Scale "scale" { &[Pinch], Success: "how far apart the fingers were at last, as a share of what they were at first"; }
    Degrees "degrees" { &[Pinch], Success: "how far they turned, clockwise"; }
    Fingers "fingers" { &[TouchPath], Success: "how many fingers touched"; }
    Policy "policy" { &[Click, Swipe, Drag, TouchPath, Pinch], Success: "how the profile judged the coordinate: `look` or `unjudged`"; }

    Direction "direction" {
        SCROLLING, Either: "where to: `down`, `up`, `left` or `right`";
        &[Swipe], Success: "over a node: where the finger went: `down`, `up`, `left` or `right`";
    }
    DistanceRatio "distance_ratio" {
        &[Scroll], Either: "how much of the container one swipe covers";
        &[Swipe], Success: "over a node: how much of it the finger went over";
    }
    SettleDelayMs "settle_delay_ms" { &[Scroll], Either: "the pause after a swipe, in milliseconds"; }
    MaxSwipes "max_swipes" { &[ScrollAndClick], Either: "how many swipes are allowed"; }
    ClickAfter "click_after" { SEARCHING, Either: "whether the node is pressed when it is found"; }
    ScrollOutcome "scroll_outcome" { &[Scroll], Success: "`moved` or `edge_reached`"; }
    TerminationReason "termination_reason" { SEARCHING, Either: "why it ended, such as `TARGET_FOUND`, or an error code"; }
    ScrollsExecuted "scrolls_executed" {
        SEARCHING, Either: "how many swipes the phone took";
        &[Scroll], Failure: "how many swipes the phone took";
    }
    ResolvedContainer "resolved_container" { SCROLLING, Either: "what was scrolled"; }
    ContainerCount "container_count" {
        SCROLLING, Either: "how many containers match, if several";
        &[Click, ReadText, ReadKeyValuePair, AssertNode], Failure: "how many containers match";
    }

    Text "text" {
        &[ReadText], Success: "the text; with `all` a JSON list";
        &[WaitForToast], Success: "what it says";
        &[WaitForNode], Success: "with `until` \"changed\": what the node says now";
        &[EnterText, ClearText], Either: "what the field shows afterwards; not for a password";
        LISTING, Success: "the hierarchy as XML, or the form that was asked for";
        &[GetClipboard], Success: "the text on the clipboard, where there is one; of a longer one the first 10000 characters, and `warn` says so";
    }
    Validator "validator" { &[ReadText], Either: "the validator, or `none`"; }
    RawText "raw_text" { &[ReadText], Failure: "the text that does not pass the validator"; }
    All "all" { READING, Success: "`true` where every match was read"; }
    Count "count" {
        READING, Success: "with `all`: how many were read";
        &[ListApps], Success: "how many apps are listed";
    }
    Value "value" { &[ReadKeyValuePair], Success: "the value that belongs to the label"; }
    Pairs "pairs" { &[ReadKeyValuePair], Success: "with `all`: every label with its value, as a JSON list"; }

    FocusTap "focus_tap" { &[EnterText, ClearText], Either: "where the field was pressed to focus it: `(x,y)`"; }
    Length "length" {
        &[EnterText, ClearText], Either: "how many characters the field shows afterwards";
        &[GetClipboard], Success: "how many characters the text has";
        &[SetClipboard], Either: "how many characters were to be put there";
    }
    Clipboard "clipboard" { &[GetClipboard], Success: "`text`, or `none`: it is empty, has something else than a text, or the phone shows none"; }
    ReadBack "read_back" { &[SetClipboard], Success: "whether the text was seen on the clipboard afterwards: `true`, or `unknown` where it could not be read"; }
    TypedBy "typed_by" {
        &[EnterText], Either: "how the text came into the field: `keys`, `set_text` or `paste`";
        &[ClearText], Either: "how the field was emptied: `keys` or `set_text`";
    }
    Fields "fields" { &[EnterText], Success: "how many fields the text is in, where one of them passed the focus on to the next; `text` and `length` are of all of them"; }
    Submit "submit" { &[EnterText], Either: "whether the enter key was pressed: `true`, `false` or `unknown`"; }
    KeyboardShown "keyboard_shown" { &[HideKeyboard], Either: "whether a keyboard was shown before: `true` or `false`"; }
    Key "key" { &[PressKey], Success: "the key that was pressed"; }
    Presses "presses" { &[PressKey], Either: "with `times`: how often it is known to have been pressed"; }

    ActualFormat "actual_format" { LISTING, Success: "the form of `text`: `hierarchy_xml`, `compact`, `tree` or `diff`"; }
    WindowCount "window_count" { LISTING, Success: "how many windows the screen has"; }
    ForegroundPackage "foreground_package" { LISTING, Success: "the package of the app's window"; }
    HasOverlay "has_overlay" { LISTING, Success: "whether another window is over it"; }
    OverlayPackage "overlay_package" { LISTING, Success: "the package of that window"; }

    Path "path" {
        &[TakeScreenshot, CaptureScreen], Success: "the file the picture was written to";
        RECORDING, Success: "the recording's file on the phone";
        &[PullFile], Success: "the file on this machine that it was written to";
    }
    Bytes "bytes" {
        &[TakeScreenshot, CaptureScreen, StopRecording], Success: "its size";
        COPYING, Either: "how many bytes the file has";
    }
    PhonePath "phone_path" { COPYING, Either: "the path on the phone, as given"; }
    Sha256 "sha256" { COPYING, Either: "the SHA-256 of the file"; }
    Replaced "replaced" { &[PushFile], Success: "whether a file was replaced: `true` or `false`"; }
    SessionId "session_id" { RECORDING, Success: "the recording's name"; }
    EventCount "event_count" { &[StopRecording], Success: "how many events were written"; }
    Dropped "dropped" { &[StopRecording], Success: "how many events found no room"; }
    Withheld "withheld" { &[StopRecording], Success: "how many events are not to be written: those of keyboards and of a locked phone"; }
    Secure "secure" { &[TakeScreenshot, CaptureScreen], Success: "whether something in it is hidden because its app forbids pictures, as the phone says it: `yes`, `no` or `unknown`"; }
    Width "width" { &[TakeScreenshot], Success: "with `maxSide` or `marks`: how many pixels wide the picture is"; }
    Height "height" { &[TakeScreenshot], Success: "with `maxSide` or `marks`: how many pixels high the picture is"; }
    Marks "marks" { &[TakeScreenshot], Success: "with `marks`: how many refs are drawn"; }
    MarksLeftOut "marks_left_out" { &[TakeScreenshot], Success: "with `marks`: how many there is no room for, where there are any"; }
    PictureMs "picture_ms" { &[CaptureScreen], Success: "how long the picture took, in milliseconds"; }
    TreeMs "tree_ms" { &[CaptureScreen], Success: "how long the tree took, in milliseconds"; }
    PictureSha256 "picture_sha256" { &[CaptureScreen], Success: "the SHA-256 of the picture, to ask later whether it changed"; }
    TreeSource "tree" { &[CaptureScreen], Success: "`read`; `unchanged` where the snapshot that was named still stands; `never_idle` where the screen kept moving, and `no_window` where it is off or shows no window: there is none"; }
    Screen "screen" {
        &[CaptureScreen], Success: "`on`, `off` or `locked`, where the phone says it";
        &[WakeDevice], Either: "`on` or `off` afterwards, where the phone says it";
    }
    Lock "lock" { &[WakeDevice], Either: "the lock afterwards: `open`, `closed` or, where it needs one, `secret`; absent where the phone does not say"; }
    Coherent "coherent" { &[CaptureScreen], Success: "`false` where the screen changed between picture and tree, twice"; }
    Apps "apps" { &[ListApps], Success: "the apps as a JSON list: `applicationId`, `versionCode`, `system`, `enabled`"; }
    Total "total" { &[ListApps], Success: "how many apps fit, with those that are not listed"; }
    Installed "installed" { &[UninstallApp], Either: "whether the app is installed afterwards: `true`, `false` or `unknown`"; }
    Permission "permission" { &[SetPermission], Either: "the permission, as given"; }
    Was "was" { &[SetPermission], Either: "whether the app had it before: `true` or `false`"; }
    Granted "granted" { &[SetPermission], Either: "whether the app has it afterwards: `true`, `false` or `unknown`"; }
    FailureCode "failure_code" { MANAGING, Failure: "Android's own code, such as `DELETE_FAILED_INTERNAL_ERROR`"; }
    Stdout "stdout" { &[DeviceShell], Either: "what the program wrote, whose bytes that are not UTF-8 are replaced; of more the first 32768 bytes"; }
    Stderr "stderr" { &[DeviceShell], Either: "what it wrote as errors, in the same way"; }
    ExitCode "exit_code" { &[DeviceShell], Either: "how it ended, where that is known: 0 to 255"; }
    Truncated "truncated" { &[DeviceShell], Either: "what had more than is here: `stdout`, `stderr` or `stdout stderr`"; }
    DurationMs "duration_ms" {
        &[Sleep], Success: "how long it slept, in milliseconds";
        &[Swipe, Drag], Success: "how long the finger was drawn, in milliseconds";
        &[TouchPath], Success: "how long the touch took, in milliseconds";
        &[Pinch], Success: "how long the fingers moved, in milliseconds";
    }
}
