//! A phone with the real device side of adb and a real shell, whose framework prints the forms of a release.

use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_adbd::sync::{FileWriter, Files, Stat};
use clawperator_adbd::{
    AdbPhone, Banner, CommandStreams, Duplex, Features, Listener, Options, ShellRequest,
};
use clawperator_phone_shell::{
    Closed, Exit, FileSystem, Input, Invocation, Output, Program, Programs, Shell, ShellConfig,
    TokioShellClock, toybox,
};
use tokio_util::sync::CancellationToken;

use super::forms::form;

/// What can be wrong with the phone.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "every one is a switch of its own"
)]
pub(crate) struct Condition {
    pub(crate) asleep: bool,
    /// Whether the key that wakes a phone wakes this one.
    pub(crate) wakes: bool,
    pub(crate) locked: bool,
    pub(crate) held: bool,
    pub(crate) booted: bool,
    pub(crate) framework: bool,
    pub(crate) override_size: bool,
    pub(crate) dump: Dump,
    /// What `input` writes as errors and ends with, when it does not do its work.
    pub(crate) input_fails: Option<(&'static str, Exit)>,
    /// The command lines of processes.
    pub(crate) processes: Vec<&'static str>,
    /// The keys that were sent.
    pub(crate) keys: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dump {
    Works,
    Killed,
    NeverIdle,
    NullRoot,
    Truncated,
    Stalls,
}

impl Default for Condition {
    fn default() -> Self {
        Self {
            asleep: false,
            wakes: true,
            locked: false,
            held: false,
            booted: true,
            framework: true,
            override_size: false,
            dump: Dump::Works,
            input_fails: None,
            processes: vec!["init second_stage", "com.android.settings"],
            keys: Vec::new(),
        }
    }
}

pub(crate) type Shared = Arc<Mutex<Condition>>;

pub(crate) struct Phone {
    pub(crate) serial: String,
    pub(crate) options: Options,
    pub(crate) condition: Shared,
    pub(crate) files: FileSystem,
    shutdown: CancellationToken,
}

impl Phone {
    pub(crate) async fn start(release: &'static str, condition: Condition) -> Self {
        let major: u8 = release.trim_end_matches('L').parse().unwrap();
        Self::start_with(release, condition, Options::for_release(major)).await
    }

    pub(crate) async fn start_with(
        release: &'static str,
        condition: Condition,
        options: Options,
    ) -> Self {
        let major: u8 = release.trim_end_matches('L').parse().unwrap();
        let condition = Arc::new(Mutex::new(condition));
        let mut programs = Programs::new();
        toybox::register(&mut programs);
        for name in ["getprop", "wm", "dumpsys", "uiautomator", "input", "ps"] {
            let program = Framework {
                release,
                condition: condition.clone(),
            };
            programs.register(name, program);
        }
        let clock = Arc::new(TokioShellClock::starting_at(SystemTime::UNIX_EPOCH));
        let files =
            FileSystem::android(1 << 26, clock.clone(), u32::from(major), &programs).unwrap();
        let config =
            ShellConfig::android(Arc::new(programs), files.clone(), clock, u32::from(major));
        let handset = Arc::new(Handset {
            major,
            shell: Shell::new(config),
        });
        let listener = Listener::bind("127.0.0.1:0", options.clone())
            .await
            .unwrap();
        let serial = listener.local_addr().unwrap().to_string();
        let shutdown = CancellationToken::new();
        tokio::spawn(listener.run(handset, shutdown.clone()));
        Self {
            serial,
            options,
            condition,
            files,
            shutdown,
        }
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

struct Handset {
    major: u8,
    shell: Shell,
}

#[async_trait]
impl AdbPhone for Handset {
    fn banner(&self) -> Banner {
        let features = if self.major < 8 {
            Vec::new()
        } else {
            Features::for_release(self.major)
        };
        Banner {
            product: "bench".into(),
            model: "Bench Phone".into(),
            device: "bench".into(),
            features,
        }
    }

    async fn shell(self: Arc<Self>, request: ShellRequest, streams: CommandStreams) -> u8 {
        let line = request.line.unwrap_or_default();
        let (stdin, stdout) = (Input::from(streams.stdin), Output::from(streams.stdout));
        let stderr = if request.raw {
            stdout.clone()
        } else {
            Output::from(streams.stderr)
        };
        self.shell.run(&line, stdin, stdout, stderr).await
    }

    fn files(&self) -> Arc<dyn Files> {
        Arc::new(NoFiles)
    }

    async fn connect(self: Arc<Self>, _: &str) -> Option<Box<dyn Duplex>> {
        None
    }
}

/// The framework's programs, each of which prints a form of the release.
struct Framework {
    release: &'static str,
    condition: Shared,
}

/// What a program does: output, errors, exit code.
type Outcome = (String, String, Exit);

#[async_trait]
impl Program for Framework {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        let words: Vec<&str> = invocation.words.iter().map(String::as_str).collect();
        if words[0] == "uiautomator" && self.now().dump == Dump::Stalls {
            std::future::pending::<()>().await;
        }
        let (output, errors, exit) = match words[..] {
            ["getprop", name] => (format!("{}\n", self.property(name)), String::new(), 0),
            ["dumpsys", ref rest @ ..] => self.dumpsys(rest),
            ["wm", what] => self.wm(what),
            ["ps", "-A", ref rest @ ..] => self.ps(rest),
            ["input", "keyevent", key] => self.key(key),
            ["uiautomator", "dump", path] => self.dump(path, &invocation),
            _ => (String::new(), format!("unexpected: {words:?}\n"), 1),
        };
        invocation.stdout.write(output).await?;
        invocation.stderr.write(errors).await?;
        Ok(exit)
    }
}

impl Framework {
    fn now(&self) -> Condition {
        self.condition.lock().unwrap().clone()
    }

    fn property(&self, name: &str) -> String {
        let release = form(self.release, "release");
        let mut lines = release.lines();
        match name {
            "ro.build.version.release" => lines.next().unwrap().to_owned(),
            "ro.build.version.sdk" => lines.nth(1).unwrap().to_owned(),
            "ro.product.model" => "Bench Phone".to_owned(),
            "ro.product.manufacturer" => "Bench".to_owned(),
            "sys.boot_completed" => u8::from(self.now().booted).to_string(),
            other => panic!("{other}"),
        }
    }

    fn dumpsys(&self, words: &[&str]) -> Outcome {
        let now = self.now();
        if !now.framework {
            let text = format!("Can't find service: {}\n", words[0]);
            return (String::new(), text, 0);
        }
        let choose = |bad: bool, name: &'static str, otherwise: &'static str| {
            if bad { name } else { otherwise }
        };
        let name = match words {
            ["power"] => choose(now.asleep, "power-asleep", "power"),
            ["display"] => choose(now.asleep, "display-off", "display"),
            ["window", "policy"] => choose(now.locked, "window-policy-locked", "window-policy"),
            ["window", "displays"] => "window-displays",
            ["window", "windows"] => "window-windows",
            ["accessibility"] => choose(now.held, "accessibility-held", "accessibility"),
            other => panic!("{other:?}"),
        };
        (form(self.release, name), String::new(), 0)
    }

    fn wm(&self, what: &str) -> Outcome {
        let now = self.now();
        if !now.framework {
            return (
                String::new(),
                "cmd: Can't find service: window\n".to_owned(),
                20,
            );
        }
        let text = match (what, now.override_size) {
            ("size", true) => "Physical size: 1080x2400\nOverride size: 720x1600\n",
            ("size", false) => "Physical size: 1080x2400\n",
            ("density", _) => "Physical density: 420\n",
            other => panic!("{other:?}"),
        };
        (text.to_owned(), String::new(), 0)
    }

    fn ps(&self, words: &[&str]) -> Outcome {
        let mut text = match words {
            ["-o", "PID,ARGS"] => "  PID ARGS\n".to_owned(),
            other => panic!("{other:?}"),
        };
        for (number, line) in self.now().processes.into_iter().enumerate() {
            let _ = writeln!(text, "{:5} {line}", 1000 + number);
        }
        (text, String::new(), 0)
    }

    fn key(&self, key: &str) -> Outcome {
        let mut condition = self.condition.lock().unwrap();
        if let Some((errors, exit)) = condition.input_fails {
            return (String::new(), errors.to_owned(), exit);
        }
        condition.keys.push(key.to_owned());
        if key == "224" && condition.wakes {
            condition.asleep = false;
        }
        (String::new(), String::new(), 0)
    }

    fn dump(&self, path: &str, invocation: &Invocation<'_>) -> Outcome {
        const TREE: &str = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index=\"0\" text=\"\u{1f642} it's\" class=\"android.widget.FrameLayout\" bounds=\"[0,0][1080,2400]\"><node index=\"0\" text=\"Settings\" bounds=\"[0,0][1080,200]\" /></node></hierarchy>";
        let (tree, errors, exit) = match self.now().dump {
            Dump::Works => (Some(TREE), "", 0),
            Dump::Truncated => (Some(&TREE[..200]), "", 0),
            Dump::Killed => (None, "Killed \n", 137),
            Dump::NeverIdle => (None, "ERROR: could not get idle state.\n", 0),
            Dump::NullRoot => (
                None,
                "ERROR: null root node returned by UiTestAutomationBridge.\n",
                0,
            ),
            Dump::Stalls => unreachable!("it never gets here"),
        };
        let Some(tree) = tree else {
            return (String::new(), errors.to_owned(), exit);
        };
        let files = &invocation.process.files;
        files.write(path, tree.as_bytes(), 0o660).unwrap();
        (
            format!("UI hierchary dumped to: {path}\n"),
            String::new(),
            exit,
        )
    }
}

/// Nothing here is pushed or pulled.
struct NoFiles;

#[async_trait]
impl Files for NoFiles {
    async fn stat(&self, _: &str, _: bool) -> io::Result<Stat> {
        Err(io::ErrorKind::NotFound.into())
    }

    async fn list(&self, _: &str) -> io::Result<Vec<(String, Stat)>> {
        Ok(Vec::new())
    }

    async fn read(&self, _: &str) -> io::Result<Bytes> {
        Err(io::ErrorKind::NotFound.into())
    }

    async fn create(&self, _: &str, _: u32) -> io::Result<Box<dyn FileWriter>> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}
