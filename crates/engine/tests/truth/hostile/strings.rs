//! Strings that somebody might hope to slip past a shell.

use crate::suite::dice::Dice;

/// How many strings there are.
pub(super) const COUNT: usize = 2_000;

/// The longest one, in bytes.
const LONGEST: usize = 10_000;

/// What a shell, `input`, `am`, XML or a reader of answers might take for its own.
const PLAIN: &[&str] = &[
    "a",
    "Zz",
    "hello",
    "0",
    "com.android.settings",
    "'",
    "''",
    "\"",
    "`",
    "`id`",
    "$(reboot)",
    "$((1+1))",
    "$HOME",
    "${IFS}",
    "$'\\x27'",
    ";",
    "; reboot",
    "&",
    "&&",
    "|",
    "||",
    ">",
    ">/sdcard/x",
    "<",
    "<<EOF",
    "2>&1",
    "(",
    ")",
    "{a,b}",
    "[a-z]",
    "*",
    "?",
    "~",
    "~root",
    "!",
    "!!",
    "#",
    "\\",
    "\\\\",
    "\\'",
    "%",
    "%s",
    "%%s",
    "%d",
    "% s",
    "=",
    "A=b",
    "-",
    "-d",
    "--",
    "--es",
    "-n com.a/.B",
    "/",
    "..",
    "/dev/null",
    " ",
    "  ",
    ":",
    "@",
    "&lt;",
    "&amp;",
    "<node ",
    "\" />",
    "]]>",
    "Error: ",
    "Error type 3",
    "Status: ok",
    "does not exist",
    "unable to resolve Intent",
    "java.lang.SecurityException",
    "Killed",
    "clawperator-end",
    "package:",
    "exit 0",
];

/// What no key types, or ends a line or a word.
const STRANGE: &[&str] = &[
    "\n",
    "\r\n",
    "\t",
    "\u{1}",
    "\u{7}",
    "\u{8}",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "é",
    "ß",
    "ﬁ",
    "日本語",
    "Ελλ",
    "עברית",
    "\u{200f}",
    "\u{202e}",
    "\u{2066}",
    "\u{200d}",
    "\u{feff}",
    "\u{2028}",
    "\u{fffd}",
    "🙂",
    "👩‍👩‍👧",
    "🇩🇪",
    "\u{10ffff}",
    "\nError: x",
    "\nStatus: ok\nActivity: com.b/.C",
];

/// The strings, the same ones every time: none is empty, and none has a NUL.
pub(super) fn strings() -> Vec<String> {
    let mut dice = Dice(0x00c1_a3be_4a70_12ff);
    (0..COUNT).map(|number| string(&mut dice, number)).collect()
}

fn string(dice: &mut Dice, number: usize) -> String {
    // Half of them can be typed, so that typing is tried as often as refusing.
    let typable = number.is_multiple_of(2);
    let length = match number % 50 {
        0 | 1 => LONGEST,
        2..10 => 400,
        _ => 40,
    };
    let length = 1 + dice.below(length);
    let mut text = String::new();
    while text.len() < length {
        let pieces = if typable || dice.below(3) > 0 {
            PLAIN
        } else {
            STRANGE
        };
        text.push_str(pieces[dice.below(pieces.len())]);
    }
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    text.truncate(end);
    text
}
