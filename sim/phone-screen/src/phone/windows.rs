//! The windows on the display, from the back to the front.

use std::sync::Arc;

use super::{Phone, Place};
use crate::geometry::{Rect, px};
use crate::layout::{Frame, Layout};
use crate::page::DialogEntry;
use crate::scene::{Color, KeyboardMode, WindowPlace};
use crate::screen::WindowKind;

/// A window with its layout.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) place: Place,
    pub(crate) kind: WindowKind,
    /// As the window manager calls it.
    pub(crate) title: String,
    /// As accessibility calls it.
    pub(crate) label: String,
    pub(crate) package: Arc<str>,
    pub(crate) layout: Arc<Layout>,
    /// Where the layout's origin is on the display.
    pub(crate) origin: (i32, i32),
    pub(crate) bounds: Rect,
    pub(crate) secure: bool,
    pub(crate) manner: Manner,
    pub(crate) background: Option<Color>,
    /// The snackbar inside an activity's window.
    pub(crate) attached: Option<Attached>,
}

/// How a window behaves to those around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It takes the keys.
    Window,
    /// It takes no keys, as a bar or the keyboard.
    Bar,
    /// Touches outside it do not reach what is below.
    Modal,
    /// The same, and what is below is dark.
    Dimming,
}

impl Manner {
    pub(crate) fn is_modal(self) -> bool {
        matches!(self, Self::Modal | Self::Dimming)
    }
}

/// A page inside another page's window.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) place: Place,
    pub(crate) layout: Arc<Layout>,
    pub(crate) origin: (i32, i32),
}

/// Heights in dp.
const STATUS_BAR: i32 = 24;
const NAVIGATION_BAR: i32 = 48;
const KEYBOARD: i32 = 278;
const KEYBOARD_LYING: i32 = 190;
/// Widths and distances of dialogs in dp.
const DIALOG_WIDTH: i32 = 348;
const MENU_WIDTH: i32 = 220;
const DIALOG_MARGIN: i32 = 24;

/// What a window is before it is laid out.
struct Plan {
    place: Place,
    kind: WindowKind,
    title: String,
    label: String,
    frame: Frame,
    stand: Stand,
    secure: bool,
    manner: Manner,
    background: Option<Color>,
}

/// Where a window stands once its size is known.
#[derive(Debug, Clone, Copy)]
enum Stand {
    /// Where its frame is.
    Frame,
    /// In the middle of the room that bars and keyboard leave.
    Center,
    /// At the bottom of that room.
    Bottom,
    TopRight,
    /// Below a point.
    At(i32, i32),
}

impl Phone {
    /// The display's size as it is held.
    pub(crate) fn display_size(&self) -> (i32, i32) {
        let (width, height) = self.display.size_override.unwrap_or(self.display.physical);
        // A display of that size cannot be made.
        let pixels = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
        let (width, height) = (pixels(width), pixels(height));
        if self.display.rotation % 2 == 1 {
            (height, width)
        } else {
            (width, height)
        }
    }

    pub(crate) fn density(&self) -> u32 {
        self.display
            .density_override
            .unwrap_or(self.display.physical_density)
    }

    pub(crate) fn px(&self, dp: i32) -> i32 {
        px(dp, self.density())
    }

    fn display_rect(&self) -> Rect {
        let (width, height) = self.display_size();
        Rect::new(0, 0, width, height)
    }

    fn keyboard_height(&self) -> i32 {
        let (width, height) = self.display_size();
        let dp = if width > height {
            KEYBOARD_LYING
        } else {
            KEYBOARD
        };
        self.px(dp + NAVIGATION_BAR).min(height * 3 / 5)
    }

    /// Every window, laid out, from the back to the front.
    pub(crate) fn windows(&mut self) -> Vec<Window> {
        let plans = self.plans();
        plans
            .into_iter()
            .filter_map(|plan| self.lay_out(plan))
            .collect()
    }

    /// The window that has the input focus, which is the active one.
    pub(crate) fn focused_window(windows: &[Window]) -> Option<usize> {
        windows
            .iter()
            .rposition(|window| window.manner != Manner::Bar)
    }

