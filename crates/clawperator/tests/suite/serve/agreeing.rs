//! What a person agrees to is done once, by the run that they were asked for: the phone says what was bought.

use std::collections::BTreeMap;

use clawperator_test_support::Dice;
use serde_json::Value;

use super::shop::{Buyer, By, PRICES, Shop};
use crate::suite::private_adb::send;

const MOVES: usize = 100;

fn ticket(listed: &Value) -> String {
    listed["ticket"].as_str().unwrap().to_owned()
}

#[test]
fn an_approval_ends_with_the_run_that_it_was_given_to() {
    let mut shop = Shop::open();
    for by in [By::Cli, By::Http] {
        // It asks something else, which is refused.
        let mut buyer = shop.begin(by);
        let first = shop.settled(&mut buyer, "").unwrap();
        assert!(first["reason"].as_str().unwrap().contains(PRICES[0]));
        shop.price(1);
        assert!(shop.decide(&ticket(&first), "approve"));
        let second = shop.settled(&mut buyer, &ticket(&first)).unwrap();
        assert!(second["reason"].as_str().unwrap().contains(PRICES[1]));
        assert_eq!(shop.listed().len(), 1, "{:?}", shop.listed());
        assert!(shop.decide(&ticket(&second), "refuse"));
        while !shop.is_over(&mut buyer) {}
        shop.price(0);
        nothing_is_left(&mut shop, by, "refused");

        // It is cancelled as soon as it is approved.
        let mut buyer = shop.begin(by);
        let first = shop.settled(&mut buyer, "").unwrap();
        assert!(shop.decide(&ticket(&first), "approve"));
        shop.cancel(&mut buyer);
        // It may have been faster, and was allowed to.
        assert!(shop.bought().len() <= 1);
        nothing_is_left(&mut shop, by, "cancelled");

        // Its process is killed before it can use what was approved.
        let mut buyer = shop.begin(by);
        let first = shop.settled(&mut buyer, "").unwrap();
        if let Buyer::Process(child) = &buyer {
            send("STOP", child);
            assert!(shop.decide(&ticket(&first), "approve"));
            shop.kill(&mut buyer);
            assert_eq!(shop.bought(), Vec::<String>::new());
        } else {
            assert!(shop.decide(&ticket(&first), "approve"));
            shop.kill(&mut buyer);
            assert!(shop.bought().len() <= 1);
        }
        nothing_is_left(&mut shop, by, "killed");
    }
}

/// The same execution is asked about, whether it waits or not, and nothing of what was said before is listed.
fn nothing_is_left(shop: &mut Shop, by: By, after: &str) {
    assert_eq!(shop.listed(), Vec::<Value>::new(), "{by:?}, {after}");
    let code = shop.buy(by);
    assert_eq!(
        code.as_deref(),
        Some("POLICY_CONFIRMATION_REQUIRED"),
        "{by:?}, {after}"
    );
    let mut buyer = shop.begin(by);
    let asked = shop.settled(&mut buyer, "").unwrap();
    // The same question of a run that did not wait is this one now.
    assert_eq!(shop.listed().len(), 1, "{by:?}, {after}");
    assert!(shop.decide(&ticket(&asked), "refuse"));
    while !shop.is_over(&mut buyer) {}
    assert_eq!(shop.bought(), Vec::<String>::new(), "{by:?}, {after}");
}

#[test]
fn what_no_run_waits_for_serves_the_same_execution_once_and_is_listed_until_then() {
    let mut shop = Shop::open();
    for by in [By::Cli, By::Http] {
        for parks in [false, true] {
            assert_eq!(
                shop.buy(by).as_deref(),
                Some("POLICY_CONFIRMATION_REQUIRED")
            );
            let asked = ticket(&shop.listed()[0]);
            assert!(shop.decide(&asked, "approve"));
            let listed = shop.listed();
            assert_eq!(listed.len(), 1, "{listed:?}");
            assert_eq!(
                (&listed[0]["state"], &listed[0]["parked"]),
                (&Value::from("approved"), &Value::from(false))
            );
            let outcome = if parks {
                let mut buyer = shop.begin(by);
                assert_eq!(shop.settled(&mut buyer, ""), None);
                shop.outcome(&mut buyer)
            } else {
                format!("{:?}", shop.buy(by))
            };
            assert_eq!(shop.bought(), [PRICES[0]], "{by:?}, {parks}: {outcome}");
            assert_eq!(shop.listed(), Vec::<Value>::new());
            // What is revoked does not serve it.
            let asked = Some("POLICY_CONFIRMATION_REQUIRED");
            assert_eq!(shop.buy(by).as_deref(), asked);
            let ticket = ticket(&shop.listed()[0]);
            assert!(shop.decide(&ticket, "approve") && shop.decide(&ticket, "refuse"));
            assert!(!shop.decide(&ticket, "refuse"));
            assert_eq!(shop.listed(), Vec::<Value>::new());
            assert_eq!(shop.buy(by).as_deref(), asked);
            assert!(shop.decide(&ticket, "refuse"));
            assert_eq!(shop.bought(), Vec::<String>::new());
        }
    }
}

