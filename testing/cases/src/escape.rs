//! What a case file should not hold as it is.

use serde_json::Value;

/// Puts in what a file should not hold: `{{repeat:x:513}}` is 513 times `x`, `{{char:1b}}` a character by its number in
/// hexadecimal. Other double braces stay.
#[must_use]
pub fn expand(text: &str) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.find("{{").map(|start| rest.split_at(start)) {
        expanded.push_str(before);
        if let Some((piece, after)) = escape(inside) {
            expanded.push_str(&piece);
            rest = after;
        } else {
            expanded.push('{');
            rest = inside.strip_prefix('{').unwrap();
        }
    }
    expanded + rest
}

/// The same in every string of a value.
pub(crate) fn expand_strings(value: &mut Value) {
    match value {
        Value::String(text) => *text = expand(text),
        Value::Array(items) => items.iter_mut().for_each(expand_strings),
        Value::Object(entries) => entries.values_mut().for_each(expand_strings),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What an escape at the start of a text means, and what is behind it.
fn escape(text: &str) -> Option<(String, &str)> {
    let inside = |name: &str| {
        let behind = text.strip_prefix(name)?;
        Some(behind.split_once("}}").expect("an escape ends in }}"))
    };
    if let Some((digits, after)) = inside("{{char:") {
        let number = u32::from_str_radix(digits, 16).expect("a character by its number");
        return Some((char::from_u32(number).unwrap().to_string(), after));
    }
    let (repeat, after) = inside("{{repeat:")?;
    let (unit, count) = repeat.rsplit_once(':').expect("a repeat has a count");
    Some((unit.repeat(count.parse().unwrap()), after))
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn escapes_are_expanded_and_other_braces_stay() {
        assert_eq!(expand("a{{repeat:xy:3}}b{{repeat::9}}"), "axyxyxyb");
        assert_eq!(expand("{{char:1b}}[{{char:41}}]"), "\u{1b}[A]");
        assert_eq!(expand("{{{repeat:a:2}}}"), "{aa}");
        assert_eq!(expand("{{name}} {{ {"), "{{name}} {{ {");
    }
}
