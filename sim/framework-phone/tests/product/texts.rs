//! Whatever text is put into a field through the Operator arrives exactly or is refused: hostile and unicode texts made
//! by chance, fields of both toolkits, and the app's record as the judge.
//!
//! `FRAMEWORK_PHONE_TEXTS=2400` plays for long, `FRAMEWORK_PHONE_SEED` elsewhere.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use clawperator_contract::{RunOptions, StepResult};
use clawperator_test_support::Dice;
use serde_json::json;

#[cfg(feature = "api-36")]
use super::api36::on_the_newer_phone;
use super::built::number;
use super::drivers::Driven;
use super::file::{Toolkit, payload};
use super::hand::Hand;
use super::rig::{AppProcess, Phone, on_the_phone_by};

const TEXTS: &str = "FRAMEWORK_PHONE_TEXTS";
const SEED: &str = "FRAMEWORK_PHONE_SEED";
/// How many texts CI tries.
const IN_CI: u64 = 80;
/// How many are put into the fields of one page before it is opened anew.
const OF_A_PAGE: usize = 8;
/// The most that a text has.
const MOST: usize = 10_000;
/// A field of one line takes no more than this, in units of UTF-16.
const ONE_LINE: usize = 5_000;
/// A field that a long text has pushed off the screen is not met, at most of one text in so many.
const UNMET: u64 = 8;
/// How many characters of a wrong text are told.
const SHOWN: usize = 30;
/// Each way is taken by at least one text in so many.
const RARE: u64 = 20;

/// What texts are made of, from harmless to hostile.
const PIECES: &[&[&str]] = &[
    &["a", "Z", "7", " ", "e", "word", "two words", "."],
    &[
        "$(reboot)",
        "`x`",
        "'",
        "\"",
        "\\",
        "%s",
        "%",
        "&",
        "|",
        ";",
        "<",
        ">",
        "*",
        "~",
        "#",
        "!",
        "%20",
    ],
    &["ä", "ß", "é", "e\u{301}", "ñ", "ı", "İ", "ŀ", "ﬃ", "ǅ"],
    &["文", "字", "か", "が", "한", "글", "ไทย", "हिन्दी", "ខ្មែរ"],
    &[
        "שלום",
        "مرحبا",
        "\u{200f}",
        "\u{202e}abc\u{202c}",
        "\u{2067}x\u{2069}",
    ],
    &[
        "😀",
        "👩\u{200d}🚀",
        "👍🏽",
        "🇨🇭",
        "🏴\u{e0067}\u{e0062}\u{e007f}",
        "𝔘",
        "𐍈",
        "❤\u{fe0f}",
    ],
    &[
        "\u{200b}", "\u{feff}", "\u{a0}", "\u{2028}", "\u{2029}", "\u{fffc}", "\u{fffd}",
        "\u{e000}", "\u{ad}",
    ],
    &["\n", "\t", "\n\n", " \n ", "line\n"],
];
/// What no field takes.
const CONTROLS: &[&str] = &["\u{7}", "\u{1b}[31m", "\u{7f}", "\r", "\u{85}", "\u{0}"];

/// A field of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Field {
    page: &'static str,
    name: &'static str,
    /// What it holds when the page is opened.
    holds: &'static str,
    is_of_one_line: bool,
}

const FIELDS: &[Field] = &[
    field("fields", "name", "", true),
    field("fields", "prefilled", "Zürich", true),
    field("fields", "notes", "", false),
    field("login", "password", "", true),
];

const fn field(
    page: &'static str,
    name: &'static str,
    holds: &'static str,
    is_of_one_line: bool,
) -> Field {
    Field {
        page,
        name,
        holds,
        is_of_one_line,
    }
}

#[test]
fn every_text_arrives_exactly_or_is_refused() {
    let texts = number(TEXTS, IN_CI);
    on_the_phone_by(Driven::ByOperator, async |phone| judge(phone, texts).await);
}

#[cfg(feature = "api-36")]
#[test]
fn every_text_arrives_exactly_or_is_refused_on_android_16() {
    let texts = number(TEXTS, IN_CI / 2);
    on_the_newer_phone(async |phone| {
        let judge = async |phone: &Phone| judge(phone, texts).await;
        phone.driven(Driven::ByOperator, judge).await;
    });
}

/// Tries so many texts.
async fn judge(phone: &Phone, texts: u64) {
    let tally = play(phone, Dice::new(number(SEED, 1)), texts).await;
    println!("{tally:#?}");
    assert!(tally.wrong.is_empty(), "texts went wrong");
    assert!(tally.unmet * UNMET <= texts, "hardly a field was met");
    for way in ["keys", "set_text", "paste"] {
        let taken = tally.arrived.get(way).copied().unwrap_or(0);
        assert!(taken * RARE >= texts, "{way}: {taken} of {texts}");
    }
}

/// What came of it.
#[derive(Debug, Default)]
struct Tally {
    /// By the way that was taken.
    arrived: BTreeMap<String, u64>,
    /// By their code: nothing was typed.
    refused: BTreeMap<String, u64>,
    /// The field could not be seen or pressed, and nothing was typed.
    unmet: u64,
    /// The field shows something else of it, and the answer says so.
    changed: u64,
    wrong: Vec<String>,
}

