//! The rows of the table: every code with what it means, how a process exits, what HTTP answers, what to do next: why
//! in words, and how as data.

use schemars::JsonSchema;

use super::exit_status::ExitStatus;
use super::group::{ErrorGroup, Origin};
use super::spec::ErrorSpec;
use crate::next::Next;

/// Defines the codes and their rows together, so that neither can be without the other.
macro_rules! error_codes {
    ($($variant:ident $name:literal $group:ident $origin:ident $exit:ident $http:literal $meaning:literal $recovery:literal $([$($next:ident),+])?;)+) => {
        /// A stable error code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, JsonSchema)]
        pub enum ErrorCode {
            $(
                #[doc = $meaning]
                #[schemars(rename = $name)]
                $variant,
            )+
        }

        impl ErrorCode {
            /// Every code with its row, in the order of the table.
            pub const TABLE: &'static [ErrorSpec] = &[$(ErrorSpec {
                code: Self::$variant,
                group: ErrorGroup::$group,
                origin: Origin::$origin,
                exit: ExitStatus::$exit,
                http: $http,
                meaning: $meaning,
                recovery: $recovery,
                next: &[$($(Next::$next),+)?],
            },)+];

            /// The code as it is written everywhere.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// This code's row.
            #[must_use]
            pub const fn spec(self) -> ErrorSpec {
                match self {
                    $(Self::$variant => ErrorSpec {
                        code: Self::$variant,
                        group: ErrorGroup::$group,
                        origin: Origin::$origin,
                        exit: ExitStatus::$exit,
                        http: $http,
                        meaning: $meaning,
                        recovery: $recovery,
                        next: &[$($(Next::$next),+)?],
                    },)+
                }
            }
        }
    };
}

