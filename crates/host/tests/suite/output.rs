//! A phone whose pictures go into one folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{DataKey, ErrorCode, Execution, Failure, RunOptions, Status, validate};
use clawperator_host::{
    Executor, Host, HostConfig, OperatorConfig, OutputFolder, Retention, RunRequest, Shipped,
    StoreConfig, SystemSources, Unheard, never,
};
use serde_json::{Value, json};

use super::rig::Rig;

const PATIENCE: Duration = Duration::from_mins(1);

/// Goes home, and takes two pictures.
fn execution(first: &Value, second: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "timeoutMs": 30000,
        "expectedFormat": "android-ui-automator",
        "actions": [
            { "id": "home", "type": "press_key", "params": { "key": "home" } },
            { "id": "first", "type": "take_screenshot", "params": first },
            { "id": "second", "type": "capture_screen", "params": second },
        ],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// Runs executions on a phone, whose pictures and files go into one folder.
struct Bench {
    rig: Rig,
    serial: String,
    output: OutputFolder,
    executor: Box<dyn Executor>,
}

impl Bench {
    async fn start() -> Self {
        let rig = Rig::start().await;
        let config = HostConfig {
            adb: vec![rig.adb()],
            store: StoreConfig {
                state: rig.folder().join("state"),
                temporary: rig.folder().to_owned(),
                retention: Retention::default(),
            },
            operator: OperatorConfig::default(),
        };
        let host = Host::open(config, Arc::new(SystemSources::start())).unwrap();
        let serial = host.phones(PATIENCE).await.unwrap().devices[0]
            .serial
            .clone();
        let phone = host.phone(Some(&serial), PATIENCE).await.unwrap();
        let output = OutputFolder::open(&rig.folder().join("output")).unwrap();
        let request = RunRequest {
            output: Some(output.clone()),
            ..RunRequest::new(
                Arc::new(Shipped::Person.profile().unwrap()),
                Surface::Library,
            )
        };
        Self {
            executor: Box::new(phone.executor(request)),
            rig,
            serial,
            output,
        }
    }

    async fn run(&self, execution: Execution) -> Result<ExecutionResult, Failure> {
        let options = RunOptions::default();
        self.executor
            .execute(&execution, options, &Unheard, never())
            .await
    }
}

#[tokio::test]
async fn pictures_go_below_the_output_folder_and_a_path_out_of_it_sends_nothing() {
    let bench = Bench::start().await;
    let Bench {
        rig,
        serial,
        output,
        ..
    } = &bench;
    let run = async |execution: Execution| bench.run(execution).await;

    let out = rig.folder().join("out.png");
    for path in [out.to_str().unwrap(), "../out.png"] {
        let refused = run(execution(
            &json!({ "path": "in.png" }),
            &json!({ "path": path }),
        ));
        let refused = refused.await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::InvalidPath);
    }
    assert!(!out.exists());
    assert_eq!(rig.keys_pressed(serial), 0);
    assert_eq!(
        fs::read_dir(rig.folder().join("output")).unwrap().count(),
        0
    );

    let ran = run(execution(&json!({ "path": "shots/in.png" }), &json!({})));
    let envelope = ran.await.unwrap().envelope;
    assert_eq!(envelope.status, Status::Success);
    assert_eq!(rig.keys_pressed(serial), 1);
    let paths = envelope.step_results[1..].iter();
    let paths: Vec<&str> = paths.map(|step| step.get(DataKey::Path).unwrap()).collect();
    assert_eq!(paths[0], "shots/in.png");
    assert!(paths[1].starts_with("picture-c-second-"), "{paths:?}");
    for path in paths {
        let picture = output.read(path, 1 << 24).unwrap().unwrap();
        assert_eq!(
            picture,
            fs::read(rig.folder().join("output").join(path)).unwrap()
        );
    }
}

/// An execution that does nothing else.
fn one(action: &Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "timeoutMs": 30000,
        "expectedFormat": "android-ui-automator", "actions": [action],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

#[tokio::test]
async fn files_come_from_the_output_folder_and_go_into_it_and_nowhere_else() {
    const PATH: &str = "/sdcard/Download/note.txt";
    let bench = Bench::start().await;
    let files = bench.rig.folder().join("output/files");
    fs::create_dir(&files).unwrap();
    fs::write(files.join("note.txt"), "hello\n").unwrap();
    fs::write(bench.rig.folder().join("outside.txt"), "mine").unwrap();
    symlink("../../outside.txt", files.join("link.txt")).unwrap();
    let push = |name: &str| {
        let params = json!({ "hostFile": name, "phonePath": PATH });
        one(&json!({ "id": "a", "type": "push_file", "params": params }))
    };
    let pull = |name: Option<&str>| {
        let mut params = json!({ "phonePath": PATH });
        if let Some(name) = name {
            params["hostFile"] = json!(name);
        }
        one(&json!({ "id": "a", "type": "pull_file", "params": params }))
    };
    // What is not there, and what leads out of the folder.
    for name in ["absent.txt", "link.txt"] {
        let refused = bench.run(push(name)).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::FileUnreadable, "{refused}");
        assert!(refused.message.ends_with("nothing was sent"), "{refused}");
    }
    let pushed = bench.run(push("note.txt")).await.unwrap().envelope;
    assert_eq!(pushed.status, Status::Success, "{pushed:?}");
    let pulled = bench.run(pull(Some("copy.txt"))).await.unwrap().envelope;
    let place = pulled.step_results[0].get(DataKey::Path).unwrap();
    assert_eq!(place, "files/copy.txt");
    let read = bench.output.read(place, 100).unwrap();
    assert_eq!(read.as_deref(), Some(&b"hello\n"[..]));
    let unnamed = bench.run(pull(None)).await.unwrap().envelope;
    let place = unnamed.step_results[0].get(DataKey::Path).unwrap();
    assert!(place.starts_with("files/pulled-c-a-"), "{place}");
    assert!(bench.output.read(place, 100).unwrap().is_some());
    // Nothing is replaced, through a link or not.
    for name in ["copy.txt", "link.txt"] {
        let refused = bench.run(pull(Some(name))).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::HostIoFailed, "{refused}");
    }
    let outside = fs::read(bench.rig.folder().join("outside.txt"));
    assert_eq!(outside.unwrap(), b"mine");
    for path in [
        "files/../../outside.txt",
        "files/link.txt",
        "files//note.txt",
    ] {
        assert!(bench.output.read(path, 100).is_err(), "{path}");
    }
}
