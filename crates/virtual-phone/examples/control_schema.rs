//! Prints the JSON Schema of the control socket: `cargo run --example control_schema > schemas/control.json`.

use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let schema = clawperator_virtual_phone::control::control_schema();
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &schema)?;
    writeln!(out)?;
    Ok(())
}
