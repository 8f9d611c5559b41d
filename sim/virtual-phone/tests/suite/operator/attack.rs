//! Somebody attacks while an honest driver works: what the attacker learns, and how long the driver waits.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use clawperator_operator_protocol::{Act, Answer, Request, Terms};
use clawperator_test_support::Dice;
use clawperator_virtual_phone::{Release, Sockets};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::judge::Judge;
use super::{injected, open};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Driver, Installed, Launched, SOCKET, look};
use crate::support::phone;

/// How many streams the attackers open, unless this variable says otherwise.
const SIZE: &str = "CLAWPERATOR_ATTACKS";
const STREAMS: usize = 4_000;
/// Opened at once, and left alone.
const CROWD: usize = 1_000;
/// How often everything begins again.
const ROUNDS: usize = 2;
/// How long the honest driver is measured without an attack, in each round.
const QUIET: Duration = Duration::from_millis(500);
/// At once, with a byte every so often: half of a greeting fits in the time of one.
const SLOW: usize = 8;
const SLOWLY: Duration = Duration::from_millis(20);
/// What the machine does besides is in it; the figure itself is for a run by hand.
const LOOSE: Duration = Duration::from_secs(2);
/// Users of a phone that are neither the shell nor root.
const STRANGERS: [u32; 5] = [10_123, 1_000, 1_013, 2_001, u32::MAX];
const SHELL: u32 = 2_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attack_by_an_app_is_not_heard_and_delays_nobody() {
    attack(&STRANGERS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attack_through_adb_is_told_nothing_without_the_secret() {
    attack(&[SHELL]).await;
}

async fn attack(users: &'static [u32]) {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    open(phone.phone(), "ListActivity").await;
    let attacker = Arc::new(Attacker {
        sockets: phone.phone().sockets().clone(),
        recorded: record(&launched).await,
        judge: Judge::new(&launched),
        users,
    });
    let before = injected(phone.phone());
    let streams = size(STREAMS);
    // A long run is for a figure, so what is compared is measured for longer too.
    let rounds = if streams > STREAMS {
        5 * ROUNDS
    } else {
        ROUNDS
    };
    let mut honest = Honest::new(&launched).await;
    honest.work(QUIET, &mut Waits::default()).await;
    let (mut alone, mut stormed) = (Waits::default(), Waits::default());
    for round in 0..rounds {
        honest.work(QUIET, &mut alone).await;
        let storm = storm(&attacker, streams / rounds, round);
        while !storm.is_finished() {
            honest.work(Duration::ZERO, &mut stormed).await;
        }
        storm.join().unwrap();
    }
    let (judged, greeted) = attacker.judge.counts();
    println!(
        "{judged} streams, {greeted} greetings answered, {} begun again",
        honest.again
    );
    assert!(judged >= streams, "{judged}");
    assert_eq!(greeted > 0, users == [SHELL], "{greeted}");
    assert!(honest.open.hold("honest", false).await.by_you);
    assert_eq!(injected(phone.phone()), before);
    compare("looks", &alone.looks, &stormed.looks);
    compare("greetings", &alone.greetings, &stormed.greetings);
}

/// How much there is of what is tried by chance.
pub(super) fn size(usual: usize) -> usize {
    #[expect(clippy::disallowed_methods, reason = "the size of a run by hand")]
    let wanted = std::env::var(SIZE);
    wanted.map_or(usual, |wanted| wanted.parse().unwrap())
}

/// All that an honest driver sends on a stream of its own: a greeting, a proof, and frames that do something.
async fn record(launched: &Launched) -> Vec<u8> {
    let mut stream = launched.stream().await.unwrap();
    let words = launched.driver_hello();
    let hello = launched.hello(&mut stream, &words).await.unwrap();
    let terms: Terms = launched.terms(&hello);
    let mut recorded = words.encode();
    recorded.extend_from_slice(&terms.proof_of_driver(&launched.secret).to_bytes());
    let acts = Request::Act {
        act: 4_711,
        time_ms: 10_000,
        holder: Some("recorded".to_owned()),
        what: Act::Wake,
    };
    for (id, request) in (1..).zip([Request::State, Request::Look(look()), acts, Request::Leave]) {
        recorded.extend_from_slice(&request.frame(id));
    }
    stream
        .write_all(&recorded[words.encode().len()..])
        .await
        .unwrap();
    let mut driver = Driver::behind(stream);
    for id in 1..=4 {
        let answer = driver.answer(id).await;
        assert!(!matches!(answer, Answer::Error(_)), "{answer:?}");
    }
    recorded
}

/// A driver that measures how long it waits.
struct Honest<'a> {
    launched: &'a Launched,
    open: Driver,
    /// Greetings that had to begin again, because others took the places.
    again: usize,
}

/// For a look on a stream that is open, and for the first answer on a new one.
#[derive(Debug, Default)]
struct Waits {
    looks: Vec<Duration>,
    greetings: Vec<Duration>,
}

impl<'a> Honest<'a> {
    async fn new(launched: &'a Launched) -> Self {
        Self {
            launched,
            open: launched.held("honest").await,
            again: 0,
        }
    }

    async fn work(&mut self, time: Duration, waits: &mut Waits) {
        let began = Instant::now();
        loop {
            for _ in 0..10 {
                let asked = Instant::now();
                self.open.look().await;
                waits.looks.push(asked.elapsed());
            }
            let asked = Instant::now();
            while !self.greets().await {
                self.again += 1;
            }
            waits.greetings.push(asked.elapsed());
            if began.elapsed() >= time {
                return;
            }
        }
    }

    async fn greets(&self) -> bool {
        let Some(mut driver) = self.launched.try_connect().await else {
            return false;
        };
        let asked = driver.stream.write_all(&Request::State.frame(1)).await;
        asked.is_ok() && matches!(driver.next().await, Some((_, Answer::Stated(_))))
    }
}

/// Everything at once, on a thread of its own: an app is another process.
fn storm(attacker: &Arc<Attacker>, streams: usize, round: usize) -> JoinHandle<()> {
    let attacker = Arc::clone(attacker);
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().unwrap();
        runtime.block_on(async {
            let seed = round as u64;
            let mut one = Dice::new(seed);
            let mut many = Dice::new(1_000 + seed);
            let mut slow = JoinSet::new();
            for place in 0..SLOW {
                let slowly = Arc::clone(&attacker);
                let user = attacker.users[place % attacker.users.len()];
                slow.spawn(async move { slowly.slowly(user).await });
            }
            // Apart from what is to be answered: the crowd takes all places of those who greet.
            attacker.crowd(&mut many).await;
            for _ in 0..streams {
                attacker.attack(&mut one).await;
            }
            while let Some(done) = slow.join_next().await {
                done.unwrap();
            }
        });
    })
}

