//! Passwords: known by their length, never by their characters.
//!
//! What was typed into a password field does not get into a [`Tree`]: its text is masked and what repeats it is dropped
//! before anything else looks at it, so that nothing can show, keep, compare or match it.

use std::borrow::Cow;

use crate::family::Family;
use crate::label::is_invisible;
use crate::node::{Node, NodeData, Rare};
use crate::role::Role;
use crate::tree::Tree;

/// What a character of a password is shown as.
pub(crate) const MASK: &str = "•";

/// What the text of a node is, as the dump had it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Secret {
    /// Not a password.
    #[default]
    No,
    /// A password that was typed, or a hint that the dump does not tell apart.
    Possible,
    /// A password that was typed: it was masked, or the hint is another.
    Typed,
}

/// What an empty field says that it is for, word by word. Most dumps do not mark a hint, and without it the field of a
/// login page has no name; a typed password is masked by the platform, and one of these words is hardly a secret.
const HINTS: [&str; 37] = [
    "password",
    "passcode",
    "passphrase",
    "pin",
    "code",
    "enter",
    "your",
    "the",
    "a",
    "new",
    "old",
    "current",
    "confirm",
    "repeat",
    "retype",
    "again",
    "create",
    "choose",
    "passwort",
    "kennwort",
    "mot",
    "de",
    "passe",
    "contraseña",
    "senha",
    "пароль",
    "密码",
    "密碼",
    "パスワード",
    "비밀번호",
    "hasło",
    "wachtwoord",
    "parola",
    "lösenord",
    "heslo",
    "şifre",
    "adgangskode",
];

/// Whether a text is one that empty password fields usually show.
pub(crate) fn is_usual_hint(text: &str) -> bool {
    let ends = |character: char| character.is_whitespace() || ":*….()".contains(character);
    let mut words = text.split(ends).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| HINTS.contains(&word.to_lowercase().as_str()))
}

/// Fills in which texts are passwords, and takes those of text fields out of the tree, with all words of the field, of
/// what it is in and of what is in it that repeat one. Needs the roles.
///
/// What is called a password and is not a field stays as it is: it is pressed, and whoever judges the press counts what
/// it says as unknown.
pub(crate) fn fill(tree: &mut Tree) {
    let mut family = Family::default();
    for _ in &tree.windows {
        family.add_window();
    }
    let mut open: Vec<(usize, u32)> = Vec::new();
    for (node, id) in tree.nodes.iter_mut().zip(0..) {
        while let Some((member, _)) = open.pop_if(|(_, end)| *end <= id) {
            family.end(member);
        }
        let member = family.add(open.last().map(|(member, _)| *member));
        open.push((member, node.end));
        node.secret = Secret::of(node);
        if node.secret != Secret::No && node.role == Role::Textfield {
            family.add_password(&take_out(node));
        }
    }
    for (member, _) in open {
        family.end(member);
    }
    if family.has_passwords() {
        take_out_repeated(tree, &mut family);
    }
}

/// Drops the words around and in password fields, and the titles of windows, that repeat what was typed.
fn take_out_repeated(tree: &mut Tree, family: &mut Family) {
    // Windows were added first, and everything came after them.
    for (window, member) in tree.windows.iter_mut().zip(0..) {
        if family.is_repeated(member, &window.title) {
            window.title = String::new();
        }
    }
    for (node, member) in tree.nodes.iter_mut().zip(tree.windows.len()..) {
        let rare = node.rare.iter_mut();
        let rare = rare.flat_map(|rare| [&mut rare.hint, &mut rare.pane_title]);
        for words in [&mut node.text, &mut node.content_desc]
            .into_iter()
            .chain(rare)
        {
            if family.is_repeated(member, words) {
                *words = Box::default();
            }
        }
        let is_bare = |rare: &&mut Box<Rare>| rare.hint.is_empty() && rare.pane_title.is_empty();
        node.rare.take_if(|rare| is_bare(&rare));
    }
}

impl Secret {
    fn of(node: &NodeData) -> Self {
        let hint = node.hint();
        if !node.is_password() || node.text.is_empty() || node.is_text_hint() {
            Self::No
        } else if node.text.contains(is_mask) || !hint.is_empty() {
            Self::Typed
        } else {
            Self::Possible
        }
    }
}

