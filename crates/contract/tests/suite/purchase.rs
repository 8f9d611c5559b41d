//! Labels that cost money and labels that do not, held against the shipped words.
//!
//! `tests/purchase/README.md` says how the labels are split in two halves and what each is for.

use clawperator_contract::purchase::{Amount, Words};

const COSTS: &str = include_str!("../purchase/costs.txt");
const INNOCENT: &str = include_str!("../purchase/innocent.txt");
const HELD_OUT_COSTS: &str = include_str!("../purchase/held-out-costs.txt");
const HELD_OUT_INNOCENT: &str = include_str!("../purchase/held-out-innocent.txt");
const SEEN_COSTS: &str = include_str!("../purchase/seen-costs.txt");
const SEEN_INNOCENT: &str = include_str!("../purchase/seen-innocent.txt");

/// The least precision and recall, in percent.
const LEAST: f64 = 95.0;

/// The least for the labels that are all held out; they are few, so one of them weighs more.
const LEAST_OF_FEW: f64 = 80.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Development,
    HeldOut,
}

#[test]
fn labels_that_cost_are_told_from_innocent_ones() {
    for half in [Half::Development, Half::HeldOut] {
        let counted = Counted::of(COSTS, INNOCENT, |label| half_of(label) == half);
        // What is held out is counted and not shown, so that no rule is made for it.
        if half == Half::Development {
            println!(
                "missed: {:#?}\nfalse alarms: {:#?}",
                counted.missed, counted.false_alarms
            );
        }
        counted.require(&format!("{half:?}"), LEAST);
    }
}

#[test]
fn labels_that_no_rule_was_made_for_are_told_apart() {
    let counted = Counted::of(HELD_OUT_COSTS, HELD_OUT_INNOCENT, |_| true);
    counted.require("60 held out", LEAST_OF_FEW);
}

#[test]
fn the_labels_are_many_and_in_many_languages() {
    for list in [COSTS, INNOCENT] {
        let labels = labels(list);
        assert!(labels.len() >= 200, "{}", labels.len());
        let mut languages: Vec<&str> = labels.iter().map(|(language, _)| *language).collect();
        languages.sort_unstable();
        languages.dedup();
        assert!(languages.len() >= 10, "{languages:?}");
    }
}

/// The page on policy names the languages of the table, all of them and no others.
#[test]
fn the_page_names_every_language_of_the_table() {
    let table = include_str!("../../src/purchase/words.txt");
    let headings = table
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let languages: Vec<&str> = headings
        .filter(|heading| !heading.contains(':'))
        .flat_map(|heading| heading.split(" and "))
        .collect();
    let (last, others) = languages.split_last().unwrap();
    let sentence = format!(
        "It has words of {} languages: {} and {last}.",
        languages.len(),
        others.join(", ")
    );
    let page = include_str!("../../../../docs/policy.md");
    assert!(
        page.contains(&sentence),
        "not in docs/policy.md: {sentence}"
    );
}

/// What everybody agrees on has to be told right, all of it.
#[test]
fn plain_cases_are_all_right() {
    for costs in [
        "💳 Buy",
        "★ Pay",
        "\"Buy\"",
        "Ｂｕｙ ｎｏｗ",
        "Вuy",
        "Order with obligation to pay",
        "Checkout",
        "Send $500",
        "Start free trial, then $99.99/month",
        "Get for €4.99",
        "1-Click",
        "Slide to pay",
        "Buy Samsung Galaxy S24 Ultra 256 GB Titanium Black with a two year warranty, $1,299.99",
    ] {
        assert!(Words::shipped().are_in_label(costs), "{costs}");
    }
    for free in [
        "",
        "purchase-request",
        "支付宝",
        "Order history",
        "Orders",
        "Payment methods",
        "Buyer protection",
        "Pay attention",
        "Shopping cart",
        "Sort order",
        "Reorder list",
        "$4.99",
        "Google Pay",
    ] {
        assert!(!Words::shipped().are_in_label(free), "{free}");
    }
}

#[test]
fn labels_that_rules_were_made_for_are_all_right() {
    let counted = Counted::of(SEEN_COSTS, SEEN_INNOCENT, |_| true);
    assert_eq!(counted.missed, [""; 0], "missed");
    assert_eq!(counted.false_alarms, [""; 0], "false alarms");
}

/// A long text is read to its end, and as fast as it is long.
#[test]
fn no_label_is_too_long() {
    let long = "very ".repeat(20_000);
    assert!(Words::shipped().are_in_label(&format!("Buy this {long}good phone")));
    assert!(Words::shipped().are_in_label(&format!("This {long}good phone, buy now")));
    assert!(!Words::shipped().are_in_label(&format!("This {long}good phone")));
    // Words at which a phrase with a gap begins, and directions within each other.
    assert!(!Words::shipped().are_in_label(&"tap ".repeat(100_000)));
    assert!(!Words::shipped().are_in_label(&"\u{202e}a".repeat(100_000)));
}

