//! Requests that adbd answers for itself.

/// What adbd is asked to do with itself or the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// `root:`: run as root.
    Root,
    /// `unroot:`: run as the shell user again.
    Unroot,
    /// `remount:`: make the system's partitions writable; the words after it.
    Remount(String),
    /// `reboot:`: the mode, empty for an ordinary restart.
    Reboot(String),
    /// `tcpip:`: listen on a port; `None` when the number was none.
    TcpIp(Option<u16>),
    /// `usb:`: listen on USB only.
    Usb,
}

/// How adbd answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlReply {
    /// What the client is told.
    pub text: String,
    /// What happens then.
    pub then: Then,
}

/// What happens after the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// Everything goes on.
    Stay,
    /// Every connection of the phone is cut, as when adbd starts anew or the phone reboots.
    Restart,
}

impl ControlReply {
    /// How the adbd of a production build answers.
    #[must_use]
    pub fn of_production_build(control: &Control) -> Self {
        let (text, then) = match control {
            Control::Root => (
                "adbd cannot run as root in production builds\n".to_owned(),
                Then::Stay,
            ),
            Control::Unroot => ("adbd not running as root\n".to_owned(), Then::Stay),
            Control::Remount(_) => (
                "Not running as root. Try \"adb root\" first.\n".to_owned(),
                Then::Stay,
            ),
            Control::Reboot(_) => (String::new(), Then::Restart),
            Control::TcpIp(Some(port)) => (
                format!("restarting in TCP mode port: {port}\n"),
                Then::Restart,
            ),
            Control::TcpIp(None) => ("invalid port\n".to_owned(), Then::Stay),
            Control::Usb => ("restarting in USB mode\n".to_owned(), Then::Restart),
        };
        Self { text, then }
    }
}