/// Takes the password out of a field and gives it.
fn take_out(node: &mut NodeData) -> Box<str> {
    let password = std::mem::take(&mut node.text);
    if gives_away(&node.content_desc, &password) {
        node.content_desc = Box::default();
    }
    if let Some(rare) = &mut node.rare {
        for words in [&mut rare.hint, &mut rare.pane_title] {
            if gives_away(words, &password) {
                *words = Box::default();
            }
        }
    }
    node.text = if is_masked(&password) {
        password.clone()
    } else {
        masked(&password).into()
    };
    password
}

/// Whether a text shows no character of a password.
pub(crate) fn is_masked(password: &str) -> bool {
    password.chars().all(is_mask)
}

/// A mask for each character.
pub(crate) fn masked(password: &str) -> String {
    MASK.repeat(password.chars().count())
}

/// Whether words hold a password: as it is, in another case, or with blanks or invisible characters in between. One of a
/// single character counts only where it stands alone, since nearly every word has it. A masked one gives nothing away,
/// but words that are nothing else are no words.
pub(crate) fn gives_away(words: &str, password: &str) -> bool {
    let plain = |text: &str| -> String {
        let seen = |character: &char| !character.is_whitespace() && !is_invisible(*character);
        text.chars()
            .filter(seen)
            .flat_map(char::to_lowercase)
            .collect()
    };
    let wanted = plain(password);
    if wanted.chars().all(is_mask) {
        return plain(words) == wanted;
    }
    let mut characters = wanted.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => words
            .split(|character: char| {
                !character.is_alphanumeric() && !character.to_lowercase().eq([only])
            })
            .any(|word| plain(word) == wanted),
        _ => plain(words).contains(&wanted),
    }
}

impl<'t> Node<'t> {
    /// Whether the text is a password that was typed.
    ///
    /// The platform masks one, but for the last character while it is new, and an app may show it whole. So every text
    /// of a password field is one, unless the dump says that it is the hint: whoever is wrong there shows a password.
    #[must_use]
    pub fn is_secret(self) -> bool {
        self.data().secret != Secret::No
    }

    /// Whether the text is for sure a password that was typed and not a hint: the dump had it masked, or with another
    /// hint.
    #[must_use]
    pub fn is_typed_secret(self) -> bool {
        self.data().secret == Secret::Typed
    }

    /// The text, where it is no password that was typed.
    pub(crate) fn open_text(self) -> &'t str {
        if self.is_secret() { "" } else { self.text() }
    }

    /// The description, where it does not hold a password that was typed.
    pub(crate) fn open_desc(self) -> &'t str {
        self.open(self.content_desc())
    }

    /// The hint, where it does not hold a password that was typed.
    pub(crate) fn open_hint(self) -> &'t str {
        self.open(self.hint())
    }

    fn open(self, words: &'t str) -> &'t str {
        if self.is_secret() && gives_away(words, self.text()) {
            ""
        } else {
            words
        }
    }

    /// The text, with every character of a password masked.
    #[must_use]
    pub fn masked_text(self) -> Cow<'t, str> {
        if self.is_secret() {
            masked(self.text()).into()
        } else {
            self.text().into()
        }
    }
}

const fn is_mask(character: char) -> bool {
    matches!(character, '•' | '●' | '∙' | '·' | '*' | '⬤')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_hints_are_known_and_nothing_else() {
        for (text, expected) in [
            ("Password", true),
            ("Enter your password…", true),
            ("PIN:", true),
            ("Mot de passe *", true),
            ("密码", true),
            ("mypassword", false),
            ("password1", false),
            ("hunter2", false),
            ("", false),
            ("***", false),
        ] {
            assert_eq!(is_usual_hint(text), expected, "{text}");
        }
    }

    #[test]
    fn words_that_hold_a_password_are_known() {
        for (words, password, expected) in [
            ("Password hunter2", "hunter2", true),
            ("hunter2", " hunter2 ", true),
            ("hunter2", "hunter2\u{200b}", true),
            ("HUNTER2!", "hunter2", true),
            ("h u n t e r 2", "hunter2", true),
            ("Passwordhunter2", "hunter2", true),
            ("Password", "hunter2", false),
            ("", "hunter2", false),
            // Nearly every word has a given letter.
            ("Password", "a", false),
            ("Digit 1, entered", "1", true),
            ("PIN:A", "a", true),
            ("Sign !", "!", true),
            // What is masked gives nothing away.
            ("Password •••", "•••", false),
            ("•••", "•••", true),
            ("Password ••x", "••x", true),
            ("Password", "   ", false),
        ] {
            let given = gives_away(words, password);
            assert_eq!(given, expected, "{words:?} {password:?}");
        }
    }
}
