//! `push_file` and `pull_file`: a file to the phone, and from it.

use schemars::JsonSchema;
use serde::Serialize;

use super::info::{ActionInfo, Params};
use crate::decode::Object;
use crate::errors::ErrorCode;
use crate::file_names::{HostFile, PhonePath};

/// Which file goes to the phone, and where to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushFileParams {
    /// The file, by the name that the surface has for it; no path.
    pub host_file: HostFile,
    /// Where it goes on the phone.
    pub phone_path: PhonePath,
    /// Whether a file that is there is replaced; default: false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replace: Option<bool>,
}

impl Params for PushFileParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Copy a file to the phone.",
        commands: &["files"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::FileUnreadable,
            ErrorCode::PhoneFileExists,
            ErrorCode::PhoneFileRefused,
            ErrorCode::ActionFailed,
            ErrorCode::OutcomeUnknown,
        ],
        rules: &[
            "an extension",
            "`hostFile` is a name, never a path: which file it is, the surface says",
            "the phone reads back all of it, and only what has the same SHA-256 gets the path",
            "a file that is there stays as it is unless `replace` is true, and until the new one is whole",
            "folders that are missing are made; a link on the way is refused",
        ],
        removed: &[],
        example: r#"{
  "id": "push-1",
  "type": "push_file",
  "params": { "hostFile": "photo.jpg", "phonePath": "/sdcard/Download/photo.jpg" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let host_file = params.require("hostFile", "push_file requires params.hostFile");
        let phone_path = params.require("phonePath", "push_file requires params.phonePath");
        let replace = params.get("replace");
        Some(Self {
            host_file: host_file?,
            phone_path: phone_path?,
            replace,
        })
    }
}

/// Which file comes from the phone, and under which name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PullFileParams {
    /// The file on the phone.
    pub phone_path: PhonePath,
    /// Where it goes, by the name that the surface has for that place, no path; default: a new file where pictures
    /// without a path go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_file: Option<HostFile>,
}

impl Params for PullFileParams {
    const INFO: ActionInfo = ActionInfo {
        summary: "Copy a file from the phone.",
        commands: &["files"],
        default_retry: None,
        failures: &[
            ErrorCode::ExecutionValidationFailed,
            ErrorCode::PhoneFileNotFound,
            ErrorCode::PhoneFileRefused,
            ErrorCode::HostIoFailed,
            ErrorCode::ActionFailed,
        ],
        rules: &[
            "an extension",
            "`hostFile` is a name, never a path: which place it is, the surface says",
            "it is read twice, and kept where both have the same SHA-256; a file that changes meanwhile is a failure",
            "nothing is ever replaced on this machine",
            "policy judges it as reading an app that is not known, since any app may have written the file",
        ],
        removed: &[],
        example: r#"{
  "id": "pull-1",
  "type": "pull_file",
  "params": { "phonePath": "/sdcard/Download/report.pdf" }
}"#,
    };

    fn read(params: &Object<'_>) -> Option<Self> {
        let phone_path = params.require("phonePath", "pull_file requires params.phonePath");
        let host_file = params.get("hostFile");
        Some(Self {
            phone_path: phone_path?,
            host_file,
        })
    }
}
