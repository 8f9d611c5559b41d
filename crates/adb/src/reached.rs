//! The way to a device, before anything is asked of it.

use crate::bound_line::Binding;
use crate::connection::Connection;
use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::shell::{OPERATION, Shell, ShellCommand, ShellProtocol, service};

/// How servers call a request that they do not know.
const UNKNOWN: &str = "unknown host service";

/// A connection on which the server has chosen the device, and nothing was asked of the device yet.
///
/// What goes wrong before this proves that nothing has reached the device. What goes wrong once a service is asked for
/// proves nothing: servers say `closed` of a service that was refused and of one that had begun when the way to the
/// device broke.
#[derive(Debug)]
pub struct Reached {
    connection: Connection,
    serial: String,
    binding: Option<Binding>,
}

impl DeviceHandle {
    /// Goes as far as one can without asking anything of the device.
    pub async fn reach(&self, deadline: Deadline) -> Result<Reached> {
        self.reach_for(OPERATION, deadline).await
    }

    /// The same for an operation of another name.
    pub(crate) async fn reach_for(
        &self,
        operation: &'static str,
        deadline: Deadline,
    ) -> Result<Reached> {
        if let Some(reached) = self.try_reach(operation, deadline).await? {
            return Ok(reached);
        }
        // The connection of before is closed: whoever asks the device who it is needs one too.
        if self.has_witness() {
            self.confirm(deadline).await?;
            let reached = self.try_reach(operation, deadline).await?;
            return reached.ok_or_else(|| self.replaced());
        }
        Err(self.replaced())
    }

    /// The device by the connection that it had first; nothing where it has another one now.
    async fn try_reach(
        &self,
        operation: &'static str,
        deadline: Deadline,
    ) -> Result<Option<Reached>> {
        let connection = self.server().connect(operation, deadline).await?;
        let chosen = self.choose(operation, &connection);
        let number = deadline.run(operation, chosen).await?;
        Ok(self.is_reached_by(number).then(|| Reached {
            connection,
            serial: self.serial().to_owned(),
            binding: self.binding(),
        }))
    }

    /// Has the server choose the device by its serial number, and say by which connection it has that now. A serial
    /// number may be an address or a port, and what is connected there later may be another phone.
    async fn choose(&self, operation: &'static str, connection: &Connection) -> Result<u64> {
        let chosen = format!("host:tport:serial:{}", self.serial());
        let asked = connection.request(operation, self.serial(), chosen.as_bytes());
        asked.await.map_err(|error| match error {
            AdbError::ServiceRefused { message, .. } if message.starts_with(UNKNOWN) => {
                AdbError::ServiceRefused {
                    service: operation.to_owned(),
                    message: "the adb server is older than version 29".to_owned(),
                }
            }
            error => error,
        })?;
        let number = connection.read_array::<8>(operation).await?;
        Ok(u64::from_le_bytes(number))
    }
}

impl Reached {
    /// Starts a command by a given protocol.
    pub async fn shell(
        self,
        protocol: ShellProtocol,
        command: ShellCommand<'_>,
        deadline: Deadline,
    ) -> Result<Shell> {
        // A terminal is for a person, who sees where it is.
        let (service, binding) = match (command, &self.binding) {
            (ShellCommand::Line(line), Some(binding)) if !line.is_empty() => {
                let bound = binding.bind(line);
                let service = service(protocol, ShellCommand::Line(&bound))?;
                (service, Some(binding.clone()))
            }
            (command, _) => (service(protocol, command)?, None),
        };
        let connection = self.open(OPERATION, &service, deadline).await?;
        Ok(Shell::new(connection, protocol, binding))
    }

    /// Opens a service; errors call it by `operation`, since the service may hold what is private.
    pub(crate) async fn open(
        self,
        operation: &'static str,
        service: &[u8],
        deadline: Deadline,
    ) -> Result<Connection> {
        let asked = self.connection.request(operation, &self.serial, service);
        deadline.run(operation, asked).await?;
        Ok(self.connection)
    }
}
