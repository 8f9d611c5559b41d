//! Users by their names.

use std::fs::File;
use std::io::Read;

/// The most of the list of users that is read.
const LIMIT: u64 = 1024 * 1024;

/// The name of a user, or its number where the machine's own list has none.
pub(super) fn name(user: u32) -> String {
    let mut list = String::new();
    let read =
        File::open("/etc/passwd").and_then(|file| file.take(LIMIT).read_to_string(&mut list));
    let known = read.ok().and_then(|_| find(&list, user));
    known.map_or_else(|| user.to_string(), str::to_owned)
}

fn find(list: &str, user: u32) -> Option<&str> {
    let number = user.to_string();
    list.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == number).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_their_numbers() {
        let list = "root:x:0:0:::/bin/sh\n\nbroken\nalice:x:1000:0:::\n";
        assert_eq!(find(list, 1000), Some("alice"));
        assert_eq!(find(list, 0), Some("root"));
        assert_eq!(find(list, 7), None);
    }
}
