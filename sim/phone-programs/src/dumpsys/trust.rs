//! `dumpsys trust`, which does not see a lock that a swipe opens.

use crate::call::Call;
use crate::release::Release;

/// The text of the service.
pub(super) async fn text(call: &Call<'_>) -> String {
    let locked = u8::from(call.state().await.keyguard);
    let head = "Trust manager state:\n User \"Owner\" (id=0, flags=0x13) (current): ";
    if call.release() >= Release::Android15 {
        format!(
            "{head}trustState=UNTRUSTED, trustManaged=0, deviceLocked={locked}, isActiveUnlockRunning=0, strongAuthRequired=0x0\n"
        )
    } else {
        format!("{head}trusted=0, trustManaged=0, deviceLocked={locked}, strongAuthRequired=0x0\n")
    }
}
