//! Bounds on what a scene may hold.

/// The version of the scene format that this reader knows.
pub const SCENE_VERSION: u32 = 1;
/// Bytes of one scene file.
pub const MAX_SCENE_BYTES: usize = 4 * 1024 * 1024;
/// Apps on one phone.
pub const MAX_APPS: usize = 200;
/// Activities of one app.
pub const MAX_ACTIVITIES: usize = 200;
/// Views of one page after templates and repetitions are written out.
pub const MAX_VIEWS: usize = 20_000;
/// Levels of views below each other.
pub const MAX_DEPTH: usize = 64;
/// Templates used inside templates.
pub const MAX_TEMPLATE_DEPTH: usize = 16;
/// Characters of one text.
pub const MAX_TEXT: usize = 32 * 1024;
/// Effects that one touch, key or timer may run, nested ones counted.
pub const MAX_EFFECTS: usize = 1_000;
/// Timers that wait at one time on one phone.
pub const MAX_TIMERS: usize = 256;
/// Activities in one task.
pub const MAX_STACK: usize = 64;
/// Tasks on one phone.
pub const MAX_TASKS: usize = 64;
/// Dialogs above one activity.
pub const MAX_DIALOGS: usize = 8;
/// Notifications in the shade.
pub const MAX_NOTIFICATIONS: usize = 24;
/// Variables of one app.
pub const MAX_VARIABLES: usize = 256;

/// Every bound with what it counts, for documents.
pub const LIMITS: [(&str, usize); 14] = [
    ("bytes of one scene file", MAX_SCENE_BYTES),
    ("apps on one phone", MAX_APPS),
    ("activities of one app", MAX_ACTIVITIES),
    ("variables of one app", MAX_VARIABLES),
    (
        "views of one page, templates and repetitions written out",
        MAX_VIEWS,
    ),
    ("levels of views below each other", MAX_DEPTH),
    ("templates used inside templates", MAX_TEMPLATE_DEPTH),
    (
        "bytes of one text, or characters that a field takes",
        MAX_TEXT,
    ),
    ("effects that one touch, key or timer runs", MAX_EFFECTS),
    ("timers that wait at one time on one phone", MAX_TIMERS),
    ("tasks on one phone", MAX_TASKS),
    ("activities in one task", MAX_STACK),
    ("dialogs above one activity", MAX_DIALOGS),
    ("notifications in the shade", MAX_NOTIFICATIONS),
];
