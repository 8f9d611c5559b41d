//! The draft as Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Draft;
use super::acts::{Act, Acts, Switch};
use super::selector::Selector;
use crate::read::{Ending, Recording};

pub(super) fn write(recording: &Recording, acts: &Acts) -> Draft {
    let mut writing = Writing::default();
    for act in &acts.list {
        writing.act(act, acts.package.as_deref());
    }
    let notes = notes(recording, acts, writing.ambiguous);
    let mut text = frontmatter(recording, acts, &writing);
    if !notes.is_empty() {
        text.push('\n');
        for note in &notes {
            let _ = writeln!(text, "{note}.");
        }
    }
    text.push_str(&writing.steps);
    Draft {
        text,
        steps: writing.count,
        marked: writing.marked,
        notes,
    }
}

#[derive(Default)]
struct Writing {
    steps: String,
    count: usize,
    marked: usize,
    ambiguous: usize,
    /// The inputs as lines of the frontmatter.
    inputs: String,
    texts: usize,
    needs: BTreeSet<Need>,
}

/// What the recipe has to be allowed, in the order in which it says so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Observe,
    Navigate,
    Click,
    LongClick,
    TypeText,
    Toggle,
}

impl Need {
    const fn capability(self) -> &'static str {
        match self {
            Self::Observe => "observe",
            Self::Navigate => "navigate",
            Self::Click => "click",
            Self::LongClick => "long_click",
            Self::TypeText => "type_text",
            Self::Toggle => "toggle",
        }
    }
}

impl Writing {
    fn act(&mut self, act: &Act, app: Option<&str>) {
        match act {
            Act::Click {
                selector,
                is_long,
                switch,
                is_of_system,
            } => {
                let confirm = match switch {
                    Switch::Was(was) if !is_long => Some((selector, !was)),
                    _ => None,
                };
                if *switch != Switch::No && !is_long {
                    self.needs.insert(Need::Toggle);
                }
                let mut params = self.press(*is_long);
                if *is_of_system {
                    params.push(("window", "system".to_owned()));
                }
                self.begin("Click", "click", "click");
                self.selector("selector", selector, 0);
                self.params(&params);
                if *switch == Switch::Unknown && !is_long {
                    self.steps.push_str(
                        "# The state before was not seen: add a `confirm` with the state that it is to have.\n",
                    );
                }
                if let Some((selector, is_checked)) = confirm {
                    self.needs.insert(Need::Observe);
                    self.steps.push_str("confirm:\n");
                    self.selector("selector", selector, 2);
                    let _ = writeln!(self.steps, "  checked: {is_checked}");
                }
            }
            Act::ScrollAndClick {
                selector,
                container,
                direction,
                is_long,
            } => {
                let mut params = self.press(*is_long);
                self.needs.insert(Need::Navigate);
                self.begin("Scroll and click", "scroll_and_click", "find");
                self.selector("selector", selector, 0);
                if let Some(container) = container {
                    self.selector("container", container, 0);
                }
                params.push(("direction", (*direction).to_owned()));
                self.params(&params);
            }
            Act::Wait(selector) => {
                self.needs.insert(Need::Observe);
                self.begin("Wait for the page", "wait_for_node", "wait");
                self.selector("selector", selector, 0);
            }
            Act::GoTo(package) => {
                self.needs.insert(Need::Navigate);
                self.begin("Open the app", "open_app", "open");
                if app != Some(package) {
                    self.params(&[("application_id", quoted(package))]);
                }
            }
            Act::Type {
                field,
                length,
                is_password,
                typed,
            } => self.typed(field.as_ref(), *length, *is_password, typed.as_deref()),
            Act::SystemKey(key) => {
                self.needs.insert(Need::Navigate);
                self.begin("Press a key", "press_key", "key");
                self.params(&[("key", (*key).to_owned())]);
            }
            Act::Scroll {
                container,
                direction,
            } => {
                self.needs.insert(Need::Navigate);
                self.begin("Scroll", "scroll", "scroll");
                if let Some(container) = container {
                    self.selector("container", container, 0);
                }
                self.params(&[("direction", (*direction).to_owned())]);
            }
            Act::Marked { action, what } => {
                self.begin("To do by hand", action, "by_hand");
                self.mark(what);
            }
        }
        self.steps.push_str("```\n");
    }

    /// What a press needs, and the params that make it a long one.
    fn press(&mut self, is_long: bool) -> Vec<(&'static str, String)> {
        if is_long {
            self.needs.insert(Need::LongClick);
            vec![("click_type", "long_click".to_owned())]
        } else {
            self.needs.insert(Need::Click);
            Vec::new()
        }
    }

