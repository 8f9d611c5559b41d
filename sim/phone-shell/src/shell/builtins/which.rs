//! What a name stands for.

use super::find;
use crate::shell::session::{Interrupt, Session};

const RESERVED: [&str; 19] = [
    "if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do",
    "done", "in", "function", "time", "{", "}", "!",
];

impl Session {
    /// `command -v`.
    pub(super) async fn names(&mut self, names: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let mut status = 0;
        for name in names {
            let known =
                is_reserved(name) || self.functions.contains_key(name) || find(name).is_some();
            let found = if known {
                Some(name.clone())
            } else {
                self.program_path(name)
            };
            match found {
                Some(found) => {
                    self.output(1)
                        .write([found.as_slice(), b"\n"].concat())
                        .await?;
                }
                None => status = 1,
            }
        }
        Ok(status)
    }

    fn program_path(&self, name: &[u8]) -> Option<Vec<u8>> {
        let process = self.process();
        process.find(name)?;
        if name.contains(&b'/') {
            return Some(name.to_vec());
        }
        let folders = self.variables.get(b"PATH").unwrap_or(b"/system/bin");
        folders.split(|byte| *byte == b':').find_map(|folder| {
            let path = crate::files::join(folder, name);
            process.find(&path).map(|_| path)
        })
    }
}

fn is_reserved(name: &[u8]) -> bool {
    RESERVED.iter().any(|reserved| reserved.as_bytes() == name)
}
