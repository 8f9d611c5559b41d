//! `screencap`.

use clawperator_phone_programs::Release;

use crate::support::phone::TestPhone;

#[tokio::test]
async fn a_picture_is_a_png() {
    let phone = TestPhone::new(Release::Android14);
    let answer = phone.line("screencap -p").await;
    assert!(answer.stdout.starts_with(b"\x89PNG\r\n\x1a\n") && answer.exit == 0);
    let id = "4619827259835644672";
    assert_eq!(
        phone.line(&format!("screencap -p -d {id}")).await.stdout,
        answer.stdout
    );
    assert_eq!(phone.line("screencap /data/local/tmp/a.png").await.exit, 0);
    assert_eq!(
        phone.files.read("/data/local/tmp/a.png").unwrap().as_ref(),
        answer.stdout.as_slice()
    );
}

#[tokio::test]
async fn a_raw_picture_has_four_words_before_its_pixels() {
    for release in Release::ALL {
        let answer = TestPhone::new(release).line("screencap").await;
        let words: Vec<u32> = answer.stdout[..16]
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect();
        assert_eq!(words, [2, 1, 1, 1]);
        assert_eq!(answer.stdout[16..], [255, 0, 0, 255, 0, 255, 0, 255]);
    }
}

#[tokio::test]
async fn a_full_storage_keeps_the_beginning_of_a_picture() {
    for (release, said) in [
        (Release::Android9, ""),
        (Release::Android10, ""),
        (
            Release::Android11,
            "Failed to compress PNG (error code: -2)\n",
        ),
        (
            Release::Android16,
            "Failed to compress PNG (error code: -2)\n",
        ),
    ] {
        let phone = TestPhone::new(release);
        let whole = phone.line("screencap -p").await.stdout;
        for line in ["screencap -p /sdcard/a.png", "screencap -p > /sdcard/a.png"] {
            // Room for the file, its name and ten bytes of it.
            phone.files.set_free(Some(256 + 5 + 10));
            let answer = phone.shell_line(line).await;
            assert_eq!(
                (answer.err().as_str(), answer.exit),
                (said, 0),
                "{release} {line}"
            );
            let kept = phone.files.read("/sdcard/a.png").unwrap();
            assert_eq!(kept, whole[..10], "{release} {line}");
            phone.files.remove_file("/sdcard/a.png").unwrap();
            phone.files.set_free(Some(0));
            let answer = phone.line("screencap -p /sdcard/a.png").await;
            let opening = "Error opening file: /sdcard/a.png (No space left on device)\n";
            assert_eq!((answer.err().as_str(), answer.exit), (opening, 1));
        }
    }
}