/// Somebody on the phone who does not know the secret.
struct Attacker {
    sockets: Sockets,
    recorded: Vec<u8>,
    judge: Judge,
    users: &'static [u32],
}

impl Attacker {
    /// One stream from its beginning to its end.
    async fn attack(&self, dice: &mut Dice) {
        let user = *dice.one_of(self.users);
        let mut stream = self.connect(user).await;
        let (mut sent, mut told) = (self.words(dice), Vec::new());
        if dice.percent(12) {
            // Says to the Operator what that has just said itself: its hello, or its proof alone.
            sent = self.recorded[..74].to_vec();
            let _ = stream.write_all(&sent).await;
            let mut hello = [0; 122];
            if stream.read_exact(&mut hello).await.is_ok() {
                told.extend_from_slice(&hello);
            }
            let back = if dice.percent(50) {
                &hello[..]
            } else {
                &hello[90..]
            };
            let _ = stream
                .write_all(&[back, &self.recorded[106..]].concat())
                .await;
        } else {
            let _ = stream.write_all(&sent).await;
        }
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut told).await;
        self.judge(user, &sent, &told, false);
    }

    /// One byte after another, for longer than a greeting may take.
    async fn slowly(&self, user: u32) {
        let mut stream = self.connect(user).await;
        let mut sent = 0;
        for byte in &self.recorded {
            if stream.write_all(&[*byte]).await.is_err() {
                break;
            }
            sent += 1;
            tokio::time::sleep(SLOWLY).await;
        }
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told).await;
        self.judge(user, &self.recorded[..sent], &told, true);
    }

    /// Many streams at once: some say nothing, some half of a greeting, some all of it and read nothing.
    async fn crowd(&self, dice: &mut Dice) {
        let mut streams = Vec::new();
        for _ in 0..CROWD {
            let user = *dice.one_of(self.users);
            let mut stream = self.connect(user).await;
            let sent = *dice.one_of(&[0, 1, 73, 74, 80]);
            let _ = stream.write_all(&self.recorded[..sent]).await;
            streams.push((user, sent, stream));
        }
        // Each is closed by the Operator alone: for another that came, or when its time is over.
        for (user, sent, mut stream) in streams {
            let mut told = Vec::new();
            let _ = stream.read_to_end(&mut told).await;
            self.judge(user, &self.recorded[..sent], &told, true);
        }
    }

    async fn connect(&self, user: u32) -> DuplexStream {
        loop {
            if let Some(stream) = self.sockets.connect_as(SOCKET, user) {
                return stream;
            }
            // As many wait already as a phone lets wait.
            tokio::task::yield_now().await;
        }
    }

    fn words(&self, dice: &mut Dice) -> Vec<u8> {
        let length = dice.below(300);
        let noise = bytes(dice, length);
        let mut hello = self.recorded[..74].to_vec();
        let nonce = bytes(dice, 32);
        hello[42..].copy_from_slice(&nonce);
        match dice.below(7) {
            0 => noise,
            1 => {
                hello.truncate(dice.below(74));
                hello
            }
            2 => {
                for _ in 0..dice.between(1, 3) {
                    hello[dice.below(74)] = bytes(dice, 1)[0];
                }
                [hello, noise].concat()
            }
            3 => {
                // Another version, another build, or both.
                hello[9] = bytes(dice, 1)[0];
                hello[10] ^= bytes(dice, 1)[0] & 1;
                [hello, noise].concat()
            }
            4 => [hello, noise].concat(),
            // Frames without a proof.
            5 => [&hello, &self.recorded[106..]].concat(),
            _ => self.recorded.clone(),
        }
    }

    fn judge(&self, user: u32, sent: &[u8], told: &[u8], may_be_cut: bool) {
        if user == SHELL {
            self.judge.outsider(sent, told, may_be_cut);
        } else {
            self.judge.stranger(told);
        }
    }
}

fn bytes(dice: &mut Dice, count: usize) -> Vec<u8> {
    (0..count)
        .map(|_| u8::try_from(dice.below(256)).unwrap())
        .collect()
}

fn compare(what: &str, alone: &[Duration], stormed: &[Duration]) {
    let (before, after) = (p99(alone), p99(stormed));
    let times = after.as_secs_f64() / before.as_secs_f64();
    println!(
        "{what}, p99: alone {before:?} of {}, attacked {after:?} of {}: {times:.2} times as long",
        alone.len(),
        stormed.len()
    );
    assert!(
        after < LOOSE.max(10 * before),
        "{what} took {after:?} under attack"
    );
}

fn p99(waits: &[Duration]) -> Duration {
    let mut sorted = waits.to_vec();
    sorted.sort();
    sorted[(sorted.len() * 99 / 100).min(sorted.len() - 1)]
}
