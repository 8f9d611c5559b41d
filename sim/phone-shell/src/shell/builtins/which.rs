//! Builtins that tell what a name stands for.

use super::find;
use crate::shell::session::{Interrupt, Session};

const RESERVED: [&str; 19] = [
    "if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until", "do",
    "done", "in", "function", "time", "{", "}", "!",
];

impl Session {
    /// `type` and `command -V`.
    pub(super) async fn describe(&mut self, names: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let mut status = 0;
        for name in names {
            let what: Vec<u8> = if is_reserved(name) {
                b" is a reserved word".to_vec()
            } else if self.functions.contains_key(name) {
                b" is a function".to_vec()
            } else if let Some(builtin) = find(name) {
                if builtin.special {
                    b" is a special shell builtin".to_vec()
                } else {
                    b" is a shell builtin".to_vec()
                }
            } else if let Some(path) = self.program_path(name) {
                [b" is a tracked alias for ".as_slice(), &path].concat()
            } else {
                status = 1;
                b" not found".to_vec()
            };
            self.output(1)
                .write([name.as_slice(), &what, b"\n"].concat())
                .await?;
        }
        Ok(status)
    }

    /// `command -v` and plain `whence`.
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

    pub(super) async fn whence(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        match arguments {
            [option, names @ ..] if option == b"-v" => self.describe(names).await,
            [option, names @ ..] if option.first() == Some(&b'-') => self.names(names).await,
            names => self.names(names).await,
        }
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
