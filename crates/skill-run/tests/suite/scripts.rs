//! Skills that are programs: who lets them run, what they get, and how they end.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clawperator_contract::Failure;
use clawperator_contract::skill_result::{PolicyCovered, SkillResult, SkillStatus};
use clawperator_engine::{Cancel, never};
use clawperator_policy::Profile;
use clawperator_skill_run::{Inputs, script};
use clawperator_skills::{Registry, Skill};
use clawperator_test_support::FakeSources;
use serde_json::json;
use tempfile::TempDir;

const ID: &str = "dev.clawperator.example.say";
const MARKER: &str = "[Clawperator-Skill-Result]";

/// A tree with one skill that has one script.
struct Tree {
    folder: TempDir,
    path: String,
}

impl Tree {
    fn new(name: &str, interpreter: Option<&str>, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = format!("scripts/{name}");
        let mut entry = json!({
            "id": ID, "applicationId": "dev.clawperator.example", "intent": "say", "summary": "Says something.",
            "path": ID, "skillFile": "SKILL.md", "scripts": [path], "artifacts": [],
        });
        if let Some(interpreter) = interpreter {
            entry["interpreter"] = json!(interpreter);
        }
        let skill = folder.path().join(ID);
        fs::create_dir_all(skill.join("scripts")).unwrap();
        fs::write(skill.join("skill.json"), entry.to_string()).unwrap();
        fs::write(
            skill.join("SKILL.md"),
            "---\nname: say\ndescription: Says.\n---\n",
        )
        .unwrap();
        fs::write(skill.join(&path), text).unwrap();
        let registry = json!({ "schemaVersion": "1.0", "skills": [entry] });
        fs::write(
            folder.path().join("skills-registry.json"),
            registry.to_string(),
        )
        .unwrap();
        Self { folder, path }
    }

    fn skill(&self) -> Skill {
        let registry = Registry::open(self.folder.path()).unwrap();
        Skill::load(&registry, registry.find(ID).unwrap()).unwrap()
    }

    /// A profile that names the skill with its files as they are.
    fn profile(&self) -> Profile {
        let sha256 = self.skill().files_sha256;
        let text = format!(
            "version = 1\ncoordinates = \"look\"\n[[scripts]]\nskill = \"{ID}\"\nsha256 = \"{sha256}\"\n"
        );
        Profile::parse("named", &text).unwrap()
    }

    fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    async fn run(&self, profile: &Profile, timeout: Duration) -> Result<SkillResult, Failure> {
        self.run_until(profile, timeout, never()).await
    }

    async fn run_until(
        &self,
        profile: &Profile,
        timeout: Duration,
        cancel: Cancel<'_>,
    ) -> Result<SkillResult, Failure> {
        let skill = self.skill();
        let mut inputs = Inputs::default();
        inputs.add_pair("word=hello").unwrap();
        let path = OsString::from("/usr/bin:/bin");
        let asked = script::ScriptRequest {
            skill: &skill,
            script: &skill.scripts[0],
            inputs: &inputs,
            device_id: "serial-1",
            profile,
            environment: vec![
                ("GIVEN".into(), "yes".into()),
                ("PATH".into(), path.clone()),
            ],
            path: Some(&path),
            folder: self.state(),
            sources: &FakeSources::start(),
            timeout,
            supervisor: None,
        };
        script::run(asked, cancel).await
    }
}

fn says(status: &str) -> String {
    format!(
        "echo '{MARKER}'\necho '{{\"contractVersion\":\"1.0.0\",\"skillId\":\"{ID}\",\"status\":\"{status}\"}}'\n"
    )
}

const SOON: Duration = Duration::from_mins(1);

#[tokio::test]
async fn a_script_is_off_until_a_profile_names_its_files() {
    let tree = Tree::new("run.sh", Some("sh"), &says("success"));
    let person = clawperator_policy::Shipped::Person.profile().unwrap();
    let refused = tree.run(&person, SOON).await.unwrap_err();
    assert_eq!(refused.code.name(), "SKILL_SCRIPT_REFUSED");
    assert_eq!(refused.code.exit().code(), 7);
    assert!(refused.hint.unwrap().contains(&tree.skill().files_sha256));
    let named = tree.profile();
    let result = tree.run(&named, SOON).await.unwrap();
    assert_eq!(result.status, SkillStatus::Success, "{result:?}");
    assert_eq!(result.policy.covered, PolicyCovered::EngineCallsOnly);
    assert_eq!(result.inputs, ["word"]);
    assert!(!tree.state().exists(), "the copy is removed");
    // One more byte in any file, and it is another skill.
    let page = tree.folder.path().join(ID).join("SKILL.md");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, format!("{text}\n")).unwrap();
    let refused = tree.run(&named, SOON).await.unwrap_err();
    assert_eq!(refused.code.name(), "SKILL_SCRIPT_REFUSED");
}

