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

/// A line as it runs on the phone that it is bound to. Every line is bound, and ends at once on another phone.
fn unbound(line: &str) -> String {
    let binding = " || { echo clawperator-another-phone; exit 1; }; ";
    match line.split_once(binding) {
        Some((head, rest)) => {
            let (service, condition) = head.split_once("[ ").unwrap_or((head, ""));
            assert!(condition.contains("boot_id"), "{line}");
            format!("{service}{rest}")
        }
        None => line.to_owned(),
    }
}
