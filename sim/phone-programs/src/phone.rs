//! What a phone's programs know besides its screen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use clawperator_phone_screen::Package;
use clawperator_phone_shell::{ProcessEntry, Processes, SignalRefused};

use crate::automation::Automation;
use crate::boot;
use crate::config::PhoneConfig;
use crate::faults::ProgramFaults;
use crate::log::Logs;
use crate::namespace::Namespace;
use crate::release::Release;

/// Most entries of the properties and of one namespace of the settings.
pub(crate) const MAX_ENTRIES: usize = 4_096;
/// Longest value of a setting.
pub(crate) const MAX_SETTING: usize = 32 * 1024;
/// Most packages that may be installed besides those of the screen.
const MAX_INSTALLED: usize = 256;
/// The first user id of apps that are given here.
const FIRST_APP_UID: u32 = 10_080;

/// What a phone's programs know besides its screen: properties, settings, log, battery, keyboards, radios, packages.
#[derive(Debug)]
pub struct PhoneState {
    release: Release,
    booted_at: SystemTime,
    logs: Logs,
    faults: ProgramFaults,
    automation: Automation,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) properties: BTreeMap<String, String>,
    pub(crate) settings: BTreeMap<Namespace, BTreeMap<String, String>>,
    pub(crate) battery: Battery,
    pub(crate) input_methods: Vec<InputMethod>,
    pub(crate) wifi: bool,
    pub(crate) mobile_data: bool,
    pub(crate) bluetooth: bool,
    pub(crate) night: String,
    pub(crate) rotation_lock: Option<u8>,
    /// The number of the user in front.
    pub(crate) user: u32,
    pub(crate) device_config: BTreeMap<(String, String), String>,
    pub(crate) app_locales: BTreeMap<String, String>,
    pub(crate) disabled: BTreeSet<String>,
    pub(crate) sessions: BTreeMap<u32, InstallOutcome>,
    pub(crate) next_session: u32,
    installed: BTreeMap<String, InstalledPackage>,
    removed: BTreeSet<String>,
    uids: BTreeMap<String, u32>,
    /// Processes of apps as they were seen last.
    running: Vec<(u32, String)>,
}

/// What a package file came to: the package, or why it is refused.
pub(crate) type InstallOutcome = Result<InstalledPackage, String>;

/// The battery, apart from its level, which the screen knows unless it was set here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battery {
    /// What powers the phone.
    pub power: BatteryPower,
    /// `status` by the platform's numbers: 2 is charging, 3 discharging, 5 full.
    pub status: u8,
    /// A level that was set and hides the real one.
    pub level: Option<u8>,
    /// Whether the numbers stand still because some were set.
    pub updates_stopped: bool,
    /// Temperature in tenths of a degree.
    pub temperature: i32,
    /// Voltage in millivolts.
    pub voltage: i32,
}

/// What powers the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "all of them may be plugged in together"
)]
pub struct BatteryPower {
    /// A charger.
    pub ac: bool,
    /// A computer.
    pub usb: bool,
    /// A pad.
    pub wireless: bool,
    pub dock: bool,
}

impl Default for Battery {
    fn default() -> Self {
        Self {
            power: BatteryPower {
                usb: true,
                ..BatteryPower::default()
            },
            status: 2,
            level: None,
            updates_stopped: false,
            temperature: 250,
            voltage: 4_120,
        }
    }
}

/// A keyboard app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputMethod {
    /// Package and class in short form.
    pub id: String,
    /// Whether it may be selected.
    pub enabled: bool,
}

/// A package that was installed through the package manager; its activities are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledPackage {
    /// The package id.
    pub name: String,
    pub version_code: u64,
    pub version_name: String,
}

