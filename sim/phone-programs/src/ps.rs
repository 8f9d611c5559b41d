//! `ps`, `pidof`, `pgrep` and `pkill`.

use std::fmt::Write as _;

use clawperator_phone_shell::files::name_of;
use clawperator_phone_shell::{Closed, Exit};

use crate::boot::{PROCESSES, ZYGOTE};
use crate::call::Call;
use crate::intent::Words;
use crate::release::Release;

/// One process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) user: u32,
    pub(crate) pid: u32,
    parent: u32,
    size: u32,
    resident: u32,
    waits_in: &'static str,
    state: char,
    pub(crate) name: String,
    /// As much of the name as the kernel keeps.
    short_name: String,
    /// All words.
    arguments: String,
}

/// Everything that runs, by number.
pub(crate) async fn table(call: &Call<'_>) -> Vec<Row> {
    let packages = call.packages().await;
    let row = |(user, pid, parent, size, resident, name): (u32, u32, u32, u32, u32, &str)| Row {
        user,
        pid,
        parent,
        size,
        resident,
        waits_in: if name.starts_with('[') {
            "kthreadd"
        } else {
            "do_epoll_wait"
        },
        state: 'S',
        name: name.to_owned(),
        short_name: name.to_owned(),
        arguments: name.to_owned(),
    };
    let mut rows: Vec<Row> = PROCESSES.into_iter().map(row).collect();
    rows.retain(|row| packages.iter().all(|package| package.name != row.name));
    let app = |package: &clawperator_phone_screen::Package| {
        let uid = call.phone().uid(&package.name);
        package
            .pid
            .map(|pid| row((uid, pid, ZYGOTE, 14_404_212, 142_300, &package.name)))
    };
    rows.extend(packages.iter().filter_map(app));
    rows.extend(own(call));
    rows.extend(started(call));
    rows.sort_by_key(|row| row.pid);
    rows
}

/// What was started from shells, besides the program itself.
fn started(call: &Call<'_>) -> impl Iterator<Item = Row> {
    let pid = call.process.pid;
    let others = call.process.running.list().into_iter();
    others
        .filter(move |process| process.pid != pid)
        .map(|process| Row {
            user: process.user,
            pid: process.pid,
            parent: process.parent,
            size: 10_774_256,
            resident: 3_180,
            waits_in: "do_epoll_wait",
            state: 'S',
            name: process.name,
            short_name: process.short_name,
            arguments: process.arguments,
        })
}

/// The shell that runs the program, and the program.
fn own(call: &Call<'_>) -> [Row; 2] {
    let pid = call.process.pid;
    let row = |pid, parent, waits_in, state, name: &str| Row {
        user: call.process.files.identity().user,
        pid,
        parent,
        size: 10_774_256,
        resident: 3_180,
        waits_in,
        state,
        name: name.to_owned(),
        short_name: name.to_owned(),
        arguments: name.to_owned(),
    };
    let shell = pid.saturating_sub(1).max(3);
    [
        row(shell, 902, "sigsuspend", 'S', "sh"),
        row(pid.max(4), shell, "0", 'R', "ps"),
    ]
}

/// `ps [-A] [-e] [-f] [-o FIELDS] [-p PIDS] [-u USERS]`
pub(crate) async fn ps(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let options = match parse(arguments) {
        Ok(options) => options,
        Err(text) => return call.fail(format!("ps: {text}\n"), 1).await,
    };
    let mut rows = table(call).await;
    let user = call.process.files.identity().user;
    rows.retain(|row| match (&options.pids, &options.users) {
        (Some(pids), _) => pids.contains(&row.pid),
        (None, Some(users)) => users
            .iter()
            .any(|user| *user == name_of(row.user) || *user == row.user.to_string()),
        (None, None) => options.all || row.user == user && row.name != "adbd",
    });
    let fields = match &options.fields {
        Some(fields) => fields.clone(),
        None if options.full => FULL.map(ToOwned::to_owned).into(),
        None => DEFAULT.map(ToOwned::to_owned).into(),
    };
    let columns = fields
        .iter()
        .map(|field| Column::of(field, call.release()).ok_or(field))
        .collect::<Result<Vec<_>, _>>();
    let columns = match columns {
        Ok(columns) => columns,
        Err(bad) => return call.fail(format!("ps: bad -o {bad}\n"), 1).await,
    };
    let mut text = String::new();
    if columns.iter().any(|column| !column.title.is_empty()) {
        print(
            &mut text,
            columns.iter().map(|column| (column, column.title.clone())),
        );
    }
    for row in &rows {
        print(
            &mut text,
            columns.iter().map(|column| (column, column.value(row))),
        );
    }
    // Nothing found is told by the status, as with any filter of toybox.
    call.answer(text, u8::from(rows.is_empty())).await
}

