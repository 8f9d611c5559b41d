//! `ls`.

use super::call::Call;
use super::options::{Options, Spec};
use crate::calendar::by_calendar;
use crate::files::{FileKind, FolderEntry, Metadata, join, name_of};
use crate::io::Closed;
use crate::program::Exit;

/// How deep `-R` goes.
const MAX_DEPTH: usize = 64;

/// Something to be listed: its name as shown, and what it is.
struct Item {
    name: Vec<u8>,
    path: Vec<u8>,
    metadata: Metadata,
}

pub(super) async fn ls(mut call: Call<'_>) -> Result<Exit, Closed> {
    let spec = Spec {
        long: &[("all", b'a'), ("full-time", b'l'), ("color", b'N')],
        ..Spec::new("1ACFLNRSUabdfhilnpqrst", "", 0)
    };
    let options = match call.options(spec).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let operands = if options.operands.is_empty() {
        vec![b".".to_vec()]
    } else {
        options.operands.clone()
    };
    let (mut plain, mut folders) = (Vec::new(), Vec::new());
    for operand in &operands {
        let path = call.path(operand);
        // A link that is named is followed to a folder, unless details are asked for.
        let details = options.has(b'l') || options.has(b'd');
        let followed = if details && !operand.ends_with(b"/") {
            call.files().link_metadata(&path)
        } else {
            call.files()
                .metadata(&path)
                .or_else(|_| call.files().link_metadata(&path))
        };
        match followed {
            Ok(metadata) => {
                let item = Item {
                    name: operand.clone(),
                    path,
                    metadata,
                };
                if metadata.is_dir() && !options.has(b'd') {
                    folders.push(item);
                } else {
                    plain.push(item);
                }
            }
            Err(error) => call.complain_about(operand, &error).await?,
        }
    }
    sort(&mut plain, &options);
    sort(&mut folders, &options);
    let mut shown = false;
    if !plain.is_empty() {
        show(&call, &plain, &options).await?;
        shown = true;
    }
    let titles = operands.len() > 1 || options.has(b'R');
    let mut open: Vec<(Item, usize)> = folders.into_iter().rev().map(|item| (item, 0)).collect();
    while let Some((folder, depth)) = open.pop() {
        let entries = match call.files().read_dir(&folder.path) {
            Ok(entries) => entries,
            Err(error) => {
                call.complain_about(&folder.name, &error).await?;
                continue;
            }
        };
        if titles {
            let gap: &[u8] = if shown { b"\n" } else { b"" };
            call.print([gap, &folder.name, b":\n"].concat()).await?;
        }
        shown = true;
        let mut items = items_of(&call, &folder, entries, &options);
        sort(&mut items, &options);
        if options.has(b'l') || options.has(b's') {
            let blocks: u64 = items.iter().map(|item| blocks(&item.metadata) / 2).sum();
            let total = if options.has(b'h') {
                human(blocks * 1024)
            } else {
                blocks.to_string()
            };
            call.print(format!("total {total}\n")).await?;
        }
        show(&call, &items, &options).await?;
        if options.has(b'R') && depth < MAX_DEPTH {
            let below = items
                .into_iter()
                .rev()
                .filter(|item| item.metadata.is_dir() && item.name != b"." && item.name != b"..");
            for mut item in below {
                let base = folder.name.strip_suffix(b"/").unwrap_or(&folder.name);
                item.name = [base, b"/", &item.name].concat();
                open.push((item, depth + 1));
            }
        }
    }
    Ok(call.status)
}

/// What a folder shows: hidden names only when they are asked for.
fn items_of(
    call: &Call<'_>,
    folder: &Item,
    entries: Vec<FolderEntry>,
    options: &Options,
) -> Vec<Item> {
    let mut items: Vec<Item> = entries
        .into_iter()
        .filter(|entry| {
            options.has(b'a')
                || options.has(b'A')
                || options.has(b'f')
                || !entry.name.starts_with(b".")
        })
        .map(|entry| {
            let path = join(&folder.path, &entry.name);
            let metadata = if options.has(b'L') {
                call.files().metadata(&path).unwrap_or(entry.metadata)
            } else {
                entry.metadata
            };
            Item {
                name: entry.name,
                path,
                metadata,
            }
        })
        .collect();
    if options.has(b'a') || options.has(b'f') {
        for name in [b".".as_slice(), b".."] {
            let path = if name == b"." {
                folder.path.clone()
            } else {
                join(&folder.path, name)
            };
            let metadata = call.files().metadata(&path).unwrap_or(folder.metadata);
            items.push(Item {
                name: name.to_vec(),
                path,
                metadata,
            });
        }
    }
    items
}

fn sort(items: &mut [Item], options: &Options) {
    if options.has(b'f') || options.has(b'U') {
        return;
    }
    items.sort_by(|left, right| left.name.cmp(&right.name));
    if options.has(b'S') {
        items.sort_by_key(|item| std::cmp::Reverse(item.metadata.size));
    }
    if options.has(b't') {
        items.sort_by_key(|item| std::cmp::Reverse(item.metadata.modified));
    }
    if options.has(b'r') {
        items.reverse();
    }
}

