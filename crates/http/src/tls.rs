//! The certificate of this server, and its key.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::version::TLS13;

/// The most of a file that is read: a chain has some kilobytes.
const MOST_BYTES: u64 = 1024 * 1024;
/// What others may do with a file.
const OTHERS: u32 = 0o077;
/// What the name of a key says that has a passphrase.
const LOCKED: &[u8] = b"ENCRYPTED";
/// The protocol inside.
const HTTP: &[u8] = b"http/1.1";

/// Where a certificate and its key are, in PEM.
#[derive(Debug, Clone)]
pub struct TlsFiles {
    /// The certificate, and those between it and an authority after it.
    pub certificate: PathBuf,
    /// Its key, which only this user may read.
    pub key: PathBuf,
}

/// Why a certificate is not used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read `{path}`: {error}", path = .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// Somebody else may have the key.
    #[error("other users can access `{path}`, so the key is not a secret", path = .0.display())]
    Open(PathBuf),
    /// A file has no such thing in it.
    #[error("`{path}` has no {what} in PEM form", path = .path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// What it was to have.
        what: &'static str,
    },
    /// They do not belong together, or are of a kind that is not known.
    #[error("the certificate in `{certificate}` cannot be used with the key in `{key}`: {reason}",
        certificate = .files.certificate.display(), key = .files.key.display())]
    Refused {
        /// Where both are.
        files: TlsFiles,
        /// What is wrong with them.
        reason: rustls::Error,
    },
}

impl TlsFiles {
    /// How connections are encrypted: TLS 1.3, which every client of the last years has.
    pub(crate) fn load(&self) -> Result<Arc<ServerConfig>, TlsError> {
        let chain = self.chain()?;
        let key = self.key()?;
        let refused = |reason| TlsError::Refused {
            files: self.clone(),
            reason,
        };
        let provider = Arc::new(ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&TLS13])
            .map_err(refused)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(refused)?;
        config.alpn_protocols = vec![HTTP.to_vec()];
        Ok(Arc::new(config))
    }

    fn chain(&self) -> Result<Vec<CertificateDer<'static>>, TlsError> {
        let path = &self.certificate;
        let bytes = read(path, Access::Anybody)?;
        let chain: Result<Vec<_>, pem::Error> = CertificateDer::pem_slice_iter(&bytes).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        chain.ok_or_else(|| missing(path, "certificate"))
    }

    fn key(&self) -> Result<PrivateKeyDer<'static>, TlsError> {
        let path = &self.key;
        let bytes = read(path, Access::OwnerOnly)?;
        PrivateKeyDer::from_pem_slice(&bytes).map_err(|_| {
            let is_locked = bytes.windows(LOCKED.len()).any(|part| part == LOCKED);
            let what = if is_locked {
                "private key without a passphrase"
            } else {
                "private key"
            };
            missing(path, what)
        })
    }
}

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Anybody,
    OwnerOnly,
}

/// All of a file. Programs that renew certificates put links in their place, so links are followed.
fn read(path: &Path, access: Access) -> Result<Vec<u8>, TlsError> {
    let unreadable = |error| TlsError::Unreadable {
        path: path.to_owned(),
        error,
    };
    let not_a_file = || unreadable(io::Error::other("it is not a file"));
    // The other end of a pipe would be waited for.
    let found = path.metadata().map_err(unreadable)?;
    if !found.is_file() {
        return Err(not_a_file());
    }
    let file = File::open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?;
    if !found.is_file() {
        return Err(not_a_file());
    }
    if access == Access::OwnerOnly && found.mode() & OTHERS != 0 {
        return Err(TlsError::Open(path.to_owned()));
    }
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES).read_to_end(&mut bytes);
    read.map_err(unreadable)?;
    Ok(bytes)
}

fn missing(path: &Path, what: &'static str) -> TlsError {
    TlsError::Missing {
        path: path.to_owned(),
        what,
    }
}
