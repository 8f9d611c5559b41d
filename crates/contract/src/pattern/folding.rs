//! How many characters a pattern makes the compiler fold for `(?i)`.
//!
//! Folding walks a class character by character: one `(?i)\p{Any}` takes milliseconds and 512 characters have room
//! for a hundred of them, while none of it shows in the compiled size. So the work is bounded before compiling.

use regex_syntax::ast::{Ast, ClassBracketed, ClassSet, ClassSetItem, ClassUnicode, Flag, Span};
use regex_syntax::hir;

/// How many characters there are in Unicode, and so in a negated class, at most.
const ALL_CHARACTERS: usize = 0x11_0000;

/// What a property costs beyond its characters: its many ranges are sorted anew. In characters, as measured.
const PROPERTY: usize = 20_000;

/// The characters that compiling `pattern`, whose syntax tree is `ast`, folds; never fewer than it really does.
/// `insensitive` says whether it folds from the start.
pub(super) fn characters(pattern: &str, ast: &Ast, insensitive: bool) -> usize {
    let mut folding = Folding { pattern, folded: 0 };
    folding.walk(ast, &mut { insensitive });
    folding.folded
}

struct Folding<'p> {
    pattern: &'p str,
    folded: usize,
}

impl Folding<'_> {
    /// `insensitive` is the flag as it stands here: it holds until the end of its group, across alternatives.
    fn walk(&mut self, ast: &Ast, insensitive: &mut bool) {
        match ast {
            Ast::Flags(set) => {
                *insensitive = set
                    .flags
                    .flag_state(Flag::CaseInsensitive)
                    .unwrap_or(*insensitive);
            }
            Ast::Group(group) => {
                let written = group
                    .flags()
                    .and_then(|flags| flags.flag_state(Flag::CaseInsensitive));
                self.walk(&group.ast, &mut written.unwrap_or(*insensitive));
            }
            Ast::Alternation(alternation) => {
                alternation
                    .asts
                    .iter()
                    .for_each(|ast| self.walk(ast, insensitive));
            }
            Ast::Concat(concat) => concat
                .asts
                .iter()
                .for_each(|ast| self.walk(ast, insensitive)),
            Ast::Repetition(repetition) => self.walk(&repetition.ast, insensitive),
            Ast::ClassUnicode(class) if *insensitive => drop(self.property(class)),
            Ast::ClassBracketed(class) if *insensitive => drop(self.bracketed(class)),
            Ast::Empty(_)
            | Ast::Literal(_)
            | Ast::Dot(_)
            | Ast::Assertion(_)
            | Ast::ClassPerl(_)
            | Ast::ClassUnicode(_)
            | Ast::ClassBracketed(_) => {}
        }
    }

    /// Counts what is folded within a class; answers how many characters the class may have.
    fn bracketed(&mut self, class: &ClassBracketed) -> usize {
        let width = self.set(&class.kind);
        self.folded += width;
        if class.negated { ALL_CHARACTERS } else { width }
    }

    fn set(&mut self, set: &ClassSet) -> usize {
        match set {
            ClassSet::Item(item) => self.item(item),
            ClassSet::BinaryOp(operation) => {
                // Both sides are folded before they are combined.
                let width = self.set(&operation.lhs) + self.set(&operation.rhs);
                self.folded += width;
                width.min(ALL_CHARACTERS)
            }
        }
    }

    fn item(&mut self, item: &ClassSetItem) -> usize {
        match item {
            ClassSetItem::Empty(_) => 0,
            ClassSetItem::Literal(_) => 1,
            ClassSetItem::Range(range) => {
                (u32::from(range.end.c).saturating_sub(u32::from(range.start.c)) as usize) + 1
            }
            ClassSetItem::Ascii(class) => {
                if class.negated {
                    ALL_CHARACTERS
                } else {
                    128
                }
            }
            ClassSetItem::Perl(class) => self.width(&class.span),
            ClassSetItem::Unicode(class) => self.property(class),
            ClassSetItem::Bracketed(class) => self.bracketed(class),
            ClassSetItem::Union(union) => {
                let width: usize = union.items.iter().map(|item| self.item(item)).sum();
                width.min(ALL_CHARACTERS)
            }
        }
    }

    fn property(&mut self, class: &ClassUnicode) -> usize {
        let width = self.width(&class.span);
        // What `\P` leaves out is folded first, and then negated.
        let folded = if class.is_negated() {
            ALL_CHARACTERS.saturating_sub(width)
        } else {
            width
        };
        self.folded += folded + PROPERTY;
        width
    }

    /// The number of characters in an escape such as `\w` or `\p{Greek}`.
    fn width(&self, escape: &Span) -> usize {
        let written = self
            .pattern
            .get(escape.start.offset..escape.end.offset)
            // The parser gave the place; what has no text there is not a letter.
            .unwrap_or_default();
        match regex_syntax::parse(written).map(hir::Hir::into_kind) {
            Ok(hir::HirKind::Class(hir::Class::Unicode(class))) => {
                class.iter().map(hir::ClassUnicodeRange::len).sum()
            }
            Ok(hir::HirKind::Empty) => 0,
            _ => ALL_CHARACTERS,
        }
    }
}

#[cfg(test)]
mod tests {
    use regex_syntax::ast::parse::Parser;

    use super::*;

    #[test]
    fn work_is_counted_from_above_and_only_where_case_is_ignored() {
        for (pattern, expected) in [
            (r"[\s\S]", 0),
            ("(?i)abc", 0),
            ("(?i)[a-z]+", 26),
            (r"(?i)\w+ \d", 0),
            (r"(?i)[\s\S]", ALL_CHARACTERS),
            ("(?i)[^a]", 1),
            ("(?i)[b[^a]]", 1 + ALL_CHARACTERS),
            ("[a-z](?i:x)", 0),
            ("(?i:[a-c])[a-z]", 3),
            ("(?i)[a-c&&b]", 4 + 4),
            (r"(?i)\p{Any}", ALL_CHARACTERS + PROPERTY),
        ] {
            let counted = characters(pattern, &Parser::new().parse(pattern).unwrap(), false);
            assert_eq!(counted, expected, "{pattern}");
        }
    }
}
