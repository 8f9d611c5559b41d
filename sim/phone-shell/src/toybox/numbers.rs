//! `seq` and `sleep`.

use std::time::Duration;

use super::call::Call;
use super::options::Spec;
use crate::io::Closed;
use crate::program::Exit;

pub(super) async fn seq(mut call: Call<'_>) -> Result<Exit, Closed> {
    // Negative numbers are operands here, so options are taken by hand.
    let mut words = std::mem::take(&mut call.arguments);
    let (mut separator, mut padded) = (b"\n".to_vec(), false);
    while let Some(first) = words.first() {
        match first.as_slice() {
            b"-w" => padded = true,
            b"-s" if words.len() > 1 => separator = words.remove(1),
            [b'-', b's', inline @ ..] if !inline.is_empty() => separator = inline.to_vec(),
            _ => break,
        }
        words.remove(0);
    }
    let mut numbers = Vec::new();
    let mut digits = 0;
    for word in &words {
        let text = String::from_utf8_lossy(word).into_owned();
        let Some(number) = text.parse::<f64>().ok().filter(|number| number.is_finite()) else {
            call.complain(format!("bad number '{text}'")).await?;
            return Ok(1);
        };
        digits = digits.max(
            text.split_once('.')
                .map_or(0, |(_, fraction)| fraction.len())
                .min(9),
        );
        numbers.push(number);
    }
    let (first, step, last) = match numbers.as_slice() {
        [last] => (1.0, 1.0, *last),
        [first, last] => (*first, 1.0, *last),
        [first, step, last] => (*first, *step, *last),
        _ => return call.refuse("Needs 1 argument").await,
    };
    let width = if padded {
        format!("{last:.digits$}")
            .len()
            .max(format!("{first:.digits$}").len())
    } else {
        0
    };
    let mut index = 0.0;
    let mut any = false;
    loop {
        let value = step.mul_add(index, first);
        if step == 0.0 || (step > 0.0 && value > last + 1e-9) || (step < 0.0 && value < last - 1e-9)
        {
            break;
        }
        let shown = format!("{value:0width$.digits$}");
        let head = if any { separator.as_slice() } else { b"" };
        call.print([head, shown.as_bytes()].concat()).await?;
        any = true;
        index += 1.0;
    }
    if any {
        call.print("\n").await?;
    }
    Ok(0)
}

pub(super) async fn sleep(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let mut total = Duration::ZERO;
    for word in &options.operands {
        let text = String::from_utf8_lossy(word).into_owned();
        let (digits, unit) = match text.char_indices().last() {
            Some((index, 's')) => (text.get(..index).unwrap_or_default(), 1.0),
            Some((index, 'm')) => (text.get(..index).unwrap_or_default(), 60.0),
            Some((index, 'h')) => (text.get(..index).unwrap_or_default(), 3600.0),
            Some((index, 'd')) => (text.get(..index).unwrap_or_default(), 86_400.0),
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
