//! The greeting of one stream: nobody who does not know the secret of this launch comes further.

use std::io;

use clawperator_operator_protocol::{
    Build, DRIVER_HELLO_BYTES, DriverHello, Nonce, OperatorHello, PROOF_BYTES, Proof, Terms,
    VERSION,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::operator::Shared;
use crate::phone::{Moment, Stream, Trouble};
use crate::random::random;

/// Greets whoever is at the other end; answers whether it is a driver of this launch.
pub(crate) async fn greet(shared: &Shared, stream: &mut dyn Stream) -> io::Result<bool> {
    let mut hello = [0; DRIVER_HELLO_BYTES];
    stream.read_exact(&mut hello).await?;
    let Ok(driver) = DriverHello::decode(&hello) else {
        return Ok(false);
    };
    let terms = Terms {
        build: shared.build,
        launch: shared.launch,
        driver: driver.nonce,
        operator: Nonce(random()?),
    };
    let trouble = shared.phone.trouble(Moment::Greeting);
    if trouble == Some(Trouble::Silence) {
        return std::future::pending().await;
    }
    let build = if trouble == Some(Trouble::WrongBuild) {
        Build(random()?)
    } else {
        shared.build
    };
    let version = if trouble == Some(Trouble::WrongVersion) {
        VERSION + 1
    } else {
        VERSION
    };
    let is_ours = driver.version == version && driver.build == build;
    let answer = OperatorHello {
        version,
        build,
        launch: shared.launch,
        nonce: terms.operator,
        proof: if trouble == Some(Trouble::WrongProof) {
            Proof::new(random()?)
        } else if is_ours {
            terms.proof_of_operator(&shared.secret)
        } else {
            Proof::NONE
        },
    };
    stream.write_all(&answer.encode()).await?;
    if !is_ours {
        // A driver of another build starts its own, but not under the hands of somebody else.
        shared.end_if_unused();
        return Ok(false);
    }
    let mut proof = [0; PROOF_BYTES];
    stream.read_exact(&mut proof).await?;
    Ok(terms.is_driver(&shared.secret, Proof::new(proof)))
}