/// `pidof [-s] NAME…`
pub(crate) async fn pidof(call: &Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = Words::new(arguments);
    let mut single = false;
    while let Some(option) = words.option() {
        single |= option == "-s";
        if option == "-o" {
            words.next();
        }
    }
    let rows = table(call).await;
    let names = words.rest();
    let wanted = |row: &&Row| {
        row.name != "ps"
            && names
                .iter()
                .any(|name| name.rsplit('/').next() == Some(&row.name))
    };
    let mut pids: Vec<String> = rows
        .iter()
        .rev()
        .filter(wanted)
        .map(|row| row.pid.to_string())
        .collect();
    if single {
        pids.truncate(1);
    }
    if pids.is_empty() {
        Ok(1)
    } else {
        call.answer(format!("{}\n", pids.join(" ")), 0).await
    }
}

/// `pgrep [-fx] PATTERN` and `pkill [-SIGNAL] [-fx] PATTERN`
pub(crate) async fn pgrep(
    call: &Call<'_>,
    arguments: &[String],
    kills: bool,
) -> Result<Exit, Closed> {
    let program = if kills { "pkill" } else { "pgrep" };
    let (mut whole_line, mut exact, mut signal) = (false, false, TERMINATE);
    let mut words = Words::new(arguments);
    while let Some(option) = words.option() {
        let letters = option.strip_prefix('-').unwrap_or(option);
        let named = if letters == "l" {
            words.next()
        } else {
            Some(letters)
        };
        match named.and_then(signal_number).filter(|_| kills) {
            Some(number) => signal = number,
            None if letters.chars().all(|letter| "fx".contains(letter)) => {
                whole_line |= letters.contains('f');
                exact |= letters.contains('x');
            }
            None => {
                let text =
                    format!("{program}: Unknown option '{letters}' (see \"{program} --help\")\n");
                return call.fail(text, 1).await;
            }
        }
    }
    let Some(pattern) = words.next() else {
        let text = format!("{program}: No PATTERN (see \"{program} --help\")\n");
        return call.fail(text, 1).await;
    };
    let Ok(pattern) = regex::Regex::new(pattern) else {
        return call.fail(format!("{program}: bad pattern\n"), 1).await;
    };
    let itself = call.process.pid;
    let matches = |row: &Row| {
        let text = if whole_line {
            &row.arguments
        } else {
            &row.short_name
        };
        let found = pattern.find(text);
        row.pid != itself && found.is_some_and(|found| !exact || found.len() == text.len())
    };
    let mut pids = String::new();
    let user = call.process.files.identity().user;
    // The shell of this program is among them in the table, but has become the program.
    let shell = own(call).map(|row| row.pid);
    let rows = table(call).await;
    for row in rows
        .iter()
        .filter(|row| !shell.contains(&row.pid) && matches(row))
    {
        let _ = writeln!(pids, "{}", row.pid);
        if kills {
            // What belongs to others is not told apart from what is gone.
            let _ = call.process.running.signal(row.pid, signal, user).await;
        }
    }
    let status = u8::from(pids.is_empty());
    if kills {
        Ok(status)
    } else {
        call.answer(pids, status).await
    }
}

/// The signal that asks a process to end.
const TERMINATE: u8 = 15;

/// A signal by its number or its name.
fn signal_number(word: &str) -> Option<u8> {
    let word = word.strip_prefix("SIG").unwrap_or(word);
    Some(match word {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        "KILL" => 9,
        "TERM" => TERMINATE,
        number => number.parse().ok()?,
    })
}

const DEFAULT: [&str; 9] = [
    "USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME",
];
const FULL: [&str; 8] = ["UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"];

#[derive(Default)]
struct Options {
    all: bool,
    full: bool,
    fields: Option<Vec<String>>,
    pids: Option<Vec<u32>>,
    users: Option<Vec<String>>,
}

fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = Words::new(arguments);
    while let Some(word) = words.next() {
        let letters = word.strip_prefix('-').unwrap_or(word);
        let mut characters = letters.chars();
        while let Some(letter) = characters.next() {
            let mut value = || {
                let glued = characters.as_str();
                let value = if glued.is_empty() {
                    // A value that is missing is refused as an empty one is.
                    words.next().unwrap_or_default()
                } else {
                    glued
                };
                value.to_owned()
            };
            match letter {
                'A' | 'e' | 'a' => options.all = true,
                'f' => options.full = true,
                'l' | 'w' | 'T' | 'Z' | 'n' | 'd' => {}
                'o' | 'O' => {
                    let names = value();
                    options
                        .fields
                        .get_or_insert_default()
                        .extend(names.split([',', ' ']).map(ToOwned::to_owned));
                    break;
                }
                'p' => {
                    let pids = value();
                    let parsed: Result<Vec<u32>, _> =
                        pids.split([',', ' ']).map(str::parse).collect();
                    options.pids = Some(parsed.map_err(|_| format!("bad -p '{pids}'"))?);
                    break;
                }
                'u' | 'U' => {
                    options.users =
                        Some(value().split([',', ' ']).map(ToOwned::to_owned).collect());
                    break;
                }
                'k' => {
                    value();
                    break;
                }
                other => return Err(format!("Unknown option '{other}' (see \"ps --help\")")),
            }
        }
    }
    Ok(options)
}

/// How a column is printed.
#[derive(Clone)]
struct Column {
    field: String,
    title: String,
    width: usize,
    left: bool,
}

impl Column {
    /// A column by its name; `NAME=Title` gives it another title.
    fn of(field: &str, release: Release) -> Option<Self> {
        let (name, title) = match field.split_once('=') {
            Some((name, title)) => (name, Some(title)),
            None => (field, None),
        };
        let name = name.to_ascii_uppercase();
        let pid = if release >= Release::Android13 { 6 } else { 5 };
        let (width, left) = match name.as_str() {
            "USER" | "UID" => (12, true),
            "PID" | "PPID" | "TID" => (pid, false),
            "VSZ" => (7, false),
            "RSS" => (6, false),
            "WCHAN" => (10, true),
            "ADDR" => (10, false),
            "S" | "C" => (1, false),
            "STAT" => (5, true),
            "STIME" => (5, false),
            "TTY" => (8, true),
            "TIME" => (12, false),
            "PCPU" | "%CPU" | "PMEM" | "%MEM" => (4, false),
            "ETIME" => (11, false),
            "NAME" | "CMD" | "ARGS" | "CMDLINE" | "COMM" | "COMMAND" | "LABEL" => (0, true),
            _ => return None,
        };
        let title = title.map_or_else(|| name.clone(), ToOwned::to_owned);
        Some(Self {
            field: name,
            title,
            width,
            left,
        })
    }

    fn value(&self, row: &Row) -> String {
        match self.field.as_str() {
            "USER" | "UID" => name_of(row.user).into_owned(),
            "PID" | "TID" => row.pid.to_string(),
            "PPID" => row.parent.to_string(),
            "VSZ" => row.size.to_string(),
            "RSS" => row.resident.to_string(),
            "WCHAN" => row.waits_in.to_owned(),
            "ADDR" | "C" => "0".to_owned(),
            "S" | "STAT" => row.state.to_string(),
            "STIME" => "00:00".to_owned(),
            "TTY" => "?".to_owned(),
            "TIME" => "00:00:01".to_owned(),
            "ETIME" => "01:00:00".to_owned(),
            "PCPU" | "%CPU" | "PMEM" | "%MEM" => "0.0".to_owned(),
            "LABEL" => "u:r:untrusted_app:s0".to_owned(),
            "CMD" => row.short_name.clone(),
            "ARGS" | "CMDLINE" | "COMMAND" => row.arguments.clone(),
            _ => row.name.clone(),
        }
    }
}

fn print<'a>(text: &mut String, cells: impl Iterator<Item = (&'a Column, String)>) {
    let mut line = String::new();
    // What is too wide pushes later columns until one has room to give.
    for (index, (column, value)) in cells.enumerate() {
        if index > 0 {
            line.push(' ');
        }
        let width = column.width;
        if column.left {
            let _ = write!(line, "{value:<width$}");
        } else {
            let _ = write!(line, "{value:>width$}");
        }
    }
    text.push_str(line.trim_end());
    text.push('\n');
}