error_codes! {
    Usage "USAGE" CommandLine Contract Usage 400
        "the command does not accept these arguments"
        "see what it accepts"
        [ShowUsage];
    UnknownCommand "UNKNOWN_COMMAND" CommandLine Contract Usage 400
        "unknown command"
        "see which commands there are"
        [ListCommands];
    MissingArgument "MISSING_ARGUMENT" CommandLine Contract Usage 400
        "a required argument is missing"
        "see what it accepts"
        [ShowUsage];
    MissingSelector "MISSING_SELECTOR" CommandLine Contract Usage 400
        "a required selector is missing"
        "say which node is meant"
        [AddSelector];
    UnknownName "UNKNOWN_NAME" CommandLine Addition NotFound 404
        "unknown action, error code, schema, topic, profile or approval"
        "see which names there are"
        [ListNames];

    ExecutionValidationFailed "EXECUTION_VALIDATION_FAILED" Payload Contract Usage 400
        "the payload is not valid; details.issues lists every problem"
        "fix what the message names";
    PayloadTooLarge "PAYLOAD_TOO_LARGE" Payload Contract Usage 413
        "the input or the normalised execution is over its size limit"
        "shorten the action list or split the workflow into several executions";
    FileUnreadable "FILE_UNREADABLE" Payload Addition Usage 400
        "the file could not be read"
        "check the file's path and permissions";
    ProfileInvalid "PROFILE_INVALID" Payload Addition Usage 400
        "a policy profile breaks a rule; nothing was dispatched"
        "fix the file at the lines in the message";
    SceneInvalid "SCENE_INVALID" Payload Addition Usage 400
        "a scene file for a virtual phone breaks a rule"
        "fix the file at the place in the message";

    AdbNotFound "ADB_NOT_FOUND" Host Contract Environment 503
        "no adb program was found and no adb server is running"
        "install adb and put it on the PATH: `apt install adb` on Debian and Ubuntu, `brew install android-platform-tools` on macOS";
    AdbServerFailed "ADB_SERVER_FAILED" Host Contract Environment 503
        "the adb server could not be started or does not answer"
        "run adb kill-server, then adb start-server";
    AdbConnectionLost "ADB_CONNECTION_LOST" Host Addition Environment 503
        "the connection to the adb server or the phone was lost"
        "see whether the phone is still connected"
        [ListDevices];
    AdbProtocolError "ADB_PROTOCOL_ERROR" Host Addition Environment 502
        "the adb server or the phone sent an answer that breaks the protocol"
        "another program may be listening on the adb port; examine the way to the phone"
        [RunDoctor];
    EnvironmentInvalid "ENVIRONMENT_INVALID" Host Addition Environment 500
        "an environment variable or the configuration file has an invalid value"
        "fix what the message names, or unset it";
    HostIoFailed "HOST_IO_FAILED" Host Addition Environment 500
        "a file or stream on this machine could not be read or written"
        "check free space and permissions of the path in the message";
    InternalError "INTERNAL_ERROR" Host Contract Environment 500
        "internal error in Clawperator"
        "do it again with a log, and report what that says"
        [WriteLog];

    NoDevices "NO_DEVICES" Device Contract Environment 404
        "no phone is connected"
        "connect one, then list the phones"
        [ListDevices];
    MultipleDevicesDeviceIdRequired "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED" Device Contract Environment 400
        "several phones are connected and none was chosen"
        "say which phone is meant"
        [ChooseDevice];
    DeviceNotFound "DEVICE_NOT_FOUND" Device Contract Environment 404
        "the chosen phone is not connected"
        "use the serial of a phone that is listed"
        [ListDevices];
    DeviceOffline "DEVICE_OFFLINE" Device Contract Environment 503
        "the phone is connected but does not answer adb"
        "reconnect it; adb reconnect offline often helps";
    DeviceUnauthorized "DEVICE_UNAUTHORIZED" Device Contract Environment 403
        "the phone has not accepted this computer's key"
        "unlock the phone and accept the USB debugging dialog";
    DeviceShellUnavailable "DEVICE_SHELL_UNAVAILABLE" Device Contract Environment 503
        "the phone's shell cannot be used"
        "examine the phone for the reason"
        [RunDoctor];
    DeviceNotInteractive "DEVICE_NOT_INTERACTIVE" Device Contract Environment 409
        "the phone's screen is off or locked"
        "wake and unlock the phone";
    DeviceTimeout "DEVICE_TIMEOUT" Device Addition Timeout 504
        "the phone or the adb server did not answer within its deadline"
        "examine the phone; a slow one may need more time"
        [RunDoctor, AllowMoreTime];
    ServiceUnavailable "SERVICE_UNAVAILABLE" Device Contract Environment 503
        "the service that reads and drives the screen is not running on the phone"
        "have the phone examined and fixed"
        [FixPhone];
    CapabilityUnsupported "CAPABILITY_UNSUPPORTED" Device Addition Environment 501
        "this build or driver cannot do what was asked; nothing was dispatched"
        "use another action; the message says what cannot be done";

    ExecutionConflictInFlight "EXECUTION_CONFLICT_IN_FLIGHT" Execution Contract Environment 423
        "another execution is running on this phone"
        "wait for it to end, then send the execution again";
    ExecutionCancelled "EXECUTION_CANCELLED" Execution Addition Interrupted 499
        "the run was interrupted; details say which steps finished and which was in flight"
        "look at the screen before sending anything again";
    ResultEnvelopeTimeout "RESULT_ENVELOPE_TIMEOUT" Execution Contract Timeout 504
        "the execution did not end within its timeout; details say which steps finished and which was in flight"
        "look at the screen, then allow more time or split the execution";
    ResultEnvelopeMalformed "RESULT_ENVELOPE_MALFORMED" Execution Contract Unknown 502
        "the phone's answer could not be read, so what happened is unknown"
        "look at the screen before sending anything again";
    PolicyDenied "POLICY_DENIED" Execution Addition Refused 403
        "policy does not allow this execution or this touch"
        "ask whoever maintains the policy; nothing that was refused was sent";
    PolicyConfirmationRequired "POLICY_CONFIRMATION_REQUIRED" Execution Addition Refused 403
        "policy requires approval for this execution or this touch, and there was nobody to ask"
        "send the same execution again once a person has approved it"
        [Approve];

    InvalidBody "INVALID_BODY" Server Contract Usage 400
        "the body is not a JSON object of the fields that this path takes"
        "fix what the message names; `/openapi.json` describes every body";
    MissingExecution "MISSING_EXECUTION" Server Contract Usage 400
        "the body has no `execution`"
        "put the payload into the field `execution`";
    InvalidDeviceId "INVALID_DEVICE_ID" Server Contract Usage 400
        "`deviceId` is not a serial"
        "use the serial of a phone that is listed"
        [ListDevices];
    InvalidPath "INVALID_PATH" Server Contract Usage 400
        "the path is absolute, leaves the output folder or has an unusable name; nothing was dispatched"
        "give a relative path such as `shots/home.png`";
    InvalidQuery "INVALID_QUERY" Server Addition Usage 400
        "the query has a parameter that this path does not take, or one of the wrong form"
        "fix what the message names; `/openapi.json` describes every parameter";
    InvalidIdempotencyKey "INVALID_IDEMPOTENCY_KEY" Server Addition Usage 400
        "the header Idempotency-Key is not 1 to 128 visible ASCII characters"
        "use a random id, such as a UUID";
    AuthenticationRequired "AUTHENTICATION_REQUIRED" Server Addition Refused 401
        "the request has no valid token"
        "send `Authorization: Bearer TOKEN` with a token from the file that the server named when it started";
    NotPermitted "NOT_PERMITTED" Server Addition Refused 403
        "the token does not allow this"
        "use a token whose scopes and phones include it";
    AskerCannotDecide "ASKER_CANNOT_DECIDE" Server Addition Refused 403
        "the token asked for this approval itself, so it cannot decide; nothing was decided"
        "a person decides with another token that has the scope `approve`, or at a terminal";
    ApprovalNotFound "APPROVAL_NOT_FOUND" Server Addition NotFound 404
        "nothing waits for a decision under this ticket: it was used, refused or withdrawn, it expired, or the run that waited for it is gone"
        "list what waits with `GET /approvals`";
    ApprovalDecided "APPROVAL_DECIDED" Server Addition Usage 409
        "this was approved before, and the approval is not used yet; nothing was decided now"
        "nothing is left to decide; list what waits with `GET /approvals`";
    HostNotAllowed "HOST_NOT_ALLOWED" Server Addition Refused 421
        "the Host header names another server than this one"
        "use the address that the server printed, port included, or start it with this name";
    OriginNotAllowed "ORIGIN_NOT_ALLOWED" Server Addition Refused 403
        "a page of another origin sent the request"
        "send requests from a program, or from the server's own pages";
    RouteNotFound "ROUTE_NOT_FOUND" Server Addition NotFound 404
        "the server has nothing at this path"
        "see `/openapi.json` for the paths there are";
    MethodNotAllowed "METHOD_NOT_ALLOWED" Server Addition Usage 405
        "the path does not take this method"
        "use a method from the Allow header";
    RequestTimeout "REQUEST_TIMEOUT" Server Addition Usage 408
        "the request did not arrive in time; nothing was dispatched"
        "send the whole request at once";
    IdempotencyKeyReused "IDEMPOTENCY_KEY_REUSED" Server Addition Usage 409
        "the Idempotency-Key belongs to an earlier request with another body; nothing was dispatched"
        "use a new key for each new request";
    UnsupportedMediaType "UNSUPPORTED_MEDIA_TYPE" Server Addition Usage 415
        "the body is not announced as JSON"
        "send `Content-Type: application/json`";
    TooManyRequests "TOO_MANY_REQUESTS" Server Addition Environment 429
        "the phone's queue is full, or the token has too much under way; nothing was dispatched"
        "wait for a run to end, then send it again";
    RunNotFound "RUN_NOT_FOUND" Server Addition NotFound 404
        "no run of this id is kept, or the token may not see it"
        "list the runs";
    FileNotFound "FILE_NOT_FOUND" Server Addition NotFound 404
        "the output folder has no picture or file of this path"
        "use the path that the step's data has";
    ServerStopping "SERVER_STOPPING" Server Addition Environment 503
        "the server is stopping and takes nothing new; nothing was dispatched"
        "send it again once the server is back";

    SkillsRegistryMissing "SKILLS_REGISTRY_MISSING" Skill Addition Environment 404
        "skills registry not found; executions and verbs do not need one"
        "give the folder of a skills tree, or create a skill"
        [ChooseSkills, CreateSkill];
    RegistryReadFailed "REGISTRY_READ_FAILED" Skill Contract Environment 500
        "the skills registry exists but cannot be used: it breaks a rule or could not be read"
        "fix it at the places in the message, then check it"
        [CheckSkills];
    SkillNotFound "SKILL_NOT_FOUND" Skill Contract NotFound 404
        "the registry has no skill with that id"
        "search for the id"
        [SearchSkills];
    SkillAmbiguous "SKILL_AMBIGUOUS" Skill Addition Ambiguous 409
        "several skills have an id that ends so; nothing was run"
        "use a whole id from the message";
    SkillIdInvalid "SKILL_ID_INVALID" Skill Contract Usage 400
        "not a skill id"
        "write it as APPLICATION_ID.INTENT, such as com.example.shop.read-total";
    SkillAlreadyExists "SKILL_ALREADY_EXISTS" Skill Contract Usage 409
        "the registry or the folder already has a skill with that id; nothing was written"
        "choose another id, or edit the existing skill";
    SkillValidationFailed "SKILL_VALIDATION_FAILED" Skill Contract Usage 400
        "a skill breaks a rule of the registry"
        "fix it at the places in the message, then check it again"
        [CheckSkill];
    SkillsScaffoldFailed "SKILLS_SCAFFOLD_FAILED" Skill Contract Environment 500
        "the files of a new skill could not be written"
        "check free space and permissions of the path in the message";
    SkillsIndexStale "SKILLS_INDEX_STALE" Skill Addition Usage 409
        "the generated indexes do not match the registry and its skills"
        "write the indexes again"
        [IndexSkills];
    ArtifactNotFound "ARTIFACT_NOT_FOUND" Skill Contract NotFound 404
        "the skill has no artifact, or none with that name"
        "see which artifacts the skill has"
        [ShowSkill];
    SkillArtifactStale "SKILL_ARTIFACT_STALE" Skill Addition Environment 409
        "a file of the skill is not the one the indexes were generated from; nothing was dispatched"
        "read what changed, then write the indexes again"
        [IndexSkills];
    RecipeInvalid "RECIPE_INVALID" Skill Addition Usage 400
        "a recipe breaks a rule; nothing was dispatched"
        "fix it at the places in the message; the linter lists them all"
        [LintRecipe];
    RecipeInputMissing "RECIPE_INPUT_MISSING" Skill Contract Usage 400
        "a required input of the recipe has no value; nothing was dispatched"
        "give a value to each input named in the message"
        [GiveInput];
    RecipeInputInvalid "RECIPE_INPUT_INVALID" Skill Addition Usage 400
        "a value is for an unknown input of the recipe, or has the wrong type; nothing was dispatched"
        "see which inputs the skill has"
        [ShowSkill];
    CompileVarsParseFailed "COMPILE_VARS_PARSE_FAILED" Skill Contract Usage 400
        "the values for an artifact are not a JSON object of strings"
        "write them as '{\"NAME\":\"value\"}'";
    SkillScriptNotFound "SKILL_SCRIPT_NOT_FOUND" Skill Contract NotFound 404
        "the skill has no script, or its script was not found"
        "check the skill"
        [CheckSkill];
    SkillScriptRefused "SKILL_SCRIPT_REFUSED" Skill Addition Refused 403
        "the profile does not list this script skill with the hash of its files; nothing was started"
        "read the script, then add the skill and the hash from the message to your profile";
    SkillInterpreterUnavailable "SKILL_INTERPRETER_UNAVAILABLE" Skill Addition Environment 501
        "the script's interpreter is not on this machine, or cannot run it; nothing was started"
        "install the interpreter that the message names";
    SkillExecutionFailed "SKILL_EXECUTION_FAILED" Skill Contract ActionFailed 400
        "the skill's script ended with an error"
        "read what it wrote to standard error; look at the screen before running it again";
    SkillExecutionTimeout "SKILL_EXECUTION_TIMEOUT" Skill Contract Timeout 504
        "the skill's script did not end in time; it was stopped with all its processes"
        "look at the screen, then give it more time";
    SkillResultParseFailed "SKILL_RESULT_PARSE_FAILED" Skill Contract Unknown 502
        "the skill's script gave no readable result, so what it did is unknown"
        "look at the screen before running it again";
    SkillOutputInvalid "SKILL_OUTPUT_INVALID" Skill Addition ActionFailed 400
        "an output was not read, or has the wrong type"
        "compare the recipe's outputs with a snapshot of the screen";
    SkillRunPartial "SKILL_RUN_PARTIAL" Skill Addition Ambiguous 200
        "the skill was only partly done, or not as its recipe prefers; the result says where"
        "read what the result says about each step before relying on it";
    GuardTokenFound "GUARD_TOKEN_FOUND" Skill Addition Refused 403
        "what is about to be committed or pushed contains a text on the local denylist"
        "remove it at the places in the message, or declare an input for it";
    SkillsGitNotFound "SKILLS_GIT_NOT_FOUND" Skill Contract Environment 500
        "git was not found, or this is not a git repository"
        "run the command inside a git repository, with git on the PATH";

    NodeNotFound "NODE_NOT_FOUND" Step Contract NotFound 200
        "nothing on the screen matches the selector"
        "compare the selector with the candidates in the message, or with a snapshot";
    NodeNotClickable "NODE_NOT_CLICKABLE" Step Contract ActionFailed 200
        "the node was found but cannot be pressed"
        "target a clickable node, or wait until it is enabled";
    NodeAmbiguous "NODE_AMBIGUOUS" Step Contract Ambiguous 200
        "several nodes match and strict is set"
        "narrow the selector, or choose one of the candidates by its number (nth)";
    ContainerNotFound "CONTAINER_NOT_FOUND" Step Contract NotFound 200
        "no container on the screen matches"
        "compare the container selector with a snapshot, or leave it out";
    ContainerAmbiguous "CONTAINER_AMBIGUOUS" Step Contract Ambiguous 200
        "several containers match and strict is set"
        "narrow the container selector";
    ContainerNotScrollable "CONTAINER_NOT_SCROLLABLE" Step Contract ActionFailed 200
        "the container was found but neither it nor a child scrolls"
        "target the scrolling list itself";
    ContainerLost "CONTAINER_LOST" Step Contract ActionFailed 200
        "the container left the screen while it was being scrolled"
        "take a snapshot and start from what is there";
    ValueNodeNotFound "VALUE_NODE_NOT_FOUND" Step Contract NotFound 200
        "the label was found but no value belongs to it"
        "read the value by its own selector";
    StaleRef "STALE_REF" Step Addition ActionFailed 200
        "the ref's node is no longer on the screen; nothing was touched"
        "take a snapshot and use one of its refs"
        [Snapshot];
    TextMismatch "TEXT_MISMATCH" Step Addition ActionFailed 200
        "the field does not show the expected text after typing"
        "read the message; the field may format, filter or limit its text";
    TextUnsupported "TEXT_UNSUPPORTED" Step Addition ActionFailed 200
        "the driver cannot type these characters; nothing was typed"
        "leave these characters out, or drive the phone through the Operator";
    ValidatorMismatch "VALIDATOR_MISMATCH" Step Contract ActionFailed 200
        "the text was read but does not pass the validator"
        "compare the text that was read with the pattern, or choose another node";
    GestureFailed "GESTURE_FAILED" Step Contract ActionFailed 200
        "the phone refused the touch or swipe"
        "read the phone's answer in the message; examine whether the phone accepts input"
        [RunDoctor];
    CoordinateOffScreen "COORDINATE_OFF_SCREEN" Step Addition Usage 200
        "the coordinate is outside the screen; nothing was touched"
        "use a point inside the screen size that the message gives, in the screen's current rotation";
    GlobalActionFailed "GLOBAL_ACTION_FAILED" Step Contract ActionFailed 200
        "the phone refused the key"
        "check that the screen is on and unlocked";
    WaitTimeout "WAIT_TIMEOUT" Step Contract Timeout 200
        "what was waited for did not come in time: a node that appears, goes or changes, or a toast"
        "look at the message, which says what is there instead, or wait longer";
    AssertionFailed "ASSERTION_FAILED" Step Addition ActionFailed 200
        "the screen was read and is not as the assertion says"
        "compare the selector with the candidates in the message, or with a snapshot"
        [Snapshot];
    VerifyFailed "VERIFY_FAILED" Step Contract ActionFailed 200
        "the screen was read after the action and does not show what would verify it"
        "look at the screen before sending the action again: it was done, but is not known to have worked";
    NavigationTimeout "NAVIGATION_TIMEOUT" Step Contract Timeout 200
        "the expected app or node did not come to the front in time"
        "look at which app is in front, or wait longer";
    UiTreeUnavailable "UI_TREE_UNAVAILABLE" Step Contract ActionFailed 200
        "the screen could not be read"
        "try again when the app is idle; if it persists, examine the phone"
        [RunDoctor];
    SnapshotExtractionFailed "SNAPSHOT_EXTRACTION_FAILED" Step Contract ActionFailed 200
        "the snapshot produced no hierarchy"
        "try again when the app is idle; if it persists, examine the phone"
        [RunDoctor];
    ScreenshotFailed "SCREENSHOT_FAILED" Step Addition ActionFailed 200
        "the picture could not be taken or written"
        "check the path and that the screen is on";
    PhoneFileNotFound "PHONE_FILE_NOT_FOUND" Step Addition NotFound 200
        "the phone has no file of that path"
        "check the path: a plain file, reached through no link";
    PhoneFileExists "PHONE_FILE_EXISTS" Step Addition ActionFailed 200
        "the phone has a file of that path already, and it was left as it is"
        "use another path, or say that it is to be replaced";
    PhoneFileRefused "PHONE_FILE_REFUSED" Step Addition ActionFailed 200
        "what is at that path of the phone is not a file that is copied: a folder, a link, a device, or a file that is too large or may not be read or written"
        "check the path: a plain file, reached through no link";
    AppNotFound "APP_NOT_FOUND" Step Addition NotFound 200
        "no app with that package is installed, or it has nothing to open"
        "check the package id";
    AppAmbiguous "APP_AMBIGUOUS" Step Addition Ambiguous 200
        "several apps have that name; none was opened"
        "use a package id from the message";
    UriNotHandled "URI_NOT_HANDLED" Step Addition NotFound 200
        "no app on the phone opens that URI"
        "check the URI's scheme, or install an app for it";
    ActionFailed "ACTION_FAILED" Step Contract ActionFailed 200
        "the action failed for a reason that has no code of its own"
        "read the message";
    OutcomeUnknown "OUTCOME_UNKNOWN" Step Addition Unknown 200
        "the action was sent, but its answer was lost or the screen that would verify it could not be read: its result is unknown"
        "look at the screen before sending anything again";
    StepNotRun "STEP_NOT_RUN" Step Addition ActionFailed 200
        "an earlier step failed, so this one was not tried"
        "fix the step that the message names";
    RecordingAlreadyInProgress "RECORDING_ALREADY_IN_PROGRESS" Step Contract ActionFailed 200
        "a recording is already running"
        "stop it first";
    RecordingNotInProgress "RECORDING_NOT_IN_PROGRESS" Step Contract ActionFailed 200
        "no recording is running"
        "start one first";
}
