//! The name of a service, parsed once into what is asked for.

use bytes::Bytes;

use crate::control::Control;
use crate::reverse::Existing;

/// What a stream was opened for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Service {
    Shell(ShellService),
    /// Words for a system service, without a shell.
    Abb {
        words: Vec<Bytes>,
        protocol: Protocol,
    },
    Sync,
    /// A socket of the phone, by its address.
    Socket(String),
    Reverse(ReverseRequest),
    Control(Control),
    /// The processes that a debugger could be attached to, once.
    DebuggableOnce,
    /// The same, again at each change.
    DebuggableTracked,
}

/// A command and how it is connected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShellService {
    pub(crate) line: Option<Bytes>,
    pub(crate) protocol: Protocol,
    /// The terminal's type when one is wanted.
    pub(crate) terminal: Option<String>,
    pub(crate) hang_up: HangUp,
}

/// What becomes of a command whose client closes the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HangUp {
    Kills,
    /// Its input ends, after what was sent before; it goes on until it writes.
    EndsInput,
}

/// What runs on the stream of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// Its bytes, output and errors merged; the exit status is lost.
    Bytes,
    /// Packets that tell the streams apart.
    V2,
}

/// What is asked of the table of reversed sockets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReverseRequest {
    Forward {
        local: String,
        remote: String,
        existing: Existing,
    },
    Kill(String),
    KillAll,
    List,
    /// Not understood; answered with this text.
    Bad(String),
}

/// How the addresses of the phone's sockets begin.
const SOCKETS: [&str; 5] = [
    "tcp:",
    "localabstract:",
    "localreserved:",
    "localfilesystem:",
    "local:",
];

impl Service {
    /// What becomes of it when the client closes the stream.
    pub(crate) fn hang_up(&self) -> HangUp {
        match self {
            Self::Shell(shell) => shell.hang_up,
            Self::Abb {
                protocol: Protocol::Bytes,
                ..
            } => HangUp::EndsInput,
            Self::Abb { .. }
            | Self::Sync
            | Self::Socket(_)
            | Self::Reverse(_)
            | Self::Control(_)
            | Self::DebuggableOnce
            | Self::DebuggableTracked => HangUp::Kills,
        }
    }

    /// Parses a service's name; `None` when this phone has no such service.
    ///
    /// `framebuffer:`, `dev:`, `jdwp:PID`, `track-app`, `sideload:`, `backup:` and the verity switches are among those
    /// that it does not have.
    pub(crate) fn parse(name: &Bytes) -> Option<Self> {
        if let Some(line) = after(name, b"exec:") {
            return Some(Self::Shell(ShellService {
                line: line_of(line),
                protocol: Protocol::Bytes,
                terminal: None,
                hang_up: HangUp::EndsInput,
            }));
        }
        if let Some(words) = after(name, b"abb_exec:") {
            return Some(Self::Abb {
                words: words_of(&words),
                protocol: Protocol::Bytes,
            });
        }
        if let Some(words) = after(name, b"abb:") {
            return Some(Self::Abb {
                words: words_of(&words),
                protocol: Protocol::V2,
            });
        }
        if name.starts_with(b"shell:") || name.starts_with(b"shell,") {
            return parse_shell(name);
        }
        // What follows are names; only command lines may be other than text.
        let text = std::str::from_utf8(name).ok()?;
        if text.bytes().any(|byte| byte == 0) {
            return None;
        }
        if SOCKETS.iter().any(|prefix| {
            text.strip_prefix(prefix)
                .is_some_and(|name| !name.is_empty())
        }) {
            return Some(Self::Socket(text.to_owned()));
        }
        if let Some(request) = text.strip_prefix("reverse:") {
            return Some(Self::Reverse(parse_reverse(request)));
        }
        if let Some(mode) = text.strip_prefix("reboot:") {
            return Some(Self::Control(Control::Reboot(mode.to_owned())));
        }
        if let Some(words) = text.strip_prefix("remount:") {
            return Some(Self::Control(Control::Remount(words.to_owned())));
        }
        if let Some(port) = text.strip_prefix("tcpip:") {
            let port = port.parse().ok().filter(|port| *port != 0);
            return Some(Self::Control(Control::TcpIp(port)));
        }
        Some(match text {
            "sync:" => Self::Sync,
            "root:" => Self::Control(Control::Root),
            "unroot:" => Self::Control(Control::Unroot),
            "usb:" => Self::Control(Control::Usb),
            "jdwp" => Self::DebuggableOnce,
            "track-jdwp" => Self::DebuggableTracked,
            _ => return None,
        })
    }
}

/// `shell[,WORD…]:LINE`. Words that are not known are passed over, as adbd does for the sake of newer clients.
fn parse_shell(name: &Bytes) -> Option<Service> {
    let colon = name.iter().position(|byte| *byte == b':')?;
    let words = std::str::from_utf8(name.get(..colon)?).ok()?;
    let line = line_of(name.slice(colon + 1..));
    let mut protocol = Protocol::Bytes;
    let mut on_terminal = line.is_none();
    let mut kind = "dumb";
    for word in words.split(',').skip(1) {
        match word {
            "v2" => protocol = Protocol::V2,
            "pty" => on_terminal = true,
            "raw" => on_terminal = false,
            _ => kind = word.strip_prefix("TERM=").unwrap_or(kind),
        }
    }
    let terminal = on_terminal.then(|| kind.to_owned());
    Some(Service::Shell(ShellService {
        line,
        protocol,
        terminal,
        hang_up: HangUp::Kills,
    }))
}

