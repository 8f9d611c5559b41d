//! `docs/reference/errors.md`.

use clawperator_contract::{ErrorCode, ErrorGroup, ErrorSpec, ExitStatus, Next, Origin};

use super::{heading, table};

pub(crate) fn page() -> String {
    let mut page = heading("Errors and exit codes");
    page.push_str(
        "Branch on codes, never on messages. A failure before an envelope existed is\n\
         `{ \"code\", \"message\", \"hint\", \"details\" }`; a refused payload lists every problem in `details.issues`.\n\
         A failed step carries its code in `stepResults[].data.error`.\n\
         `clawperator errors CODE` explains one. Codes marked *extension* are additions to the original contract.\n\n\
         ## Exit codes\n\n\
         One code maps to one number. An envelope exits with the number of its first failed step.\n\n",
    );
    let rows: Vec<Vec<String>> = ExitStatus::ALL
        .iter()
        .map(|status| vec![status.code().to_string(), status.meaning().to_owned()])
        .collect();
    page.push_str(&table(&["exit code", "meaning"], &rows));
    for group in ErrorGroup::ALL {
        page.push_str(&format!("\n## {}\n\n", group.title()));
        let rows: Vec<Vec<String>> = ErrorCode::TABLE
            .iter()
            .filter(|spec| spec.group == group)
            .map(|spec| {
                let origin = match spec.origin {
                    Origin::Contract => "",
                    Origin::Addition => "extension",
                };
                vec![
                    format!("`{}`", spec.code),
                    spec.meaning.to_owned(),
                    what_to_do(spec),
                    spec.exit.code().to_string(),
                    spec.http.to_string(),
                    origin.to_owned(),
                ]
            })
            .collect();
        page.push_str(&table(
            &["code", "meaning", "what to do", "exit", "HTTP", ""],
            &rows,
        ));
    }
    page.push_str(
        "\n## What to do next, as data\n\n\
         A failure, an envelope and a step that failed say what to do in words (`hint`) and, where one of these helps, as \
         a list (`next`), likeliest first. The command line puts the list into its own words and leaves it out.\n\n",
    );
    let rows: Vec<Vec<String>> = Next::ALL
        .iter()
        .map(|next| {
            vec![
                format!("`{}`", next.name()),
                next.meaning().to_owned(),
                clawperator_cli::next_words(*next).to_owned(),
            ]
        })
        .collect();
    page.push_str(&table(&["`next`", "meaning", "on the command line"], &rows));
    page
}

fn what_to_do(spec: &ErrorSpec) -> String {
    let next: Vec<String> = spec
        .next
        .iter()
        .map(|next| format!("`{}`", next.name()))
        .collect();
    if next.is_empty() {
        spec.recovery.to_owned()
    } else {
        format!("{} ({})", spec.recovery, next.join(", "))
    }
}
