//! A terminal: what stands between a person's keys and a command.

use bytes::{BufMut, Bytes, BytesMut};
use tokio::sync::{mpsc, watch};

/// The longest line that can be typed; further keys are swallowed, as the kernel does.
const MAX_LINE: usize = 4096;

const INTERRUPT: u8 = 0x03;
const END_OF_INPUT: u8 = 0x04;
const BACKSPACE: u8 = 0x08;
const KILL_LINE: u8 = 0x15;
const ERASE_WORD: u8 = 0x17;
const DELETE: u8 = 0x7f;

/// What a command is told of the terminal it runs on.
#[derive(Debug)]
pub struct Terminal {
    /// What the client has in `TERM`.
    pub kind: String,
    /// Its size, which may change while the command runs.
    pub size: watch::Receiver<WindowSize>,
    /// One message for each time the interrupt key was pressed. Several that were not looked at become one. When
    /// this is dropped, the key kills a command, and does nothing to an interactive shell.
    pub interrupts: mpsc::Receiver<()>,
}

/// The size of a terminal; all zero when the client has not said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WindowSize {
    /// Lines.
    pub rows: u16,
    /// Characters in a line.
    pub columns: u16,
    /// Width in pixels.
    pub x_pixels: u16,
    /// Height in pixels.
    pub y_pixels: u16,
}

impl WindowSize {
    /// Reads `ROWSxCOLUMNS,XxY`, which may end in a NUL.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?.trim_end_matches('\0');
        let (characters, pixels) = text.split_once(',')?;
        let (rows, columns) = characters.split_once('x')?;
        let (x_pixels, y_pixels) = pixels.split_once('x')?;
        Some(Self {
            rows: rows.parse().ok()?,
            columns: columns.parse().ok()?,
            x_pixels: x_pixels.parse().ok()?,
            y_pixels: y_pixels.parse().ok()?,
        })
    }
}

/// The line discipline: keys are echoed and edited, and a command gets whole lines.
#[derive(Debug, Default)]
pub(crate) struct LineDiscipline {
    line: Vec<u8>,
}

/// What keys led to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed {
    /// What appears on the terminal.
    pub(crate) echo: BytesMut,
    /// What the command can read now.
    pub(crate) input: BytesMut,
    /// The end of input was typed.
    pub(crate) end: bool,
    /// The interrupt key was pressed.
    pub(crate) interrupt: bool,
}

impl LineDiscipline {
    /// Handles keys in the order they were pressed.
    pub(crate) fn keys(&mut self, keys: &[u8]) -> Typed {
        let mut typed = Typed::default();
        for key in keys {
            match *key {
                b'\r' | b'\n' => {
                    typed.echo.put_slice(b"\r\n");
                    typed.input.put_slice(&self.line);
                    typed.input.put_u8(b'\n');
                    self.line.clear();
                }
                INTERRUPT => {
                    typed.echo.put_slice(b"^C\r\n");
                    typed.interrupt = true;
                    self.line.clear();
                }
                END_OF_INPUT if self.line.is_empty() => typed.end = true,
                END_OF_INPUT => {
                    typed.input.put_slice(&self.line);
                    self.line.clear();
                }
                BACKSPACE | DELETE => self.erase(&mut typed),
                KILL_LINE => {
                    while !self.line.is_empty() {
                        self.erase(&mut typed);
                    }
                }
                ERASE_WORD => {
                    while self.line.last() == Some(&b' ') {
                        self.erase(&mut typed);
                    }
                    while self.line.last().is_some_and(|byte| *byte != b' ') {
                        self.erase(&mut typed);
                    }
                }
                _ if self.line.len() >= MAX_LINE => typed.echo.put_u8(0x07),
                key => {
                    if key < b' ' && key != b'\t' {
                        typed.echo.put_slice(&[b'^', key | 0x40]);
                    } else {
                        typed.echo.put_u8(key);
                    }
                    self.line.push(key);
                }
            }
        }
        typed
    }

    /// Takes the last character back, all its bytes, and wipes it from the terminal.
    fn erase(&mut self, typed: &mut Typed) {
        while let Some(byte) = self.line.pop() {
            if byte & 0xc0 != 0x80 {
                let cells = if byte < b' ' && byte != b'\t' { 2 } else { 1 };
                for _ in 0..cells {
                    typed.echo.put_slice(b"\x08 \x08");
                }
                return;
            }
        }
    }
}

/// A command's output as a terminal shows it: each line feed begins at the left.
pub(crate) fn with_carriage_returns(output: Bytes) -> Bytes {
    if !output.contains(&b'\n') {
        return output;
    }
    let mut result = BytesMut::with_capacity(output.len() + 16);
    for line in output.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => {
                result.put_slice(line);
                result.put_slice(b"\r\n");
            }
            None => result.put_slice(line),
        }
    }
    result.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[u8]) -> (String, String, bool, bool) {
        let typed = LineDiscipline::default().keys(keys);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            text(&typed.echo),
            text(&typed.input),
            typed.end,
            typed.interrupt,
        )
    }

    #[test]
    fn keys_are_echoed_and_edited() {
        let wiped = "\x08 \x08";
        for (keys, echo, input, end, interrupt) in [
            ("ls\r", "ls\r\n".to_owned(), "ls\n", false, false),
            ("lx\x7fs\n", format!("lx{wiped}s\r\n"), "ls\n", false, false),
            (
                "\x7fa\u{e4}\x7f\r",
                format!("a\u{e4}{wiped}\r\n"),
                "a\n",
                false,
                false,
            ),
            (
                "ab\x15c\r",
                format!("ab{wiped}{wiped}c\r\n"),
                "c\n",
                false,
                false,
            ),
            (
                "a bc \x17d\r",
                format!("a bc {wiped}{wiped}{wiped}d\r\n"),
                "a d\n",
                false,
                false,
            ),
            ("ab\x03c\r", "ab^C\r\nc\r\n".to_owned(), "c\n", false, true),
            ("\x04", String::new(), "", true, false),
            ("ab\x04", "ab".to_owned(), "ab", false, false),
            ("\x1b[A\x7f", format!("^[[A{wiped}"), "", false, false),
        ] {
            assert_eq!(
                typed(keys.as_bytes()),
                (echo, input.to_owned(), end, interrupt),
                "{keys:?}"
            );
        }
    }

    #[test]
    fn a_line_has_an_end() {
        let (echo, input, ..) = typed(&[vec![b'x'; MAX_LINE + 1], vec![b'\r']].concat());
        assert_eq!(input.len(), MAX_LINE + 1);
        assert!(echo.ends_with("x\u{7}\r\n"));
    }

    #[test]
    fn sizes_and_output() {
        let size = WindowSize {
            rows: 1,
            columns: 2,
            x_pixels: 3,
            y_pixels: 4,
        };
        assert_eq!(WindowSize::parse(b"1x2,3x4\0"), Some(size));
        assert_eq!(WindowSize::parse(b"1x2,3x70000"), None);
        assert_eq!(
            with_carriage_returns(Bytes::from_static(b"a\n\nb")),
            "a\r\n\r\nb"
        );
    }
}
