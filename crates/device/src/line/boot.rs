//! A condition that one phone alone meets, until it is started again.

use super::error::WordError;
use super::word::Word;

/// True in the shell of the phone whose boot has this number. The shell reads the file itself, so that no program is
/// started for it.
pub fn on_boot(boot: &Word) -> Result<Vec<u8>, WordError> {
    let mut condition = br#"[ "$(</proc/sys/kernel/random/boot_id)" = "#.to_vec();
    boot.quote_into(&mut condition)?;
    condition.extend_from_slice(b" ]");
    Ok(condition)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_cannot_leave_its_quotes() {
        let condition = on_boot(&Word::fixed("' ]; reboot; [ '")).unwrap();
        assert_eq!(
            String::from_utf8(condition).unwrap(),
            r#"[ "$(</proc/sys/kernel/random/boot_id)" = ''\'' ]; reboot; [ '\''' ]"#
        );
    }
}
