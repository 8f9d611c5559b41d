//! Sockets of the phone and of this machine, as forwarding rules and device streams name them.

use std::fmt;

use crate::error::{AdbError, Result};

/// A socket of the phone or of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SocketSpec {
    /// A TCP port of the loopback interface; 0 lets the listening side choose one.
    Tcp(u16),
    /// A unix socket in the abstract name space.
    LocalAbstract(String),
    /// A unix socket of Android's `/dev/socket`.
    LocalReserved(String),
    /// A unix socket in the file system.
    LocalFilesystem(String),
    /// The debugger's port of a Java process, by its number.
    Jdwp(u32),
    /// A character device.
    Device(String),
}

impl SocketSpec {
    /// Reads the protocol's form, such as `tcp:8080` or `localabstract:name`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once(':')?;
        let name = || (!rest.is_empty()).then(|| rest.to_owned());
        match scheme {
            "tcp" => rest.parse().ok().map(Self::Tcp),
            "localabstract" => name().map(Self::LocalAbstract),
            "localreserved" => name().map(Self::LocalReserved),
            "localfilesystem" | "local" => name().map(Self::LocalFilesystem),
            "jdwp" => rest.parse().ok().map(Self::Jdwp),
            "dev" => name().map(Self::Device),
            _ => None,
        }
    }

    /// The protocol's form; names that a rule could not be read back from are refused.
    pub(crate) fn encode(&self, operation: &'static str) -> Result<String> {
        match self {
            Self::LocalAbstract(name)
            | Self::LocalReserved(name)
            | Self::LocalFilesystem(name)
            | Self::Device(name)
                if name.is_empty() || name.contains([';', '\0', '\n']) =>
            {
                Err(AdbError::InvalidRequest {
                    operation,
                    message: format!("`{}` is not a socket name", name.escape_debug()),
                })
            }
            _ => Ok(self.to_string()),
        }
    }
}

impl fmt::Display for SocketSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(port) => write!(f, "tcp:{port}"),
            Self::LocalAbstract(name) => write!(f, "localabstract:{name}"),
            Self::LocalReserved(name) => write!(f, "localreserved:{name}"),
            Self::LocalFilesystem(path) => write!(f, "localfilesystem:{path}"),
            Self::Jdwp(process) => write!(f, "jdwp:{process}"),
            Self::Device(path) => write!(f, "dev:{path}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in [
            "tcp:0",
            "tcp:65535",
            "localabstract:a b",
            "localreserved:x",
            "localfilesystem:/x",
            "jdwp:12",
            "dev:/dev/tty",
        ] {
            assert_eq!(SocketSpec::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "tcp",
            "tcp:",
            "tcp:65536",
            "tcp:x",
            "udp:1",
            "localabstract:",
        ] {
            assert_eq!(SocketSpec::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_cannot_hold_a_second_rule() {
        for name in ["", "a;tcp:1", "a\0b", "a\nb"] {
            assert!(
                SocketSpec::LocalAbstract(name.into())
                    .encode("forward")
                    .is_err()
            );
        }
    }
}
