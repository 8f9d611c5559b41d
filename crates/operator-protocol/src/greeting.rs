//! The greeting: each side proves that it knows the secret of this launch before the other says anything of worth.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::fields::{Damaged, Reader, Writer, unknown};

/// The version of this protocol.
pub const VERSION: u16 = 1;
/// How many bytes a nonce has.
pub const NONCE_BYTES: usize = 32;
/// How many bytes a proof has.
pub const PROOF_BYTES: usize = 32;
/// How many bytes a driver's hello has.
pub const DRIVER_HELLO_BYTES: usize = MAGIC.len() + 2 + 32 + NONCE_BYTES;
/// How many bytes the Operator's hello has.
pub const OPERATOR_HELLO_BYTES: usize = MAGIC.len() + 2 + 32 + 16 + NONCE_BYTES + PROOF_BYTES;

const MAGIC: &[u8; 8] = b"CLAWOP\0\0";
const OF_OPERATOR: &[u8] = b"clawperator operator\0";
const OF_DRIVER: &[u8] = b"clawperator driver\0";

/// SHA-256 of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Build(pub [u8; 32]);

/// The id of one launch of the Operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Launch(pub [u8; 16]);

/// A random number for one stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nonce(pub [u8; NONCE_BYTES]);

/// What both sides know of one launch. It cannot be printed.
#[derive(Clone)]
pub struct Secret([u8; 32]);

/// That somebody knows the secret. It cannot be compared but by [`Terms`], in constant time.
#[derive(Debug, Clone, Copy)]
pub struct Proof([u8; PROOF_BYTES]);

/// The first words of a driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriverHello {
    pub version: u16,
    /// Of the program that the driver brings along.
    pub build: Build,
    pub nonce: Nonce,
}

/// The answer of the Operator.
#[derive(Debug, Clone, Copy)]
pub struct OperatorHello {
    pub version: u16,
    /// Of the program that runs.
    pub build: Build,
    pub launch: Launch,
    pub nonce: Nonce,
    pub proof: Proof,
}

/// Everything that both proofs are over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub build: Build,
    pub launch: Launch,
    pub driver: Nonce,
    pub operator: Nonce,
}

impl Secret {
    /// The secret of a launch, as its file has it.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// As a file of this user's may have it.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }
}

/// In hexadecimal digits, as files are named after it.
impl fmt::Display for Launch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(formatter, &self.0)
    }
}

/// In hexadecimal digits, as the program is told it.
impl fmt::Display for Build {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(formatter, &self.0)
    }
}

fn write_digits(formatter: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes
        .iter()
        .try_for_each(|byte| write!(formatter, "{byte:02x}"))
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

impl Proof {
    /// What stands where the Operator proves nothing, because version or build is another.
    pub const NONE: Self = Self([0; PROOF_BYTES]);

    /// As it came.
    #[must_use]
    pub const fn new(bytes: [u8; PROOF_BYTES]) -> Self {
        Self(bytes)
    }

    /// As it goes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; PROOF_BYTES] {
        self.0
    }
}

impl DriverHello {
    /// As it goes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = beginning(self.version, self.build);
        writer.bytes(&self.nonce.0);
        writer.finish()
    }

    /// Reads what came. A version that is not ours is read too: it is answered.
    pub fn decode(bytes: &[u8]) -> Result<Self, Damaged> {
        let (version, build, mut reader) = begun(bytes)?;
        let hello = Self {
            version,
            build,
            nonce: Nonce(reader.array("nonce")?),
        };
        reader.end()?;
        Ok(hello)
    }
}

impl OperatorHello {
    /// As it goes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = beginning(self.version, self.build);
        writer.bytes(&self.launch.0);
        writer.bytes(&self.nonce.0);
        writer.bytes(&self.proof.0);
        writer.finish()
    }

    /// Reads what came. Nothing of it is true before the proof is checked.
    pub fn decode(bytes: &[u8]) -> Result<Self, Damaged> {
        let (version, build, mut reader) = begun(bytes)?;
        let hello = Self {
            version,
            build,
            launch: Launch(reader.array("launch")?),
            nonce: Nonce(reader.array("nonce")?),
            proof: Proof(reader.array("proof")?),
        };
        reader.end()?;
        Ok(hello)
    }
}

impl Terms {
    /// That the Operator knows the secret.
    #[must_use]
    pub fn proof_of_operator(&self, secret: &Secret) -> Proof {
        self.proof(OF_OPERATOR, secret)
    }

    /// That the driver does.
    #[must_use]
    pub fn proof_of_driver(&self, secret: &Secret) -> Proof {
        self.proof(OF_DRIVER, secret)
    }

    /// Whether the Operator proved it.
    #[must_use]
    pub fn is_operator(&self, secret: &Secret, proof: Proof) -> bool {
        self.mac(OF_OPERATOR, secret).verify_slice(&proof.0).is_ok()
    }

    /// Whether the driver did.
    #[must_use]
    pub fn is_driver(&self, secret: &Secret, proof: Proof) -> bool {
        self.mac(OF_DRIVER, secret).verify_slice(&proof.0).is_ok()
    }

    fn proof(&self, of: &[u8], secret: &Secret) -> Proof {
        Proof(self.mac(of, secret).finalize().into_bytes().into())
    }

    fn mac(&self, of: &[u8], secret: &Secret) -> Hmac<Sha256> {
        // As HMAC has it, a key that is shorter than a block is filled up with zeros.
        let mut key = [0; 64];
        let (own, _) = key.split_at_mut(secret.0.len());
        own.copy_from_slice(&secret.0);
        let mut mac = Hmac::<Sha256>::new(&key.into());
        for part in [
            of,
            &VERSION.to_be_bytes(),
            &self.build.0,
            &self.launch.0,
            &self.driver.0,
            &self.operator.0,
        ] {
            mac.update(part);
        }
        mac
    }
}

/// What both hellos begin with.
fn beginning(version: u16, build: Build) -> Writer {
    let mut writer = Writer::default();
    writer.bytes(MAGIC);
    writer.u16(version);
    writer.bytes(&build.0);
    writer
}

/// The same, read; and the rest.
fn begun(bytes: &[u8]) -> Result<(u16, Build, Reader<'_>), Damaged> {
    let mut reader = Reader::new(bytes);
    let magic: [u8; 8] = reader.array("magic")?;
    if magic != *MAGIC {
        let [first, ..] = magic;
        return Err(unknown("magic", first));
    }
    let version = reader.u16("version")?;
    let build = Build(reader.array("build")?);
    Ok((version, build, reader))
}
