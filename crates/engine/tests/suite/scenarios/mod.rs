//! The engine, the shell driver and the adb client on a virtual phone behind a real adb server.
//!
//! A scenario is a file below `tests/scenarios`; its form is [`file::Scenario`]. A folder of them is one test, and a
//! new case is a new file. Each says where the phone starts, what is run and what comes of it, how often the screen is
//! read, and what really happened on the phone: nothing may be injected that is not listed.

mod coverage;
mod during;
mod file;
mod perform;
mod stage;
mod theatre;

mod told;
mod verdict;

/// One test for each folder.
macro_rules! folders {
    ($($name:ident)+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                theatre::play(stringify!($name)).await;
            }
        )+

        /// The folders that have a test.
        const FOLDERS: &[&str] = &[$(stringify!($name)),+];
    };
}

folders! {
    assert_node
    capture_screen
    clear_app
    clear_text
    click
    close_app
    device_shell
    drag
    enter_text
    evidence
    get_clipboard
    hide_keyboard
    interruption
    list_apps
    open_app
    open_uri
    payloads
    pinch
    points
    press_key
    pull_file
    push_file
    read_key_value_pair
    read_text
    refs
    scroll
    scroll_and_click
    scroll_until
    selectors
    set_clipboard
    set_permission
    sleep
    snapshot_ui
    swipe
    take_screenshot
    touch_path
    uninstall_app
    validation
    verifies
    wait_for_idle
    wait_for_navigation
    wait_for_node
    wait_for_toast
    wake_device
    when
}
