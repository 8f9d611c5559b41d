//! `docs/reference/errors.md`.

use clawperator_contract::{ErrorCode, ErrorGroup, ExitStatus, Origin};

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
                    spec.recovery.to_owned(),
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
    page
}
