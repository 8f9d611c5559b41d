//! The words by which a button says that pressing it may cost money: one list for recipes and for policy.

/// Words that say it where a label begins with them, as in "Pay €5.00"; "Google Pay" is a name.
pub const FIRST_WORDS: &[&str] = &["buy", "pay", "purchase", "subscribe", "donate"];

/// Words in a row that say it wherever they stand in a label.
pub const PHRASES: &[&str] = &[
    "buy now",
    "1-tap buy",
    "pay now",
    "rent now",
    "order now",
    "place order",
    "place bid",
    "top up",
    "confirm and pay",
    "confirm order",
    "confirm payment",
    "confirm purchase",
    "complete and pay",
    "complete order",
    "complete payment",
    "complete purchase",
    "submit and pay",
    "submit order",
    "submit payment",
    "submit purchase",
    "kaufen",
    "bestellen",
    "bezahlen",
    "acheter",
    "payer",
    "commander",
    "comprar",
    "pagar",
    "acquista",
    "kopen",
    "betalen",
    "купить",
    "оплатить",
];

/// Small words that may stand between two words of a phrase, as in "place your order".
pub const FILLERS: &[&str] = &["an", "my", "your", "the"];

/// Signs of languages without spaces between words; they say it wherever they stand.
pub const SIGNS: &[&str] = &["购买", "支付", "付款", "購入", "注文を確定", "구매", "결제"];
