//! `dumpsys package`.

use std::fmt::Write as _;

use clawperator_phone_screen::Package;
use clawperator_phone_shell::calendar::date_and_time;

use crate::call::Call;
use crate::component::short;
use crate::hash::hex;
use crate::pm::code_path;
use crate::release::Release;

/// The text of the service, of one package when it is named.
pub(crate) async fn text(call: &Call<'_>, name: Option<&str>) -> String {
    let packages = call.packages().await;
    match name {
        None | Some("packages" | "p") => {
            let mut text = "Packages:\n".to_owned();
            for package in &packages {
                text.push_str(&record(call, package));
            }
            text
        }
        Some(name) => match packages.iter().find(|package| package.name == name) {
            Some(package) => format!(
                "{}{}\n",
                resolver_table(package),
                packages_block(call, package)
            ),
            None => format!("Unable to find package: {name}\n"),
        },
    }
}

fn packages_block(call: &Call<'_>, package: &Package) -> String {
    format!("Packages:\n{}", record(call, package))
}

/// The activities that the package answers intents with.
fn resolver_table(package: &Package) -> String {
    let Some(class) = &package.launcher_activity else {
        return String::new();
    };
    let component = short(&(package.name.clone(), class.clone()));
    let hash = hex("filter", &component);
    format!(
        "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        {hash} {component} filter \
         {hash}\n          Action: \"android.intent.action.MAIN\"\n          \
         Category: \"android.intent.category.LAUNCHER\"\n\n"
    )
}

fn record(call: &Call<'_>, package: &Package) -> String {
    let (name, release) = (&package.name, call.release());
    let mut text = format!("  Package [{name}] ({}):\n", hex("package", name));
    code(&mut text, call, package);
    version(&mut text, release, package);
    times(&mut text, call, package);
    permissions(&mut text, package);
    user(&mut text, call, package);
    text
}

/// Who the package is and where its code is.
fn code(text: &mut String, call: &Call<'_>, package: &Package) {
    let (name, release) = (&package.name, call.release());
    let path = code_path(release, package);
    let identity = if release >= Release::Android14 {
        "appId"
    } else {
        "userId"
    };
    let uid = call.phone().uid(name);
    let _ = writeln!(
        text,
        "    {identity}={uid}\n    pkg=Package{{{} {name}}}",
        hex("pkg", name)
    );
    let _ = writeln!(text, "    codePath={path}\n    resourcePath={path}");
    let _ = writeln!(text, "    legacyNativeLibraryDir={path}/lib");
    if release >= Release::Android13 {
        text.push_str("    extractNativeLibs=false\n");
    }
    let abi = call.phone().property("ro.product.cpu.abi");
    let _ = writeln!(text, "    primaryCpuAbi={abi}\n    secondaryCpuAbi=null");
    if release >= Release::Android13 {
        text.push_str("    cpuAbiOverride=null\n");
    }
}

fn version(text: &mut String, release: Release, package: &Package) {
    let (version, target) = (package.version_code, release.api_level());
    let _ = writeln!(
        text,
        "    versionCode={version} minSdk=24 targetSdk={target}"
    );
    if release >= Release::Android13 {
        text.push_str("    minExtensionVersions=[]\n");
    }
    let _ = writeln!(
        text,
        "    versionName={}\n    splits=[base]",
        package.version_name
    );
    let _ = writeln!(
        text,
        "    apkSigningVersion=2\n    flags=[ {} ]",
        flags(package)
    );
}

fn flags(package: &Package) -> &'static str {
    if package.system {
        "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA"
    } else {
        "HAS_CODE ALLOW_CLEAR_USER_DATA"
    }
}

fn times(text: &mut String, call: &Call<'_>, package: &Package) {
    let (name, release) = (&package.name, call.release());
    let installed = date_and_time(call.phone().booted_at());
    if release <= Release::Android14 {
        let _ = writeln!(text, "    dataDir=/data/user/0/{name}");
    }
    let _ = writeln!(text, "    timeStamp={installed}");
    if release < Release::Android13 {
        let _ = writeln!(text, "    firstInstallTime={installed}");
    }
    let _ = writeln!(text, "    lastUpdateTime={installed}");
    let signature = hex("signature", if package.system { "platform" } else { name });
    let _ = writeln!(
        text,
        "    signatures=PackageSignatures{{{} version:2, signatures:[{signature}], past signatures:[]}}",
        hex("signatures", name)
    );
    let _ = writeln!(
        text,
        "    installPermissionsFixed=true\n    pkgFlags=[ {} ]",
        flags(package)
    );
}

fn permissions(text: &mut String, package: &Package) {
    text.push_str("    requested permissions:\n      android.permission.INTERNET\n");
    for (permission, _) in &package.permissions {
        let _ = writeln!(text, "      {permission}");
    }
    text.push_str("    install permissions:\n      android.permission.INTERNET: granted=true\n");
}

fn user(text: &mut String, call: &Call<'_>, package: &Package) {
    let (name, release) = (&package.name, call.release());
    let stopped = package.pid.is_none();
    let enabled = if call.phone().inner().disabled.contains(name) {
        3
    } else {
        0
    };
    let inode = u64::from(call.phone().uid(name)) * 16 + 1;
    let _ = writeln!(
        text,
        "    User 0: ceDataInode={inode} installed=true hidden=false suspended=false stopped={stopped} \
         notLaunched={stopped} enabled={enabled} instant=false virtual=false"
    );
    if release >= Release::Android15 {
        let _ = writeln!(text, "      dataDir=/data/user/0/{name}");
    }
    if release >= Release::Android13 {
        let installed = date_and_time(call.phone().booted_at());
        let _ = writeln!(text, "      firstInstallTime={installed}");
    }
    text.push_str("      gids=[3003]\n      runtime permissions:\n");
    let end = if release == Release::Android9 {
        " "
    } else {
        ""
    };
    for (permission, granted) in &package.permissions {
        let flags = if *granted {
            "USER_SET"
        } else {
            "USER_SENSITIVE_WHEN_GRANTED"
        };
        let _ = writeln!(
            text,
            "        {permission}: granted={granted}, flags=[ {flags}{end}]"
        );
    }
    text.push('\n');
}
