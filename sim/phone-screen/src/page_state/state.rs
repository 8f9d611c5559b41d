//! What a phone has changed on a page and in an app.

use std::collections::BTreeMap;
use std::time::Duration;

/// What differs from the page as it was written. `None` is as written.
#[derive(Debug, Clone, Default)]
pub(crate) struct ViewState {
    pub(crate) text: Option<String>,
    pub(crate) desc: Option<String>,
    pub(crate) hint: Option<String>,
    pub(crate) checked: Option<bool>,
    pub(crate) selected: Option<bool>,
    pub(crate) visible: Option<bool>,
    pub(crate) enabled: Option<bool>,
    pub(crate) value: Option<i32>,
    pub(crate) loaded: Option<u32>,
    /// Pixels scrolled away at the near side.
    pub(crate) scroll: i32,
    /// Selected characters of a field, the cursor when both are equal.
    pub(crate) selection: Option<(usize, usize)>,
}

/// What an app on this phone has changed.
#[derive(Debug, Default)]
pub(crate) struct AppState {
    pub(crate) vars: BTreeMap<String, String>,
    pub(crate) permissions: BTreeMap<String, bool>,
    pub(crate) pid: Option<u32>,
    /// Its main thread hangs until then.
    pub(crate) hangs_until: Option<Duration>,
}
