//! TLS without a proxy: a certificate and its key from files, read again when told to.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig, crypto};

/// Where a certificate is.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The certificate with those that vouch for it, in PEM: `fullchain.pem`.
    pub chain: PathBuf,
    /// Its private key, in PEM: `privkey.pem`.
    pub key: PathBuf,
}

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A file cannot be read, or holds nothing of the kind.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: String,
    },
    /// The two do not go together, or are of a kind that is not known.
    #[error("the certificate and its key cannot be used: {0}")]
    Unfit(#[from] rustls::Error),
}

/// Who shakes hands.
pub(crate) struct Handshakes {
    place: Certificate,
    config: RwLock<Arc<ServerConfig>>,
}

impl Handshakes {
    pub(crate) fn new(place: Certificate) -> Result<Handshakes, CertificateError> {
        let config = RwLock::new(Arc::new(load(&place)?));
        Ok(Handshakes { place, config })
    }

    /// Reads the files again, for those who come from now on. Where that fails, the old ones go on.
    pub(crate) fn renew(&self) -> Result<(), CertificateError> {
        let config = Arc::new(load(&self.place)?);
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn load(place: &Certificate) -> Result<ServerConfig, CertificateError> {
    let chain = CertificateDer::pem_file_iter(&place.chain)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| fault(&place.chain, &error))?;
    if chain.is_empty() {
        return Err(fault(&place.chain, &pem::Error::NoItemsFound));
    }
    let key = PrivateKeyDer::from_pem_file(&place.key).map_err(|error| key_fault(&place.key, &error))?;
    let provider = Arc::new(crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// A key that cannot be read may be one that nobody here has the passphrase of.
fn key_fault(path: &Path, error: &pem::Error) -> CertificateError {
    let text = std::fs::read(path).unwrap_or_default();
    let marks = ["-----BEGIN ENCRYPTED PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED"];
    if !marks.iter().any(|mark| text.windows(mark.len()).any(|part| part == mark.as_bytes())) {
        return fault(path, error);
    }
    let error = "the key is locked with a passphrase, which is not asked for; `openssl pkey -in OLD -out NEW` writes \
                 it without one"
        .to_owned();
    CertificateError::File { path: path.to_owned(), error }
}

fn fault(path: &Path, error: &pem::Error) -> CertificateError {
    let error = match error {
        pem::Error::Io(error) if error.kind() == io::ErrorKind::NotFound => {
            "there is no such file".to_owned()
        }
        pem::Error::Io(error) => error.to_string(),
        pem::Error::NoItemsFound => "nothing of the kind is in it, in PEM".to_owned(),
        error => error.to_string(),
    };
    CertificateError::File { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_a_passphrase_is_told_from_one_that_is_none() {
        let path = std::env::temp_dir().join(format!("chautari-key-{}", std::process::id()));
        for (text, expected) in [
            (
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
                "passphrase",
            ),
            ("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n", "passphrase"),
            ("nothing", "in PEM"),
        ] {
            std::fs::write(&path, text).unwrap();
            let said = key_fault(&path, &PrivateKeyDer::from_pem_file(&path).unwrap_err()).to_string();
            assert!(said.contains(expected), "{said}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