fn parse_reverse(request: &str) -> ReverseRequest {
    match request {
        "list-forward" => return ReverseRequest::List,
        "killforward-all" => return ReverseRequest::KillAll,
        _ => {}
    }
    if let Some(local) = request.strip_prefix("killforward:") {
        if local.is_empty() || local.contains(';') {
            return ReverseRequest::Bad(format!("bad killforward: {local}"));
        }
        return ReverseRequest::Kill(local.to_owned());
    }
    let Some(pair) = request.strip_prefix("forward:") else {
        return ReverseRequest::Bad(format!("unknown reverse command: {request}"));
    };
    let (pair, existing) = match pair.strip_prefix("norebind:") {
        Some(pair) => (pair, Existing::Refuse),
        None => (pair, Existing::Replace),
    };
    match pair.split_once(';') {
        Some((local, remote))
            if !local.is_empty()
                && !remote.is_empty()
                && !remote.contains(';')
                && !remote.starts_with('*') =>
        {
            ReverseRequest::Forward {
                local: local.to_owned(),
                remote: remote.to_owned(),
                existing,
            }
        }
        _ => ReverseRequest::Bad(format!("bad forward: {pair}")),
    }
}

fn after(name: &Bytes, prefix: &[u8]) -> Option<Bytes> {
    name.starts_with(prefix).then(|| name.slice(prefix.len()..))
}

fn line_of(line: Bytes) -> Option<Bytes> {
    (!line.is_empty()).then_some(line)
}

fn words_of(words: &Bytes) -> Vec<Bytes> {
    words
        .split(|byte| *byte == 0)
        .map(|word| words.slice_ref(word))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(name: &str) -> Option<Service> {
        Service::parse(&Bytes::copy_from_slice(name.as_bytes()))
    }

    fn shell(line: Option<&'static str>, protocol: Protocol, terminal: Option<&str>) -> Service {
        Service::Shell(ShellService {
            line: line.map(Bytes::from),
            protocol,
            terminal: terminal.map(str::to_owned),
            hang_up: HangUp::Kills,
        })
    }

    #[test]
    fn shells() {
        for (name, expected) in [
            ("shell:ls -l", shell(Some("ls -l"), Protocol::Bytes, None)),
            ("shell:", shell(None, Protocol::Bytes, Some("dumb"))),
            ("shell,v2:a:b,c", shell(Some("a:b,c"), Protocol::V2, None)),
            (
                "shell,v2,TERM=xterm,raw:x",
                shell(Some("x"), Protocol::V2, None),
            ),
            (
                "shell,v2,TERM=linux,pty:",
                shell(None, Protocol::V2, Some("linux")),
            ),
            ("shell,v2,raw:", shell(None, Protocol::V2, None)),
            ("shell,v9,later:x", shell(Some("x"), Protocol::Bytes, None)),
        ] {
            assert_eq!(parse(name), Some(expected));
        }
        assert_eq!(
            parse("exec:x\u{e4}"),
            Some(Service::Shell(ShellService {
                line: Some(Bytes::from("x\u{e4}")),
                protocol: Protocol::Bytes,
                terminal: None,
                hang_up: HangUp::EndsInput,
            }))
        );
        assert_eq!(parse("shell"), None);
        assert_eq!(parse("shell,v2"), None);
    }

    #[test]
    fn others() {
        let words = |words: &[&'static str]| words.iter().map(|word| Bytes::from(*word)).collect();
        assert_eq!(
            parse("abb_exec:package\0install\0-S\x001"),
            Some(Service::Abb {
                words: words(&["package", "install", "-S", "1"]),
                protocol: Protocol::Bytes
            })
        );
        assert_eq!(parse("sync:"), Some(Service::Sync));
        assert_eq!(
            parse("localabstract:a"),
            Some(Service::Socket("localabstract:a".into()))
        );
        assert_eq!(
            parse("tcpip:5555"),
            Some(Service::Control(Control::TcpIp(Some(5555))))
        );
        assert_eq!(
            parse("tcpip:x"),
            Some(Service::Control(Control::TcpIp(None)))
        );
        assert_eq!(
            parse("reboot:"),
            Some(Service::Control(Control::Reboot(String::new())))
        );
        for unknown in [
            "framebuffer:",
            "dev:/dev/null",
            "localabstract:",
            "localabstract:a\0b",
            "jdwp:1",
            "",
            "sync",
        ] {
            assert_eq!(parse(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn reverse() {
        let forward = |existing| ReverseRequest::Forward {
            local: "tcp:1".into(),
            remote: "tcp:2".into(),
            existing,
        };
        for (request, expected) in [
            ("forward:tcp:1;tcp:2", forward(Existing::Replace)),
            ("forward:norebind:tcp:1;tcp:2", forward(Existing::Refuse)),
            ("killforward:tcp:1", ReverseRequest::Kill("tcp:1".into())),
            ("killforward-all", ReverseRequest::KillAll),
            ("list-forward", ReverseRequest::List),
            (
                "forward:tcp:1",
                ReverseRequest::Bad("bad forward: tcp:1".into()),
            ),
            (
                "forward:tcp:1;*x",
                ReverseRequest::Bad("bad forward: tcp:1;*x".into()),
            ),
            (
                "killforward:",
                ReverseRequest::Bad("bad killforward: ".into()),
            ),
        ] {
            assert_eq!(
                parse(&format!("reverse:{request}")),
                Some(Service::Reverse(expected))
            );
        }
    }

    proptest! {
        #[test]
        fn any_name_is_parsed_or_refused(
            prefix in prop::sample::select(vec!["", "shell", "shell,", "abb:", "reverse:", "tcp:", "reverse:forward:"]),
            rest in prop::collection::vec(any::<u8>(), 0..60),
        ) {
            let name = [prefix.as_bytes(), &rest].concat();
            let _ = Service::parse(&Bytes::from(name));
        }
    }
}
