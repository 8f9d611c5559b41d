//! A certificate for 127.0.0.1 and localhost, and a client that trusts it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};

/// The certificate, which signs itself.
pub const CERTIFICATE: &str = include_str!("../tls/certificate.pem");
/// What belongs to the certificate and signed it.
pub const KEY: &str = include_str!("../tls/key.pem");
/// A key that is not its own.
pub const OTHER_KEY: &str = include_str!("../tls/other-key.pem");

/// The certificate and its key as files, as they should be.
#[must_use]
pub fn files(folder: &Path) -> (PathBuf, PathBuf) {
    let (certificate, key) = (folder.join("certificate.pem"), folder.join("key.pem"));
    fs::write(&certificate, CERTIFICATE).unwrap();
    fs::write(&key, KEY).unwrap();
    fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
    (certificate, key)
}

/// A client that trusts the certificate and no other.
#[must_use]
pub fn client() -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
    roots.add(certificate).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    Arc::new(config)
}
