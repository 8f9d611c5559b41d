//! How the JVM is started.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::event::HostEvent;

/// How the JVM is started.
#[derive(Clone)]
pub struct HostOptions {
    /// The program, such as `java`.
    pub program: PathBuf,
    /// Its arguments. What is below is handed over in the environment.
    pub arguments: Vec<String>,
    /// A folder for the JVM's temporary files, 200 MB of them. It is made anew for each start and removed at the end.
    pub temporary: Option<PathBuf>,
    /// How many times as fast as real time the phone's clock runs.
    pub speed: f64,
    /// The display's size in pixels, upright.
    pub size: (u32, u32),
    /// The display's density.
    pub density: u32,
    /// How long a start may take.
    pub start_within: Duration,
    /// The longest that it may take over what needs no time on the phone. It keeps to shorter deadlines of its own and
    /// says so when an app holds it up; one that says nothing for so long is dead.
    pub patience: Duration,
    /// Hears what happens to the JVM.
    pub listener: Arc<dyn Fn(HostEvent) + Send + Sync>,
}

impl HostOptions {
    /// The phone of API level 34 that `sim/framework-phone/jvm/build` made, at real speed, with a listener that hears nothing.
    #[must_use]
    pub fn built(program: impl Into<PathBuf>, folder: &std::path::Path) -> Self {
        Self::built_for(program, folder, 34)
    }

    /// The same of another API level, which may need a newer Java.
    #[must_use]
    pub fn built_for(program: impl Into<PathBuf>, folder: &std::path::Path, api: u8) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let own = format!("{}-{number}", std::process::id());
        let temporary = folder.join("temporary").join(own);
        let file = match api {
            34 => "arguments".to_owned(),
            other => format!("arguments-{other}"),
        };
        let arguments = vec![
            format!("-Djava.io.tmpdir={}", temporary.display()),
            format!("@{}", folder.join(file).display()),
            "dev.clawperator.host.Main".to_owned(),
        ];
        Self {
            program: program.into(),
            arguments,
            temporary: Some(temporary),
            speed: 1.0,
            size: (1_080, 2_400),
            density: 420,
            start_within: Duration::from_mins(2),
            patience: Duration::from_mins(2),
            listener: Arc::new(|_| {}),
        }
    }
}

impl fmt::Debug for HostOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            program,
            arguments,
            temporary,
            speed,
            size,
            density,
            start_within,
            patience,
            listener: _,
        } = self;
        formatter
            .debug_struct("HostOptions")
            .field("program", program)
            .field("arguments", arguments)
            .field("temporary", temporary)
            .field("speed", speed)
            .field("size", size)
            .field("density", density)
            .field("start_within", start_within)
            .field("patience", patience)
            .finish_non_exhaustive()
    }
}
