//! A phone's folders as they are after the first start.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;

use super::{DeviceFile, FileSystem, Owner, Policy, errors};
use crate::clock::ShellClock;
use crate::program::Programs;

/// The number of the boot.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";

/// The user of the media provider, which owns the shared storage.
const MEDIA: u32 = 10_213;

/// Folders with owner and mode; those above come first.
const FOLDERS: [(&str, Owner, u32); 29] = [
    ("/apex", Owner::ROOT, 0o755),
    (
        "/cache",
        Owner {
            user: 1000,
            group: 2001,
        },
        0o770,
    ),
    ("/data", Owner::SYSTEM, 0o771),
    ("/data/app", Owner::SYSTEM, 0o771),
    ("/data/data", Owner::SYSTEM, 0o771),
    ("/data/local", Owner::ROOT, 0o751),
    ("/data/local/tmp", Owner::SHELL, 0o771),
    (
        "/data/misc",
        Owner {
            user: 1000,
            group: 9998,
        },
        0o1771,
    ),
    ("/data/user", Owner::SYSTEM, 0o711),
    ("/dev", Owner::ROOT, 0o755),
    (
        "/mnt",
        Owner {
            user: 0,
            group: 1000,
        },
        0o755,
    ),
    ("/proc", Owner::ROOT, 0o555),
    ("/proc/self", Owner::SHELL, 0o555),
    ("/proc/sys", Owner::ROOT, 0o555),
    ("/proc/sys/kernel", Owner::ROOT, 0o555),
    ("/proc/sys/kernel/random", Owner::ROOT, 0o555),
    ("/product", Owner::ROOT, 0o755),
    (
        "/storage",
        Owner {
            user: 2000,
            group: 9997,
        },
        0o755,
    ),
    (
        "/storage/emulated",
        Owner {
            user: 0,
            group: 1015,
        },
        0o751,
    ),
    (
        "/storage/emulated/0",
        Owner {
            user: MEDIA,
            group: 1023,
        },
        0o770,
    ),
    ("/storage/self", Owner::ROOT, 0o755),
    ("/sys", Owner::ROOT, 0o755),
    ("/system", Owner::ROOT, 0o755),
    (
        "/system/bin",
        Owner {
            user: 0,
            group: 2000,
        },
        0o751,
    ),
    ("/system/etc", Owner::ROOT, 0o755),
    ("/system/app", Owner::ROOT, 0o755),
    (
        "/system/xbin",
        Owner {
            user: 0,
            group: 2000,
        },
        0o751,
    ),
    (
        "/vendor",
        Owner {
            user: 0,
            group: 2000,
        },
        0o755,
    ),
    (
        "/vendor/bin",
        Owner {
            user: 0,
            group: 2000,
        },
        0o751,
    ),
];

const SHARED: [&str; 11] = [
    "Alarms",
    "Android",
    "DCIM",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Podcasts",
    "Ringtones",
];

impl FileSystem {
    /// A phone's file system of at most `limit` bytes, with the programs under `/system/bin`, seen by root.
    ///
    /// Everything but `/data`, `/cache`, `/dev`, `/mnt` and `/storage` cannot be changed.
    pub fn android(
        limit: u64,
        clock: Arc<dyn ShellClock>,
        release: u32,
        programs: &Programs,
    ) -> io::Result<Self> {
        Self::android_of_boot(&new_boot_id(), limit, clock, release, programs)
    }

    /// The same with the number of this boot, which no other phone has.
    pub fn android_of_boot(
        boot_id: &str,
        limit: u64,
        clock: Arc<dyn ShellClock>,
        release: u32,
        programs: &Programs,
    ) -> io::Result<Self> {
        let files = Self::empty(limit, clock);
        for (path, owner, mode) in FOLDERS {
            files.create_dir(path, mode)?;
            files.set_owner(path, owner)?;
        }
        for (target, path) in [
            ("/storage/self/primary", "/sdcard"),
            ("/storage/emulated/0", "/storage/self/primary"),
            ("/system/bin", "/bin"),
            ("/system/etc", "/etc"),
            (
                "/data/user_de/0/com.android.shell/files/bugreports",
                "/bugreports",
            ),
        ] {
            files.symlink(target.as_bytes(), path)?;
        }
        for (path, device) in [
            ("/dev/null", DeviceFile::Null),
            ("/dev/zero", DeviceFile::Zero),
            ("/dev/tty", DeviceFile::Terminal),
        ] {
            files.add_device(path, device, 0o666)?;
        }
        for (path, content) in [
            (
                "/system/etc/hosts",
                "127.0.0.1       localhost\n::1             ip6-localhost\n",
            ),
            (
                "/proc/version",
                "Linux version 5.10.0-android (build@android) #1 SMP PREEMPT\n",
            ),
            ("/proc/uptime", "3600.00 7200.00\n"),
            ("/proc/self/cmdline", "sh\0"),
            (
                "/proc/meminfo",
                "MemTotal:        4046456 kB\nMemFree:          512340 kB\nMemAvailable:    2046512 kB\n",
            ),
        ] {
            files.write(path, content.as_bytes(), 0o644)?;
        }
        let boot_id = format!("{boot_id}\n");
        files.write(BOOT_ID, boot_id.as_bytes(), 0o444)?;
        for name in programs.names() {
            files.add_program(format!("/system/bin/{name}"))?;
        }
        if !programs.names().any(|name| name == "sh") {
            files.add_program("/system/bin/sh")?;
        }
        files.set_policy("/storage/emulated/0", shared_storage(release))?;
        for name in SHARED {
            files.create_dir(format!("/storage/emulated/0/{name}"), 0o770)?;
        }
        for path in ["/apex", "/product", "/system", "/vendor", "/sys", "/proc"] {
            files.seal(path)?;
        }
        files.shared.state().node_mut(super::state::ROOT)?.read_only = true;
        Ok(files)
    }

    /// Begins another boot: everything is kept, and the boot has another number.
    pub fn begin_boot(&self) -> io::Result<()> {
        let boot_id = format!("{}\n", new_boot_id());
        let now = self.shared.clock.now();
        let mut state = self.shared.state();
        let found = state.find(BOOT_ID.as_bytes(), true, self.identity())?;
        let node = found.node.ok_or_else(errors::not_found)?;
        state.write_at(node, 0, boot_id.as_bytes(), now)
    }
}

/// The number of a boot as the kernel makes one: random, with the marks of its kind.
#[must_use]
pub fn new_boot_id() -> String {
    let [high, low] = [RandomState::new(), RandomState::new()].map(|keys| keys.hash_one(0));
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff,
    )
}

/// Files of the shared storage belong to the media provider since Android 11, to root before.
fn shared_storage(release: u32) -> Policy {
    let (owner, mode) = if release >= 11 {
        (
            Owner {
                user: MEDIA,
                group: 1015,
            },
            0o660,
        )
    } else {
        (
            Owner {
                user: 0,
                group: 1015,
            },
            0o660,
        )
    };
    Policy {
        owner,
        file_mode: mode,
        directory_mode: 0o771,
    }
}
