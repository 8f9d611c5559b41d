//! The question for the version of a server's protocol. It changes nothing, so it alone may be asked again.

use crate::connection::Connection;
use crate::error::{AdbError, Result};
use crate::wire::WireError;

pub(crate) const OPERATION: &str = "host:version";

pub(crate) async fn ask(connection: &Connection) -> Result<u32> {
    connection
        .request(OPERATION, "", OPERATION.as_bytes())
        .await?;
    let text = connection.read_whole_text(OPERATION).await?;
    std::str::from_utf8(&text)
        .ok()
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .ok_or(AdbError::Protocol {
            operation: OPERATION,
            source: WireError::Unexpected("the version is not a hexadecimal number"),
        })
}