    fn plans(&self) -> Vec<Plan> {
        let mut plans = Vec::new();
        if self.locked.is_none() {
            self.plan_activity(&mut plans);
            if self.overview.is_some() {
                plans.push(self.full(
                    Place::Overview,
                    WindowKind::Application,
                    self.home_title(),
                    "Recent apps",
                ));
            }
            if self.keyboard.is_some() {
                plans.push(self.plan_keyboard());
            }
        }
        let (width, height) = self.display_size();
        let bar = |place, title: &str, label: &str, rect| Plan {
            frame: self.frame(rect),
            manner: Manner::Bar,
            ..self.full(place, WindowKind::System, title.to_owned(), label)
        };
        plans.push(bar(
            Place::StatusBar,
            "StatusBar",
            "Status bar",
            Rect::new(0, 0, width, self.px(STATUS_BAR)),
        ));
        if self.locked.is_some() {
            plans.push(self.full(
                Place::LockScreen,
                WindowKind::System,
                "NotificationShade".into(),
                "Lock screen.",
            ));
        } else if self.shade.is_some() {
            plans.push(self.full(
                Place::Shade,
                WindowKind::System,
                "NotificationShade".into(),
                "Notification shade.",
            ));
        }
        let navigation = Rect::new(0, height - self.px(NAVIGATION_BAR), width, height);
        plans.push(bar(
            Place::NavigationBar,
            "NavigationBar0",
            "Navigation bar",
            navigation,
        ));
        if self.locked.is_none() {
            for dialog in &self.system {
                let plan = self.dialog(
                    Place::System(dialog.number),
                    WindowKind::System,
                    dialog.title.clone(),
                );
                plans.push(Plan {
                    manner: Manner::Dimming,
                    ..plan
                });
            }
        }
        plans
    }

    fn plan_activity(&self, plans: &mut Vec<Plan>) {
        let Some(record) = self.top() else { return };
        let Some((app, spec)) = self.entry(record) else {
            return;
        };
        let title = format!("{}/{}", app.package, spec.class);
        let covers = self.keyboard.as_ref().map_or(0, |_| self.keyboard_height());
        let (_, height) = self.display_size();
        let mut frame = self.frame(Rect::new(0, 0, self.display_size().0, height));
        frame.inset_top = self.px(STATUS_BAR);
        frame.inset_bottom = self.px(NAVIGATION_BAR);
        if spec.keyboard == KeyboardMode::Resize {
            frame.inset_bottom = frame.inset_bottom.max(covers);
        }
        plans.push(Plan {
            frame,
            secure: spec.secure,
            background: spec.background,
            ..self.full(
                Place::Activity(record.number),
                WindowKind::Application,
                title.clone(),
                &spec.label,
            )
        });
        for popup in &record.popups {
            let plan = self.popup(
                Place::Dialog(record.number, popup.number),
                &popup.entry,
                popup.touch,
            );
            plans.push(Plan {
                title: title.clone(),
                secure: spec.secure,
                ..plan
            });
        }
        if self.permission.is_some() {
            let title = "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
            let plan = self.dialog(Place::Permission, WindowKind::Application, title.to_owned());
            plans.push(Plan {
                manner: Manner::Dimming,
                ..plan
            });
        }
    }

    fn plan_keyboard(&self) -> Plan {
        let (width, height) = self.display_size();
        let rect = Rect::new(0, height - self.keyboard_height(), width, height);
        let mut frame = self.frame(rect);
        frame.inset_bottom = self.px(NAVIGATION_BAR);
        Plan {
            frame,
            manner: Manner::Bar,
            ..self.full(
                Place::Keyboard,
                WindowKind::InputMethod,
                "InputMethod".into(),
                "Keyboard",
            )
        }
    }

    fn frame(&self, rect: Rect) -> Frame {
        Frame {
            rect,
            inset_top: 0,
            inset_bottom: 0,
            density: self.density(),
            wrap: false,
        }
    }

    fn full(&self, place: Place, kind: WindowKind, title: String, label: &str) -> Plan {
        Plan {
            place,
            kind,
            title,
            label: label.to_owned(),
            frame: self.frame(self.display_rect()),
            stand: Stand::Frame,
            secure: false,
            manner: Manner::Window,
            background: None,
        }
    }

    /// A dialog in the middle.
    fn dialog(&self, place: Place, kind: WindowKind, title: String) -> Plan {
        let (width, height) = self.display_size();
        let wide = (width - self.px(DIALOG_MARGIN) * 2)
            .min(self.px(DIALOG_WIDTH))
            .max(width.min(self.px(120)));
        let rect = Rect::new(0, 0, wide, height * 4 / 5);
        let frame = Frame {
            wrap: true,
            ..self.frame(rect)
        };
        let label = title.clone();
        Plan {
            frame,
            stand: Stand::Center,
            manner: Manner::Modal,
            label,
            ..self.full(place, kind, title, "")
        }
    }

    fn popup(&self, place: Place, entry: &DialogEntry, touch: (i32, i32)) -> Plan {
        let (width, height) = self.display_size();
        let plan = self.dialog(place, WindowKind::Dialog, String::new());
        let (usual, stand) = match entry.place {
            WindowPlace::Center => (plan.frame.rect.width(), Stand::Center),
            WindowPlace::Bottom => (width, Stand::Bottom),
            WindowPlace::TopRight => (self.px(MENU_WIDTH), Stand::TopRight),
            WindowPlace::Touch => (self.px(MENU_WIDTH), Stand::At(touch.0, touch.1)),
        };
        let wide = entry
            .width
            .map_or(usual, |dp| self.px(i32::from(dp)))
            .min(width);
        let frame = Frame {
            rect: Rect::new(0, 0, wide, height * 4 / 5),
            ..plan.frame
        };
        // A window need not have a title.
        let label = entry.title.clone().unwrap_or_default();
        Plan {
            frame,
            stand,
            label,
            manner: if entry.dim {
                Manner::Dimming
            } else {
                Manner::Modal
            },
            ..plan
        }
    }

