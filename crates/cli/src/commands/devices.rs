//! `devices`: the phones that the adb server knows.

use std::fmt::Write as _;
use std::time::Duration;

use clawperator_contract::Failure;
use clawperator_contract::phones::{DeviceList, ListedDevice};
use clawperator_host::connect_one;

use super::limit::limit;
use crate::context::{Answer, Context};
use crate::next_words::spoken;
use crate::progress::waiting_for;
use crate::runtime::block_on_droppable;
use crate::text::{Paint, visible};

/// How long to wait for the adb server, which may have to be started.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn devices(context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let list = known(context)?;
    let answer = context.printer.render(&list, |paint| table(&list, paint));
    Ok(answer.into())
}

/// The phones that the adb server knows, whatever their state.
pub(super) fn known(context: &mut Context<'_, '_>) -> Result<DeviceList, Failure> {
    let adb = context.adb()?;
    let within = limit(context.global)?.unwrap_or(PATIENCE);
    let doing = format!("waiting for the adb server at {}", adb.endpoint());
    block_on_droppable(waiting_for(context.printer, doing, adb.phones(within)))
}

fn table(list: &DeviceList, paint: Paint) -> String {
    if list.devices.is_empty() {
        return format!(
            "no phone is connected\n{}: {}",
            paint.cyan("hint"),
            spoken(&connect_one())
        );
    }
    let titles = ["SERIAL", "STATE", "MODEL", "PRODUCT"];
    let rows: Vec<[String; 4]> = list.devices.iter().map(cells).collect();
    let mut widths = titles.map(str::len);
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = paint.bold(&line(&titles.map(str::to_owned), widths));
    for (device, row) in list.devices.iter().zip(&rows) {
        let _ = write!(text, "\n{}", line(row, widths));
        if let Some(hint) = &device.hint {
            let _ = write!(text, "\n  {}: {}", paint.cyan("hint"), visible(hint));
        }
    }
    text
}

fn cells(device: &ListedDevice) -> [String; 4] {
    // What adb does not say is an empty cell.
    let or_nothing = |words: &Option<String>| words.as_deref().map(visible).unwrap_or_default();
    [
        visible(&device.serial),
        visible(&device.state),
        or_nothing(&device.model),
        or_nothing(&device.product),
    ]
}

fn line(cells: &[String; 4], widths: [usize; 4]) -> String {
    let mut text = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let _ = write!(text, "{cell:width$}  ");
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use clawperator_contract::ErrorCode;

    use super::*;

    const PLAIN: Paint = Paint { enabled: false };

    fn device(serial: &str, state: &str) -> ListedDevice {
        ListedDevice {
            serial: serial.to_owned(),
            state: state.to_owned(),
            model: None,
            product: None,
            code: None,
            hint: None,
        }
    }

    #[test]
    fn a_list_lines_up_and_says_what_to_do() {
        let ready = ListedDevice {
            model: Some("Pixel_7".to_owned()),
            product: Some("panther".to_owned()),
            ..device("127.0.0.1:40001", "device")
        };
        let offline = ListedDevice {
            code: Some(ErrorCode::DeviceOffline.into()),
            hint: Some("Reconnect the phone".to_owned()),
            ..device("emulator-5554", "offline")
        };
        // A server is not ours, and neither are its words.
        let hostile = device("a\u{1b}[2J", "device");
        let list = DeviceList {
            devices: vec![ready, offline, hostile],
        };
        let expected = [
            "SERIAL           STATE    MODEL    PRODUCT",
            "127.0.0.1:40001  device   Pixel_7  panther",
            "emulator-5554    offline",
            "  hint: Reconnect the phone",
            "a\\u{1b}[2J       device",
        ];
        assert_eq!(table(&list, PLAIN), expected.join("\n"));
    }

    #[test]
    fn nothing_is_said_with_a_hint() {
        let none = DeviceList {
            devices: Vec::new(),
        };
        let text = table(&none, PLAIN);
        assert!(text.starts_with("no phone is connected\nhint: "), "{text}");
    }
}
