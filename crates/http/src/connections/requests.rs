//! From a connection's requests to the routes, and back.

use std::fmt;
use std::future::{Future, ready};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready as ready_poll};

use axum::Router;
use axum::body::Body as RouteBody;
use bytes::Bytes;
use http::header::{CONNECTION, CONTENT_TYPE};
use http::{HeaderValue, Request, Response, StatusCode};
use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::service::Service;
use tower::ServiceExt as _;

use super::progress::Progress;
use super::strict;

/// The requests of one connection.
#[derive(Debug)]
pub(super) struct Requests {
    app: Router,
    peer: SocketAddr,
    progress: Arc<Progress>,
}

/// The connection was chosen to make room while its request arrived; it is closed without an answer.
#[derive(Debug)]
pub(super) struct MadeRoom;

impl fmt::Display for MadeRoom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the connection made room for another")
    }
}

impl std::error::Error for MadeRoom {}

/// The body of an answer. Its end, however it comes, ends the request.
#[derive(Debug)]
pub(super) struct AnswerBody {
    body: RouteBody,
    progress: Arc<Progress>,
}

/// The body of a request, which reports when it is complete.
#[derive(Debug)]
struct ArrivingBody {
    body: Incoming,
    progress: Arc<Progress>,
}

type Answering = Pin<Box<dyn Future<Output = Result<Response<AnswerBody>, MadeRoom>> + Send>>;

impl Requests {
    pub(super) const fn new(app: Router, peer: SocketAddr, progress: Arc<Progress>) -> Self {
        Self {
            app,
            peer,
            progress,
        }
    }
}

impl Service<Request<Incoming>> for Requests {
    type Response = Response<AnswerBody>;
    type Error = MadeRoom;
    type Future = Answering;

    fn call(&self, request: Request<Incoming>) -> Answering {
        let has_body = !request.body().is_end_stream();
        if !self.progress.begin(has_body) {
            return Box::pin(ready(Err(MadeRoom)));
        }
        let progress = Arc::clone(&self.progress);
        if let Some(reason) = strict::ambiguous(&request) {
            return Box::pin(ready(Ok(finish(progress, refusal(reason)))));
        }
        let mut request = request.map(|body| {
            if has_body {
                RouteBody::new(ArrivingBody {
                    body,
                    progress: Arc::clone(&progress),
                })
            } else {
                RouteBody::empty()
            }
        });
        request.extensions_mut().insert(self.peer);
        let answering = self.app.clone().oneshot(request);
        Box::pin(async move {
            let Ok(answer) = answering.await;
            Ok(finish(progress, answer))
        })
    }
}

fn finish(progress: Arc<Progress>, answer: Response<RouteBody>) -> Response<AnswerBody> {
    progress.has_answer();
    answer.map(|body| AnswerBody { body, progress })
}

/// Like the parser's own refusals, it has a status that every client knows, and closes.
fn refusal(reason: &'static str) -> Response<RouteBody> {
    let mut answer = Response::new(RouteBody::from(format!("{reason}\n")));
    *answer.status_mut() = StatusCode::BAD_REQUEST;
    let headers = answer.headers_mut();
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    headers.insert(CONTENT_TYPE, text);
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}

impl Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.progress.answered();
    }
}

impl Body for ArrivingBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready_poll!(Pin::new(&mut self.body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) || self.body.is_end_stream() {
            self.progress.arrived();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ArrivingBody {
    fn drop(&mut self) {
        self.progress.arrived();
    }
}
