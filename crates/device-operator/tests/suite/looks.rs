//! What is looked at can be looked at again, and is taken for what it is.

use clawperator_contract::ErrorCode;
use clawperator_device::Device as _;
use clawperator_device::driver::PictureSize;
use clawperator_operator_protocol::{Answer, Form, Pictured, Request, Secure};

use super::bench::{Bench, LONG};
use super::puppet::{Line, Puppet};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nIEND\xaeB\x60\x82";

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_whole_or_there_is_none() {
    let (end, _) = PNG.split_at(PNG.len() - 4);
    for bytes in [b"".as_slice(), b"hello", end, b"\xff\xd8\xff\xe0JFIF"] {
        let bench = Bench::new().await;
        let mut puppet = Puppet::new(bench.phone(), 1);
        let device = bench.operator();
        let sends = async {
            let mut line = puppet.line().await;
            picture(&mut line, bytes).await;
            line
        };
        let (line, taken) = tokio::join!(sends, device.screenshot(PictureSize::Whole, LONG));
        let refused = taken.unwrap_err();
        assert_eq!(refused.code, ErrorCode::ScreenshotFailed, "{bytes:?}");
        drop(line);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_is_asked_for_again_where_the_stream_was_lost() {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let sends = async {
        let mut line = puppet.line().await;
        assert!(matches!(
            line.request().await,
            Some((_, Request::Picture(_)))
        ));
        drop(line);
        let mut line = puppet.line().await;
        picture(&mut line, PNG).await;
        line
    };
    let (line, taken) = tokio::join!(sends, device.screenshot(PictureSize::Whole, LONG));
    let taken = taken.unwrap();
    assert_eq!((taken.png.as_slice(), taken.secure), (PNG, None));
    drop(line);
}

async fn picture(line: &mut Line, bytes: &[u8]) {
    let (id, request) = line.request().await.unwrap();
    assert!(matches!(request, Request::Picture(_)), "{request:?}");
    let pictured = Pictured {
        form: Form::Png,
        width: 1,
        height: 1,
        screen_width: 1,
        screen_height: 1,
        secure: Secure::Unknown,
        bytes: bytes.to_vec(),
    };
    line.answer(id, &Answer::Pictured(pictured)).await;
}