impl PhoneState {
    /// A phone that has just started.
    #[must_use]
    pub fn new(config: &PhoneConfig) -> Self {
        let input_methods =
            ["com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"]
                .map(|id| InputMethod {
                    id: id.to_owned(),
                    enabled: true,
                })
                .into();
        let inner = Inner {
            properties: boot::properties(config),
            settings: boot::settings(config),
            battery: Battery::default(),
            input_methods,
            wifi: true,
            mobile_data: true,
            bluetooth: false,
            night: "no".to_owned(),
            rotation_lock: None,
            user: 0,
            device_config: BTreeMap::new(),
            app_locales: BTreeMap::new(),
            disabled: BTreeSet::new(),
            sessions: BTreeMap::new(),
            next_session: 1_734_265_801,
            installed: BTreeMap::new(),
            removed: BTreeSet::new(),
            uids: BTreeMap::new(),
            running: Vec::new(),
        };
        Self {
            release: config.release,
            booted_at: config.booted_at,
            logs: Logs::new(),
            faults: ProgramFaults::default(),
            automation: Automation::default(),
            inner: Mutex::new(inner),
        }
    }

    /// The release that the programs answer as.
    #[must_use]
    pub fn release(&self) -> Release {
        self.release
    }

    /// When the phone was booted.
    #[must_use]
    pub fn booted_at(&self) -> SystemTime {
        self.booted_at
    }

    #[must_use]
    pub fn logs(&self) -> &Logs {
        &self.logs
    }

    /// The switches for what goes wrong.
    #[must_use]
    pub fn faults(&self) -> &ProgramFaults {
        &self.faults
    }

    pub(crate) fn automation(&self) -> &Automation {
        &self.automation
    }

    /// A property; empty when it is not set.
    #[must_use]
    pub fn property(&self, name: &str) -> String {
        self.inner()
            .properties
            .get(name)
            .cloned()
            // Android's properties are empty until they are set.
            .unwrap_or_default()
    }

    /// Sets a property whatever its name, as `init` may; answers whether there was room for it.
    pub fn set_property(&self, name: &str, value: &str) -> bool {
        insert(&mut self.inner().properties, name, value)
    }

    #[must_use]
    pub fn setting(&self, namespace: Namespace, name: &str) -> Option<String> {
        self.inner().settings.get(&namespace)?.get(name).cloned()
    }

    /// Sets a setting; answers whether there was room for it.
    pub fn set_setting(&self, namespace: Namespace, name: &str, value: &str) -> bool {
        value.len() <= MAX_SETTING
            && insert(
                self.inner().settings.entry(namespace).or_default(),
                name,
                value,
            )
    }

    #[must_use]
    pub fn battery(&self) -> Battery {
        self.inner().battery.clone()
    }

    /// Changes the battery.
    pub fn set_battery(&self, battery: Battery) {
        self.inner().battery = battery;
    }

    /// Keyboards that are installed.
    #[must_use]
    pub fn input_methods(&self) -> Vec<InputMethod> {
        self.inner().input_methods.clone()
    }

    /// Puts other keyboards on the phone.
    pub fn set_input_methods(&self, input_methods: Vec<InputMethod>) {
        self.inner().input_methods = input_methods;
    }

    /// The user id of a package; one that was never seen gets the next.
    #[must_use]
    pub fn uid(&self, package: &str) -> u32 {
        self.inner().uid(package)
    }

    /// Installs a package that the screen does not know; answers whether there was room for it.
    pub fn install_package(&self, package: InstalledPackage) -> bool {
        let mut inner = self.inner();
        inner.removed.remove(&package.name);
        if inner.installed.len() >= MAX_INSTALLED && !inner.installed.contains_key(&package.name) {
            return false;
        }
        inner.installed.insert(package.name.clone(), package);
        true
    }

    /// Removes a package from what the programs tell of; the screen is told apart.
    pub fn remove_package(&self, package: &str) {
        let mut inner = self.inner();
        inner.installed.remove(package);
        inner.removed.insert(package.to_owned());
    }

