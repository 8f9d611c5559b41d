//! Ports of this machine that lead to the phone, and ports of the phone that lead here.

use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::server::Server;
use crate::socket_spec::SocketSpec;

/// What to do with a rule that is there already for the same listening socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rebind {
    /// Put the new one in its place.
    Replace,
    /// Refuse the new one.
    Refuse,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardRule {
    /// The device; for rules of the phone's own list, the phone's name for this computer.
    pub serial: String,
    /// Where connections are accepted, in the protocol's form.
    pub listen: String,
    /// Where they are led to, in the protocol's form.
    pub target: String,
}

impl Server {
    /// The rules of all devices of this server that lead from this machine to a phone.
    pub async fn forwards(&self, deadline: Deadline) -> Result<Vec<ForwardRule>> {
        const OPERATION: &str = "host:list-forward";
        let list = self
            .query(OPERATION, "", OPERATION.as_bytes(), deadline)
            .await?;
        parse_rules(OPERATION, &list)
    }
}

impl DeviceHandle {
    /// Leads connections from a socket of this machine to one of the phone. Answers the listening socket, with the
    /// port that was chosen where `tcp:0` was asked for.
    pub async fn forward(
        &self,
        listen: &SocketSpec,
        target: &SocketSpec,
        rebind: Rebind,
        deadline: Deadline,
    ) -> Result<SocketSpec> {
        const OPERATION: &str = "forward";
        let rule = rule(OPERATION, listen, target, rebind)?;
        let connection = self.server().connect(OPERATION, deadline).await?;
        deadline
            .run(OPERATION, async {
                let request = format!("host-serial:{}:forward:{rule}", self.serial());
                connection
                    .request(OPERATION, self.serial(), request.as_bytes())
                    .await?;
                // The first status is for the request, the second for the rule.
                connection.expect_okay(OPERATION, self.serial()).await?;
                if *listen != SocketSpec::Tcp(0) {
                    return Ok(listen.clone());
                }
                chosen_port(OPERATION, &connection.read_text(OPERATION).await?)
            })
            .await
    }

    /// The rules that lead from this machine to this phone.
    pub async fn forwards(&self, deadline: Deadline) -> Result<Vec<ForwardRule>> {
        let mut rules = self.server().forwards(deadline).await?;
        rules.retain(|rule| rule.serial == self.serial());
        Ok(rules)
    }

    /// Takes a rule back.
    pub async fn remove_forward(&self, listen: &SocketSpec, deadline: Deadline) -> Result<()> {
        const OPERATION: &str = "killforward";
        let listen = listen.encode(OPERATION)?;
        let connection = self.server().connect(OPERATION, deadline).await?;
        deadline
            .run(OPERATION, async {
                let request = format!("host-serial:{}:killforward:{listen}", self.serial());
                connection
                    .request(OPERATION, self.serial(), request.as_bytes())
                    .await?;
                connection.expect_okay(OPERATION, self.serial()).await
            })
            .await
    }

    /// Leads connections from a socket of the phone to one of this machine. Answers the listening socket, with the port
    /// that was chosen where `tcp:0` was asked for.
    pub async fn reverse(
        &self,
        listen: &SocketSpec,
        target: &SocketSpec,
        rebind: Rebind,
        deadline: Deadline,
    ) -> Result<SocketSpec> {
        const OPERATION: &str = "reverse";
        let rule = rule(OPERATION, listen, target, rebind)?;
        let service = format!("reverse:forward:{rule}");
        let connection = self
            .open_service(OPERATION, service.as_bytes(), deadline)
            .await?;
        deadline
            .run(OPERATION, async {
                connection.expect_okay(OPERATION, self.serial()).await?;
                if *listen != SocketSpec::Tcp(0) {
                    return Ok(listen.clone());
                }
                chosen_port(OPERATION, &connection.read_text(OPERATION).await?)
            })
            .await
    }

