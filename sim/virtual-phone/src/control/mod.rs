//! A socket by which another process works a phone's switches.
//!
//! One JSON object a line each way: a [`Request`] is answered by one [`Response`]. [`control_schema`] describes both.
//!
//! ```text
//! {"do":"fault","name":"offline","on":true}
//! {"answer":"done"}
//! {"do":"journal"}
//! {"answer":"journal","journal":{"entries":[{"number":1,"at_ms":812,"event":{"what":"injected",…}}],"dropped":0}}
//! ```
//!
//! `phone` names the phone by its serial and may be left out where there is only one. Lines of more than
//! [`MAX_LINE`] bytes and lines that are no request are answered with an error and end the connection, so that what
//! was not meant for this socket (a web page's request, say) cannot find a request further down.

mod perform;
mod protocol;
mod serve;
mod unique_keys;

pub use self::protocol::{ErrorCode, PhoneEntry, Request, Response, control_schema};
pub use self::serve::{ControlServer, MAX_CONNECTIONS, MAX_LINE};
