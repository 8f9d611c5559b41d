//! `dumpsys accessibility`.

use crate::call::Call;
use crate::namespace::Namespace;
use crate::release::Release;

/// The text of the service.
pub(super) fn text(call: &Call<'_>) -> String {
    let setting = call
        .phone()
        .setting(Namespace::Secure, "enabled_accessibility_services")
        // None is enabled until one is.
        .unwrap_or_default();
    let enabled: Vec<(String, String)> = setting
        .split(':')
        .filter_map(crate::component::unflatten)
        .collect();
    let service = |(_, class): &(String, String)| {
        let label = class.rsplit_once('.').map_or(&**class, |(_, last)| last);
        format!(
            "Service[label={label}, feedbackType[FEEDBACK_GENERIC], capabilities=1, eventTypes=TYPES_ALL_MASK, \
             notificationTimeout=0, requestA11yBtn=false]"
        )
    };
    let bound = enabled.iter().map(service).collect::<Vec<_>>().join(", ");
    let names = enabled
        .iter()
        .map(|(package, class)| format!("{{{package}/{class}}}"))
        .collect::<Vec<_>>()
        .join(", ");
    let common = "displayMagnificationEnabled=false, autoclickEnabled=false, nonInteractiveUiTimeout=0, \
                  interactiveUiTimeout=0, installedServiceCount=1}";
    if call.release() < Release::Android11 {
        return format!(
            "ACCESSIBILITY MANAGER (dumpsys accessibility)\n\nUser state[attributes:{{id=0, currentUser=true, \
             touchExplorationEnabled=false, {common}\n           services:{{{bound}}}]\n\n"
        );
    }
    format!(
        "ACCESSIBILITY MANAGER (dumpsys accessibility)\n\ncurrentUserId=0\nUser state[\n     attributes:{{id=0, \
         touchExplorationEnabled=false, {common}\n     shortcut key:{{}}\n     button:{{}}\n     \
         Bound services:{{{bound}}}\n     Enabled services:{{{names}}}\n     Binding services:{{}}\n     \
         Crashed services:{{}}]\n\n"
    )
}
