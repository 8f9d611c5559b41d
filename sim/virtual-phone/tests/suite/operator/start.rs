//! How the Operator starts, what it leaves behind, and how it ends.

use clawperator_operator_protocol::{Answer, Build, Request};
use clawperator_virtual_phone::Release;

use crate::support::adb::{Adb, BOTH, Version};
use crate::support::operator::{Installed, NAME, SOCKET, jar};
use crate::support::{RELEASES, in_time, no_streams, phone};

#[tokio::test(flavor = "multi_thread")]
async fn it_starts_listens_and_ends_when_it_is_asked_to() {
    for version in BOTH {
        let phone = phone(Release::Android14).await;
        let adb = Adb::connected(version, &phone).await;
        let installed = Installed::new(&adb, &phone).await;
        let launched = installed.start().await;
        no_streams(phone.phone()).await;
        assert_eq!(phone.phone().sockets().addresses(), [SOCKET]);
        let listed = installed.shell("ls -l /data/local/tmp").await;
        let secret = format!("clawperator-operator-{}.secret", launched.launch);
        let line = listed.lines().find(|line| line.contains(&secret)).unwrap();
        assert!(line.starts_with("-rw------- 1 shell shell"), "{line}");
        let mut driver = launched.connect().await;
        assert!(matches!(
            driver.ask(&Request::State).await,
            Answer::Stated(_)
        ));
        assert!(matches!(driver.ask(&Request::End).await, Answer::Held(_)));
        assert!(driver.is_closed().await);
        no_streams(phone.phone()).await;
        installed.until_ended().await;
        assert!(phone.phone().sockets().addresses().is_empty());
        let listed = installed.shell("ls /data/local/tmp").await;
        assert!(!listed.contains("secret"), "{listed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_a_process_that_is_seen_and_ended_as_any_other() {
    let adb = Adb::start(Version::Path).await;
    for release in RELEASES {
        let phone = phone(release).await;
        adb.connect(&phone).await;
        let installed = Installed::new(&adb, &phone).await;
        for kill in [
            "kill $(pidof NAME)",
            "kill -9 $(pidof NAME)",
            "/system/bin/kill -9 $(pidof NAME)",
            "pkill -f NAME",
            "pkill -9 -f 'clawperator.operator$'",
        ] {
            let launched = installed.start().await;
            let mut driver = launched.connect().await;
            assert!(matches!(
                driver.ask(&Request::State).await,
                Answer::Stated(_)
            ));
            let named = installed.shell("ps -A -o NAME,ARGS | grep operator").await;
            assert!(named.contains(&format!("{NAME} {NAME}")), "{named}");
            let short = installed.shell("ps -A -o CMD | grep operator").await;
            assert!(short.contains("erator.operator"), "{short}");
            let who = installed
                .shell("ps -A -o USER,PPID,NAME | grep operator")
                .await;
            assert!(who.starts_with("shell "), "{who}");
            installed.shell(&kill.replace("NAME", NAME)).await;
            // Whoever has killed it never meets it again.
            assert!(phone.phone().sockets().addresses().is_empty(), "{kill}");
            assert!(driver.is_closed().await, "{kill}");
            installed.until_ended().await;
            // Who is killed cannot clean up; whoever starts next does.
            let left = installed.shell("ls /data/local/tmp").await;
            assert_eq!(left.matches("secret").count(), 1, "{left}");
            assert!(launched.stream().await.is_none());
        }
        no_streams(phone.phone()).await;
        adb.text(&["disconnect", &phone.serial()]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_cannot_be_says_why() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let good = installed.line();
    let build = Build(installed.build).to_string();
    let other = Build([1; 32]).to_string();
    for (line, said) in [
        (
            good.replace(&build, &other),
            format!("FAIL CORRUPT the jar is {build}\n"),
        ),
        (good.replace("serve", "stare"), "FAIL USAGE ".to_owned()),
        (good.replace(&build, "12"), "FAIL USAGE ".to_owned()),
        (
            good.replace(&build, &format!("{build} more")),
            "FAIL USAGE ".to_owned(),
        ),
    ] {
        let output = installed.shell(&line).await;
        assert!(output.starts_with(&said), "{line}: {output}");
        let foreground = line.trim_end_matches('&');
        let output = adb
            .output(&["-s", &installed.serial, "shell", foreground])
            .await;
        assert_eq!(output.status.code(), Some(1), "{line}");
    }
    assert!(phone.phone().sockets().addresses().is_empty());
    let launched = installed.start().await;
    let again = installed.shell(&good).await;
    assert!(again.starts_with("FAIL IN_USE "), "{again}");
    // The one that runs is not touched.
    let mut driver = launched.connect().await;
    assert!(matches!(
        driver.ask(&Request::State).await,
        Answer::Stated(_)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_jar_without_the_class_starts_nothing() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    let half = jar("classes.dex");
    for content in [b"".as_slice(), b"not a zip", half.get(..12).unwrap()] {
        let installed = Installed::with(&adb, &phone, content).await;
        let line = installed.line();
        let output = adb
            .output(&["-s", &installed.serial, "shell", line.trim_end_matches('&')])
            .await;
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("ClassNotFoundException"), "{said}");
        assert!(
            said.contains(&format!("zip file \"{}\"", installed.jar)),
            "{said}"
        );
        assert!(said.ends_with("Aborted\n"), "{said}");
        assert_eq!(output.status.code(), Some(134));
        assert!(output.stdout.is_empty());
    }
    let installed = Installed::new(&adb, &phone).await;
    let missing = installed.line().replace(".jar", ".gone");
    assert_eq!(installed.shell(&missing).await, "");
    assert!(phone.phone().sockets().addresses().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_in_a_session_of_its_own_ends_with_its_stream() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    let serial = phone.serial();
    let processes = async || adb.text(&["-s", &serial, "shell", "ps -A -o ARGS"]).await;
    // Reading from a pipe that nobody writes to lasts, whatever the clock does.
    for (line, stays) in [
        ("logcat -f /dev/null -T 1 kept", true),
        ("logcat -T 1 ended", false),
    ] {
        let line = if stays {
            format!("setsid {line} &")
        } else {
            format!("{line} &")
        };
        let mut command = adb.command(&["-s", &serial, "shell", &line]);
        let mut child = command.spawn().unwrap();
        let word = if stays { "kept" } else { "ended" };
        in_time("it runs", async {
            while !processes().await.contains(word) {}
        })
        .await;
        child.kill().await.unwrap();
        if stays {
            assert!(processes().await.contains(word));
        } else {
            in_time("it ends", async {
                while processes().await.contains(word) {}
            })
            .await;
        }
    }
    adb.text(&["-s", &serial, "shell", "pkill -f kept"]).await;
    assert!(!processes().await.contains("kept"));
    no_streams(phone.phone()).await;
}
