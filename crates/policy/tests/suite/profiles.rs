//! Profiles as people write them.

use std::borrow::Cow;

use clawperator_contract::Capability;
use clawperator_policy::{Coordinates, Effect, Known, MAX_PROFILE_BYTES, Profile, Shipped};

const HEAD: &str = "version = 1\ncoordinates = \"look\"\n";

fn costs_money(profile: &Profile, labels: &[&str], activity: Option<&str>) -> bool {
    let labels = labels.iter().map(|label| Cow::Borrowed(*label)).collect();
    profile.is_purchase(&Known::all(labels), &activity.into())
}

/// The mistakes of a profile with these lines behind its head, as `line message`.
fn mistakes(lines: &str) -> Vec<String> {
    match Profile::parse("test", &format!("{HEAD}{lines}")) {
        Ok(_) => Vec::new(),
        Err(error) => error
            .problems
            .iter()
            .map(|problem| {
                assert!(!problem.fix.is_empty());
                format!("{} {}", problem.line, problem.message)
            })
            .collect(),
    }
}

#[test]
fn the_shipped_profiles_can_be_read() {
    for (shipped, coordinates, opaque) in [
        (Shipped::Person, Coordinates::Unjudged, Effect::Allow),
        (Shipped::Agent, Coordinates::Look, Effect::Confirm),
        (Shipped::Server, Coordinates::Look, Effect::Deny),
    ] {
        let profile = shipped.profile().unwrap();
        assert_eq!(profile.opaque, opaque);
        assert_eq!(profile.coordinates, coordinates);
        assert_eq!(profile.base(Capability::PurchaseRisk), Effect::Deny);
        assert_eq!(profile.base(Capability::Click), Effect::Allow);
        assert_eq!(Shipped::from_name(shipped.name()), Some(shipped));
        assert!(!profile.wants_activity() && !profile.wants_place());
    }
    // One that does not say it is strict.
    let silent = Profile::parse("test", HEAD).unwrap();
    assert_eq!(silent.opaque, Effect::Deny);
}

#[test]
fn buying_is_denied_by_default_and_told_by_its_label() {
    let profile = Profile::parse("test", HEAD).unwrap();
    assert_eq!(profile.base(Capability::PurchaseRisk), Effect::Deny);
    for costs in [
        "Buy",
        "BUY NOW",
        "Buy for €4.99",
        "Pay 12.00",
        "Pay now",
        "Place order",
        "Place your order",
        "Confirm purchase",
        "Complete order",
        "1-tap buy",
        "Subscribe",
        "Jetzt kaufen",
        "Acheter",
        "立即购买",
        "Checkout",
        "💳 Buy",
        "Start free trial, then $99.99/month",
    ] {
        assert!(costs_money(&profile, &[costs], None), "{costs}");
    }
    for free in [
        "",
        "Payment methods",
        "Buyer protection",
        "Display",
        "Order history",
        "Checkout date",
        "Add to cart",
        "Google Pay",
        "Wi-Fi",
        "Cancel",
    ] {
        assert!(!costs_money(&profile, &[free], None), "{free}");
    }
}

