//! Names of components: a package and a class in it.

/// The parts of `package/Class`; a class that starts with a dot is below the package.
pub(crate) fn unflatten(text: &str) -> Option<(String, String)> {
    let (package, class) = text.split_once('/')?;
    if class.is_empty() {
        return None;
    }
    let class = if class.starts_with('.') {
        format!("{package}{class}")
    } else {
        class.to_owned()
    };
    Some((package.to_owned(), class))
}

/// `package/.Class` where the class is below the package, `package/other.Class` elsewhere.
pub(crate) fn short((package, class): &(String, String)) -> String {
    format!("{package}/{}", short_class(package, class))
}

/// The class from its dot on where it is below the package.
pub(crate) fn short_class<'a>(package: &str, class: &'a str) -> &'a str {
    class
        .strip_prefix(package)
        .filter(|rest| rest.starts_with('.'))
        .unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::{short, unflatten};

    #[test]
    fn names_come_back_in_their_short_form() {
        for (text, expected) in [
            ("a.b/.C", Some("a.b/.C")),
            ("a.b/a.b.C", Some("a.b/.C")),
            ("a.b/x.C", Some("a.b/x.C")),
            ("a.b/a.bc.C", Some("a.b/a.bc.C")),
            ("a.b", None),
            ("a.b/", None),
        ] {
            assert_eq!(
                unflatten(text).as_ref().map(short).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
