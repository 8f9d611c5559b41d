//! What each Android release announces, less what is not served here.

/// Makes lists of features.
#[derive(Debug, Clone, Copy)]
pub struct Features;

/// A feature and the first release whose adbd announces it, in the order in which adbd does.
///
/// Left out because they are not served: the compressed transfers (`sendrecv_v2_brotli`, `sendrecv_v2_lz4`,
/// `sendrecv_v2_zstd`), `track_app`, `app_info`, `dev_raw` and `delayed_ack`; and those that only a server has a use
/// for.
const SINCE: [(&str, u8); 12] = [
    ("shell_v2", 7),
    ("cmd", 7),
    ("stat_v2", 8),
    ("ls_v2", 11),
    ("fixed_push_mkdir", 10),
    ("apex", 10),
    ("abb", 10),
    ("fixed_push_symlink_timestamp", 11),
    ("abb_exec", 11),
    ("remount_shell", 11),
    ("sendrecv_v2", 12),
    ("sendrecv_v2_dry_run_send", 12),
];

impl Features {
    /// The features of an Android release that this crate serves.
    ///
    /// `abb` and `abb_exec` are among them from the release on that has them; they are announced only by a device
    /// that says it can run such commands.
    #[must_use]
    pub fn for_release(release: u8) -> Vec<String> {
        SINCE
            .iter()
            .filter(|(_, since)| *since <= release)
            .map(|(feature, _)| (*feature).to_owned())
            .collect()
    }
}

/// Whether a feature may be announced at all.
pub(crate) fn is_served(feature: &str, has_abb: bool) -> bool {
    let known = SINCE.iter().any(|(known, _)| *known == feature);
    known && (has_abb || !matches!(feature, "abb" | "abb_exec"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases() {
        assert_eq!(Features::for_release(9).join(","), "shell_v2,cmd,stat_v2");
        assert_eq!(
            Features::for_release(11).join(","),
            "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,apex,abb,fixed_push_symlink_timestamp,abb_exec,remount_shell"
        );
        assert!(
            Features::for_release(14)
                .join(",")
                .ends_with("remount_shell,sendrecv_v2,sendrecv_v2_dry_run_send")
        );
        assert!(is_served("shell_v2", false) && !is_served("abb", false) && is_served("abb", true));
        assert!(!is_served("delayed_ack", true) && !is_served("shell_v2,x", true));
    }
}
