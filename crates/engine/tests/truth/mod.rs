mod answers;
mod crowd;
mod fight;
mod hostile;
mod matrix;
mod names;

mod dice;
mod rig;
mod server;

/// What the example `phones` does, for a shorter time.
#[path = "../../examples/phones"]
mod phones {
    pub(super) mod crowd;
    mod timed;
}
