mod answers;
mod crowd;
mod fight;
mod hostile;
mod matrix;
mod names;
mod waits;
mod window;

mod dice;
mod rig;
mod server;

/// What the example `phones` does, for a shorter time.
#[path = "../../examples/phones"]
mod phones {
    pub(super) mod crowd;
    mod timed;
}

/// How large a test is: as usual, or as this variable says.
#[expect(
    clippy::disallowed_methods,
    reason = "whoever runs a test by hand says how large it is to be"
)]
fn size((name, usual): (&str, usize)) -> usize {
    let asked = std::env::var(name);
    asked.map_or(usual, |size| size.parse().unwrap())
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
