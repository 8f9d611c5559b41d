//! The parser takes anything.

use tokio::time::Instant;

use clawperator_phone_shell::syntax::{SyntaxError, parse};
use proptest::prelude::{ProptestConfig, any, prop, proptest};

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_parsed_or_refused(input in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = parse(&input);
    }

    #[test]
    fn any_mix_of_special_characters_is_parsed_or_refused(
        input in prop::collection::vec(prop::sample::select(b"'\"\\`$(){}[]<>|&;#!*?~=:-+/%@ \n\tEaif0".to_vec()), 0..300)
    ) {
        let _ = parse(&input);
    }

    #[test]
    fn any_mix_of_words_is_parsed_or_refused(
        input in prop::collection::vec(prop::sample::select(vec![
            "if ", "then ", "fi", "; ", "\n", "for i in ", "do ", "done", "case x in ", "esac", "a) ", ";;", "$((", "$(",
            "${", "}", ")", "))", "((", "[[ ", " ]]", "<<E", "\nE\n", "'", "\"", "`", "{ ", "f() ", "a", " | ", " && ",
            "! ", "function ", "while ", "> ", "2>&1", "\\", "${x:-", "${x#", "@(", "<<-\"E\"",
        ]), 0..120)
    ) {
        let _ = parse(input.concat().as_bytes());
    }
}

#[test]
fn time_and_depth_are_bounded() {
    let pieces = [
        "$((",
        "$(",
        "${x:-",
        "\"${x:-",
        "(",
        "{ ",
        "((",
        "$(( (",
        "$((a) ",
        "if ",
        "[[ ( ",
        "! ",
        "@(",
        "<<E\n$(",
        "x=$(",
        "f() ",
        "while ",
        "${x#",
        "\"$(",
        "a && ",
        "a | ",
        "case x in a) ",
    ];
    for piece in pieces {
        let input = piece.repeat(1024 * 1024 / piece.len());
        let begin = Instant::now();
        let result = parse(input.as_bytes());
        assert!(
            begin.elapsed().as_secs() < 20,
            "`{piece}` took {:?}",
            begin.elapsed()
        );
        assert!(result.is_err(), "`{piece}` repeated was accepted");
    }
    // Each `$(( … ) )` is tried as arithmetic first, and what is in it is read again.
    let mut nested = "a".repeat(512 * 1024);
    for level in 0..10 {
        nested = format!("$(( $(cat <<E{level}\n{nested}\nE{level}\n) ) )");
    }
    let begin = Instant::now();
    assert!(parse(nested.as_bytes()).is_ok());
    assert!(
        begin.elapsed().as_secs() < 20,
        "here documents took {:?}",
        begin.elapsed()
    );
    assert!(matches!(
        parse(&vec![b'a'; 1024 * 1024 + 1]),
        Err(SyntaxError::Limit(_))
    ));
    assert!(parse(&vec![b';'; 1024]).is_err());
    assert_eq!(
        parse("a\n".repeat(10_000).as_bytes())
            .unwrap()
            .commands
            .len(),
        10_000
    );
}