    /// The rules that lead from this phone to this machine.
    pub async fn reverses(&self, deadline: Deadline) -> Result<Vec<ForwardRule>> {
        const OPERATION: &str = "reverse:list-forward";
        let connection = self
            .open_service(OPERATION, OPERATION.as_bytes(), deadline)
            .await?;
        let list = deadline
            .run(OPERATION, connection.read_whole_text(OPERATION))
            .await?;
        parse_rules(OPERATION, &list)
    }

    /// Takes a rule of the phone back.
    pub async fn remove_reverse(&self, listen: &SocketSpec, deadline: Deadline) -> Result<()> {
        const OPERATION: &str = "reverse:killforward";
        let service = format!("{OPERATION}:{}", listen.encode(OPERATION)?);
        self.reverse_command(OPERATION, &service, deadline).await
    }

    /// Takes all rules of the phone back.
    pub async fn remove_all_reverses(&self, deadline: Deadline) -> Result<()> {
        const OPERATION: &str = "reverse:killforward-all";
        self.reverse_command(OPERATION, OPERATION, deadline).await
    }

    async fn reverse_command(
        &self,
        operation: &'static str,
        service: &str,
        deadline: Deadline,
    ) -> Result<()> {
        let connection = self
            .open_service(operation, service.as_bytes(), deadline)
            .await?;
        deadline
            .run(operation, connection.expect_okay(operation, self.serial()))
            .await
    }
}

fn rule(
    operation: &'static str,
    listen: &SocketSpec,
    target: &SocketSpec,
    rebind: Rebind,
) -> Result<String> {
    let norebind = match rebind {
        Rebind::Replace => "",
        Rebind::Refuse => "norebind:",
    };
    let listen = listen.encode(operation)?;
    let target = target.encode(operation)?;
    Ok(format!("{norebind}{listen};{target}"))
}

fn chosen_port(operation: &'static str, text: &[u8]) -> Result<SocketSpec> {
    std::str::from_utf8(text)
        .ok()
        .and_then(|digits| digits.parse().ok())
        .map(SocketSpec::Tcp)
        .ok_or_else(|| DeviceHandle::unexpected(operation, "the chosen port is not a number"))
}

/// Reads lines of serial, listening socket and target. The last two are found from the end, since the phone's name for
/// this computer may have blanks in it.
fn parse_rules(operation: &'static str, list: &[u8]) -> Result<Vec<ForwardRule>> {
    let list = String::from_utf8_lossy(list);
    let rule = |line: &str| -> Option<ForwardRule> {
        let (rest, target) = line.rsplit_once(' ')?;
        let (serial, listen) = rest.rsplit_once(' ')?;
        Some(ForwardRule {
            serial: serial.to_owned(),
            listen: listen.to_owned(),
            target: target.to_owned(),
        })
    };
    list.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            rule(line).ok_or_else(|| {
                DeviceHandle::unexpected(operation, "a rule has fewer than three words")
            })
        })
        .collect::<Result<_, AdbError>>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rules_are_written_and_read() {
        let (a, b) = (SocketSpec::Tcp(0), SocketSpec::LocalAbstract("x".into()));
        assert_eq!(
            rule("forward", &a, &b, Rebind::Replace).unwrap(),
            "tcp:0;localabstract:x"
        );
        assert_eq!(
            rule("forward", &a, &b, Rebind::Refuse).unwrap(),
            "norebind:tcp:0;localabstract:x"
        );
        let rules = parse_rules(
            "forward",
            b"127.0.0.1:5 tcp:1 tcp:2\n\nhost 3 tcp:4 tcp:5\n",
        )
        .unwrap();
        assert_eq!(rules[0].serial, "127.0.0.1:5");
        assert_eq!(
            (rules[1].serial.as_str(), rules[1].target.as_str()),
            ("host 3", "tcp:5")
        );
        assert!(parse_rules("forward", b"one two\n").is_err());
    }

    proptest! {
        #[test]
        fn nothing_panics(list in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = parse_rules("forward", &list);
        }
    }
}