    fn typed(
        &mut self,
        field: Option<&Selector>,
        length: u64,
        is_password: bool,
        typed: Option<&str>,
    ) {
        self.needs.insert(Need::TypeText);
        self.texts += 1;
        let kind = if is_password { "password" } else { "text" };
        let input = format!("{kind}_{}", self.texts);
        let _ = write!(
            self.inputs,
            "  - name: {input}\n    type: string\n    required: true\n"
        );
        let default =
            typed.filter(|text| !text.is_empty() && !text.contains("${") && text.len() <= 500);
        if let Some(text) = default {
            let _ = writeln!(self.inputs, "    default: {}", quoted(text));
        }
        let _ = writeln!(
            self.inputs,
            "    description: A {kind} of {length} characters was typed."
        );
        let title = match field {
            Some(_) => "Type",
            None => "To do by hand: type",
        };
        self.begin(title, "enter_text", "type");
        match field {
            Some(field) => self.selector("selector", field, 0),
            None => self.mark(&format!("a {kind} of {length} characters was typed")),
        }
        // A recording tells what stood in the field in the end, and not what was there before.
        self.params(&[
            ("text", format!("${{inputs.{input}}}")),
            ("clear", "true".to_owned()),
        ]);
    }

    fn begin(&mut self, title: &str, action: &str, id: &str) {
        self.count += 1;
        let number = self.count;
        let _ = write!(
            self.steps,
            "\n## Step {number}: {title}\n\n```yaml\nid: {id}_{number}\ntype: {action}\n"
        );
    }

    fn mark(&mut self, what: &str) {
        self.marked += 1;
        let _ = writeln!(self.steps, "recorded: {}", quoted(what));
    }

    fn selector(&mut self, key: &str, selector: &Selector, indent: usize) {
        if !selector.is_unique {
            self.ambiguous += 1;
        }
        let _ = writeln!(self.steps, "{:indent$}{key}:", "");
        let parts = [
            ("resource_id", &selector.id),
            ("text_equals", &selector.text),
            ("content_desc_contains", &selector.description),
        ];
        for (name, value) in parts {
            if let Some(value) = value {
                let _ = writeln!(self.steps, "{:indent$}  {name}: {}", "", quoted(value));
            }
        }
    }

    fn params(&mut self, params: &[(&str, String)]) {
        if params.is_empty() {
            return;
        }
        self.steps.push_str("params:\n");
        for (name, value) in params {
            let _ = writeln!(self.steps, "  {name}: {value}");
        }
    }
}

fn frontmatter(recording: &Recording, acts: &Acts, writing: &Writing) -> String {
    let app = acts.package.as_deref().unwrap_or("unknown.app");
    let name: String = recording
        .header
        .name
        .chars()
        .filter(|one| is_of_id(*one))
        .collect();
    let app_of_id: String = app.chars().filter(|one| is_of_id(*one)).collect();
    let needs = writing.needs.iter().copied();
    let mut capabilities: Vec<_> = needs.map(Need::capability).collect();
    if capabilities.is_empty() {
        capabilities.push("observe");
    }
    let inputs = if writing.inputs.is_empty() {
        "inputs: []\n".to_owned()
    } else {
        format!("inputs:\n{}", writing.inputs)
    };
    let api = recording.header.api.unwrap_or(0);
    format!(
        "---\n\
         recipe_format: 2\n\
         recipe_id: {}\n\
         recipe_version: 0.1.0\n\
         recipe_type: flow\n\
         application_id: {}\n\
         summary: Drafted from a recording; say what it is for.\n\
         frameworks: [unknown]\n\
         session_policy: fresh\n\
         # The app's version is not in a recording; `adb shell dumpsys package {app_of_id}` shows it.\n\
         # app_build: {{version_name: \"1.0\", version_code: 1}}\n\
         tested_on: {{android_api: {api}}}\n\
         capabilities: [{}]\n\
         {inputs}\
         outputs: []\n\
         ---\n",
        quoted(&format!("{app_of_id}.{name}")),
        quoted(app),
        capabilities.join(", "),
    )
}

const fn is_of_id(one: char) -> bool {
    one.is_ascii_alphanumeric() || matches!(one, '.' | '_' | '-')
}

fn notes(recording: &Recording, acts: &Acts, ambiguous: usize) -> Vec<String> {
    let mut notes = Vec::new();
    match &recording.ending {
        Ending::Stopped => {}
        Ending::CutShort { .. } => notes.push(
            "The recording was cut short, so that something done last may be missing".to_owned(),
        ),
    }
    let counted = [
        (recording.dropped, "events found no room in the recording"),
        (
            number(recording.damaged),
            "lines of the recording could not be read",
        ),
        (
            number(acts.ours),
            "events came of acts of ours and were left out",
        ),
        (
            number(acts.unsure),
            "events came so soon after an act of ours that nobody knows whose they are; they were left out",
        ),
        (number(acts.repeats), "repeated presses were left out"),
        (
            number(acts.toasts),
            "toasts were shown; a recipe cannot wait for one",
        ),
        (
            number(ambiguous),
            "selectors fit more than one node, or nobody counted; make them fit one",
        ),
        (
            number(acts.beyond),
            "more steps than a recipe may have were left out",
        ),
    ];
    for (count, what) in counted {
        if count > 0 {
            notes.push(format!("{count} {what}"));
        }
    }
    notes
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A text as YAML reads it back: quoted as in JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for one in text.chars() {
        match one {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(one);
            }
            // Whatever could end a line or steer a terminal.
            one if one.is_control() || matches!(one, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(one));
            }
            one => quoted.push(one),
        }
    }
    quoted.push('"');
    quoted
}
