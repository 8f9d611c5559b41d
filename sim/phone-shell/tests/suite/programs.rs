//! The programs, from a file of lines and what a phone answers to them.
//!
//! A case is a line after `$ ` (more lines continue it), what it writes, what it writes as errors after `2> `, and its
//! status after `? ` when that is not 0. Cases run one after the other on the same phone.

use super::phone::phone;

const CASES: &str = include_str!("../data/programs.txt");

struct Case {
    line: String,
    stdout: String,
    stderr: String,
    status: u8,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_line = false;
    for text in CASES.lines() {
        if let Some(line) = text.strip_prefix("$ ") {
            match cases.last_mut() {
                Some(case) if in_line => case.line.extend(["\n", line]),
                _ => cases.push(Case {
                    line: line.to_owned(),
                    stdout: String::new(),
                    stderr: String::new(),
                    status: 0,
                }),
            }
            in_line = true;
            continue;
        }
        in_line = false;
        let case = cases.last_mut().unwrap();
        if let Some(error) = text.strip_prefix("2> ") {
            case.stderr.extend([error, "\n"]);
        } else if let Some(status) = text.strip_prefix("? ") {
            case.status = status.parse().unwrap();
        } else {
            case.stdout.extend([text, "\n"]);
        }
    }
    cases
}

#[tokio::test(start_paused = true)]
async fn every_line_is_answered_as_a_phone_does() {
    let phone = phone(13);
    let mut differences = Vec::new();
    let cases = cases();
    for case in &cases {
        let answer = phone.run(&case.line).await;
        let found = (
            answer.stdout.trim_end_matches('\n'),
            answer.stderr.as_str(),
            answer.status,
        );
        if found
            != (
                case.stdout.trim_end_matches('\n'),
                case.stderr.as_str(),
                case.status,
            )
        {
            differences.push(format!(
                "$ {}\nexpected {:?} {:?} {}\nfound    {found:?}",
                case.line, case.stdout, case.stderr, case.status
            ));
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {} differ:\n{}",
        differences.len(),
        cases.len(),
        differences.join("\n\n")
    );
}

#[tokio::test]
async fn messages_follow_the_release() {
    assert_eq!(
        phone(9).run("nosuch").await.stderr,
        "/system/bin/sh: nosuch: not found\n"
    );
    assert_eq!(
        phone(11).run("nosuch").await.stderr,
        "/system/bin/sh: nosuch: inaccessible or not found\n"
    );
}

#[tokio::test]
async fn pipes_carry_bytes_that_are_not_text() {
    let phone = phone(13);
    phone
        .run("cd /data/local/tmp; echo -n $'a\\377b\\200' > bin")
        .await;
    assert_eq!(
        phone.files.read("/data/local/tmp/bin").unwrap().as_ref(),
        b"a\xffb\x80"
    );
    phone
        .run_with(
            b"cd /data/local/tmp; echo x > 'n\xffame'; ls | grep n | cat > /sdcard/Download/piped",
            b"",
        )
        .await;
    assert_eq!(
        phone.files.read("/sdcard/Download/piped").unwrap().as_ref(),
        b"bin\nn\xffame\n"
    );
    assert!(phone.files.metadata(b"/data/local/tmp/n\xffame").is_ok());
}