/// What a person agreed to and was not done yet.
#[derive(Debug)]
struct Agreement {
    ticket: String,
    price: &'static str,
    /// The run that waited for it, and that alone may do it.
    run: Option<String>,
}

/// What is true by what the person read and said, and by nothing that the program says later.
#[derive(Default)]
struct Record {
    read: BTreeMap<String, (&'static str, Option<String>)>,
    unused: Vec<Agreement>,
    bought: usize,
    too_late: usize,
}

impl Record {
    fn read(&mut self, listed: &[Value]) {
        for one in listed {
            let reason = one["reason"].as_str().unwrap();
            let price = PRICES.into_iter().find(|price| reason.contains(price));
            let run = (one["parked"] == true).then(|| one["run"].as_str().unwrap().to_owned());
            self.read.insert(ticket(one), (price.unwrap(), run));
        }
    }

    /// Every purchase is one that the person agreed to, by the run that they agreed to it for.
    fn check(&mut self, bought: Vec<String>, by: Option<&str>) {
        for price in bought {
            let fits = |one: &Agreement| {
                one.price == price && (one.run.is_none() || one.run.as_deref() == by)
            };
            let used = self.unused.iter().position(fits);
            let used = used.unwrap_or_else(|| panic!("{price} by {by:?}: {:?}", self.unused));
            self.unused.remove(used);
            self.bought += 1;
        }
    }
}

#[test]
fn nothing_is_bought_that_a_person_did_not_agree_to() {
    let mut shop = Shop::open();
    let mut record = Record::default();
    let mut dice = Dice::new(7);
    let mut running: Option<(Buyer, Option<String>)> = None;
    for _ in 0..MOVES {
        if let Some((buyer, run)) = &mut running {
            let is_over = shop.is_over(buyer);
            record.check(shop.bought(), run.as_deref());
            if is_over {
                running = None;
            }
        }
        let listed = shop.listed();
        record.read(&listed);
        let run = running.as_ref().and_then(|(_, run)| run.clone());
        for one in listed.iter().filter(|one| one["state"] == "approved") {
            let is_agreed = |agreed: &Agreement| one["ticket"] == agreed.ticket.as_str();
            assert!(record.unused.iter().any(is_agreed), "{one}");
        }
        match (dice.below(10), &mut running) {
            (0..=1, _) => shop.price(dice.below(2)),
            (2..=5, None) => {
                let by = *dice.one_of(&[By::Cli, By::Http]);
                if dice.percent(25) {
                    shop.buy(by);
                    record.check(shop.bought(), None);
                } else {
                    let mut buyer = shop.begin(by);
                    let waiting = shop.settled(&mut buyer, "");
                    let run = waiting.map(|waiting| waiting["run"].as_str().unwrap().to_owned());
                    record.check(shop.bought(), run.as_deref());
                    running = Some((buyer, run));
                }
            }
            (6, Some((buyer, _))) => {
                shop.cancel(buyer);
                record.check(shop.bought(), run.as_deref());
                running = None;
            }
            (7, Some((buyer, _))) => {
                shop.kill(buyer);
                record.check(shop.bought(), run.as_deref());
                running = None;
            }
            (_, running) => {
                let mut tickets: Vec<String> = listed.iter().map(ticket).collect();
                if tickets.is_empty() || dice.percent(10) {
                    tickets = record.read.keys().cloned().collect();
                }
                if tickets.is_empty() {
                    continue;
                }
                let ticket = dice.one_of(&tickets).clone();
                let agrees = dice.percent(75);
                let is_decided = shop.decide(&ticket, if agrees { "approve" } else { "refuse" });
                if is_decided && agrees {
                    let (price, run) = record.read[&ticket].clone();
                    record.unused.push(Agreement {
                        ticket: ticket.clone(),
                        price,
                        run,
                    });
                } else if is_decided {
                    // Refusing what was approved and is not used revokes it.
                    record.unused.retain(|one| one.ticket != ticket);
                } else {
                    record.too_late += 1;
                }
                // The next move comes at once, or when the run has done what it does.
                if let Some((buyer, _)) = running
                    && is_decided
                    && dice.percent(50)
                {
                    let is_its = record.read[&ticket].1 == run;
                    shop.settled(buyer, if is_its { &ticket } else { "" });
                }
            }
        }
    }
    if let Some((buyer, run)) = &mut running {
        shop.cancel(buyer);
        record.check(shop.bought(), run.as_deref());
    }
    // All of it happened.
    let Record {
        bought, too_late, ..
    } = record;
    assert!(bought >= 3 && too_late >= 3, "{bought}, {too_late}");
}
