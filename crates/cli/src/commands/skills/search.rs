//! `skills search`: skills by words, app or intent.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{SkillQuery, SkillSummary};
use clawperator_skills::SearchSource;
use serde::Serialize;

use super::report::Refused;
use super::{list, tree};
use crate::args::{LogLevel, SearchArgs, TreeArgs};
use crate::context::{Answer, Context};
use crate::text::count;

#[derive(Serialize)]
struct Hits<'f> {
    skills: &'f [SkillSummary<'static>],
    /// How many fit, shown or not.
    total: usize,
    source: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

pub(super) fn search(
    args: &SearchArgs,
    tree: &TreeArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let words = args.words.iter().chain(&args.keyword);
    let query = SkillQuery {
        words: words
            .flat_map(|words| words.split_whitespace())
            .map(str::to_owned)
            .collect(),
        application_id: args.app.clone(),
        intent: args.intent.clone(),
    };
    if query == SkillQuery::default() {
        let message = "skills search requires a word, --app or --intent";
        return Err(Failure::new(ErrorCode::MissingArgument, message)
            .with_hint("run `clawperator skills list` for all of them"));
    }
    let found = match tree::of_tree(tree, context.environment).search(&query) {
        Ok(found) => found,
        Err(refused) => return Refused::from(refused).answer(context),
    };
    let (source, note) = match found.source {
        SearchSource::Index => ("index", None),
        SearchSource::RegistryIndexMissing => {
            let note = "there is no index, so the registry was read; `clawperator skills index` writes one";
            ("registry", Some(note))
        }
        SearchSource::RegistryIndexStale => {
            let note = "the index does not match the registry, so the registry was read; run `clawperator skills index`";
            ("registry", Some(note))
        }
    };
    if let Some(note) = note {
        context.printer.diagnose(LogLevel::Warn, note);
    }
    let shown = found.skills.len().min(args.limit);
    let hits = Hits {
        // Cut to what there is, above.
        skills: found.skills.get(..shown).unwrap_or_default(),
        total: found.skills.len(),
        source,
        note,
    };
    let text = context.printer.render(&hits, |_| {
        let rows = list::rows(hits.skills);
        let total = count(hits.total, "skill");
        if shown < hits.total {
            format!("{rows}{shown} of {total}; --limit shows more")
        } else {
            format!("{rows}{total}")
        }
    });
    Ok(text.into())
}
