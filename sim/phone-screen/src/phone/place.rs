//! Where something is: windows, views, and the display.

use crate::page::NodeId;

/// Which window a page is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// An activity, by its record.
    Activity(u32),
    /// A dialog of an activity: the record and the dialog's number.
    Dialog(u32, u32),
    /// The snackbar of an activity, inside its window.
    Snackbar(u32),
    /// The question for a permission.
    Permission,
    /// A dialog of the system, by its number.
    System(u32),
    /// The recent apps.
    Overview,
    /// The notification shade.
    Shade,
    LockScreen,
    Keyboard,
    StatusBar,
    NavigationBar,
}

/// A view of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    /// `None` where effects belong to the whole page.
    pub(crate) node: Option<NodeId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Display {
    pub(crate) physical: (u32, u32),
    pub(crate) size_override: Option<(u32, u32)>,
    pub(crate) physical_density: u32,
    pub(crate) density_override: Option<u32>,
    pub(crate) rotation: u8,
}