async fn play(phone: &Phone, mut dice: Dice, texts: u64) -> Tally {
    let mut tally = Tally::default();
    let mut tried = 0;
    while tried < texts {
        let toolkit = [Toolkit::Views, Toolkit::Compose][dice.below(2)];
        let page = ["fields", "fields", "fields", "login"][dice.below(4)];
        phone
            .begin(Some(&toolkit.address(page)), AppProcess::Any)
            .await;
        let fields: Vec<Field> = FIELDS
            .iter()
            .copied()
            .filter(|it| it.page == page)
            .collect();
        let mut held: HashMap<Field, String> = HashMap::new();
        for _ in 0..OF_A_PAGE {
            let field = fields[dice.below(fields.len())];
            let before = held.entry(field).or_insert_with(|| field.holds.to_owned());
            let entry = Entry::made(&mut dice);
            *before = entry
                .try_out(phone, toolkit, field, before, &mut tally)
                .await;
            tried += 1;
        }
    }
    tally
}

/// What is put into a field.
struct Entry {
    text: String,
    clear: bool,
}

impl Entry {
    fn made(dice: &mut Dice) -> Self {
        let clear = dice.below(2) == 0;
        let length = match dice.below(12) {
            0 => 300 + dice.below(700),
            1 => 1 + dice.below(MOST),
            _ => 1 + dice.below(12),
        };
        let plain = dice.below(3) == 0;
        let mut text = String::new();
        let mut count = 0;
        while count < length {
            let kind = if plain {
                dice.below(2)
            } else {
                dice.below(PIECES.len())
            };
            let piece = PIECES[kind][dice.below(PIECES[kind].len())];
            count += piece.chars().count();
            text.push_str(piece);
        }
        if dice.below(15) == 0 {
            text.push_str(CONTROLS[dice.below(CONTROLS.len())]);
        }
        Self {
            text: text.chars().take(MOST).collect(),
            clear,
        }
    }

    /// Puts it into a field and judges what was said of it; answers what the field holds then.
    async fn try_out(
        &self,
        phone: &Phone,
        toolkit: Toolkit,
        field: Field,
        before: &str,
        tally: &mut Tally,
    ) -> String {
        let action = json!({ "type": "enter_text", "params": {
            "matcher": { "resourceId": toolkit.id(field.name) },
            "text": self.text, "clear": self.clear, "allowBlank": true,
        } });
        let newest = phone.newest().await;
        let hand = Arc::new(Hand::new(phone.device(), Arc::clone(&phone.screen)));
        let answer = phone
            .run(hand, &payload(&[action]), RunOptions::default())
            .await;
        phone.rest().await;
        let step = answer.unwrap().envelope.step_results.remove(0);
        let record = phone.happened(newest).await;
        let mut record = record.iter().filter(|entry| entry.what == "text");
        let is_elsewhere = record.clone().any(|entry| entry.view != field.name);
        let now = record.next_back().map(|entry| entry.detail.clone());
        let is_untouched = now.is_none();
        let now = now.unwrap_or_else(|| before.to_owned());
        let wanted = if self.clear {
            self.text.clone()
        } else {
            format!("{before}{}", self.text)
        };
        let wrong = if is_elsewhere {
            Some("it went into another field")
        } else {
            self.judge(&step, field, (is_untouched, &now, &wanted), tally)
        };
        if let Some(wrong) = wrong {
            let same = now.chars().zip(wanted.chars());
            let same = same.take_while(|(now, wanted)| now == wanted).count();
            let part = |text: &str| text.chars().skip(same).take(SHOWN).collect::<String>();
            tally.wrong.push(format!(
                "{toolkit:?} {}: {wrong}: {} characters to {}, clear {}: {} of {} by {}: after {same} that are right {:?} and not {:?}; {}",
                field.name,
                self.text.chars().count(),
                before.chars().count(),
                self.clear,
                now.chars().count(),
                wanted.chars().count(),
                said(&step, "typed_by"),
                part(&now),
                part(&wanted),
                said(&step, "message"),
            ));
        }
        now
    }

    /// What is wrong with an answer.
    fn judge(
        &self,
        step: &StepResult,
        field: Field,
        (is_untouched, now, wanted): (bool, &str, &str),
        tally: &mut Tally,
    ) -> Option<&'static str> {
        let is_exact = now == wanted;
        let units = wanted.encode_utf16().count();
        match (step.success, said(step, "error")) {
            (true, _) if !is_exact => Some("it is said to have arrived, and has not"),
            (true, _) => {
                *tally
                    .arrived
                    .entry(said(step, "typed_by").to_owned())
                    .or_default() += 1;
                None
            }
            (false, "TEXT_UNSUPPORTED") if !is_untouched => Some("it is refused and was typed"),
            (false, code @ "TEXT_UNSUPPORTED") => {
                *tally.refused.entry(code.to_owned()).or_default() += 1;
                let is_password = field.name == "password" && !self.clear;
                let has_control = self
                    .text
                    .chars()
                    .any(|it| it.is_control() && !matches!(it, '\n' | '\t'));
                (!has_control && !is_password).then_some("it is refused without a reason")
            }
            // A field of one line shows line ends as blanks, and holds no more than it can.
            (false, "TEXT_MISMATCH")
                if field.is_of_one_line && (wanted.contains('\n') || units > ONE_LINE) =>
            {
                tally.changed += 1;
                None
            }
            (false, "OUTCOME_UNKNOWN")
                if is_untouched && field.is_of_one_line && units > ONE_LINE =>
            {
                tally.changed += 1;
                None
            }
            (false, "TEXT_MISMATCH") if is_exact => Some("it has arrived, and is said not to have"),
            (false, "NODE_NOT_FOUND" | "ACTION_FAILED") if is_untouched => {
                tally.unmet += 1;
                None
            }
            _ => Some("nobody expects this"),
        }
    }
}

/// What a step's data say under a key.
fn said<'s>(step: &'s StepResult, key: &str) -> &'s str {
    step.data.get(key).map_or("", String::as_str)
}
