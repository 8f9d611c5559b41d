//! Screens drawn by chance, of the sizes that real ones have.

mod app;
mod system;

use super::element::Element;
use super::random::Random;
use super::toolkit::Toolkit;
use super::vocabulary::Voice;

/// What is to be dumped.
pub(crate) struct Screen {
    pub(crate) toolkit: Toolkit,
    pub(crate) package: &'static str,
    pub(crate) rotation: u8,
    pub(crate) roots: Vec<Element>,
}

/// Width and height.
pub(crate) type Size = (i32, i32);

/// Draws a screen of a toolkit.
pub(crate) fn screen(toolkit: Toolkit, random: &mut Random) -> Screen {
    let is_landscape = random.chance(9);
    let size = random
        .pick(&[
            (1080, 2400),
            (1080, 2340),
            (1080, 1920),
            (1440, 3120),
            (720, 1280),
        ])
        .unwrap_or((1080, 2400));
    let size = if is_landscape { (size.1, size.0) } else { size };
    let package = match toolkit {
        Toolkit::SystemUi => Some(system::SYSTEM_UI),
        Toolkit::Settings => Some("com.android.settings"),
        Toolkit::Launcher => Some("com.google.android.apps.nexuslauncher"),
        Toolkit::SystemDialog => Some("android"),
        Toolkit::Views
        | Toolkit::Compose
        | Toolkit::ReactNative
        | Toolkit::Flutter
        | Toolkit::WebView
        | Toolkit::Canvas => None,
    };
    let voice = Voice::new(package, toolkit.unnamed(), random);
    let nodes = usize::try_from(random.spread(toolkit.nodes())).unwrap_or(1);
    let root = match toolkit {
        Toolkit::Launcher => system::launcher(size, voice, nodes, random),
        Toolkit::SystemDialog => system::dialog(size, voice, nodes, random),
        Toolkit::SystemUi => system::notifications(size, voice, nodes, random),
        Toolkit::Canvas => system::canvas(size, nodes, random),
        Toolkit::Settings => app::settings(size, voice, nodes, random),
        Toolkit::Views
        | Toolkit::Compose
        | Toolkit::ReactNative
        | Toolkit::Flutter
        | Toolkit::WebView => app::app(toolkit, size, voice, nodes, random),
    };
    Screen {
        toolkit,
        package: voice.package,
        rotation: if is_landscape {
            random.pick(&[1, 1, 3]).unwrap_or(1)
        } else {
            0
        },
        roots: vec![root],
    }
}