    /// Whether a package of the screen was uninstalled.
    pub(crate) fn is_removed(&self, package: &str) -> bool {
        self.inner().removed.contains(package)
    }

    /// Whether packages have got their user ids.
    pub(crate) fn knows_packages(&self) -> bool {
        !self.inner().uids.is_empty()
    }

    /// The screen's packages without those that were removed, and those that were installed, by name.
    pub(crate) fn with_installed(&self, mut packages: Vec<Package>) -> Vec<Package> {
        let mut inner = self.inner();
        packages.retain(|package| !inner.removed.contains(&package.name));
        for installed in inner.installed.values() {
            match packages
                .iter_mut()
                .find(|package| package.name == installed.name)
            {
                Some(package) => {
                    package.version_code = installed.version_code;
                    package.version_name.clone_from(&installed.version_name);
                }
                None => packages.push(Package {
                    name: installed.name.clone(),
                    version_name: installed.version_name.clone(),
                    version_code: installed.version_code,
                    system: false,
                    launcher_activity: None,
                    activities: Vec::new(),
                    uris: Vec::new(),
                    permissions: Vec::new(),
                    pid: None,
                }),
            }
        }
        packages.sort_by(|one, other| one.name.cmp(&other.name));
        for package in &packages {
            inner.uid(&package.name);
        }
        inner.running = packages
            .iter()
            .filter_map(|package| Some((package.pid?, package.name.clone())))
            .collect();
        packages
    }

    pub(crate) fn inner(&self) -> MutexGuard<'_, Inner> {
        // No change spans two fields that must agree, so a poisoned lock has nothing to hide.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The phone's processes as the shell's own programs know them; apps are those that ran when somebody last asked.
impl Processes for PhoneState {
    fn list(&self) -> Vec<ProcessEntry> {
        let system = boot::PROCESSES
            .into_iter()
            .map(|(_, pid, _, _, _, name)| ProcessEntry {
                pid,
                name: name.to_owned(),
            });
        let running = self.inner().running.clone();
        system
            .chain(
                running
                    .into_iter()
                    .map(|(pid, name)| ProcessEntry { pid, name }),
            )
            .collect()
    }

    /// No process of the phone belongs to the shell's user, so none takes a signal from it.
    fn signal(&self, pid: u32, _signal: u8) -> Result<(), SignalRefused> {
        let known = self.list().iter().any(|entry| entry.pid == pid);
        Err(if known {
            SignalRefused::NotPermitted
        } else {
            SignalRefused::NoSuchProcess
        })
    }
}

impl Inner {
    fn uid(&mut self, package: &str) -> u32 {
        let shared = match package {
            "android" | "com.android.settings" => Some(1_000),
            "com.android.phone" => Some(1_001),
            "com.android.shell" => Some(2_000),
            _ => None,
        };
        if let Some(uid) = shared {
            return uid;
        }
        // No more than MAX_ENTRIES.
        let next = u32::try_from(self.uids.len())
            .map_or(u32::MAX, |known| FIRST_APP_UID.saturating_add(known));
        match self.uids.get(package) {
            Some(uid) => *uid,
            // Names that no package has are asked for too; they must not fill the table.
            None if self.uids.len() >= MAX_ENTRIES => next,
            None => *self.uids.entry(package.to_owned()).or_insert(next),
        }
    }

    /// The keyboard that is selected.
    pub(crate) fn selected_input_method(&self) -> Option<&str> {
        let selected = self
            .settings
            .get(&Namespace::Secure)?
            .get("default_input_method")?;
        self.input_methods
            .iter()
            .map(|method| method.id.as_str())
            .find(|id| id == selected)
    }
}

/// Puts an entry into a table that must not grow without end.
pub(crate) fn insert(table: &mut BTreeMap<String, String>, name: &str, value: &str) -> bool {
    if table.len() >= MAX_ENTRIES && !table.contains_key(name) {
        return false;
    }
    table.insert(name.to_owned(), value.to_owned());
    true
}