    fn home_title(&self) -> String {
        let home = self
            .scenes
            .home()
            .and_then(|(app, activity)| self.scenes.activity(app, activity));
        home.map(|(app, activity)| format!("{}/{}", app.package, activity.class))
            // Without a launcher there is nothing to name.
            .unwrap_or_default()
    }

    fn lay_out(&mut self, plan: Plan) -> Option<Window> {
        let layout = self.layout(plan.place, plan.frame)?;
        let root = layout.rect(0).unwrap_or(plan.frame.rect);
        let origin = self.origin(&plan, root, &layout);
        let package = Arc::clone(&self.surface(plan.place)?.page.package);
        let attached = match plan.place {
            Place::Activity(record) => self.attach(Place::Snackbar(record), plan.frame),
            _ => None,
        };
        // A window that the keyboard pushes up stays where it is; only what is in it moves.
        let bounds = if matches!(plan.stand, Stand::Frame) {
            plan.frame.rect
        } else {
            root.moved(origin.0, origin.1)
        };
        Some(Window {
            place: plan.place,
            kind: plan.kind,
            title: plan.title,
            label: plan.label,
            package,
            layout,
            origin,
            bounds,
            secure: plan.secure,
            manner: plan.manner,
            background: plan.background,
            attached,
        })
    }

    fn attach(&mut self, place: Place, window: Frame) -> Option<Attached> {
        self.surface(place)?;
        let margin = self.px(8);
        let rect = Rect::new(
            0,
            0,
            window.rect.width() - margin * 2,
            window.rect.height() / 2,
        );
        let frame = Frame {
            rect,
            inset_top: 0,
            inset_bottom: 0,
            density: window.density,
            wrap: true,
        };
        let layout = self.layout(place, frame)?;
        let height = layout.rect(0).map_or(0, Rect::height);
        let top = window.rect.bottom - window.inset_bottom - height - margin;
        Some(Attached {
            place,
            layout,
            origin: (margin, top),
        })
    }

    /// The layout of a page in a frame, kept until something changes.
    fn layout(&mut self, place: Place, frame: Frame) -> Option<Arc<Layout>> {
        let version = self.version;
        if let Some(layout) = self.surface(place)?.cached(version, frame) {
            return Some(layout);
        }
        let layout = Arc::new(Layout::compute(&self.sight(place)?, frame));
        let surface = self.surface_mut(place)?;
        let too_far: Vec<(u32, i32)> = surface
            .views
            .iter()
            .map(|(id, view)| (*id, view.scroll, layout.extent(*id)))
            .filter(|(_, scroll, extent)| scroll > extent)
            .map(|(id, _, extent)| (id, extent))
            .collect();
        for (id, extent) in too_far {
            surface.view(id).scroll = extent;
        }
        surface.keep(version, frame, &layout);
        Some(layout)
    }

    fn origin(&self, plan: &Plan, root: Rect, layout: &Layout) -> (i32, i32) {
        let (width, height) = self.display_size();
        let top = self.px(STATUS_BAR);
        let covered = if self.keyboard.is_some() {
            self.keyboard_height()
        } else {
            self.px(NAVIGATION_BAR)
        };
        let bottom = height - covered;
        let margin = self.px(8);
        match plan.stand {
            Stand::Frame => (0, -self.pan(plan, layout, bottom)),
            Stand::Center => (
                (width - root.width()) / 2,
                (top + bottom - root.height()) / 2,
            ),
            Stand::Bottom => ((width - root.width()) / 2, bottom - root.height()),
            Stand::TopRight => (width - root.width() - margin, top + margin),
            Stand::At(x, y) => {
                let left = x.min(width - root.width() - margin).max(margin);
                (left, y.min(bottom - root.height() - margin).max(top))
            }
        }
    }

    /// How far the content moves up for the focused field to be above the keyboard.
    fn pan(&self, plan: &Plan, layout: &Layout, bottom: i32) -> i32 {
        let Some(keyboard) = &self.keyboard else {
            return 0;
        };
        let mode = self
            .top()
            .and_then(|record| self.entry(record))
            .map(|(_, spec)| spec.keyboard);
        if keyboard.field.place != plan.place || mode != Some(KeyboardMode::Pan) {
            return 0;
        }
        let Some(surface) = self.surface(plan.place) else {
            return 0;
        };
        let Some(node) = keyboard.field.node else {
            return 0;
        };
        let scrolled: i32 = surface
            .page
            .outwards(node)
            .skip(1)
            .map(|id| surface.scroll(id))
            .sum();
        let lowest = layout.rect(node).map_or(0, |rect| rect.bottom - scrolled);
        (lowest + self.px(16) - bottom).max(0)
    }
}
