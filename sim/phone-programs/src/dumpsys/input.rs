//! `dumpsys input`.

use std::fmt::Write as _;

use super::display::{logical_size, unique_id};
use super::records;
use crate::call::Call;
use crate::release::Release;

/// The text of the service.
pub(super) async fn text(call: &Call<'_>) -> String {
    let (release, state) = (call.release(), call.state().await);
    let rotation = state.rotation;
    let (width, height) = logical_size(&state);
    let (device_width, device_height) = state.physical_size;
    let frames = format!(
        "logicalFrame=[0, 0, {width}, {height}], physicalFrame=[0, 0, {device_width}, {device_height}], \
         deviceSize=[{device_width}, {device_height}]"
    );
    let mut text = "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    2: touchscreen\n      \
                    Classes: 0x00000015\n\nInput Reader State:\n  Device 2: touchscreen\n    Touch Input Mapper (mode - direct):\n"
        .to_owned();
    if release >= Release::Android10 {
        let active = if release >= Release::Android11 {
            ", isActive=[1]"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "      Viewport INTERNAL: displayId=0, uniqueId={}, port=0, orientation={rotation}, {frames}{active}",
            unique_id(release)
        );
    } else {
        let _ = writeln!(
            text,
            "      Viewport: displayId=0, orientation={rotation}, {frames}"
        );
    }
    if release >= Release::Android13 {
        let _ = writeln!(text, "      InputDeviceOrientation: {rotation}");
    } else {
        let _ = writeln!(
            text,
            "      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n      SurfaceOrientation: {rotation}"
        );
    }
    let focus = records::focus(&state);
    let _ = write!(
        text,
        "\nInput Dispatcher State:\n  DispatchEnabled: true\n  DispatchFrozen: false\n  FocusedDisplayId: 0\n  \
         FocusedWindows:\n    displayId=0, name='{focus}'\n"
    );
    text
}