/// Numbers without a currency and phrases that are taken out are read in one pass each.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the time that it takes is what is tested"
)]
fn no_repeated_word_is_slow() {
    let start = std::time::Instant::now();
    for piece in ["1 ", "add to cart "] {
        let label = piece.repeat(131_072 / piece.len());
        assert!(!Words::shipped().are_in_label(&label), "{piece}");
        let costs = format!("{label}. Buy now");
        assert!(Words::shipped().are_in_label(&costs), "{piece}");
    }
    let taken = start.elapsed();
    assert!(taken < std::time::Duration::from_secs(15), "{taken:?}");
}

/// Numbers in a row are a price where a currency is beside the last of them, and nowhere else.
#[test]
fn numbers_in_a_row_are_a_price_by_what_is_beside_them() {
    for costs in ["Send 1 490 ₽", "Send 1 490 000 USD", "Send € 1 490"] {
        assert!(Words::shipped().are_in_label(costs), "{costs}");
    }
    for free in ["Send 1 490", "Send 1 490 000 times"] {
        assert!(!Words::shipped().are_in_label(free), "{free}");
    }
}

#[test]
fn amounts_are_told_by_a_number_and_its_currency() {
    for (text, expected) in [
        ("Total 5 EUR, to Alice", Amount::Price),
        ("1 490 ₽", Amount::Price),
        ("$5 off", Amount::Price),
        ("5 ЕUR", Amount::Price),
        ("€", Amount::Currency),
        ("EUR", Amount::Currency),
        ("All prices in €", Amount::Currency),
        ("5,000.00", Amount::Number),
        ("Try again", Amount::None),
        ("Step 2", Amount::None),
        ("", Amount::None),
    ] {
        assert_eq!(Words::shipped().amount_in(text), expected, "{text}");
    }
}

#[test]
fn a_part_of_a_label_or_an_id_counts_wherever_the_word_stands() {
    for costs in [
        "btnBuyNow",
        "buy_button",
        "checkout_button",
        "to pay",
        "Jetzt kaufen",
        "btn_placeorder",
        "sendMoneyButton",
    ] {
        assert!(Words::shipped().are_in_part(costs), "{costs}");
    }
    for free in [
        "payment_methods",
        "display",
        "buyer_protection",
        "order_history",
        "paypal_icon",
        "PayPal",
        "tap_to_retry",
    ] {
        assert!(!Words::shipped().are_in_part(free), "{free}");
    }
}

/// How the words did with two lists of labels.
struct Counted {
    hits: Vec<String>,
    missed: Vec<String>,
    false_alarms: Vec<String>,
    passed: Vec<String>,
}

impl Counted {
    fn of(costs: &'static str, innocent: &'static str, counts: impl Fn(&str) -> bool) -> Self {
        let found = |list| {
            let labels = labels(list).into_iter().map(|(_, label)| label);
            labels
                .filter(|label| counts(label))
                .partition(|label| Words::shipped().are_in_label(label))
        };
        let (hits, missed) = found(costs);
        let (false_alarms, passed) = found(innocent);
        Self {
            hits,
            missed,
            false_alarms,
            passed,
        }
    }

    /// Prints precision and recall and requires the least of each.
    fn require(&self, name: &str, least: f64) {
        let costs = self.hits.len() + self.missed.len();
        let innocent = self.false_alarms.len() + self.passed.len();
        let precision = percent(self.hits.len(), self.hits.len() + self.false_alarms.len());
        let recall = percent(self.hits.len(), costs);
        println!(
            "{name}: {} labels, precision {precision:.1} %, recall {recall:.1} %",
            costs + innocent
        );
        assert!(
            precision >= least && recall >= least,
            "{name}: precision {precision:.1} %, recall {recall:.1} %, at least {least} % are wanted"
        );
    }
}

fn labels(list: &'static str) -> Vec<(&'static str, String)> {
    let lines = list.lines().map(|line| line.split_once(": ").expect(line));
    lines
        .map(|(language, label)| (language, unescaped(label)))
        .collect()
}

fn unescaped(label: &str) -> String {
    let mut pieces = label.split("\\u{");
    let mut text = pieces.next().unwrap().to_owned();
    for piece in pieces {
        let (code, rest) = piece.split_once('}').expect(label);
        text.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
        text.push_str(rest);
    }
    text
}

/// FNV-1a over the bytes of the label.
fn half_of(label: &str) -> Half {
    let hash = label.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    if hash % 2 == 0 {
        Half::Development
    } else {
        Half::HeldOut
    }
}

#[expect(clippy::cast_precision_loss, reason = "some hundred labels")]
fn percent(part: usize, whole: usize) -> f64 {
    part as f64 * 100.0 / whole as f64
}
