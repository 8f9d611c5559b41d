//! The phone as the window and activity services would tell it.

use super::Phone;
use crate::config::Lock;
use crate::geometry::count;
use crate::screen::{ScreenState, TaskState, Wakefulness, WindowState};

impl Phone {
    pub(crate) fn state(&mut self) -> ScreenState {
        let windows = self.windows();
        let focused = if self.awake {
            Self::focused_window(&windows)
        } else {
            None
        };
        let states = windows
            .iter()
            .enumerate()
            .map(|(index, window)| WindowState {
                title: window.title.clone(),
                kind: window.kind,
                package: window.package.to_string(),
                bounds: window.bounds.tuple(),
                focused: focused == Some(index),
                layer: count(index),
                secure: window.secure,
            });
        let windows = states.collect();
        let mut tasks: Vec<TaskState> = self
            .tasks
            .iter()
            .map(|task| TaskState {
                id: task.id,
                activities: task
                    .records
                    .iter()
                    .filter_map(|record| self.component(record))
                    .collect(),
            })
            .collect();
        let question = self.is_asking_permission().then(|| {
            let package = "com.android.permissioncontroller".to_owned();
            let class = format!("{package}.permission.ui.GrantPermissionsActivity");
            (package, class)
        });
        if let (Some(component), Some(task)) = (&question, tasks.last_mut()) {
            task.activities.push(component.clone());
        }
        let running = self.awake && self.locked.is_none();
        let resumed = question
            .or_else(|| self.top().and_then(|record| self.component(record)))
            .filter(|_| running);
        ScreenState {
            windows,
            tasks,
            resumed,
            physical_size: self.display.physical,
            size_override: self.display.size_override,
            physical_density: self.display.physical_density,
            density_override: self.display.density_override,
            rotation: self.display.rotation,
            wakefulness: if self.awake {
                Wakefulness::Awake
            } else {
                Wakefulness::Asleep
            },
            keyguard: self.locked.is_some(),
            keyguard_secure: matches!(self.lock, Lock::Pin(_)),
            keyboard_shown: self.keyboard.is_some(),
            battery_level: self.facts.battery,
        }
    }

    pub(crate) fn set_rotation(&mut self, rotation: u8) {
        self.display.rotation = rotation % 4;
        self.changed();
    }

    /// Overrides size and density; the physical ones are no override.
    pub(crate) fn set_display(&mut self, size: Option<(u32, u32)>, density: Option<u32>) {
        let bounded = size.map(|(width, height)| (width.clamp(64, 8_192), height.clamp(64, 8_192)));
        self.display.size_override = bounded.filter(|size| *size != self.display.physical);
        let bounded = density.map(|density| density.clamp(72, 1_000));
        self.display.density_override =
            bounded.filter(|density| *density != self.display.physical_density);
        self.changed();
    }
}
