//! Which words repeat a password of what is around them or in them.

use crate::secret::{gives_away, is_masked};

/// The most bytes that are compared with passwords in one dump; all words beyond count as such that repeat one. A real
/// screen has a password or two and compares a few hundred.
const MOST_COMPARED: usize = 4_000_000;

/// The elements of a dump with their passwords, added in the order of the dump.
#[derive(Default)]
pub(crate) struct Family {
    members: Vec<Member>,
    passwords: Vec<Password>,
    compared: usize,
}

struct Member {
    /// The last password of the member, else of what is around it.
    password: Option<usize>,
    /// The passwords that came before it.
    before: usize,
    /// The passwords up to its end.
    until: Option<usize>,
}

struct Password {
    text: String,
    /// The next one outwards.
    around: Option<usize>,
}

impl Family {
    /// Adds a member and gives its number.
    pub(crate) fn add(&mut self, parent: Option<usize>) -> usize {
        let parent = parent.and_then(|parent| self.members.get(parent));
        self.members.push(Member {
            password: parent.and_then(|parent| parent.password),
            before: self.passwords.len(),
            until: None,
        });
        self.members.len() - 1
    }

    /// Adds a window, whose title may repeat any password.
    pub(crate) fn add_window(&mut self) -> usize {
        self.members.push(Member {
            password: None,
            before: 0,
            until: None,
        });
        self.members.len() - 1
    }

    /// Adds what was typed into the member that was added last. What is masked gives nothing away.
    pub(crate) fn add_password(&mut self, text: &str) {
        let number = self.passwords.len();
        if let Some(member) = self.members.last_mut()
            && !is_masked(text)
        {
            let around = member.password.replace(number);
            let text = text.to_owned();
            self.passwords.push(Password { text, around });
        }
    }

    /// Ends a member that is no window: what is added from now on is not in it.
    pub(crate) fn end(&mut self, member: usize) {
        let until = self.passwords.len();
        if let Some(member) = self.members.get_mut(member) {
            member.until = Some(until);
        }
    }

    pub(crate) const fn has_passwords(&self) -> bool {
        !self.passwords.is_empty()
    }

    /// Whether words of a member repeat a password of its own, of what is around it or of what is in it.
    pub(crate) fn is_repeated(&mut self, member: usize, words: &str) -> bool {
        let Some(member) = self.members.get(member).filter(|_| !words.is_empty()) else {
            return false;
        };
        let until = member.until.unwrap_or(self.passwords.len());
        let Some(inside) = self.passwords.get(member.before..until) else {
            // Never show words that could not be compared.
            return true;
        };
        let first = member
            .password
            .and_then(|number| self.passwords.get(number));
        let around = std::iter::successors(first, |password| {
            password
                .around
                .and_then(|number| self.passwords.get(number))
        });
        for password in inside.iter().chain(around) {
            self.compared += words.len() + password.text.len();
            if self.compared > MOST_COMPARED || gives_away(words, &password.text) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_repeat_passwords_around_them_and_in_them_only() {
        let mut family = Family::default();
        let outer = family.add(None);
        family.add_password("outer");
        let middle = family.add(Some(outer));
        let inner = family.add(Some(middle));
        family.add_password("inner");
        family.end(inner);
        family.end(middle);
        let next = family.add(Some(outer));
        family.add_password("•••");
        family.end(next);
        family.end(outer);
        for (member, words, expected) in [
            (outer, "Is inner", true),
            (middle, "Is inner", true),
            (middle, "Is OUTER", true),
            (inner, "Is outer", true),
            (next, "Is outer", true),
            (next, "Is inner", false),
            (next, "Is •••", false),
            (middle, "Is another", false),
            (middle, "", false),
        ] {
            assert_eq!(family.is_repeated(member, words), expected, "{words}");
        }
    }

    #[test]
    fn what_is_too_much_to_compare_counts_as_repeated() {
        let mut family = Family::default();
        let outer = family.add(None);
        for _ in 0..MOST_COMPARED / 1_000 {
            family.add(Some(outer));
            family.add_password("hunter2");
        }
        assert!(!family.is_repeated(outer, "words"));
        assert!(family.is_repeated(outer, &"words ".repeat(1_000)));
        assert!(family.is_repeated(outer, "words"));
    }
}
