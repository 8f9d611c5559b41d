//! `approve` asks the person at the terminal.

use std::ffi::OsString;
use std::sync::Arc;

use clawperator_cli::{Environment, Invocation, Terminal, run};
use clawperator_contract::{ApprovalState, ExitStatus};
use clawperator_host::{FileApprovals, Retention, Store, StoreConfig};
use clawperator_policy::{ApprovalStore as _, Request};
use clawperator_test_support::FakeSources;
use tokio::runtime::Builder;

const NOW: u64 = 1_700_000_000_000;

#[test]
fn a_person_is_shown_the_question_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let sources = Arc::new(FakeSources::start().at(NOW));
    let asking = FileApprovals::new(folder.path().join("approvals"), Arc::clone(&sources) as _);
    let config = StoreConfig {
        state: folder.path().to_owned(),
        temporary: folder.path().to_owned(),
        retention: Retention::default(),
    };
    let approvals = Store::open(config, Arc::clone(&sources) as _)
        .unwrap()
        .approvals();
    let runtime = Builder::new_current_thread().build().unwrap();
    let state = folder.path().as_os_str().to_owned();
    let environment =
        Environment::read(|name| (name == "CLAWPERATOR_STATE").then(|| state.clone()));
    let on_terminal = Terminal {
        stdin: true,
        stdout: true,
        stderr: true,
        colour: false,
    };
    for (terminal, said, status, is_approved) in [
        (on_terminal, "y\n", ExitStatus::Ok, true),
        (on_terminal, "YES\r\n", ExitStatus::Ok, true),
        (on_terminal, "n\n", ExitStatus::Refused, false),
        (on_terminal, "\n", ExitStatus::Refused, false),
        (on_terminal, "", ExitStatus::Refused, false),
        (on_terminal, "yes please\n", ExitStatus::Refused, false),
        // What comes out of a pipe is nobody's answer.
        (
            Terminal {
                stdin: false,
                ..on_terminal
            },
            "y\n",
            ExitStatus::Refused,
            false,
        ),
        (
            Terminal {
                stderr: false,
                ..on_terminal
            },
            "y\n",
            ExitStatus::Refused,
            false,
        ),
        (Terminal::default(), "y\n", ExitStatus::Refused, false),
    ] {
        let request = Request {
            digest: [3; 32],
            device: "phone-1".to_owned(),
            profile: "careful".to_owned(),
            rule: "capabilities.toggle".to_owned(),
            reason: "click on [switch] \"Wi-Fi\"".to_owned(),
            actions: 1,
            minutes: 10,
            act: "click".to_owned(),
            step: None,
            packages: Vec::new(),
            may_show: false,
        };
        let id = runtime.block_on(asking.ask(request)).unwrap();
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let ended = run(Invocation {
            arguments: ["approve", &id].map(OsString::from).to_vec(),
            stdin: &mut said.as_bytes(),
            stdout: &mut stdout,
            stderr: &mut stderr,
            terminal,
            environment: &environment,
            sources: Arc::clone(&sources) as _,
            doors: &clawperator_cli::NoDoors,
        });
        let told = String::from_utf8(stderr).unwrap();
        assert_eq!(ended, status, "{said:?} {told}");
        let is_asked = terminal.stdin && terminal.stderr;
        assert_eq!(told.contains("Approve? [y/N]"), is_asked, "{told}");
        assert_eq!(told.contains("\"Wi-Fi\""), is_asked, "{told}");
        let listed = approvals.list().unwrap();
        let state = if is_approved {
            ApprovalState::Approved
        } else {
            ApprovalState::Asked
        };
        assert_eq!((listed.len(), listed[0].state), (1, state), "{said:?}");
        approvals.revoke(&id).unwrap();
    }
}
