//! Trees of skills in temporary folders.

use std::fs;
use std::path::{Path, PathBuf};

use clawperator_skills::{Registry, RegistryError};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A recipe that only looks, and passes every rule.
pub(crate) const PROBE: &str = "\
---
recipe_id: com.example.app.read-level
recipe_version: 1.0.0
recipe_type: probe
application_id: com.example.app
summary: Read the level.
frameworks: [views]
session_policy: fresh
app_build:
  version_name: \"1.0\"
  version_code: 1
tested_on:
  android_api: 34
capabilities: [observe]
inputs: []
outputs:
  - name: level
    type: integer
---

## Step 1: Read the level

```yaml
id: level
type: read_text
selector:
  resource_id: com.example.app:id/level
```
";

/// A tree of skills.
pub(crate) struct Tree {
    folder: TempDir,
}

impl Tree {
    /// A tree whose registry names these entries.
    pub(crate) fn new(entries: &[Value]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tree = Self { folder };
        tree.register(entries);
        tree
    }

    /// A tree with one sound skill, `com.example.app.read-level`.
    pub(crate) fn with_probe() -> Self {
        let tree = Self::new(&[entry("read-level")]);
        tree.add_probe("read-level");
        tree
    }

    /// Writes a sound skill's folder.
    pub(crate) fn add_probe(&self, intent: &str) {
        let id = format!("com.example.app.{intent}");
        self.write(&format!("{id}/skill.json"), &entry(intent).to_string());
        self.write(
            &format!("{id}/SKILL.md"),
            &format!("---\nname: {id}\ndescription: Reads the level.\n---\n"),
        );
        self.write(
            &format!("{id}/artifacts/{intent}.recipe.md"),
            &PROBE.replace("read-level", intent),
        );
    }

    /// Writes the registry.
    pub(crate) fn register(&self, entries: &[Value]) {
        let registry = json!({ "schemaVersion": "1.0", "skills": entries });
        self.write("skills-registry.json", &registry.to_string());
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn registry(&self) -> Registry {
        self.open().unwrap()
    }

    pub(crate) fn open(&self) -> Result<Registry, RegistryError> {
        Registry::open(self.root())
    }
}

/// The entry of a skill of `com.example.app` with one recipe.
pub(crate) fn entry(intent: &str) -> Value {
    let id = format!("com.example.app.{intent}");
    json!({
        "id": id,
        "applicationId": "com.example.app",
        "intent": intent,
        "summary": "Reads the level.",
        "path": id,
        "skillFile": "SKILL.md",
        "scripts": [],
        "artifacts": [format!("artifacts/{intent}.recipe.md")],
    })
}
