//! The words and classes of a page.

use clawperator_contract::events::ActKind;
use clawperator_contract::runs::{Fate, PictureMoment, Surface};

use crate::report::story::{Leave, State};

pub(super) const fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Parked => "waiting",
        other => other.name(),
    }
}

pub(super) const fn fate_class(fate: Fate) -> &'static str {
    match fate {
        Fate::Done => "good",
        Fate::Failed => "bad",
        Fate::Unknown => "doubt",
        Fate::Running | Fate::Parked => "open",
    }
}

pub(super) const fn state_class(state: State) -> &'static str {
    match state {
        State::Ok => "good",
        State::Failed => "bad",
        State::Unknown => "doubt",
        State::UnderWay => "open",
        State::NotRun => "idle",
    }
}

pub(super) const fn leave_class(leave: Leave) -> &'static str {
    match leave {
        Leave::Given => "good",
        Leave::Refused => "bad",
        Leave::Asked => "open",
    }
}

pub(super) const fn act_word(act: ActKind) -> &'static str {
    match act {
        ActKind::Tap => "Tap",
        ActKind::DoubleTap => "Double tap",
        ActKind::LongPress => "Long press",
        ActKind::Swipe => "Swipe",
        ActKind::Drag => "Drag",
        ActKind::Gesture => "Gesture",
        ActKind::Key => "Key",
        ActKind::Text => "Text",
        ActKind::Submit => "Enter key",
        ActKind::Open => "Open",
        ActKind::Stop => "Stop",
        ActKind::Clipboard => "Clipboard",
        ActKind::App => "App",
        ActKind::File => "File",
        ActKind::Shell => "Program",
        ActKind::Other => "Something that only a newer version sends",
    }
}

pub(super) const fn moment_word(moment: PictureMoment) -> &'static str {
    match moment {
        PictureMoment::Before => "Before",
        PictureMoment::After => "After",
        PictureMoment::Asked => "Asked for",
        PictureMoment::Other => "Picture",
    }
}

pub(super) const fn surface_word(surface: Surface) -> &'static str {
    match surface {
        Surface::Cli => "command line",
        Surface::Http => "HTTP",
        Surface::Mcp => "MCP",
        Surface::Library => "library",
        Surface::Other => "a way that only a newer version knows",
    }
}
