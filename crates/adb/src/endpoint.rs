//! Where an adb server listens.

use std::fmt;
use std::net::IpAddr;

/// The port of an adb server when nobody says otherwise.
pub const DEFAULT_PORT: u16 = 5037;

/// Where an adb server listens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Endpoint {
    /// A TCP port; the host is a name or an address without brackets.
    Tcp { host: String, port: u16 },
    /// A unix socket in the file system.
    Path(String),
    /// A unix socket in Linux's abstract name space.
    Abstract(String),
}

/// What the three variables of the adb program say; the caller has read them.
#[derive(Debug, Clone, Copy, Default)]
pub struct EndpointVariables<'a> {
    /// `ADB_SERVER_SOCKET`.
    pub socket: Option<&'a str>,
    /// `ANDROID_ADB_SERVER_ADDRESS`.
    pub address: Option<&'a str>,
    /// `ANDROID_ADB_SERVER_PORT`.
    pub port: Option<&'a str>,
}

/// A text that names no endpoint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not an adb server socket: {reason}")]
pub struct EndpointError {
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Endpoint {
    /// A port of this machine.
    #[must_use]
    pub fn local(port: u16) -> Self {
        Self::Tcp {
            host: LOCALHOST.to_owned(),
            port,
        }
    }

    /// Reads `tcp:PORT`, `tcp:HOST:PORT`, `localfilesystem:PATH`, `local:PATH`, `localabstract:NAME`, or `HOST:PORT`
    /// without a scheme.
    pub fn parse(text: &str) -> Result<Self, EndpointError> {
        let refuse = |reason| EndpointError {
            text: text.to_owned(),
            reason,
        };
        let named = |name: &str, make: fn(String) -> Self| {
            if name.is_empty() || name.contains('\0') {
                Err(refuse("the name is empty or contains a NUL"))
            } else {
                Ok(make(name.to_owned()))
            }
        };
        if let Some(path) = text
            .strip_prefix("localfilesystem:")
            .or_else(|| text.strip_prefix("local:"))
        {
            return named(path, Self::Path);
        }
        if let Some(name) = text.strip_prefix("localabstract:") {
            return named(name, Self::Abstract);
        }
        let (address, bare_port) = match text.strip_prefix("tcp:") {
            Some(address) => (address, !address.contains(':')),
            None => (text, false),
        };
        if bare_port {
            return port(address)
                .map(Self::local)
                .ok_or_else(|| refuse("the port must be a number from 1 to 65535"));
        }
        let (host, digits) = address
            .rsplit_once(':')
            .ok_or_else(|| refuse("the port is missing"))?;
        let port =
            port(digits).ok_or_else(|| refuse("the port must be a number from 1 to 65535"))?;
        let host = match host
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            Some(inner) => inner,
            None if host.contains(':') => {
                return Err(refuse("an IPv6 address must be in brackets"));
            }
            None => host,
        };
        if host.is_empty() || host.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(refuse("the host is empty or not a host name"));
        }
        Ok(Self::Tcp {
            host: host.to_owned(),
            port,
        })
    }

    /// Chooses as the adb program does: the socket variable wins, then address and port, then port 5037 here.
    pub fn from_variables(variables: EndpointVariables<'_>) -> Result<Self, EndpointError> {
        let set = |value: Option<&'_ str>| value.filter(|text| !text.is_empty()).map(str::to_owned);
        if let Some(socket) = set(variables.socket) {
            return Self::parse(&socket);
        }
        let port = match set(variables.port) {
            None => DEFAULT_PORT,
            Some(text) => match port(&text) {
                Some(port) => port,
                None => {
                    return Err(EndpointError {
                        text,
                        reason: "the port must be a number from 1 to 65535",
                    });
                }
            },
        };
        match set(variables.address) {
            None => Ok(Self::local(port)),
            Some(host) => {
                let bracketed = if host.contains(':') && !host.starts_with('[') {
                    format!("[{host}]")
                } else {
                    host
                };
                Self::parse(&format!("tcp:{bracketed}:{port}"))
            }
        }
    }

    /// Whether the server is on this machine, where this client may start one.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self {
            Self::Path(_) | Self::Abstract(_) => true,
            Self::Tcp { host, .. } => {
                host == LOCALHOST || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
            }
        }
    }
}

