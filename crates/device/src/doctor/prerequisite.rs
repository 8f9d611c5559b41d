//! What a check needs before it makes sense.

use clawperator_contract::doctor::CheckId;

/// The check that must have passed, or warned, before this one makes sense.
pub(super) const fn prerequisite(id: CheckId) -> Option<CheckId> {
    Some(match id {
        CheckId::AdbProgram => return None,
        CheckId::AdbServer => CheckId::AdbProgram,
        CheckId::AdbVersions | CheckId::Discovery => CheckId::AdbServer,
        CheckId::Authorisation => CheckId::Discovery,
        CheckId::Shell => CheckId::Authorisation,
        CheckId::Release => CheckId::Shell,
        CheckId::ScreenOn
        | CheckId::ScreenUnlocked
        | CheckId::ScreenSize
        | CheckId::Input
        | CheckId::UiAutomation => CheckId::Release,
        // A dark screen has no windows to read, which says nothing of the dump.
        CheckId::UiDump => CheckId::ScreenOn,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_check_needs_comes_before_it() {
        for id in CheckId::ALL {
            assert!(prerequisite(*id).is_none_or(|needed| needed < *id), "{id}");
        }
        assert!(CheckId::ALL.is_sorted());
    }
}
