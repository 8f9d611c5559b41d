//! Names with stars, for packages, activities and devices: `com.bank.*`.

/// A name in which `*` stands for any characters, also none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// The name as it is written.
    #[must_use]
    pub const fn new(written: String) -> Self {
        Self(written)
    }

    /// The name as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the whole name fits. Linear but for the stars, each of which is tried once per place.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let mut parts = self.0.split('*');
        // A split has at least one piece.
        let first = parts.next().unwrap_or_default();
        let Some(mut rest) = name.strip_prefix(first) else {
            return false;
        };
        let mut middle: Vec<&str> = parts.collect();
        let Some(last) = middle.pop() else {
            // Without a star all of it had to be there.
            return rest.is_empty();
        };
        for part in middle {
            let Some((_, after)) = rest.split_once(part) else {
                return false;
            };
            rest = after;
        }
        rest.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (glob, name, fits) in [
            ("com.bank", "com.bank", true),
            ("com.bank", "com.bank.app", false),
            ("com.bank.*", "com.bank.app", true),
            ("com.bank.*", "com.bank", false),
            ("com.bank*", "com.bank", true),
            ("*", "", true),
            ("*.PayActivity", "com.a.PayActivity", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("ab*ba", "aba", false),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(
                Glob::new(glob.to_owned()).matches(name),
                fits,
                "{glob} {name}"
            );
        }
    }
}
