//! The topics, in the order to read them. Each is a Markdown file without a heading.

use std::borrow::Cow;

use crate::failures::failures;

/// What a topic is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It holds on every surface.
    Everywhere,
    /// It says how one surface is used.
    Surface,
    /// More of another topic, for whoever asks for it: it is not in the whole.
    Detail,
    /// It is to be written to a file of somebody's own.
    ToCopy,
}

/// One part of the guide.
#[derive(Debug)]
pub struct Topic {
    /// The word to ask for it by.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub about: &'static str,
    /// Who reads it.
    pub kind: Kind,
    /// Markdown, ending in a line break.
    pub text: Cow<'static, str>,
}

impl Topic {
    /// The heading: what it is about, as a heading begins.
    #[must_use]
    pub fn title(&self) -> String {
        let mut letters = self.about.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect()
        })
    }

    pub(crate) const fn is_in_whole(&self) -> bool {
        matches!(self.kind, Kind::Everywhere | Kind::Surface)
    }

    /// The topic by itself. What is to be copied comes as it is.
    #[must_use]
    pub fn page(&self) -> String {
        match self.kind {
            Kind::ToCopy => self.text.clone().into_owned(),
            Kind::Everywhere | Kind::Surface | Kind::Detail => {
                format!("# {}\n\n{}", self.title(), self.text)
            }
        }
    }
}

/// All of them.
pub(crate) fn all() -> Vec<Topic> {
    use Kind::{Detail, Everywhere, Surface, ToCopy};
    let topic = |name, about, kind, text: &'static str| Topic {
        name,
        about,
        kind,
        text: text.into(),
    };
    vec![
        topic(
            "loop",
            "look, act, judge, check",
            Everywhere,
            include_str!("../texts/loop.md"),
        ),
        topic(
            "answers",
            "what an answer proves",
            Everywhere,
            include_str!("../texts/answers.md"),
        ),
        topic(
            "selectors",
            "how to name a node",
            Everywhere,
            include_str!("../texts/selectors.md"),
        ),
        topic(
            "waits",
            "how to wait",
            Everywhere,
            include_str!("../texts/waits.md"),
        ),
        Topic {
            name: "failures",
            about: "each failure and what to do",
            kind: Everywhere,
            text: format!("{}{}", include_str!("../texts/failures.md"), failures()).into(),
        },
        topic(
            "approvals",
            "when a person must decide",
            Everywhere,
            include_str!("../texts/approvals.md"),
        ),
        topic(
            "skills",
            "tasks that have a name",
            Everywhere,
            include_str!("../texts/skills.md"),
        ),
        topic(
            "cli",
            "the command line",
            Surface,
            include_str!("../texts/cli.md"),
        ),
        topic(
            "mcp",
            "the tools of the MCP server",
            Surface,
            include_str!("../texts/mcp.md"),
        ),
        topic(
            "http",
            "the HTTP server",
            Surface,
            include_str!("../texts/http.md"),
        ),
        topic(
            "mcp-steps",
            "what a step of `act` takes",
            Detail,
            include_str!("../texts/mcp-steps.md"),
        ),
        topic(
            "agents-md",
            "lines for your AGENTS.md or CLAUDE.md",
            ToCopy,
            include_str!("../texts/agents-md.md"),
        ),
        topic(
            "skill-md",
            "a SKILL.md for your agent's folder of skills",
            ToCopy,
            include_str!("../texts/SKILL.md"),
        ),
    ]
}
