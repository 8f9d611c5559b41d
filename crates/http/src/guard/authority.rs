//! Which names this server goes by.
//!
//! A page that a browser shows can send requests to any address, also to this machine's. Two headers tell it apart from
//! a program: `Host` names the server that the page believes in (a name of its own that it made point here), and
//! `Origin` names the page. Both are compared whole, port included.

use std::net::SocketAddr;

use clawperator_contract::{ErrorCode, Failure};
use http::header::{HOST, ORIGIN};
use http::{HeaderMap, Uri};

/// By which a browser says what kind of page sent a request.
const FETCH_SITE: &str = "sec-fetch-site";

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl Scheme {
    const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }
}

/// The names of this server, such as `127.0.0.1:4411`.
#[derive(Debug, Clone)]
pub(crate) struct Authorities {
    scheme: Scheme,
    names: Vec<String>,
    origins: Vec<String>,
    /// The name that the page is shown under.
    canonical: String,
    /// The other names of this machine.
    aliases: Vec<String>,
}

impl Authorities {
    /// The names of a server that listens here, and those that it was given; refused where one is not `NAME:PORT`.
    pub(crate) fn of(
        scheme: Scheme,
        address: SocketAddr,
        given: &[String],
    ) -> Result<Self, String> {
        let port = address.port();
        let mut names = vec![address.to_string()];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            names.extend([
                format!("127.0.0.1:{port}"),
                format!("localhost:{port}"),
                format!("[::1]:{port}"),
            ]);
        }
        // One that only this machine can mean.
        let canonical = if address.ip().is_unspecified() {
            format!("127.0.0.1:{port}")
        } else {
            address.to_string()
        };
        // A certificate is for the name that was given, and a browser warns of every other.
        let certified = given.first().filter(|_| scheme == Scheme::Https);
        let canonical = certified.map_or(canonical, |name| {
            let name = name.to_ascii_lowercase();
            name.strip_suffix(":443").map(str::to_owned).unwrap_or(name)
        });
        let mut aliases = names.clone();
        aliases.retain(|name| *name != canonical);
        let own = scheme.name();
        let mut origins: Vec<String> = names.iter().map(|name| format!("{own}://{name}")).collect();
        for name in given {
            let name = name.to_ascii_lowercase();
            let (host, port) = host_and_port(&name).ok_or_else(|| name.clone())?;
            // A client does not write the usual port of its scheme.
            let schemes = [(80, Scheme::Http), (443, Scheme::Https)];
            // A proxy may speak either; an encrypted server speaks for itself.
            for (usual, spoken) in schemes {
                if scheme == Scheme::Https && spoken == Scheme::Http {
                    continue;
                }
                let scheme = spoken.name();
                origins.push(format!("{scheme}://{name}"));
                if port == usual {
                    names.push(host.to_owned());
                    origins.push(format!("{scheme}://{host}"));
                }
            }
            names.push(name);
        }
        Ok(Self {
            scheme,
            names,
            origins,
            canonical,
            aliases,
        })
    }

    /// The page's address.
    pub(crate) fn page(&self) -> String {
        format!("{}://{}", self.scheme.name(), self.canonical)
    }

    /// Where the page is, for a browser that asked for it by another name of this machine. What is kept for the page in a
    /// browser is kept for one name and port. A name that was given is of somebody in between, whose page stays there.
    pub(crate) fn elsewhere(&self, headers: &HeaderMap) -> Option<String> {
        let host = headers.get(HOST)?.to_str().ok()?.to_ascii_lowercase();
        self.aliases.contains(&host).then(|| self.page())
    }

    /// Refuses a request that is meant for another server or comes from another page.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Failure> {
        let mut hosts = headers.get_all(HOST).iter();
        let (host, second) = (hosts.next(), hosts.next());
        let is_named = |name: &str| self.names.contains(&name.to_ascii_lowercase());
        let is_host = host
            .and_then(|host| host.to_str().ok())
            .is_some_and(is_named);
        let is_target = uri.authority().is_none_or(|name| is_named(name.as_str()));
        if !is_host || second.is_some() || !is_target {
            return Err(refused(ErrorCode::HostNotAllowed));
        }
        for origin in headers.get_all(ORIGIN) {
            let origin = origin.to_str().ok().map(str::to_ascii_lowercase);
            if !origin.is_some_and(|origin| self.origins.contains(&origin)) {
                return Err(refused(ErrorCode::OriginNotAllowed));
            }
        }
        for site in headers.get_all(FETCH_SITE) {
            if site != "same-origin" && site != "none" {
                return Err(refused(ErrorCode::OriginNotAllowed));
            }
        }
        Ok(())
    }
}

/// The parts of `host:port`, if it is that and nothing more.
fn host_and_port(name: &str) -> Option<(&str, u16)> {
    let (host, port) = name.rsplit_once(':')?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-.[]:".contains(&byte);
    let port = port.parse().ok().filter(|port| *port > 0)?;
    (!host.is_empty() && host.bytes().all(is_plain)).then_some((host, port))
}

