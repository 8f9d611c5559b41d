//! What holds of every answer about a recipe, whatever the file was.

use clawperator_recipe::limits::MAX_FINDINGS;
use clawperator_recipe::{Compiled, Level, RecipeFindings};

/// What holds of everything that compiles.
pub(crate) fn check_template(compiled: &Compiled) {
    let validated = compiled
        .template
        .execution("command", "task", None)
        .expect("the contract accepts what was compiled");
    assert!(
        compiled.legacy || validated.warnings.is_empty(),
        "not everything runs as compiled: {:?}",
        validated.warnings
    );
    let ids: Vec<&str> = validated
        .execution
        .actions()
        .iter()
        .map(|action| action.id.as_str())
        .collect();
    let planned: Vec<&str> = compiled
        .plan
        .iter()
        .map(|step| step.action_id.as_str())
        .collect();
    assert_eq!(ids, planned);
    assert!(!compiled.template.json().contains("commandId\":\"command"));
}

/// What holds of everything that is found.
pub(crate) fn check_findings(findings: &RecipeFindings) {
    assert!(findings.list.len() <= MAX_FINDINGS);
    assert!(findings.list.is_sorted_by_key(|finding| finding.at));
    for finding in &findings.list {
        assert!(!finding.message.is_empty() && !finding.fix.is_empty());
        assert!(finding.at.line >= 1 && finding.at.column >= 1);
        assert!(finding.snippet.chars().count() <= 64 * 10 + 1);
        assert_ne!(finding.level, Level::Off);
        let told = [
            &finding.file,
            &finding.message,
            &finding.fix,
            &finding.snippet,
        ];
        let steers = |text: &&String| text.chars().any(char::is_control);
        assert!(!told.iter().any(steers), "a control character: {finding:?}");
    }
}
