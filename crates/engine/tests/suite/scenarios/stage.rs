//! The phone before and after a run, seen and touched directly and not through adb.

use std::time::Duration;

use clawperator_phone_screen::{
    DumpRequest, InputGesture, Intent, KeyPress, LaunchOutcome, TouchPoint,
};
use clawperator_ui::{Bounds, DumpError, Tree};
use clawperator_virtual_phone::VirtualPhone;

use super::file::{Deed, Start};

/// How long a person takes for one thing.
const A_MOMENT: Duration = Duration::from_secs(1);

/// Puts a phone that has just been reset where a scenario starts.
pub(super) async fn set(phone: &VirtualPhone, start: &Start) {
    if let Some(page) = &start.page {
        let (package, class) = page.split_once('/').expect("package/.Class");
        let class = if class.starts_with('.') {
            format!("{package}{class}")
        } else {
            class.to_owned()
        };
        let intent = Intent {
            component: Some((package.to_owned(), class)),
            ..Intent::default()
        };
        let launch = phone.screen().start(&intent).await;
        assert!(
            matches!(launch, LaunchOutcome::Started { .. }),
            "{page}: {launch:?}"
        );
        phone.advance(Duration::from_millis(600));
    }
    for deed in &start.then {
        perform(phone, deed).await;
        phone.advance(A_MOMENT);
    }
    phone.advance(Duration::from_millis(start.rest_ms));
}

/// Does one thing that a person does.
pub(super) async fn perform(phone: &VirtualPhone, deed: &Deed) {
    let screen = phone.screen();
    match deed {
        Deed::Tap(what) => {
            let at = place(phone, what).await;
            screen.gesture(InputGesture::Tap(at)).await.unwrap();
        }
        Deed::Type(text) => screen.text(text).await.unwrap(),
        Deed::Key(code) => {
            let (code, long) = (*code, false);
            screen.key(KeyPress { code, long }).await.unwrap();
        }
        Deed::Swipe([from_x, from_y, to_x, to_y]) => {
            let point = |x: i16, y: i16| TouchPoint {
                x: f32::from(x),
                y: f32::from(y),
            };
            let swipe = InputGesture::Swipe {
                from: point(*from_x, *from_y),
                to: point(*to_x, *to_y),
                duration: Duration::from_millis(400),
            };
            screen.gesture(swipe).await.unwrap();
        }
        Deed::Turn(quarters) => screen.set_rotation(*quarters).await,
        Deed::Shade(open) => screen.set_shade(*open).await,
        Deed::Write([path, text]) => phone.files().write(path, text.as_bytes(), 0o660).unwrap(),
        Deed::Link([path, target]) => phone.files().symlink(target.as_bytes(), path).unwrap(),
        Deed::Folder(path) => phone.files().create_dir_all(path, 0o775).unwrap(),
    }
}

/// What the screen shows now: every text and description of its windows.
pub(super) async fn words(phone: &VirtualPhone) -> Vec<String> {
    // Words of a page that is gone for good.
    let Some(tree) = tree(phone).await else {
        return Vec::new();
    };
    let nodes = tree.nodes().filter(|node| node.visible_bounds().is_some());
    nodes
        .flat_map(|node| [node.text(), node.content_desc()])
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What is in a file of the phone; nothing where there is none.
pub(super) fn file(phone: &VirtualPhone, path: &str) -> Option<String> {
    let read = phone.files().read(path).ok()?;
    Some(String::from_utf8_lossy(&read).into_owned())
}

/// Whether a part of a file that was copied is left beside a path.
pub(super) fn has_part_beside(phone: &VirtualPhone, path: &str) -> bool {
    let (folder, _) = path.rsplit_once('/').unwrap();
    let entries = phone.files().read_dir(folder).unwrap_or_default();
    let mut names = entries.iter().map(|entry| &entry.name);
    names.any(|name| name.starts_with(b".clawperator-"))
}

async fn place(phone: &VirtualPhone, what: &str) -> TouchPoint {
    let tree = tree(phone).await.expect("a screen");
    let node = tree
        .nodes()
        .filter(|node| node.visible_bounds().is_some())
        .find(|node| {
            [node.text(), node.content_desc()].contains(&what)
                || node.resource_id().rsplit('/').next() == Some(what)
        });
    let node = node.unwrap_or_else(|| panic!("`{what}` is not on the screen"));
    let centre = node.visible_bounds().map(Bounds::centre).unwrap();
    #[expect(clippy::cast_precision_loss, reason = "pixels are small")]
    TouchPoint {
        x: centre.x as f32,
        y: centre.y as f32,
    }
}

async fn tree(phone: &VirtualPhone) -> Option<Tree> {
    let request = DumpRequest {
        windows: true,
        compressed: false,
    };
    let xml = phone.screen().dump(request).await.ok()?;
    match Tree::parse(xml.as_bytes()) {
        // A dark phone that is not locked shows nothing.
        Err(DumpError::NoNodes) => None,
        parsed => Some(parsed.unwrap().tree),
    }
}