impl fmt::Display for Endpoint {
    /// The form that `adb -L` understands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } if host.contains(':') => write!(f, "tcp:[{host}]:{port}"),
            Self::Tcp { host, port } => write!(f, "tcp:{host}:{port}"),
            Self::Path(path) => write!(f, "localfilesystem:{path}"),
            Self::Abstract(name) => write!(f, "localabstract:{name}"),
        }
    }
}

pub(crate) const LOCALHOST: &str = "localhost";

fn port(digits: &str) -> Option<u16> {
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|port| plain && *port != 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sockets_as_the_adb_program_writes_them() {
        for (text, shown) in [
            ("tcp:5037", "tcp:localhost:5037"),
            ("tcp:localhost:5038", "tcp:localhost:5038"),
            ("tcp:10.0.0.2:1", "tcp:10.0.0.2:1"),
            ("tcp:[::1]:5037", "tcp:[::1]:5037"),
            ("localhost:5037", "tcp:localhost:5037"),
            ("localabstract:adb", "localabstract:adb"),
            ("localfilesystem:/tmp/a b", "localfilesystem:/tmp/a b"),
            ("local:/tmp/a", "localfilesystem:/tmp/a"),
        ] {
            assert_eq!(Endpoint::parse(text).unwrap().to_string(), shown, "{text}");
        }
        for text in [
            "",
            "tcp:",
            "tcp:0",
            "tcp:65536",
            "tcp:+1",
            "5037",
            "tcp:host:",
            "tcp::5037",
            "tcp:::1:5037",
            "localabstract:",
            "local:a\0b",
            "tcp:a b:1",
        ] {
            assert!(Endpoint::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_socket_variable_wins() {
        let variables = EndpointVariables {
            socket: Some("tcp:1"),
            address: Some("h"),
            port: Some("x"),
        };
        assert_eq!(Endpoint::from_variables(variables), Ok(Endpoint::local(1)));
        for (address, port, shown) in [
            (None, None, "tcp:localhost:5037"),
            (None, Some("6000"), "tcp:localhost:6000"),
            (Some("10.0.0.2"), None, "tcp:10.0.0.2:5037"),
            (Some("::1"), Some("6000"), "tcp:[::1]:6000"),
            (Some(""), Some(""), "tcp:localhost:5037"),
        ] {
            let variables = EndpointVariables {
                socket: Some(""),
                address,
                port,
            };
            assert_eq!(
                Endpoint::from_variables(variables).unwrap().to_string(),
                shown
            );
        }
        let variables = EndpointVariables {
            socket: None,
            address: None,
            port: Some("many"),
        };
        assert!(Endpoint::from_variables(variables).is_err());
    }

    #[test]
    fn a_server_is_started_on_this_machine_only() {
        for (text, local) in [
            ("tcp:5037", true),
            ("tcp:127.0.0.2:5037", true),
            ("tcp:[::1]:5037", true),
            ("local:/tmp/x", true),
            ("tcp:10.0.0.2:5037", false),
            ("tcp:phones.example:5037", false),
        ] {
            assert_eq!(Endpoint::parse(text).unwrap().is_local(), local, "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics_and_what_is_shown_is_read_back(text in "(tcp:|local:|localabstract:)?[\\PC]{0,12}(:[0-9]{1,6})?") {
            if let Ok(endpoint) = Endpoint::parse(&text) {
                prop_assert_eq!(Endpoint::parse(&endpoint.to_string()), Ok(endpoint));
            }
        }
    }
}
