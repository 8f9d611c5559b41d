//! Programs that tell who and where one is: `id`, `whoami`, `pwd`, `which`, `test`.

use super::call::Call;
use super::options::Spec;
use crate::files::name_of;
use crate::io::Closed;
use crate::program::Exit;
use crate::shell::file_test;

pub(super) async fn id(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("GgnruZ", "", 0)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let who = call.files().identity().clone();
    let user = who.user;
    let group = who.groups.first().copied().unwrap_or(user);
    let show = |id: u32| {
        if options.has(b'n') {
            name_of(id).into_owned()
        } else {
            id.to_string()
        }
    };
    let context = if user == 0 {
        "u:r:su:s0"
    } else {
        "u:r:shell:s0"
    };
    let line = if options.has(b'Z') {
        context.to_owned()
    } else if options.has(b'u') {
        show(user)
    } else if options.has(b'g') {
        show(group)
    } else if options.has(b'G') {
        visible_groups(&who.groups, call.process.release)
            .map(show)
            .collect::<Vec<_>>()
            .join(" ")
    } else {
        let named = |id: u32| format!("{id}({})", name_of(id));
        let groups: Vec<String> = visible_groups(&who.groups, call.process.release)
            .map(named)
            .collect();
        let gap = if call.process.release >= 9 { " " } else { "" };
        format!(
            "uid={} gid={} groups={}{gap}context={context}",
            named(user),
            named(group),
            groups.join(",")
        )
    };
    call.finish_with(format!("{line}\n")).await
}

/// Groups that came with later releases are not shown by earlier ones.
fn visible_groups(groups: &[u32], release: u32) -> impl Iterator<Item = u32> {
    groups.iter().copied().filter(move |group| match group {
        1078 | 1079 | 3012 => release >= 11,
        3011 => release >= 10,
        3009 => release >= 9,
        _ => true,
    })
}

pub(super) async fn whoami(call: Call<'_>) -> Result<Exit, Closed> {
    let name = name_of(call.files().identity().user);
    call.finish_with(format!("{name}\n")).await
}

pub(super) async fn pwd(call: Call<'_>) -> Result<Exit, Closed> {
    let line = [call.process.directory.as_slice(), b"\n"].concat();
    call.finish_with(line).await
}

pub(super) async fn which(mut call: Call<'_>) -> Result<Exit, Closed> {
    let options = match call.options(Spec::new("", "", 1)).await? {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    for name in &options.operands {
        let folders = call
            .process
            .variable("PATH")
            .unwrap_or(b"/system/bin")
            .to_vec();
        let candidates: Vec<Vec<u8>> = if name.contains(&b'/') {
            vec![name.clone()]
        } else {
            folders
                .split(|byte| *byte == b':')
                .map(|folder| crate::files::join(folder, name))
                .collect()
        };
        let found = candidates.into_iter().find(|path| {
            let path = call.path(path);
            call.files()
                .metadata(&path)
                .is_ok_and(|metadata| !metadata.is_dir() && metadata.mode & 0o111 != 0)
        });
        match found {
            Some(path) => call.print([path.as_slice(), b"\n"].concat()).await?,
            None => call.status = 1,
        }
    }
    Ok(call.status)
}

/// `test` as a program; in the shell its builtin is used. It knows one condition, with `!` before it.
pub(super) async fn test(mut call: Call<'_>) -> Result<Exit, Closed> {
    let mut words = std::mem::take(&mut call.arguments);
    if call.name == "[" && words.pop().is_none_or(|last| last != b"]") {
        call.complain("missing ]").await?;
        return Ok(2);
    }
    let mut negated = false;
    let mut words = words.as_slice();
    while let [first, rest @ ..] = words
        && first == b"!"
        && !rest.is_empty()
    {
        negated = !negated;
        words = rest;
    }
    let number = |word: &[u8]| {
        std::str::from_utf8(word)
            .ok()
            .and_then(|text| text.trim().parse::<i64>().ok())
    };
    let holds = match words {
        [] => false,
        [word] => !word.is_empty(),
        [operator, word] => match operator.as_slice() {
            b"-n" => !word.is_empty(),
            b"-z" => word.is_empty(),
            [b'-', letter] => match file_test(call.files(), &call.process.directory, *letter, word)
            {
                Some(holds) => holds,
                None => return bad(&mut call, operator).await,
            },
            _ => return bad(&mut call, operator).await,
        },
        [left, operator, right] => match (operator.as_slice(), number(left), number(right)) {
            (b"=" | b"==", ..) => left == right,
            (b"!=", ..) => left != right,
            (b"-eq", Some(left), Some(right)) => left == right,
            (b"-ne", Some(left), Some(right)) => left != right,
            (b"-lt", Some(left), Some(right)) => left < right,
            (b"-le", Some(left), Some(right)) => left <= right,
            (b"-gt", Some(left), Some(right)) => left > right,
            (b"-ge", Some(left), Some(right)) => left >= right,
            _ => return bad(&mut call, operator).await,
        },
        [_, _, _, extra, ..] => return bad(&mut call, extra).await,
    };
    Ok(u8::from(holds == negated))
}

async fn bad(call: &mut Call<'_>, word: &[u8]) -> Result<Exit, Closed> {
    call.complain([b"unknown operand '".as_slice(), word, b"'"].concat())
        .await?;
    Ok(2)
}
