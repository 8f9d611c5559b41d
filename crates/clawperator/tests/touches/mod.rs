//! A search for presses that go wrong.
//!
//! Pages are made by chance, every target on them is pressed in every way that there is, under every shipped profile,
//! and the phone's own record says what was touched. CI searches for a short while;
//! `CLAWPERATOR_SEARCH_PRESSES=20000 CLAWPERATOR_SEARCH_SEED=7` searches for long.

mod rig;

use clawperator_test_support::Dice;
use clawperator_test_support::hostile::{Finding, Manner, Page, Way, judge, make, ways};

use self::rig::{PACKAGE, Rig};

/// How many presses under each profile CI makes.
const PRESSES: usize = 200;
/// Pages of one phone.
const PAGES: usize = 24;

/// A shipped profile, and whether it judges a bare coordinate.
const PROFILES: [(&str, bool); 3] = [("person", false), ("agent", true), ("server", true)];

#[derive(Debug, Default)]
struct Tally {
    presses: usize,
    succeeded: usize,
    /// Presses of what may be pressed on ordinary pages, and how many of them were refused.
    ordinary: usize,
    ordinary_refused: Vec<String>,
    findings: Vec<String>,
}

fn setting(name: &str, default: usize) -> usize {
    #[expect(
        clippy::disallowed_methods,
        reason = "a longer search is asked for by it"
    )]
    let value = std::env::var(name);
    value.map_or(default, |value| value.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn no_press_goes_to_another_node_or_to_what_is_denied() {
    let presses = setting("CLAWPERATOR_SEARCH_PRESSES", PRESSES);
    let seed = setting("CLAWPERATOR_SEARCH_SEED", 1) as u64;
    let mut dice = Dice::new(seed);
    let mut tallies: Vec<Tally> = PROFILES.iter().map(|_| Tally::default()).collect();
    while tallies.iter().any(|tally| tally.presses < presses) {
        let pages: Vec<Page> = (0..PAGES)
            .map(|number| {
                let manner = if number % 3 == 0 {
                    Manner::Ordinary
                } else {
                    Manner::Hostile
                };
                make(&mut dice, PACKAGE, number, manner)
            })
            .collect();
        let rig = Rig::start(&pages).await;
        'pages: for page in &pages {
            for (profile, tally) in PROFILES.iter().zip(&mut tallies) {
                if tallies_full(tally, presses) {
                    continue;
                }
                search(&rig, page, *profile, tally, &mut dice).await;
            }
            if tallies.iter().all(|tally| tallies_full(tally, presses)) {
                break 'pages;
            }
        }
        rig.stop().await;
    }
    for ((profile, _), tally) in PROFILES.iter().zip(&tallies) {
        println!(
            "{profile}: {} presses, {} succeeded, {} findings; ordinary pages: {} of {} refused",
            tally.presses,
            tally.succeeded,
            tally.findings.len(),
            tally.ordinary_refused.len(),
            tally.ordinary,
        );
        for refused in tally.ordinary_refused.iter().take(20) {
            println!("  refused: {refused}");
        }
    }
    let findings: Vec<&String> = tallies.iter().flat_map(|tally| &tally.findings).collect();
    for finding in findings.iter().take(60) {
        println!("{finding}");
    }
    assert!(findings.is_empty(), "{} findings", findings.len());
    for tally in &tallies {
        let most = tally.ordinary * 3 / 100;
        assert!(
            tally.ordinary_refused.len() <= most,
            "{} refused",
            tally.ordinary_refused.len()
        );
    }
}

fn tallies_full(tally: &Tally, presses: usize) -> bool {
    tally.presses >= presses
}

/// Presses everything on a page in one way each.
async fn search(
    rig: &Rig,
    page: &Page,
    (profile, judges_points): (&str, bool),
    tally: &mut Tally,
    dice: &mut Dice,
) {
    rig.show(page).await;
    let listed = rig.listed(profile).await;
    for way in ways(page, &listed, dice) {
        let before = rig.last();
        let answer = rig.exec(&way.payload, profile).await;
        let deeds = rig.deeds(before);
        let succeeded = answer.exit == 0;
        tally.presses += 1;
        tally.succeeded += usize::from(succeeded);
        let denies = judges_points || !way.is_bare_point();
        let findings = judge(page, &way.meant, denies, succeeded, &deeds);
        for finding in findings {
            tally
                .findings
                .push(told(page, profile, &way, &finding, &answer.stdout));
        }
        // Only what may be pressed on an ordinary page can be refused in vain.
        if page.manner == Manner::Ordinary && way.counts_as_ordinary(page) {
            tally.ordinary += 1;
            if !succeeded {
                let refused = format!("{} | {}", way.about, answer.stdout);
                tally.ordinary_refused.push(refused);
            }
        }
        if way.changes_page() || Rig::left(page, &deeds) {
            rig.show(page).await;
        }
    }
}

fn told(page: &Page, profile: &str, way: &Way, finding: &Finding, answer: &str) -> String {
    format!(
        "{finding:?}: {profile}, {}\n  {}\n  page {}",
        way.about,
        answer.trim(),
        page.root.scene()
    )
}
