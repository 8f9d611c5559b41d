//! Requests to reverse sockets, answered in adb's own strings.

use super::Context;
use crate::service::ReverseRequest;

/// Does what was asked and answers what the client reads: a status, and sometimes a text with its length before it.
pub(super) fn answer(context: &Context, request: ReverseRequest) -> String {
    let table = &context.options.reverse;
    let done = match request {
        ReverseRequest::List => return with_length(&table.list()),
        ReverseRequest::Bad(text) => return fail(&text),
        ReverseRequest::KillAll => {
            table.remove_all();
            Ok(None)
        }
        ReverseRequest::Kill(local) => table.remove(&local).map(|()| None),
        ReverseRequest::Forward {
            local,
            remote,
            existing,
        } => table.add(
            context.connection,
            &local,
            &remote,
            existing,
            context.dialer.clone(),
        ),
    };
    match done {
        Ok(None) => "OKAY".to_owned(),
        Ok(Some(port)) => format!("OKAY{}", with_length(&port.to_string())),
        Err(error) => fail(&error.to_string()),
    }
}

fn fail(text: &str) -> String {
    format!("FAIL{}", with_length(text))
}

fn with_length(text: &str) -> String {
    // Four digits are all there is. The table is bounded, so only names of absurd length come near.
    let mut end = text.len().min(0xffff);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = text.split_at(end).0;
    format!("{:04x}{text}", text.len())
}