#[tokio::test]
async fn a_script_gets_what_it_is_given_and_nothing_else() {
    let check = r#"
[ "$1" = serial-1 ] || exit 10
[ "$#" = 1 ] || exit 11
[ "$GIVEN" = yes ] || exit 12
[ -z "$HOME" ] || exit 13
[ "$(cat)" = '{"word":"hello"}' ] || exit 14
[ -f SKILL.md ] || exit 15
"#;
    let tree = Tree::new("run.sh", Some("sh"), &format!("{check}{}", says("success")));
    let result = tree.run(&tree.profile(), SOON).await.unwrap();
    let script = result.script.unwrap();
    assert_eq!(
        (result.status, script.exit_code),
        (SkillStatus::Success, Some(0))
    );
}

#[tokio::test]
async fn how_a_script_ended_is_what_it_said_and_did() {
    let result_line = |status: &str| says(status);
    for (text, status, code) in [
        (result_line("success"), SkillStatus::Success, None),
        (
            format!("{}exit 3", result_line("success")),
            SkillStatus::Failed,
            Some("SKILL_EXECUTION_FAILED"),
        ),
        (
            format!("{}exit 1", result_line("failed")),
            SkillStatus::Failed,
            Some("SKILL_EXECUTION_FAILED"),
        ),
        (
            result_line("failed"),
            SkillStatus::Failed,
            Some("SKILL_EXECUTION_FAILED"),
        ),
        (
            result_line("indeterminate"),
            SkillStatus::Indeterminate,
            Some("OUTCOME_UNKNOWN"),
        ),
        (
            "echo done".to_owned(),
            SkillStatus::Indeterminate,
            Some("SKILL_RESULT_PARSE_FAILED"),
        ),
        (
            "exit 5".to_owned(),
            SkillStatus::Indeterminate,
            Some("SKILL_EXECUTION_FAILED"),
        ),
        (
            format!("{}kill -9 $$", result_line("success")),
            SkillStatus::Indeterminate,
            Some("SKILL_EXECUTION_FAILED"),
        ),
        (
            format!(
                "head -c 20000000 /dev/zero\necho\n{}",
                result_line("success")
            ),
            SkillStatus::Success,
            None,
        ),
    ] {
        let tree = Tree::new("run.sh", Some("sh"), &text);
        let result = tree.run(&tree.profile(), SOON).await.unwrap();
        let told = result.error_code.map(clawperator_contract::ErrorCode::name);
        assert_eq!((result.status, told), (status, code), "{text}");
    }
}

#[tokio::test]
async fn when_time_is_up_everything_it_started_is_ended() {
    // The script and what it has put into the background both wait for ever.
    let text = "sleep 600 &\necho $! > \"$MARK\"\nsleep 600\n";
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("background");
    let text = text.replace("\"$MARK\"", &mark.display().to_string());
    let tree = Tree::new("run.sh", Some("sh"), &text);
    let result = tree
        .run(&tree.profile(), Duration::from_secs(8))
        .await
        .unwrap();
    assert_eq!(result.status, SkillStatus::Indeterminate);
    assert_eq!(result.error_code.unwrap().name(), "SKILL_EXECUTION_TIMEOUT");
    let background = fs::read_to_string(&mark).unwrap();
    let process = Path::new("/proc").join(background.trim());
    // A killed process that nobody waited for may stand there as a zombie.
    let state = fs::read_to_string(process.join("stat")).unwrap_or_default();
    assert!(
        state.is_empty() || state.contains(") Z ") || state.contains(") X "),
        "{state}"
    );
}

#[tokio::test]
async fn what_an_interrupted_script_did_is_not_known() {
    let tree = Tree::new("run.sh", Some("sh"), "sleep 600\n");
    let at_once = Box::pin(std::future::ready(()));
    let result = tree
        .run_until(&tree.profile(), SOON, at_once)
        .await
        .unwrap();
    assert_eq!(result.status, SkillStatus::Indeterminate);
    assert_eq!(result.error_code.unwrap().name(), "EXECUTION_CANCELLED");
}

#[tokio::test]
async fn only_declared_interpreters_that_are_there_run_scripts() {
    for (name, interpreter) in [
        ("run.sh", None),
        ("run.sh", Some("node")),
        ("run.py", Some("python3")),
    ] {
        let tree = Tree::new(name, interpreter, "");
        let refused = tree.run(&tree.profile(), SOON).await.unwrap_err();
        assert_eq!(
            refused.code.name(),
            "SKILL_INTERPRETER_UNAVAILABLE",
            "{} with {interpreter:?}",
            tree.path
        );
    }
}

#[tokio::test]
async fn typescript_runs_only_where_node_strips_types() {
    let line = format!(
        "const status: string = 'success';\nconsole.log('{MARKER}');\nconsole.log(JSON.stringify({{ contractVersion: '1.0.0', skillId: '{ID}', status }}));\n"
    );
    let tree = Tree::new("run.ts", Some("node"), &line);
    match tree.run(&tree.profile(), SOON).await {
        Ok(result) => assert_eq!(result.status, SkillStatus::Success, "{result:?}"),
        Err(refused) => {
            assert_eq!(refused.code.name(), "SKILL_INTERPRETER_UNAVAILABLE");
            assert!(refused.message.contains("node"), "{}", refused.message);
        }
    }
}
