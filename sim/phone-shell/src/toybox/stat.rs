//! `stat`.

use super::call::Call;
use super::date::format;
use super::list::{blocks, mode_text};
use super::options::Spec;
use crate::calendar::by_calendar;
use crate::files::{Kind, Metadata, name_of};
use crate::io::Closed;
use crate::program::Exit;

pub(super) async fn stat(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        long: &[("format", b'c')],
        ..Spec::new("L", "c", 1)
    };
    let options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    for operand in &options.operands {
        let path = call.path(operand);
        let found = if options.has(b'L') {
            call.files().metadata(&path)
        } else {
            call.files().link_metadata(&path)
        };
        let metadata = match found {
            Ok(metadata) => metadata,
            Err(error) => {
                call.complain_about_quoted(operand, &error).await?;
                continue;
            }
        };
        let target = call.files().read_link(&path).ok();
        let text = match options.value(b'c') {
            Some(form) => [
                fill(form, operand, target.as_deref(), &metadata).as_slice(),
                b"\n",
            ]
            .concat(),
            None => whole(operand, target.as_deref(), &metadata, call.process.release),
        };
        call.print(text).await?;
    }
    Ok(call.status)
}

/// The long form; it changed once, and older releases quote the name.
fn whole(name: &[u8], target: Option<&[u8]>, metadata: &Metadata, release: u32) -> Vec<u8> {
    let form: &[u8] = if release >= 10 {
        b"  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: %B\t %F\nDevice: %Dh/%dd\t Inode: %i\t Links: %h\t Device type: %t,%T\nAccess: (%04a/%A)\tUid: (%5u/%8U)\tGid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n"
    } else {
        b"  File: %Q\n  Size: %s\t Blocks: %b\t IO Blocks: %B\t%F\nDevice: %Dh/%dd\t Inode: %i\t Links: %h\nAccess: (%04a/%A)\tUid: (%5u/%8U)\tGid: (%5g/%8G)\nAccess: %x\nModify: %y\nChange: %z\n"
    };
    fill(form, name, target, metadata)
}

fn fill(form: &[u8], name: &[u8], target: Option<&[u8]>, metadata: &Metadata) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = form;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte != b'%' {
            text.push(*byte);
            continue;
        }
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let width = std::str::from_utf8(rest.get(..digits).unwrap_or_default()).unwrap_or("");
        let zeros = width.starts_with('0');
        let width: usize = width.parse().unwrap_or(0).min(64);
        rest = rest.get(digits..).unwrap_or_default();
        let Some((letter, after)) = rest.split_first() else {
            text.push(b'%');
            break;
        };
        rest = after;
        let piece = piece(*letter, name, target, metadata);
        let fill = if zeros { b'0' } else { b' ' };
        text.extend(std::iter::repeat_n(fill, width.saturating_sub(piece.len())));
        text.extend_from_slice(&piece);
    }
    text
}

fn piece(letter: u8, name: &[u8], target: Option<&[u8]>, metadata: &Metadata) -> Vec<u8> {
    let time = by_calendar(metadata.modified);
    let linked = || match target {
        Some(target) => [b" -> '".as_slice(), target, b"'"].concat(),
        None => Vec::new(),
    };
    let (major, minor) = match metadata.kind {
        Kind::Device(device) => device.numbers(),
        Kind::File | Kind::Program | Kind::Directory | Kind::Link => (0, 0),
    };
    match letter {
        b'n' => return name.to_vec(),
        b'N' => {
            let arrow = target
                .map(|target| [b" -> ".as_slice(), target].concat())
                .unwrap_or_default();
            return [name, &arrow].concat();
        }
        b'Q' => return [b"'", name, b"'", linked().as_slice()].concat(),
        _ => {}
    }
    let text = match letter {
        b'a' => format!("{:o}", metadata.mode),
        b'A' => mode_text(metadata),
        b'b' => blocks(metadata).to_string(),
        b'B' => "512".to_owned(),
        b'd' => "64768".to_owned(),
        b'D' => "fd00".to_owned(),
        b'f' => format!("{:x}", metadata.st_mode()),
        b'F' => match metadata.kind {
            Kind::File | Kind::Program if metadata.size == 0 => "regular empty file",
            Kind::File | Kind::Program => "regular file",
            Kind::Directory => "directory",
            Kind::Link => "symbolic link",
            Kind::Device(_) => "character device",
        }
        .to_owned(),
        b'g' => metadata.owner.group.to_string(),
        b'G' => name_of(metadata.owner.group).into_owned(),
        b'h' => metadata.links.to_string(),
        b'i' => metadata.inode.to_string(),
        b's' => metadata.size.to_string(),
        b't' => format!("{major:x}"),
        b'T' => format!("{minor:x}"),
        b'u' => metadata.owner.user.to_string(),
        b'U' => name_of(metadata.owner.user).into_owned(),
        b'x' | b'y' | b'z' => return format(b"%Y-%m-%d %H:%M:%S.%N %z", &time),
        b'X' | b'Y' | b'Z' => time.unix_timestamp().to_string(),
        b'%' => "%".to_owned(),
        other => format!("%{}", char::from(other)),
    };
    text.into_bytes()
}
