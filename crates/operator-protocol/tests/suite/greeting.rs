//! Who is believed.

use clawperator_operator_protocol::{
    Build, DRIVER_HELLO_BYTES, DriverHello, Launch, Nonce, OPERATOR_HELLO_BYTES, OperatorHello,
    Proof, Secret, Terms, VERSION,
};

fn terms() -> Terms {
    Terms {
        build: Build([1; 32]),
        launch: Launch([2; 16]),
        driver: Nonce([3; 32]),
        operator: Nonce([4; 32]),
    }
}

#[test]
fn whoever_knows_the_secret_is_believed_and_nobody_else() {
    let (secret, other) = (Secret::new([5; 32]), Secret::new([6; 32]));
    let terms = terms();
    let proof = terms.proof_of_operator(&secret);
    assert!(terms.is_operator(&secret, proof));
    assert!(!terms.is_operator(&other, proof));
    // One side's proof is not the other's: nobody can send back what was sent to it.
    assert!(!terms.is_driver(&secret, proof));
    assert!(terms.is_driver(&secret, terms.proof_of_driver(&secret)));
    assert!(!terms.is_operator(&secret, Proof::NONE));
    for changed in [
        Terms {
            build: Build([9; 32]),
            ..terms
        },
        Terms {
            launch: Launch([9; 16]),
            ..terms
        },
        Terms {
            driver: Nonce([9; 32]),
            ..terms
        },
        Terms {
            operator: Nonce([9; 32]),
            ..terms
        },
        Terms {
            driver: terms.operator,
            operator: terms.driver,
            ..terms
        },
    ] {
        assert!(!changed.is_operator(&secret, proof), "{changed:?}");
    }
}

/// The proof of the document, by an independent program:
/// `printf … | openssl dgst -sha256 -mac hmac -macopt hexkey:0505…`.
#[test]
fn a_proof_is_what_the_document_says() {
    let proof = terms().proof_of_operator(&Secret::new([5; 32]));
    assert_eq!(hex(&proof.to_bytes()), PROOF_BY_OPENSSL);
}

const PROOF_BY_OPENSSL: &str = "ddff859dd4cf768660d817f750bc3bb25a50d0383c6bda480886ffa335455cdf";

#[test]
fn a_hello_comes_as_it_went() {
    let hello = DriverHello {
        version: VERSION,
        build: Build([1; 32]),
        nonce: Nonce([3; 32]),
    };
    let bytes = hello.encode();
    assert_eq!(bytes.len(), DRIVER_HELLO_BYTES);
    assert_eq!(DriverHello::decode(&bytes), Ok(hello));
    let answer = OperatorHello {
        version: 7,
        build: Build([2; 32]),
        launch: Launch([2; 16]),
        nonce: Nonce([4; 32]),
        proof: Proof::NONE,
    };
    let bytes = answer.encode();
    assert_eq!(bytes.len(), OPERATOR_HELLO_BYTES);
    assert_eq!(OperatorHello::decode(&bytes).unwrap().encode(), bytes);
    for wrong in [
        &bytes[1..],
        &bytes[..bytes.len() - 1],
        b"GET / HTTP/1.1\r\n\r\n",
    ] {
        assert!(OperatorHello::decode(wrong).is_err());
        assert!(DriverHello::decode(wrong).is_err());
    }
}

#[test]
fn a_secret_is_not_printed() {
    let printed = format!("{:?}", Secret::new([0x41; 32]));
    assert!(
        !printed.contains("65") && !printed.contains('A'),
        "{printed}"
    );
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        text += &format!("{byte:02x}");
    }
    text
}
