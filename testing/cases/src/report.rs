//! What came out otherwise than written.

/// Checks every case, and fails with all that are not as written.
pub fn assert_each<C>(
    cases: &[C],
    name: impl Fn(&C) -> &str,
    check: impl Fn(&C) -> Result<(), String>,
) {
    assert!(!cases.is_empty(), "there are no cases");
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let reason = check(case).err()?;
            Some(format!("{}: {reason}", name(case)))
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

#[cfg(test)]
mod tests {
    use super::assert_each;

    #[test]
    fn every_case_that_fails_is_named() {
        let failed = std::panic::catch_unwind(|| {
            assert_each(
                &["one", "two", "three"],
                |name| name,
                |name| match name.len() {
                    3 => Ok(()),
                    length => Err(format!("{length} letters")),
                },
            );
        });
        let message = failed.unwrap_err();
        let message = message.downcast_ref::<String>().unwrap();
        assert_eq!(message, "1 of 3 cases:\nthree: 5 letters");
    }
}