#[test]
fn a_profile_may_have_its_own_list_or_none() {
    let own =
        format!("{HEAD}[purchase_risk]\nlabels = ['Ship it']\nactivities = ['*.PayActivity']\n");
    let profile = Profile::parse("test", &own).unwrap();
    let main = Some("com.a.Main");
    assert!(costs_money(&profile, &["Ship it"], main));
    assert!(costs_money(&profile, &[], Some("com.a.PayActivity")));
    assert!(!costs_money(&profile, &[], main));
    // It may be one of them.
    assert!(costs_money(&profile, &[], None));
    assert!(profile.wants_activity());
    // The words that come with the program stay, unless they are left out by name.
    assert!(costs_money(&profile, &["Buy"], main));
    for lines in ["activities = ['*.PayActivity']", "labels = []", ""] {
        let text = format!("{HEAD}[purchase_risk]\n{lines}\n");
        let profile = Profile::parse("test", &text).unwrap();
        assert!(costs_money(&profile, &["Buy"], main), "{lines}");
    }
    let none = format!("{HEAD}[purchase_risk]\nshipped_labels = false\n");
    let none = Profile::parse("test", &none).unwrap();
    assert!(!costs_money(&none, &["Buy"], None));
    // Words that are not known may be any.
    let unknown = Known::<Cow<'_, str>>::nothing();
    let nowhere = Known::all(vec!["com.a.Main"]);
    assert!(profile.is_purchase(&unknown, &nowhere));
    assert!(!none.is_purchase(&unknown, &nowhere));
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let all = mistakes(
        "colour = \"red\"\napproval_minutes = 0\n[capabilities]\nclik = \"allow\"\nclick = \"maybe\"\n\
         [[rules]]\nname = \"a b\"\nverdict = \"deny\"\npackages = \"com.a\"\n\
         [[rules]]\nname = \"x\"\nverdict = \"deny\"\nlabels = ['(']\n",
    );
    assert_eq!(
        all,
        [
            "3 unknown key `colour`",
            "4 the number is out of range: 0",
            "6 unknown key `clik`",
            "7 `maybe` is not allowed here",
            "9 a name has 1 to 64 letters, digits, `-`, `_` and `.`",
            "11 this must be a list",
            "15 the label pattern cannot be used: unclosed group at column 1",
        ]
    );
}

#[test]
fn each_mistake_alone_is_told() {
    let many = |count: usize, entry: &str| vec![entry; count].join(", ");
    let rule = |rest: &str| format!("[[rules]]\nname = \"r\"\n{rest}");
    let long = "x".repeat(513);
    for (lines, expected) in [
        (rule("verdict = \"deny\""), "the rule has no condition and would apply to everything"),
        (
            rule("verdict = \"allow\"\npackages = [\"com.a\"]"),
            "the rule allows everything there, including purchases",
        ),
        (
            rule("verdict = \"deny\"\ncapabilities = [\"observe\"]\nlabels = ['a']"),
            "reading touches nothing, so a rule about it cannot name labels",
        ),
        (rule("devices = [\"a\"]"), "`verdict` is missing"),
        ("[[rules]]\nverdict = \"deny\"\ndevices = [\"a\"]".to_owned(), "`name` is missing"),
        (rule("verdict = \"deny\"\ndevices = [\"\"]"), "an entry has 1 to 512 characters"),
        (
            rule(&format!("verdict = \"deny\"\ndevices = [\"{long}\"]")),
            "an entry has 1 to 512 characters",
        ),
        (
            rule(&format!("verdict = \"deny\"\ndevices = [{}]", many(51, "\"a\""))),
            "a list has at most 50 entries",
        ),
        (rule("verdict = \"deny\"\ndevices = [1]"), "this must be a text"),
        (rule("verdict = \"deny\"\ncapabilities = [\"fly\"]"), "`fly` is not allowed here"),
        (
            "[[combinations]]\nname = \"c\"\nverdict = \"deny\"\ncapabilities = [\"click\"]".to_owned(),
            "a combination needs two or more capabilities",
        ),
        (
            "[[combinations]]\nname = \"c\"\nverdict = \"allow\"\ncapabilities = [\"click\", \"toggle\"]".to_owned(),
            "a combination cannot be allowed: each of its capabilities is judged alone as well",
        ),
        ("rules = 1".to_owned(), "this must be a list of tables"),
        ("[purchase_risk]\nwords = []".to_owned(), "unknown key `words`"),
        ("[purchase_risk]\nshipped_labels = 1".to_owned(), "this must be true or false"),
        ("opaque = \"look\"".to_owned(), "`look` is not allowed here"),
        (
            rule(&format!("verdict = \"deny\"\ndevices = [\"a\"]\n{}", rule("verdict = \"deny\"\ndevices = [\"b\"]"))),
            "the name `r` is taken",
        ),
        ("version = 2".to_owned(), "this is not TOML: duplicate key"),
    ] {
        let told = mistakes(&lines);
        assert_eq!(told.len(), 1, "{lines}: {told:?}");
        assert!(told[0].ends_with(expected), "{lines}: {told:?}");
    }
    // What is not TOML at all is one mistake, at its first line.
    let passwd = "# users\nroot:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n";
    let other = Profile::parse("test", &passwd.repeat(30)).unwrap_err();
    assert_eq!(other.problems.len(), 1, "{other}");
    assert_eq!(other.problems[0].line, 2, "{other}");
    let missing = Profile::parse("test", "").unwrap_err();
    assert_eq!(missing.problems.len(), 2);
    let other = Profile::parse("test", "version = 2\ncoordinates = \"look\"\n").unwrap_err();
    assert_eq!(
        other.to_string(),
        "profile `test` cannot be used:\n  line 1: the number is out of range: 2; write 1"
    );
}

