//! Requests that two programs can read in two ways.
//!
//! The parser below refuses most of them. What it lets through, and a proxy or a guard could take for another request
//! than the routes do, is refused here, and the connection is closed: nothing after such a request is read as a request.

use http::header::{HOST, TRANSFER_ENCODING};
use http::{HeaderMap, Method, Request, Uri, Version};

/// Why a request is refused, or nothing.
pub(super) fn ambiguous<B>(request: &Request<B>) -> Option<&'static str> {
    let headers = request.headers();
    if request.method() == Method::CONNECT {
        return Some("not a proxy: CONNECT is not served");
    }
    if headers.get_all(TRANSFER_ENCODING).iter().count() > 1
        || headers
            .get(TRANSFER_ENCODING)
            .is_some_and(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
    {
        return Some("the only transfer encoding is `chunked`, once");
    }
    host_problem(request.version(), request.uri(), headers)
}

fn host_problem(version: Version, target: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let mut hosts = headers.get_all(HOST).iter();
    let host = hosts.next();
    if hosts.next().is_some() {
        return Some("more than one Host header");
    }
    let Some(host) = host else {
        return (version >= Version::HTTP_11).then_some("no Host header");
    };
    let authority = target.authority()?;
    let is_same = authority
        .as_str()
        .as_bytes()
        .eq_ignore_ascii_case(host.as_bytes());
    (!is_same).then_some("the request line names another host than the Host header")
}
