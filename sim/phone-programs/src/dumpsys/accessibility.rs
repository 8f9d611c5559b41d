//! `dumpsys accessibility`.

use crate::call::Call;
use crate::namespace::Namespace;
use crate::release::Release;

/// The text of the service.
pub(super) fn text(call: &Call<'_>) -> String {
    let setting = call
        .phone()
        .setting(Namespace::Secure, "enabled_accessibility_services")
        .unwrap_or_default();
    let enabled: Vec<&str> = setting
        .split(':')
        .filter(|name| name.contains('/'))
        .collect();
    let service = |name: &&str| {
        let (package, class) = crate::component::unflatten(name).unwrap_or_default();
        let label = class.rsplit('.').next().unwrap_or(&package).to_owned();
        format!(
            "Service[label={label}, feedbackType[FEEDBACK_GENERIC], capabilities=1, eventTypes=TYPES_ALL_MASK, \
             notificationTimeout=0, requestA11yBtn=false]"
        )
    };
    let bound = enabled.iter().map(service).collect::<Vec<_>>().join(", ");
    let names = enabled
        .iter()
        .filter_map(|name| crate::component::unflatten(name))
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
