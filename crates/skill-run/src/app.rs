//! The version of an app against the one a recipe was made with.

use clawperator_contract::skill_result::{AppSeen, AppStanding, AppVersion};
use clawperator_recipe::Frontmatter;

/// What is told of the app; `seen` is `None` when the phone did not tell.
pub(crate) fn standing(frontmatter: &Frontmatter, seen: Option<AppVersion>) -> AppSeen {
    let build = &frontmatter.app_build;
    let window = &frontmatter.compatibility;
    let has_window = window.min_version_code.is_some() || window.max_version_code.is_some();
    let standing = match &seen {
        None => AppStanding::Unknown,
        Some(version) if !window.fits(version.code) => AppStanding::Incompatible,
        Some(version) if version.code == build.version_code.value => AppStanding::Same,
        Some(_) if has_window => AppStanding::Compatible,
        Some(_) => AppStanding::Other,
    };
    AppSeen {
        package: frontmatter.application_id.value.clone(),
        standing,
        seen,
        made_with: AppVersion {
            name: Some(build.version_name.value.clone()),
            code: build.version_code.value,
        },
    }
}