fn refused(code: ErrorCode) -> Failure {
    Failure::new(code, code.spec().meaning)
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    fn code(headers: &[(&str, &str)], target: &str) -> String {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            );
        }
        let names = Authorities::of(
            Scheme::Http,
            "127.0.0.1:4411".parse().unwrap(),
            &["Farm.example:443".to_owned()],
        )
        .unwrap();
        match names.check(&target.parse().unwrap(), &map) {
            Ok(()) => "ok".to_owned(),
            Err(failure) => failure.code.name().to_owned(),
        }
    }

    #[test]
    fn only_this_server_and_its_own_pages() {
        let host = ("host", "127.0.0.1:4411");
        for (headers, target, expected) in [
            (&[host][..], "/devices", "ok"),
            (&[("host", "LOCALHOST:4411")], "/", "ok"),
            (&[("host", "[::1]:4411")], "/", "ok"),
            (&[("host", "farm.example:443")], "/", "ok"),
            (&[("host", "farm.example")], "/", "ok"),
            (&[("host", "farm.example:80")], "/", "HOST_NOT_ALLOWED"),
            (
                &[("host", "farm.example"), ("origin", "https://farm.example")],
                "/",
                "ok",
            ),
            (
                &[("host", "farm.example"), ("origin", "http://farm.example")],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (&[], "/", "HOST_NOT_ALLOWED"),
            (&[("host", "")], "/", "HOST_NOT_ALLOWED"),
            (&[("host", "127.0.0.1")], "/", "HOST_NOT_ALLOWED"),
            (&[("host", "127.0.0.1:4412")], "/", "HOST_NOT_ALLOWED"),
            (&[("host", "evil.example:4411")], "/", "HOST_NOT_ALLOWED"),
            (
                &[("host", "localhost.evil.example:4411")],
                "/",
                "HOST_NOT_ALLOWED",
            ),
            (
                &[("host", "127.0.0.1:4411@evil.example")],
                "/",
                "HOST_NOT_ALLOWED",
            ),
            (&[("host", "user@127.0.0.1:4411")], "/", "HOST_NOT_ALLOWED"),
            (&[host, host], "/", "HOST_NOT_ALLOWED"),
            (&[host], "http://evil.example:4411/", "HOST_NOT_ALLOWED"),
            (&[host], "http://localhost:4411/", "ok"),
            (&[host, ("origin", "http://127.0.0.1:4411")], "/", "ok"),
            (&[host, ("origin", "http://localhost:4411")], "/", "ok"),
            (
                &[host, ("origin", "http://localhost:8080")],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (
                &[host, ("origin", "https://127.0.0.1:4411")],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (&[host, ("origin", "null")], "/", "ORIGIN_NOT_ALLOWED"),
            (
                &[host, ("origin", "http://127.0.0.1:4411/")],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (
                &[
                    host,
                    ("origin", "http://127.0.0.1:4411"),
                    ("origin", "http://evil.example"),
                ],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (&[host, ("sec-fetch-site", "same-origin")], "/", "ok"),
            (&[host, ("sec-fetch-site", "none")], "/", "ok"),
            (
                &[host, ("sec-fetch-site", "same-site")],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (
                &[host, ("sec-fetch-site", "cross-site")],
                "/",
                "ORIGIN_NOT_ALLOWED",
            ),
            (&[host, ("sec-fetch-site", "")], "/", "ORIGIN_NOT_ALLOWED"),
        ] {
            assert_eq!(code(headers, target), expected, "{headers:?} {target}");
        }
    }

    #[test]
    fn the_page_of_an_encrypted_server_is_where_its_certificate_is_good() {
        let page = |scheme, address: &str, given: &[&str]| {
            let given: Vec<String> = given.iter().map(|&name| name.to_owned()).collect();
            let names = Authorities::of(scheme, address.parse().unwrap(), &given).unwrap();
            names.page()
        };
        for (scheme, given, expected) in [
            (Scheme::Https, &[][..], "https://127.0.0.1:4411"),
            (
                Scheme::Https,
                &["Farm.example:4411"],
                "https://farm.example:4411",
            ),
            (Scheme::Https, &["farm.example:443"], "https://farm.example"),
            // The name of a proxy, whose page stays there.
            (Scheme::Http, &["farm.example:443"], "http://127.0.0.1:4411"),
        ] {
            assert_eq!(page(scheme, "0.0.0.0:4411", given), expected);
        }
    }

    #[test]
    fn a_name_has_a_form() {
        let address = "127.0.0.1:1".parse().unwrap();
        for name in [
            "",
            "a b:1",
            "https://a:1",
            "a",
            "a:0",
            "a:99999",
            ":1",
            "a/b:1",
        ] {
            let of = Authorities::of(Scheme::Http, address, &[name.to_owned()]);
            assert!(of.is_err(), "{name}");
        }
    }
}
