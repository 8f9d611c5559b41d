//! What each request does.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clawperator_phone_screen::encode_png;

use super::protocol::{ErrorCode, PhoneEntry, Request, Response};
use crate::fault::FaultError;
use crate::host::PhoneHost;
use crate::phone::VirtualPhone;

/// Does what a request asks for.
pub(super) async fn perform(host: &PhoneHost, request: Request) -> Response {
    if let Request::Phones {} = request {
        return phones(host);
    }
    match chosen(host, request.phone()) {
        Ok(phone) => on_phone(&phone, request).await,
        Err(refused) => refused,
    }
}

pub(super) fn error(code: ErrorCode, message: impl Into<String>) -> Response {
    Response::Error {
        code,
        message: message.into(),
    }
}

fn phones(host: &PhoneHost) -> Response {
    let entries = host.phones().into_iter().map(|(serial, phone)| PhoneEntry {
        serial,
        release: phone.release().to_string(),
        model: phone.model().to_owned(),
    });
    Response::Phones {
        phones: entries.collect(),
    }
}

fn chosen(host: &PhoneHost, serial: Option<&str>) -> Result<VirtualPhone, Response> {
    if let Some(serial) = serial {
        return host.phone(serial).ok_or_else(|| {
            let shown: String = serial.chars().take(100).collect();
            error(
                ErrorCode::NoSuchPhone,
                format!("there is no phone `{shown}`"),
            )
        });
    }
    let mut phones = host.phones();
    match (phones.pop(), phones.is_empty()) {
        (Some((_, phone)), true) => Ok(phone),
        (None, _) => Err(error(ErrorCode::PhoneNeeded, "there is no phone")),
        (Some(_), false) => Err(error(
            ErrorCode::PhoneNeeded,
            "there are several phones\nhint: name one with `phone`",
        )),
    }
}

async fn on_phone(phone: &VirtualPhone, request: Request) -> Response {
    match request {
        Request::Phones {} => Response::Done {},
        Request::Fault {
            on: true, fault, ..
        } => match phone.faults().set(fault).await {
            Ok(()) => Response::Done {},
            Err(refused) => {
                let code = match refused {
                    FaultError::NoSuchApp(_) | FaultError::NoAppInFront => ErrorCode::NoSuchApp,
                    FaultError::NotOnThisScreen
                    | FaultError::TextTooLong
                    | FaultError::NotOneLine => ErrorCode::Failed,
                };
                error(code, refused.to_string())
            }
        },
        Request::Fault {
            on: false, fault, ..
        } => {
            phone.faults().clear(fault.kind()).await;
            Response::Done {}
        }
        Request::Faults { .. } => Response::Faults {
            faults: phone.faults().list(),
        },
        Request::ClearFaults { .. } => {
            phone.faults().clear_all().await;
            Response::Done {}
        }
        Request::Latency { profile, .. } => {
            phone.faults().set_latency(profile);
            Response::Done {}
        }
        Request::Journal { after, .. } => Response::Journal {
            journal: phone.journal_after(after),
        },
        Request::Requests { after, .. } => Response::Requests {
            requests: phone.requests_after(after),
        },
        Request::State { .. } => Response::State {
            state: phone.status().await,
        },
        Request::Screenshot { .. } => screenshot(phone).await,
        Request::Tap { x, y, .. } => match phone.tap(x, y).await {
            Ok(()) => Response::Done {},
            Err(refused) => error(ErrorCode::InputRefused, refused.to_string()),
        },
        Request::Advance { by_ms, .. } => {
            phone.advance(Duration::from_millis(by_ms));
            Response::Done {}
        }
        Request::Reset { .. } => match phone.reset().await {
            Ok(()) => Response::Done {},
            Err(failure) => error(ErrorCode::Failed, failure.to_string()),
        },
        Request::Counters { .. } => Response::Counters {
            counters: phone.traffic(),
        },
    }
}

async fn screenshot(phone: &VirtualPhone) -> Response {
    let image = phone.screenshot().await;
    let (width, height) = (image.width, image.height);
    // Millions of pixels are compressed: other phones must not wait for that.
    let encoded = tokio::task::spawn_blocking(move || {
        encode_png(&image).map(|png| BASE64_STANDARD.encode(&png))
    });
    match encoded.await {
        Ok(Ok(png)) => Response::Screenshot { width, height, png },
        Ok(Err(failure)) => error(ErrorCode::Failed, failure.to_string()),
        Err(failure) => error(ErrorCode::Failed, failure.to_string()),
    }
}