async fn show(call: &Call<'_>, items: &[Item], options: &Options) -> Result<(), Closed> {
    let rows: Vec<[String; 5]> = items
        .iter()
        .map(|item| columns(&item.metadata, options))
        .collect();
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(String::len)
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..5).map(width).collect();
    let width = |column: usize| widths.get(column).copied().unwrap_or(0);
    let mut text = Vec::new();
    for (item, row) in items.iter().zip(&rows) {
        if options.has(b'i') {
            text.extend_from_slice(format!("{} ", item.metadata.inode).as_bytes());
        }
        if options.has(b's') {
            text.extend_from_slice(format!("{} ", blocks(&item.metadata) / 2).as_bytes());
        }
        if options.has(b'l') || options.has(b'n') {
            let [links, user, group, size, time] = row;
            let mode = mode_text(&item.metadata);
            let owners = format!("{user:<0$} {group:<1$}", width(1), width(2));
            let line = format!(
                "{mode} {links:>0$} {owners} {size:>1$} {time} ",
                width(0),
                width(3)
            );
            text.extend_from_slice(line.as_bytes());
        }
        push_name(&mut text, &item.name, options);
        if options.has(b'F') || (options.has(b'p') && item.metadata.is_dir()) {
            match item.metadata.kind {
                FileKind::Directory => text.push(b'/'),
                FileKind::Link if !options.has(b'l') => text.push(b'@'),
                FileKind::Program => text.push(b'*'),
                FileKind::File if item.metadata.mode & 0o111 != 0 => text.push(b'*'),
                FileKind::File | FileKind::Link | FileKind::Device(_) => {}
            }
        }
        if options.has(b'l')
            && item.metadata.kind == FileKind::Link
            && let Ok(target) = call.files().read_link(&item.path)
        {
            text.extend_from_slice(b" -> ");
            text.extend_from_slice(&target);
        }
        text.push(b'\n');
    }
    call.print(text).await
}

fn push_name(text: &mut Vec<u8>, name: &[u8], options: &Options) {
    if !options.has(b'b') && !options.has(b'q') {
        return text.extend_from_slice(name);
    }
    for byte in name {
        match byte {
            byte if byte.is_ascii_control() && options.has(b'q') => text.push(b'?'),
            b'\n' => text.extend_from_slice(b"\\n"),
            b' ' | b'\\' => text.extend_from_slice(&[b'\\', *byte]),
            byte if byte.is_ascii_control() => {
                text.extend_from_slice(format!("\\{byte:03o}").as_bytes());
            }
            byte => text.push(*byte),
        }
    }
}

/// Links, user, group, size and time.
fn columns(metadata: &Metadata, options: &Options) -> [String; 5] {
    let owner = metadata.owner;
    let (user, group) = if options.has(b'n') {
        (owner.user.to_string(), owner.group.to_string())
    } else {
        (
            name_of(owner.user).into_owned(),
            name_of(owner.group).into_owned(),
        )
    };
    let size = match metadata.kind {
        FileKind::Device(device) => {
            let (major, minor) = device.numbers();
            format!("{major:3},{minor:4}")
        }
        _ if options.has(b'h') => human(metadata.size),
        _ => metadata.size.to_string(),
    };
    let time = by_calendar(metadata.modified);
    let time = format!(
        "{:04}-{:02}-{:02} {:02}:{:02}",
        time.year(),
        u8::from(time.month()),
        time.day(),
        time.hour(),
        time.minute()
    );
    [metadata.links.to_string(), user, group, size, time]
}

/// Blocks of 512 bytes, as a file system with pages counts them.
pub(super) fn blocks(metadata: &Metadata) -> u64 {
    match metadata.kind {
        FileKind::Link | FileKind::Device(_) => 0,
        FileKind::File | FileKind::Program | FileKind::Directory => {
            metadata.size.div_ceil(4096) * 8
        }
    }
}

/// A size for people: three characters and a letter.
pub(super) fn human(size: u64) -> String {
    let mut unit = 0;
    let mut scaled = size;
    let mut rest = 0;
    while scaled >= 1024 {
        rest = scaled % 1024;
        scaled /= 1024;
        unit += 1;
    }
    let letter = ["", "K", "M", "G", "T", "P", "E"]
        .get(unit)
        .copied()
        .unwrap_or("E");
    if unit > 0 && scaled < 10 {
        let tenths = (rest * 10 + 512) / 1024;
        if tenths == 10 {
            format!("{}.0{letter}", scaled + 1)
        } else {
            format!("{scaled}.{tenths}{letter}")
        }
    } else {
        format!("{scaled}{letter}")
    }
}

/// `-rw-r--r--`
pub(super) fn mode_text(metadata: &Metadata) -> String {
    let kind = match metadata.kind {
        FileKind::File | FileKind::Program => '-',
        FileKind::Directory => 'd',
        FileKind::Link => 'l',
        FileKind::Device(_) => 'c',
    };
    let mut text = String::from(kind);
    for (shift, special, letter) in [(6, 0o4000, 's'), (3, 0o2000, 's'), (0, 0o1000, 't')] {
        let bits = metadata.mode >> shift;
        text.push(if bits & 4 != 0 { 'r' } else { '-' });
        text.push(if bits & 2 != 0 { 'w' } else { '-' });
        text.push(match (bits & 1 != 0, metadata.mode & special != 0) {
            (true, true) => letter,
            (false, true) => letter.to_ascii_uppercase(),
            (true, false) => 'x',
            (false, false) => '-',
        });
    }
    text
}
