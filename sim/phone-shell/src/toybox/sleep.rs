//! `sleep`.

use std::time::Duration;

use super::call::Call;
use super::options::Spec;
use crate::io::Closed;
use crate::program::Exit;

pub(super) async fn sleep(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut total = Duration::ZERO;
    for word in &options.operands {
        let text = String::from_utf8_lossy(word).into_owned();
        let (digits, unit) = match text.char_indices().last() {
            Some((index, 's')) => (text.split_at(index).0, 1.0),
            Some((index, 'm')) => (text.split_at(index).0, 60.0),
            Some((index, 'h')) => (text.split_at(index).0, 3600.0),
            Some((index, 'd')) => (text.split_at(index).0, 86_400.0),
            _ => (text.as_str(), 1.0),
        };
        let duration = digits
            .parse::<f64>()
            .ok()
            .and_then(|value| Duration::try_from_secs_f64(value * unit).ok());
        let Some(duration) = duration else {
            call.complain(format!("Not a number '{text}'")).await?;
            return Ok(1);
        };
        total = total.saturating_add(duration);
    }
    call.process.clock.sleep(total).await;
    Ok(0)
}
