//! Writes a screen as one of the programs does that dump.

use super::element::Element;
use super::random::Random;
use super::screen::Screen;

/// Who writes the dump.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Producer {
    /// The platform's dumper.
    Platform,
    /// The platform's, of later releases.
    LaterPlatform,
    /// A server on the phone that adds attributes and other windows.
    Server,
    /// A server that names elements after classes and leaves out what is empty.
    ClassNamed,
}

pub(crate) fn write(screen: &Screen, random: &mut Random) -> String {
    let producer = random
        .weighted(&[
            (Producer::Platform, 264),
            (Producer::LaterPlatform, 151),
            (Producer::Server, 31),
            (Producer::ClassNamed, 29),
        ])
        .unwrap_or(Producer::Platform);
    let mut writer = Writer {
        out: String::from("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"),
        producer,
        package: screen.package,
        is_pretty: random.chance(14),
        drawing_order: 0,
    };
    match producer {
        Producer::ClassNamed => {
            let [_, _, width, height] = screen.roots.first().map_or([0; 4], |root| root.bounds);
            writer.out.push_str(&format!(
                "<hierarchy index=\"0\" class=\"hierarchy\" rotation=\"{}\" width=\"{width}\" height=\"{height}\">",
                screen.rotation
            ));
        }
        _ => writer
            .out
            .push_str(&format!("<hierarchy rotation=\"{}\">", screen.rotation)),
    }
    let bars = (producer == Producer::Server && random.chance(90)).then(|| status_bar(screen));
    for (place, root) in bars.iter().chain(&screen.roots).enumerate() {
        writer.node(root, place, 1);
    }
    writer.out.push_str("</hierarchy>");
    writer.out
}

fn status_bar(screen: &Screen) -> Element {
    let width = screen.roots.first().map_or(1080, |root| root.bounds[2]);
    let mut bar = Element::new("android.widget.FrameLayout", [0, 0, width, 63]);
    bar.package = Some("com.android.systemui");
    let mut clock = Element::new("android.widget.TextView", [20, 0, 160, 63])
        .text("12:30")
        .id("com.android.systemui:id/clock");
    clock.package = bar.package;
    let mut icons = Element::new("android.widget.LinearLayout", [700, 0, width, 63])
        .id("com.android.systemui:id/system_icons")
        .desc("Battery 80 percent.");
    icons.package = bar.package;
    bar.children([clock, icons])
}

struct Writer {
    out: String,
    producer: Producer,
    package: &'static str,
    is_pretty: bool,
    drawing_order: usize,
}

impl Writer {
    fn node(&mut self, element: &Element, place: usize, depth: usize) {
        if self.is_pretty {
            self.out.push('\n');
            self.out.push_str(&"  ".repeat(depth));
        }
        let name = match self.producer {
            Producer::ClassNamed if !element.class.is_empty() => element.class,
            _ => "node",
        };
        self.out.push('<');
        self.out.push_str(name);
        let is_labelled = !element.text.is_empty() || !element.desc.is_empty();
        if element.is_clickable && !is_labelled && element.children.is_empty() {
            self.attribute("NAF", "true");
        }
        self.attributes(element, place);
        if element.children.is_empty() {
            self.out.push_str(" />");
            return;
        }
        self.out.push('>');
        for (place, child) in element.children.iter().enumerate() {
            self.node(child, place, depth + 1);
        }
        if self.is_pretty {
            self.out.push('\n');
            self.out.push_str(&"  ".repeat(depth));
        }
        self.out.push_str(&format!("</{name}>"));
    }

    fn attributes(&mut self, element: &Element, place: usize) {
        let package = element.package.unwrap_or(self.package);
        let index = element.index.unwrap_or(place).to_string();
        self.attribute("index", &index);
        if self.producer == Producer::ClassNamed {
            self.attribute("package", package);
            self.attribute("class", element.class);
            self.attribute("text", &element.text);
            self.filled("content-desc", &element.desc);
            self.filled("resource-id", &element.id);
        } else {
            self.attribute("text", &element.text);
            self.attribute("resource-id", &element.id);
            self.attribute("class", element.class);
            self.attribute("package", package);
            self.attribute("content-desc", &element.desc);
        }
        self.flag("checkable", element.is_checkable);
        self.flag("checked", element.is_checked);
        self.flag("clickable", element.is_clickable);
        self.flag("enabled", !element.is_disabled);
        self.flag("focusable", element.is_focusable);
        self.flag("focused", element.is_focused);
        self.flag("scrollable", element.is_scrollable);
        self.flag("long-clickable", element.is_long_clickable);
        self.flag("password", element.is_password);
        self.flag("selected", element.is_selected);
        if self.producer == Producer::Server {
            self.flag("visible-to-user", true);
        }
        let [left, top, right, bottom] = element.bounds;
        self.attribute("bounds", &format!("[{left},{top}][{right},{bottom}]"));
        match self.producer {
            Producer::Platform => {}
            Producer::LaterPlatform | Producer::Server => {
                self.drawing_order += 1;
                let order = (self.drawing_order % 7).to_string();
                self.attribute("drawing-order", &order);
                self.attribute("hint", &element.hint);
                if self.producer == Producer::Server {
                    self.attribute("display-id", "0");
                }
            }
            Producer::ClassNamed => {
                self.filled("hint", &element.hint);
                self.flag("displayed", true);
            }
        }
    }

    fn flag(&mut self, name: &str, is_set: bool) {
        self.attribute(name, if is_set { "true" } else { "false" });
    }

    fn filled(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.attribute(name, value);
        }
    }

    /// As the platform's serializer does: apostrophes around a value that holds quotes, characters beyond the first
    /// plane and line breaks as numbers.
    fn attribute(&mut self, name: &str, value: &str) {
        let has_quotes = value.contains('"');
        let delimiter = if has_quotes { '\'' } else { '"' };
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push('=');
        self.out.push(delimiter);
        for character in value.chars() {
            match character {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '\'' if has_quotes => self.out.push_str("&apos;"),
                _ if !(' '..='\u{ffff}').contains(&character) => {
                    self.out.push_str(&format!("&#{};", u32::from(character)));
                }
                _ => self.out.push(character),
            }
        }
        self.out.push(delimiter);
    }
}
