//! What passes between a driver and the Operator on a phone: `operator/PROTOCOL.md`, as types.
//!
//! Pure functions over bytes. Whatever comes from the other side is hostile until it is one of these types: lengths are
//! checked before room is made for them, and a message has one form only, so that what was read writes the same bytes.

mod act;
mod answer;
mod face;
mod fields;
mod frame;
mod greeting;
mod hold;
mod notice;
mod picture;
mod place;
mod recording;
mod request;
mod state;
mod tree;

pub use self::act::{Act, Acted, Finger, Outcome, TouchPoint, Way};
pub use self::answer::{Answer, Changed, Clipped, Refusal};
pub use self::face::{Closeness, Face, Spot, face_at};
pub use self::fields::{Damaged, What};
pub use self::frame::{BadFrame, FRAME_HEAD, FrameHead, From, Kind};
pub use self::greeting::{
    Build, DRIVER_HELLO_BYTES, DriverHello, Launch, NONCE_BYTES, Nonce, OPERATOR_HELLO_BYTES,
    OperatorHello, PROOF_BYTES, Proof, Secret, Terms, VERSION,
};
pub use self::hold::{Held, Hold, MOST_OF_NAME as MOST_OF_HOLDER, Told};
pub use self::notice::{Heard, Listen, Notice, NoticeKind};
pub use self::picture::{Form, Picture, Pictured, Secure};
pub use self::place::{FOLDER, PREFIX, SOCKET, jar_path, recording_path, secret_path};
pub use self::recording::{
    Fetch, Fetched, Kept, MOST_OF_RECORDING_NAME, Record, Recorded, is_recording_name,
};
pub use self::request::{Look, Request};
pub use self::state::{Display, Lock, State};
pub use self::tree::{
    Content, Name, Node, NodeFlags, Rest, Texts, Tree, Window, WindowFlags, WindowKind,
};
