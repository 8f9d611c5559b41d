//! A phone whose pictures go into one folder.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::{DataKey, ErrorCode, Execution, RunOptions, Status, validate};
use clawperator_host::{
    Executor as _, Host, HostConfig, OperatorConfig, OutputFolder, Retention, RunRequest, Shipped,
    StoreConfig, SystemSources, Unheard, never,
};
use serde_json::{Value, json};

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

#[tokio::test]
async fn pictures_go_below_the_output_folder_and_a_path_out_of_it_sends_nothing() {
    let rig = super::rig::Rig::start().await;
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
    let executor = phone.executor(request);
    let run = async |execution: Execution| {
        let options = RunOptions::default();
        executor
            .execute(&execution, options, &Unheard, never())
            .await
    };

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
    assert_eq!(rig.keys_pressed(&serial), 0);
    assert_eq!(
        fs::read_dir(rig.folder().join("output")).unwrap().count(),
        0
    );

    let ran = run(execution(&json!({ "path": "shots/in.png" }), &json!({})));
    let envelope = ran.await.unwrap().envelope;
    assert_eq!(envelope.status, Status::Success);
    assert_eq!(rig.keys_pressed(&serial), 1);
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
