//! Filters of the form `TAG:P`.

use crate::log::Priority;

/// What is let through, by tag.
#[derive(Debug, Clone, Default)]
pub(super) struct Filters {
    tags: Vec<(String, Floor)>,
    others: Floor,
}

/// The least priority that is let through; `None` is silence.
type Floor = Option<Priority>;

impl Filters {
    /// Everything passes.
    pub(super) fn open() -> Self {
        Self {
            tags: Vec::new(),
            others: Some(Priority::Verbose),
        }
    }

    /// What no filter names is silent.
    pub(super) fn silence_others(&mut self) {
        self.others = None;
    }

    /// Adds a filter; answers whether it is one.
    pub(super) fn add(&mut self, expression: &str) -> bool {
        let (tag, letter) = match expression.split_once(':') {
            Some((tag, letter)) => (tag, letter),
            None => (expression, ""),
        };
        let floor = match letter
            .chars()
            .next()
            .map(|letter| letter.to_ascii_uppercase())
        {
            // A tag alone lets everything of it through; silence alone is for `*`.
            None if tag == "*" => Some(Priority::Debug),
            None | Some('*') => Some(Priority::Verbose),
            Some('S') => None,
            Some(letter) => match Priority::ALL
                .into_iter()
                .find(|priority| priority.letter() == letter)
            {
                Some(priority) => Some(priority),
                None => return false,
            },
        };
        if tag.is_empty() {
            return false;
        }
        if tag == "*" {
            self.others = floor;
        } else {
            self.tags.push((tag.to_owned(), floor));
        }
        true
    }

    pub(super) fn passes(&self, tag: &str, priority: Priority) -> bool {
        let floor = self
            .tags
            .iter()
            .find(|(known, _)| known == tag)
            .map_or(self.others, |(_, floor)| *floor);
        floor.is_some_and(|floor| priority >= floor)
    }
}

#[cfg(test)]
mod tests {
    use super::Filters;
    use crate::log::Priority;

    #[test]
    fn filters_let_through_what_they_name() {
        let mut filters = Filters::open();
        assert!(filters.add("A:W") && filters.add("B") && filters.add("*:S"));
        assert!(!filters.add("A:?") && !filters.add(":V"));
        assert!(filters.passes("A", Priority::Error) && !filters.passes("A", Priority::Info));
        assert!(filters.passes("B", Priority::Verbose) && !filters.passes("C", Priority::Fatal));
    }
}
