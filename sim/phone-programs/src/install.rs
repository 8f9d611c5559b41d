//! Puts the programs into a phone's table.

use std::sync::Arc;

use async_trait::async_trait;
use clawperator_phone_screen::Screen;
use clawperator_phone_shell::{Closed, Exit, Invocation, Program, Programs};

use crate::call::{Call, Framework};
use crate::faults::Switch;
use crate::machine::Machine;
use crate::phone::PhoneState;
use crate::release::Release;
use crate::{
    addresses, app_process, cmd, content, dumpsys, input, logcat, monkey, power, properties, ps,
    run_as, screencap, screenrecord, service, svc, uiautomator,
};

/// Registers every program of the framework by its name; programs of the same name are replaced.
pub fn install(
    programs: &mut Programs,
    phone: &Arc<PhoneState>,
    screen: &Arc<dyn Screen>,
    machine: &Arc<dyn Machine>,
) {
    let framework = Framework {
        phone: Arc::clone(phone),
        screen: Arc::clone(screen),
        machine: Arc::clone(machine),
    };
    for (name, tool) in TOOLS {
        if name == "device_config" && phone.release() < Release::Android10 {
            continue;
        }
        programs.register(
            name,
            Framed {
                name,
                tool,
                framework: framework.clone(),
            },
        );
    }
}

/// A program by its name, with its part of the framework.
struct Framed {
    name: &'static str,
    tool: Tool,
    framework: Framework,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    /// Another name for `cmd` with this service.
    Service(&'static str),
    AppProcess,
    Cmd,
    Content,
    Dumpsys,
    Getprop,
    Ifconfig,
    Input,
    Ip,
    Logcat,
    Monkey,
    MustBeRoot,
    Pgrep,
    Pidof,
    Pkill,
    Ps,
    Reboot,
    RunAs,
    Screencap,
    Screenrecord,
    Services,
    Setprop,
    Svc,
    Uiautomator,
}

impl Tool {
    /// Whether it is a Java program that does not survive a missing framework.
    fn dies_alone(self) -> bool {
        matches!(self, Self::Content | Self::Svc | Self::Uiautomator)
    }
}

const TOOLS: [(&str, Tool); 33] = [
    ("am", Tool::Service("activity")),
    ("app_process", Tool::AppProcess),
    ("app_process32", Tool::AppProcess),
    ("app_process64", Tool::AppProcess),
    ("cmd", Tool::Cmd),
    ("content", Tool::Content),
    ("device_config", Tool::Service("device_config")),
    ("dalvikvm", Tool::AppProcess),
    ("dumpsys", Tool::Dumpsys),
    ("getprop", Tool::Getprop),
    ("ifconfig", Tool::Ifconfig),
    ("ime", Tool::Service("input_method")),
    ("input", Tool::Input),
    ("ip", Tool::Ip),
    ("logcat", Tool::Logcat),
    ("monkey", Tool::Monkey),
    ("pgrep", Tool::Pgrep),
    ("pidof", Tool::Pidof),
    ("pkill", Tool::Pkill),
    ("pm", Tool::Service("package")),
    ("ps", Tool::Ps),
    ("reboot", Tool::Reboot),
    ("run-as", Tool::RunAs),
    ("screencap", Tool::Screencap),
    ("screenrecord", Tool::Screenrecord),
    ("service", Tool::Services),
    ("setprop", Tool::Setprop),
    ("settings", Tool::Service("settings")),
    ("start", Tool::MustBeRoot),
    ("stop", Tool::MustBeRoot),
    ("svc", Tool::Svc),
    ("uiautomator", Tool::Uiautomator),
    ("wm", Tool::Service("window")),
];

#[async_trait]
impl Program for Framed {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        self.framework.phone.faults().pass(self.name).await;
        let Invocation {
            words,
            stdin,
            stdout,
            stderr,
            process,
        } = invocation;
        let mut call = Call {
            framework: &self.framework,
            stdin,
            stdout,
            stderr,
            process,
        };
        if !call.phone().knows_packages() {
            // User ids are given by name, whatever is asked for first.
            call.packages().await;
        }
        if self.framework.phone.faults().has(Switch::FrameworkDown) && self.tool.dies_alone() {
            return call.fail("Killed\n", 137).await;
        }
        // A program may be started without even its name.
        let arguments = words.get(1..).unwrap_or_default();
        match self.tool {
            Tool::Service(service) => cmd::to_service(&mut call, service, arguments).await,
            Tool::AppProcess => app_process::run(call, arguments).await,
            Tool::Cmd => cmd::run(&mut call, arguments).await,
            Tool::Content => content::run(&call, arguments).await,
            Tool::Dumpsys => dumpsys::run(&call, arguments).await,
            Tool::Getprop => properties::getprop(&call, arguments).await,
            Tool::Input if call.release() >= Release::Android12 => {
                cmd::to_service(&mut call, "input", arguments).await
            }
            Tool::Input => input::run(&call, arguments).await,
            Tool::Ifconfig => addresses::ifconfig(&call, arguments).await,
            Tool::Ip => addresses::ip(&call, arguments).await,
            Tool::Logcat => logcat::run(&call, arguments).await,
            Tool::Monkey => monkey::run(&call, arguments).await,
            Tool::MustBeRoot => power::must_be_root(&call).await,
            Tool::Pgrep => ps::pgrep(&call, arguments, false).await,
            Tool::Pkill => ps::pgrep(&call, arguments, true).await,
            Tool::Pidof => ps::pidof(&call, arguments).await,
            Tool::Ps => ps::ps(&call, arguments).await,
            Tool::Reboot => power::reboot(&call, arguments).await,
            Tool::RunAs => run_as::run(&call, arguments).await,
            Tool::Screencap => screencap::run(&call, arguments).await,
            Tool::Screenrecord => screenrecord::run(&call, arguments).await,
            Tool::Services => service::run(&call, arguments).await,
            Tool::Setprop => properties::setprop(&call, arguments).await,
            Tool::Svc => svc::run(&call, arguments).await,
            Tool::Uiautomator => uiautomator::run(&call, arguments).await,
        }
    }
}
