//! Whether a label says that pressing it may cost money: one table of words for policy and for recipes.
//!
//! The words are in `words.txt`, language by language. A label is read in several ways: as it is written, without
//! signs, accents and what cannot be seen; with the letters of other scripts read as the Latin ones they look like;
//! with words such as `BuyNow` taken apart; and in the order in which it is shown, where it turns that round.

mod dropped;
mod fold;
mod shown;
mod table;
mod text;

use std::sync::LazyLock;

use self::table::{Entries, Phrases};
use self::text::Text;

/// Words that say that a press may cost money. They are read when the first label is judged: most commands judge none.
#[derive(Debug)]
pub struct Words(LazyLock<Entries>);

/// What a text says of an amount of money, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Amount {
    /// Nothing.
    None,
    /// It is a number, and may be an amount if a currency is beside it.
    Number,
    /// It names a currency.
    Currency,
    /// It has a price, also one that is given back.
    Price,
}

/// Where the words of a text come from, which decides where in it a word counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A whole label: a verb counts where the label, or a part of it, begins.
    Label,
    /// A part of a label, or an id: what is in front of it is not known, so a verb counts wherever it stands.
    Part,
}

impl Words {
    /// The words that come with the program.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: Words = Words(LazyLock::new(|| Entries::read(include_str!("words.txt"))));
        &SHIPPED
    }

    /// Whether what is labelled so may cost money when it is pressed.
    #[must_use]
    pub fn are_in_label(&self, label: &str) -> bool {
        fold::readings(label, &self.0.joined)
            .iter()
            .any(|reading| self.are_in(reading, Kind::Label))
    }

    /// Whether a part of a label, or an id such as `btnBuyNow`, says that a press may cost money.
    #[must_use]
    pub fn are_in_part(&self, part: &str) -> bool {
        fold::readings(part, &self.0.joined)
            .iter()
            .any(|reading| self.are_in(reading, Kind::Part))
    }

    /// What a text says of an amount of money, in the reading that says most.
    #[must_use]
    pub fn amount_in(&self, text: &str) -> Amount {
        let readings = fold::readings(text, &self.0.joined);
        let amounts = readings
            .iter()
            .map(|reading| Text::read(reading, &self.0).amount(&self.0));
        amounts.max().unwrap_or(Amount::None)
    }

    fn are_in(&self, reading: &str, kind: Kind) -> bool {
        let words = &*self.0;
        let mut text = Text::read(reading, words);
        text.take_out(&words.harmless, words);
        let has_price = text.has_price();
        if !has_price {
            text.take_out(&words.name, words);
        }
        let begins = |text: &Text, at: usize, phrases: &Phrases| {
            text.begins(at, phrases, words) || text.has_joined(at, phrases)
        };
        let anywhere = |phrases: &Phrases| text.starts().any(|at| begins(&text, at, phrases));
        let parts = || text.parts();
        anywhere(&words.anywhere)
            || match kind {
                Kind::Label => parts().any(|part| begins(&part, 0, &words.begins)),
                Kind::Part => anywhere(&words.begins),
            }
            || parts().any(|part| part.is_one_of(&words.whole, words))
            || (has_price
                && parts().any(|part| part.without_prices().begins(0, &words.priced, words)))
    }
}
