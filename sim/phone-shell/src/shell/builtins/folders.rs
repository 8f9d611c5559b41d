//! Builtins about the current folder and the mask of new files.

use crate::files::{join, normalize};
use crate::shell::session::{Interrupt, Session};

impl Session {
    pub(super) async fn cd(&mut self, arguments: &[Vec<u8>]) -> Result<u8, Interrupt> {
        let arguments = match arguments {
            [option, rest @ ..] if matches!(option.as_slice(), b"-L" | b"-P" | b"--") => rest,
            other => other,
        };
        let (target, shows) = match arguments {
            [] => {
                if let Some(home) = self.variables.get(b"HOME") {
                    (home.to_vec(), false)
                } else {
                    self.builtin_error("cd", "no home directory (HOME not set)")
                        .await;
                    return Ok(2);
                }
            }
            [target] if target == b"-" => {
                if let Some(old) = self.variables.get(b"OLDPWD") {
                    (old.to_vec(), true)
                } else {
                    self.builtin_error("cd", "no OLDPWD").await;
                    return Ok(2);
                }
            }
            [target] => (target.clone(), false),
            [old, new] => {
                let place = self
                    .directory
                    .windows(old.len().max(1))
                    .position(|window| window == old.as_slice());
                let Some(place) = place else {
                    self.builtin_error("cd", "bad substitution").await;
                    return Ok(2);
                };
                let head = self.directory.split_at(place).0;
                let tail = self.directory.split_at(place + old.len()).1;
                ([head, new, tail].concat(), true)
            }
            _ => {
                self.builtin_error("cd", "too many arguments").await;
                return Ok(2);
            }
        };
        let path = normalize(&join(&self.directory, &target));
        let entered = self.core.files.metadata(&path).and_then(|metadata| {
            if !metadata.is_dir() {
                return Err(std::io::Error::other("Not a directory"));
            }
            let allowed = self
                .core
                .files
                .identity()
                .may(metadata.mode, metadata.owner, 1);
            if allowed {
                Ok(())
            } else {
                Err(std::io::Error::other("Permission denied"))
            }
        });
        if let Err(error) = entered {
            self.builtin_error(
                "cd",
                [target.as_slice(), format!(": {error}").as_bytes()].concat(),
            )
            .await;
            return Ok(2);
        }
        let old = std::mem::replace(&mut self.directory, path.clone());
        self.assign(b"OLDPWD", old);
        self.assign(b"PWD", path.clone());
        if shows {
            self.output(1)
                .write([path.as_slice(), b"\n"].concat())
                .await?;
        }
        Ok(0)
    }
}
