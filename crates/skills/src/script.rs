//! Scripts of a skill: what they are written in.

/// What a script is written in, by its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// `.js`
    JavaScript,
    /// `.ts`
    TypeScript,
    /// `.sh`
    Shell,
    /// `.py`
    Python,
}

impl Language {
    /// The language of a file, if it is one that skills are written in.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        match path.rsplit_once('.')?.1 {
            "js" => Some(Self::JavaScript),
            "ts" => Some(Self::TypeScript),
            "sh" => Some(Self::Shell),
            "py" => Some(Self::Python),
            _ => None,
        }
    }

    /// The language's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JavaScript => "JavaScript",
            Self::TypeScript => "TypeScript",
            Self::Shell => "Bash",
            Self::Python => "Python",
        }
    }
}

/// The program that a skill declares to run its scripts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interpreter {
    /// Node.js, for JavaScript and TypeScript.
    Node,
    Bash,
    /// A POSIX shell.
    Sh,
    Python,
}

impl Interpreter {
    /// Every interpreter that can be declared.
    pub const ALL: [Self; 4] = [Self::Node, Self::Bash, Self::Sh, Self::Python];

    /// The word in `skill.json`, which is the program's name too.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Bash => "bash",
            Self::Sh => "sh",
            Self::Python => "python3",
        }
    }

    /// The interpreter of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// Whether it runs scripts in a language.
    #[must_use]
    pub const fn runs(self, language: Language) -> bool {
        match self {
            Self::Node => matches!(language, Language::JavaScript | Language::TypeScript),
            Self::Bash | Self::Sh => matches!(language, Language::Shell),
            Self::Python => matches!(language, Language::Python),
        }
    }
}

/// One script of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// Where it is below the skill's folder.
    pub path: String,
    /// What it is written in.
    pub language: Language,
}
