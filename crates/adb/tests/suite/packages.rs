//! Installing, removing, restarting.

use clawperator_adb::{
    AdbError, InstallFlag, InstallOptions, PackageAnswer, PackageName, UninstallData,
    UninstallOptions,
};

use super::fixture::soon;
use super::phone::{Bench, noise};

#[tokio::test]
async fn a_package_is_streamed() {
    for bench in Bench::each(14).await {
        let package = noise(3_000_000);
        let size = package.len() as u64;
        let options = InstallOptions {
            flags: vec![InstallFlag::Replace],
            user: None,
        };
        let answer = bench
            .device
            .install(&package[..], size, &options, soon())
            .await
            .unwrap();
        assert_eq!(answer, PackageAnswer::Success);
        bench.quiet().await;
        let (_, kept) = bench.phone.files.get("installed").unwrap();
        assert!(*kept == *package, "{} bytes", kept.len());

        let bad = [&b"bad"[..], &package].concat();
        let answer = bench
            .device
            .install(&bad[..], size + 3, &options, soon())
            .await
            .unwrap();
        assert!(
            matches!(&answer, PackageAnswer::Failure { code: Some(code), .. } if code == "INSTALL_FAILED_INVALID_APK"),
            "{answer:?}"
        );
        let short = bench
            .device
            .install(&package[..], size + 1, &options, soon())
            .await;
        assert!(
            matches!(short, Err(AdbError::InvalidRequest { .. })),
            "{short:?}"
        );
        bench.quiet().await;
    }
}

#[tokio::test]
async fn a_package_is_removed() {
    for bench in Bench::each(14).await {
        let options = UninstallOptions {
            data: UninstallData::Remove,
            user: None,
        };
        for (name, done) in [("com.example.there", true), ("com.example.absent", false)] {
            let name = PackageName::parse(name).unwrap();
            let answer = bench
                .device
                .uninstall(&name, options, soon())
                .await
                .unwrap();
            assert_eq!(answer == PackageAnswer::Success, done, "{answer:?}");
        }
        bench.quiet().await;
    }
}
