//! How many characters a pattern asks to fold the case of.
//!
//! `(?i)` is applied to a class character by character, and once more for every class around it, so that a short
//! pattern can cost half a second before a single byte is compiled. This counts the work from above, cheaply.

use regex_syntax::ast::{
    Ast, ClassAsciiKind, ClassBracketed, ClassPerlKind, ClassSet, ClassSetItem, Flag, Flags,
    GroupKind,
};

/// Every character there is.
const ALL: u64 = 0x11_0000;
/// More than any named class of letters holds.
const LETTERS: u64 = 150_000;

/// The most characters whose case is folded while the pattern is read; 0 when it folds none.
pub(super) fn characters(pattern: &Ast) -> u64 {
    let mut work = Work::default();
    work.add(pattern);
    if work.folds { work.characters } else { 0 }
}

/// A pattern that folds case anywhere is counted as if it did so everywhere.
#[derive(Default)]
struct Work {
    folds: bool,
    characters: u64,
}

impl Work {
    fn add(&mut self, ast: &Ast) {
        match ast {
            Ast::Flags(set) => self.note(&set.flags),
            Ast::Group(group) => {
                if let GroupKind::NonCapturing(flags) = &group.kind {
                    self.note(flags);
                }
                self.add(&group.ast);
            }
            Ast::Repetition(repetition) => self.add(&repetition.ast),
            Ast::Alternation(alternation) => alternation.asts.iter().for_each(|ast| self.add(ast)),
            Ast::Concat(concat) => concat.asts.iter().for_each(|ast| self.add(ast)),
            Ast::ClassUnicode(_) => self.count(LETTERS),
            Ast::ClassBracketed(class) => self.add_class(class),
            // A Perl class such as `\w` outside of brackets is not folded.
            Ast::Empty(_)
            | Ast::Literal(_)
            | Ast::Dot(_)
            | Ast::Assertion(_)
            | Ast::ClassPerl(_) => {}
        }
    }

    fn note(&mut self, flags: &Flags) {
        self.folds |= flags.flag_state(Flag::CaseInsensitive) == Some(true);
    }

    fn count(&mut self, characters: u64) {
        self.characters = self.characters.saturating_add(characters);
    }

    /// A bracketed class is folded as a whole, after what is inside it.
    fn add_class(&mut self, class: &ClassBracketed) {
        self.add_set(&class.kind);
        self.count(size(&class.kind));
    }

    fn add_set(&mut self, set: &ClassSet) {
        match set {
            ClassSet::Item(item) => self.add_item(item),
            ClassSet::BinaryOp(operation) => {
                for side in [&operation.lhs, &operation.rhs] {
                    self.add_set(side);
                    self.count(size(side));
                }
            }
        }
    }

    fn add_item(&mut self, item: &ClassSetItem) {
        match item {
            ClassSetItem::Bracketed(class) => self.add_class(class),
            ClassSetItem::Union(union) => union.items.iter().for_each(|item| self.add_item(item)),
            ClassSetItem::Empty(_)
            | ClassSetItem::Literal(_)
            | ClassSetItem::Range(_)
            | ClassSetItem::Ascii(_)
            | ClassSetItem::Unicode(_)
            | ClassSetItem::Perl(_) => {}
        }
    }
}

/// The most characters a set can hold.
fn size(set: &ClassSet) -> u64 {
    match set {
        ClassSet::Item(item) => item_size(item),
        ClassSet::BinaryOp(operation) => size(&operation.lhs)
            .saturating_add(size(&operation.rhs))
            .min(ALL),
    }
}

fn item_size(item: &ClassSetItem) -> u64 {
    let unless_negated = |negated: bool, size: u64| if negated { ALL } else { size };
    match item {
        ClassSetItem::Empty(_) => 0,
        ClassSetItem::Literal(_) => 1,
        ClassSetItem::Range(range) => {
            let (start, end) = (
                u64::from(u32::from(range.start.c)),
                u64::from(u32::from(range.end.c)),
            );
            end.saturating_sub(start) + 1
        }
        ClassSetItem::Ascii(class) => match class.kind {
            ClassAsciiKind::Ascii => unless_negated(class.negated, 128),
            _ => unless_negated(class.negated, 96),
        },
        ClassSetItem::Unicode(class) => unless_negated(class.negated, LETTERS),
        ClassSetItem::Perl(class) => match class.kind {
            ClassPerlKind::Word => unless_negated(class.negated, LETTERS),
            ClassPerlKind::Digit | ClassPerlKind::Space => unless_negated(class.negated, 1_000),
        },
        ClassSetItem::Bracketed(class) => unless_negated(class.negated, size(&class.kind)),
        ClassSetItem::Union(union) => union
            .items
            .iter()
            .fold(0_u64, |sum, item| sum.saturating_add(item_size(item)))
            .min(ALL),
    }
}

#[cfg(test)]
mod tests {
    use regex_syntax::ast::parse::Parser;

    use super::*;

    #[test]
    fn work_is_counted_from_above() {
        for (pattern, expected) in [
            (r"[\s\S]", 0),
            ("(?i)abc", 0),
            ("(?i)[a-z]+", 26),
            (r"(?i)\w+ \d", 0),
            (r"(?i)[\w-]", LETTERS + 1),
            (r"(?i)\pL", LETTERS),
            (r"(?i)[\s\S]", ALL),
            ("(?i)[^a]", 1),
            ("(?i)[b[^a]]", 1 + ALL),
            ("[a-z](?i:x)", 26),
            ("(?i)[a-c&&b]", 3 + 1 + 4),
        ] {
            assert_eq!(
                characters(&Parser::new().parse(pattern).unwrap()),
                expected,
                "{pattern}"
            );
        }
    }
}
