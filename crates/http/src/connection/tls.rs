//! TLS without a proxy: a certificate and its key from files, which can be reloaded.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig, crypto};

use crate::Certificate;

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A file cannot be read or does not contain a certificate or a key.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// The error, as a sentence.
        error: String,
    },
    /// The key does not match the certificate, or their algorithm is not supported.
    #[error("the certificate and its key cannot be used: {0}")]
    Unfit(#[from] rustls::Error),
}

/// The TLS configuration of new connections.
pub(crate) struct Handshakes {
    files: Certificate,
    config: RwLock<Arc<ServerConfig>>,
}

impl Handshakes {
    pub(crate) fn new(files: Certificate) -> Result<Handshakes, CertificateError> {
        let config = RwLock::new(Arc::new(load(&files)?));
        Ok(Handshakes { files, config })
    }

    /// Reloads the files for new connections. On an error the old certificate stays in use.
    pub(crate) fn renew(&self) -> Result<(), CertificateError> {
        let config = Arc::new(load(&self.files)?);
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn load(files: &Certificate) -> Result<ServerConfig, CertificateError> {
    let chain = CertificateDer::pem_file_iter(&files.chain)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| fault(&files.chain, &error))?;
    if chain.is_empty() {
        return Err(fault(&files.chain, &pem::Error::NoItemsFound));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| key_fault(&files.key, &error))?;
    let provider = Arc::new(crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// The error for a key that cannot be read; a key with a passphrase has an error of its own.
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
    fn key_with_a_passphrase_has_its_own_error() {
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
