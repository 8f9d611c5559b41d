//! The properties of a phone.

use std::collections::BTreeMap;

use crate::config::{Hardware, PhoneConfig};
use crate::release::Release;

/// The properties of a phone that has just started.
pub(crate) fn properties(config: &PhoneConfig) -> BTreeMap<String, String> {
    let build = build_id(config.release);
    let number = build_number(config.release);
    let release = match config.release {
        Release::Android12L => "12".to_owned(),
        other => other.to_string(),
    };
    let identity = Identity::of(&config.hardware);
    let Identity {
        name,
        device,
        model,
        brand,
        manufacturer,
        board,
        hardware,
        tags,
        kind,
        ..
    } = &identity;
    let fingerprint = format!("{brand}/{name}/{device}:{release}/{build}/{number}:{kind}/{tags}");
    let api_level = config.release.api_level().to_string();
    let debuggable = u8::from(*kind == "userdebug").to_string();
    let mut properties: BTreeMap<String, String> = [
        ("dev.bootcomplete", "1"),
        ("dalvik.vm.heapsize", "512m"),
        ("gsm.operator.alpha", "T-Mobile"),
        ("gsm.sim.state", "LOADED"),
        ("init.svc.adbd", "running"),
        ("init.svc.bootanim", "stopped"),
        ("init.svc.surfaceflinger", "running"),
        ("init.svc.zygote", "running"),
        ("persist.sys.locale", "en-US"),
        ("persist.sys.timezone", "UTC"),
        ("persist.sys.usb.config", "adb"),
        ("ro.bootmode", "unknown"),
        ("ro.build.characteristics", &identity.characteristics),
        ("ro.build.display.id", build),
        ("ro.build.fingerprint", &fingerprint),
        ("ro.build.id", build),
        ("ro.build.tags", tags),
        ("ro.build.type", kind),
        ("ro.build.user", "android-build"),
        ("ro.build.version.codename", "REL"),
        ("ro.build.version.incremental", number),
        ("ro.build.version.release", &release),
        ("ro.build.version.sdk", &api_level),
        (
            "ro.build.version.security_patch",
            security_patch(config.release),
        ),
        ("ro.crypto.state", "encrypted"),
        ("ro.crypto.type", "file"),
        ("ro.debuggable", &debuggable),
        ("ro.hardware", hardware),
        ("ro.product.board", board),
        ("ro.product.brand", brand),
        ("ro.product.cpu.abi", identity.abi),
        ("ro.product.cpu.abilist", identity.abi),
        ("ro.product.cpu.abilist32", ""),
        ("ro.product.cpu.abilist64", identity.abi),
        ("ro.product.device", device),
        ("ro.product.locale", "en-US"),
        ("ro.product.manufacturer", manufacturer),
        ("ro.product.model", model),
        ("ro.product.name", name),
        ("ro.secure", "1"),
        ("ro.serialno", &config.serial),
        ("ro.sf.lcd_density", "420"),
        ("ro.zygote", "zygote64_32"),
        ("sys.boot_completed", "1"),
        ("sys.usb.config", "adb"),
        ("sys.usb.state", "adb"),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    if config.release >= Release::Android12 {
        properties.insert("ro.soc.model".to_owned(), identity.soc.clone());
    }
    if let Hardware::Emulator { avd_name } = &config.hardware {
        for name in ["ro.kernel.qemu", "ro.boot.qemu"] {
            properties.insert(name.to_owned(), "1".to_owned());
        }
        let avd = if config.release >= Release::Android11 {
            "ro.boot.qemu.avd_name"
        } else {
            "ro.kernel.qemu.avd_name"
        };
        properties.insert(avd.to_owned(), avd_name.clone());
    }
    properties
}

struct Identity {
    name: String,
    device: String,
    model: String,
    brand: &'static str,
    manufacturer: &'static str,
    board: String,
    hardware: String,
    soc: String,
    tags: &'static str,
    kind: &'static str,
    characteristics: String,
    abi: &'static str,
}

impl Identity {
    fn of(hardware: &Hardware) -> Self {
        match hardware {
            Hardware::Phone { model, device } => Self {
                name: device.clone(),
                device: device.clone(),
                model: model.clone(),
                brand: "google",
                manufacturer: "Google",
                board: device.clone(),
                hardware: device.clone(),
                soc: "GS201".to_owned(),
                tags: "release-keys",
                kind: "user",
                characteristics: "nosdcard".to_owned(),
                abi: "arm64-v8a",
            },
            Hardware::Emulator { .. } => Self {
                name: "sdk_gphone64_x86_64".to_owned(),
                device: "emu64xa".to_owned(),
                model: "sdk_gphone64_x86_64".to_owned(),
                brand: "google",
                manufacturer: "Google",
                board: "goldfish_x86_64".to_owned(),
                hardware: "ranchu".to_owned(),
                soc: "ranchu".to_owned(),
                tags: "dev-keys",
                kind: "userdebug",
                characteristics: "emulator".to_owned(),
                abi: "x86_64",
            },
        }
    }
}

fn build_id(release: Release) -> &'static str {
    match release {
        Release::Android9 => "PQ3A.190801.002",
        Release::Android10 => "QQ3A.200805.001",
        Release::Android11 => "RQ3A.211001.001",
        Release::Android12 => "SQ1D.220205.004",
        Release::Android12L => "SP2A.220505.002",
        Release::Android13 => "TQ3A.230805.001",
        Release::Android14 => "UP1A.231005.007",
        Release::Android15 => "AP3A.241005.015",
        Release::Android16 => "BP2A.250605.031",
    }
}

fn build_number(release: Release) -> &'static str {
    match release {
        Release::Android9 => "5670241",
        Release::Android10 => "6578210",
        Release::Android11 => "7641976",
        Release::Android12 => "8151327",
        Release::Android12L => "8353555",
        Release::Android13 => "10316531",
        Release::Android14 => "10754064",
        Release::Android15 => "12366759",
        Release::Android16 => "13578606",
    }
}

fn security_patch(release: Release) -> &'static str {
    match release {
        Release::Android9 => "2019-08-05",
        Release::Android10 => "2020-08-05",
        Release::Android11 => "2021-10-01",
        Release::Android12 => "2022-02-05",
        Release::Android12L => "2022-05-05",
        Release::Android13 => "2023-08-05",
        Release::Android14 => "2023-10-05",
        Release::Android15 => "2024-10-05",
        Release::Android16 => "2025-06-05",
    }
}
