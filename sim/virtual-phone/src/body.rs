//! The parts of a phone that begin anew when it is reset: screen, files, shell, programs.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::UNIX_EPOCH;

use clawperator_adbd as adbd;
use clawperator_phone_programs as programs;
use clawperator_phone_screen::{Scenes, Screen, ScreenConfig, ScriptedScreen};
use clawperator_phone_shell::files::Identity;
use clawperator_phone_shell::{
    FileSystem, Processes, Programs, RunningProcesses, ShellClock, toybox,
};

use crate::builder::PhoneBuilder;
use crate::clock::PhoneClock;
use crate::fault::Hooks;
use crate::files::PushedFiles;
use crate::identity::PhoneIdentity;
use crate::late_shell::LateShell;
use crate::machine::PhoneMachine;
use crate::sockets::Sockets;
use crate::stage::Stage;

/// The parts of a phone that begin anew when it is reset.
#[derive(Debug)]
pub(crate) struct Body {
    pub(crate) stage: Stage,
    pub(crate) files: PushedFiles,
    pub(crate) shell: LateShell,
    pub(crate) hooks: Hooks,
}

impl Body {
    pub(crate) fn new(
        builder: &PhoneBuilder,
        itself: &PhoneIdentity,
        scenes: &Arc<Scenes>,
        clock: &Arc<PhoneClock>,
        adb: &Arc<adbd::TransportFaults>,
        sockets: &Sockets,
    ) -> io::Result<Self> {
        let running = RunningProcesses::default();
        let stage = match &builder.screen {
            Some(screen) => Stage::Given(Arc::clone(screen)),
            None => Stage::Scripted(Arc::new(ScriptedScreen::new(
                Arc::clone(scenes),
                &screen_config(builder, itself, clock),
            ))),
        };
        let known = Arc::new(programs::PhoneState::new(&program_config(
            builder, itself, clock,
        )));
        let later = Arc::new(OnceLock::new());
        let machine = PhoneMachine {
            screen: stage.screen(),
            adb: Arc::clone(adb),
            sockets: sockets.clone(),
            running: running.clone(),
            files: Arc::clone(&later),
        };
        let table = program_table(&known, machine);
        let release = builder.release.major();
        let shell_clock = Arc::clone(clock) as Arc<dyn ShellClock>;
        let files = FileSystem::android_of_boot(
            &itself.boot_id,
            builder.storage,
            Arc::clone(&shell_clock),
            release,
            &table,
        )?
        .as_user(Identity::shell());
        // Nobody else sets them.
        let _ = later.set(files.clone());
        Ok(Self {
            files: PushedFiles(files.clone()),
            shell: LateShell::new(
                Arc::new(table),
                files.clone(),
                shell_clock,
                Arc::clone(&known) as Arc<dyn Processes>,
                running,
                release,
                builder.device.clone(),
            ),
            hooks: Hooks {
                stage: stage.clone(),
                programs: known.faults().clone(),
                files,
                lock: builder.lock.clone(),
            },
            stage,
        })
    }
}

/// The shell's programs, and above them those of the framework.
fn program_table(state: &Arc<programs::PhoneState>, machine: PhoneMachine) -> Programs {
    let mut table = Programs::new();
    toybox::register(&mut table);
    let screen = Arc::clone(&machine.screen) as Arc<dyn Screen>;
    let machine: Arc<dyn programs::Machine> = Arc::new(machine);
    programs::install(&mut table, state, &screen, &machine);
    table
}

fn screen_config(
    builder: &PhoneBuilder,
    itself: &PhoneIdentity,
    clock: &PhoneClock,
) -> ScreenConfig {
    let mut config = ScreenConfig {
        size: builder.size,
        density: builder.density,
        wall_clock: clock.wall_at_boot(),
        clock: clock.since_boot().clone(),
        lock: builder.lock.clone(),
        ..ScreenConfig::default()
    };
    for (name, value) in [
        ("android", builder.release.to_string()),
        ("model", builder.model.clone()),
        ("name", builder.model.clone()),
        ("serial", itself.serial.clone()),
    ] {
        config.facts.insert(name.to_owned(), value);
    }
    config
}

fn program_config(
    builder: &PhoneBuilder,
    itself: &PhoneIdentity,
    clock: &PhoneClock,
) -> programs::PhoneConfig {
    programs::PhoneConfig {
        release: builder.release,
        hardware: programs::Hardware::Phone {
            model: builder.model.clone(),
            device: builder.device.clone(),
        },
        serial: itself.serial.clone(),
        booted_at: UNIX_EPOCH + clock.wall_at_boot(),
    }
}