#[test]
fn hostile_profiles_are_bounded() {
    let long = format!("{HEAD}#{}", "x".repeat(MAX_PROFILE_BYTES));
    assert_eq!(Profile::parse("test", &long).unwrap_err().problems.len(), 1);
    let deep = format!("a = {}1{}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(!mistakes(&deep).is_empty());
    let many = "[[rules]]\n".repeat(101);
    assert_eq!(mistakes(&many).len(), 1);
    let wrong = format!("{HEAD}{}", "[[combinations]]\n".repeat(100));
    assert_eq!(
        Profile::parse("test", &wrong).unwrap_err().problems.len(),
        100
    );
}

#[test]
fn another_wording_is_another_profile() {
    let one = Profile::parse("test", HEAD).unwrap();
    let other = Profile::parse("test", &format!("{HEAD}# the same rules\n")).unwrap();
    assert_ne!(one.fingerprint, other.fingerprint);
}

#[test]
fn scripts_run_as_they_were_when_they_were_named() {
    let hash = "0123456789abcdef".repeat(4);
    let text = format!("{HEAD}[[scripts]]\nskill = \"a.b.c\"\nsha256 = \"{hash}\"\n");
    let profile = Profile::parse("test", &text).unwrap();
    let mut named = profile.scripts[0].sha256;
    assert_eq!((named[0], named[31]), (0x01, 0xef));
    assert!(profile.lets_script_run("a.b.c", &named));
    assert!(!profile.lets_script_run("a.b.d", &named));
    named[31] ^= 1;
    assert!(!profile.lets_script_run("a.b.c", &named));
    let other = Shipped::Person.profile().unwrap();
    assert!(!other.lets_script_run("a.b.c", &profile.scripts[0].sha256));
    for (lines, mistake) in [
        ("[[scripts]]\nskill = \"a.b\"", "3 `sha256` is missing"),
        ("[[scripts]]\nsha256 = \"00\"", "3 `skill` is missing"),
        (
            "[[scripts]]\nskill = \"a.b\"\nsha256 = \"00\"",
            "5 a SHA-256 hash has 64 hexadecimal digits",
        ),
        ("[[scripts]]\npath = \"x\"", "4 unknown key `path`"),
    ] {
        assert!(
            mistakes(lines).contains(&mistake.to_owned()),
            "{:?}",
            mistakes(lines)
        );
    }
}

/// Whoever copies a profile from the page gets one that is valid.
#[test]
fn the_profiles_on_the_page_are_valid() {
    let page = include_str!("../../../../docs/policy.md");
    let profiles: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    assert_eq!(profiles.len(), 2);
    for profile in profiles {
        Profile::parse("test", profile).unwrap_or_else(|error| panic!("{error:?}: {profile}"));
    }
    // What is printed about a capability is what the program says of it.
    let meaning = Capability::Toggle.meaning();
    assert!(page.contains(&format!("rule `capabilities.toggle`, to {meaning}\n")));
}
