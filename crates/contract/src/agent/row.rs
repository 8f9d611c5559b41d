//! The form of the table: an action and its fields, what each takes and what it becomes without a value.

/// One action of the union.
#[derive(Debug)]
pub struct ActionRow {
    /// Its `type`.
    pub name: &'static str,
    /// The tool by which a model asks for it.
    pub tool: &'static str,
    /// What carries it out.
    pub surface: Surface,
    /// What it does, for a model.
    pub about: &'static str,
    /// Its fields without `type`, in order.
    pub fields: &'static [FieldRow],
}

/// What carries an action out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Surface {
    /// The phone.
    Phone,
    /// A script on this machine.
    Script,
    /// Files and programs of the workspace.
    Workspace,
    /// The notes of earlier tasks.
    Memory,
    /// A person.
    Person,
    /// Nothing: the task ends.
    End,
}

/// The keys of an object inside an action.
#[derive(Debug)]
pub struct ObjectRow {
    /// The name of its type.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its fields, in order.
    pub fields: &'static [FieldRow],
}

/// One field.
#[derive(Debug)]
pub struct FieldRow {
    /// The field's name.
    pub name: &'static str,
    /// What it takes.
    pub kind: FieldKind,
    /// What becomes of it without a value.
    pub need: Need,
    /// Whether a wrong value changes what is done, not only how long or how much of it. Such an action is not carried
    /// out with a default in its place.
    pub decisive: bool,
    /// What it is for.
    pub meaning: &'static str,
}

/// What a field takes.
#[derive(Debug, Clone, Copy)]
pub enum FieldKind {
    /// A string of at most so many characters.
    Text(usize, Form),
    /// A number between two others.
    Number(f64, f64),
    /// An integer between two others.
    Integer(u64, u64),
    /// True or false.
    Flag,
    /// One of a closed list.
    Word(&'static [&'static str]),
    /// An object.
    Object(&'static ObjectRow),
    /// At most so many objects.
    List(usize, &'static ObjectRow),
}

/// Which strings a text may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Words for a person. One that is too long is cut.
    Prose,
    /// Any string. One that is too long is wrong: half a command is another command.
    Exact,
    /// Any string that is not blank.
    Name,
    /// The name or number of a key: letters, digits and underscores.
    Keycode,
    /// A package name, or nothing: letters, digits, underscores and dots.
    Package,
}

/// What becomes of a field without a value.
#[derive(Debug, Clone, Copy)]
pub enum Need {
    /// It must be there; the action is refused without it.
    Required,
    /// It must be there; without it, or with a wrong value, it becomes this, and the action is not carried out.
    Fallback(Fallback),
    /// It need not be there; it is this by default.
    Default(Fallback),
    /// It need not be there.
    Optional,
}

/// The value of a field that was given none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fallback {
    /// A string or a word.
    Text(&'static str),
    /// A number.
    Number(f64),
    /// An integer.
    Integer(u64),
    /// True or false.
    Flag(bool),
}

impl FieldRow {
    /// Whether the type of the action has it without a question mark.
    #[must_use]
    pub const fn is_required(&self) -> bool {
        matches!(self.need, Need::Required | Need::Fallback(_))
    }

    /// The value it gets without one.
    #[must_use]
    pub const fn fallback(&self) -> Option<Fallback> {
        match self.need {
            Need::Fallback(value) | Need::Default(value) => Some(value),
            Need::Required | Need::Optional => None,
        }
    }
}

impl Form {
    /// Whether a string has this form; its length is another matter.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        let letters = |also: char| {
            text.chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == also)
        };
        match self {
            Self::Prose | Self::Exact => true,
            Self::Name => !text.trim().is_empty(),
            Self::Keycode => !text.is_empty() && letters('_'),
            Self::Package => letters('.'),
        }
    }
}

/// What a field is, without its name and meaning. Rows are written with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldRule {
    kind: FieldKind,
    need: Need,
    decisive: bool,
}

impl FieldRule {
    /// An optional field.
    pub(super) const fn of(kind: FieldKind) -> Self {
        Self {
            kind,
            need: Need::Optional,
            decisive: false,
        }
    }

    pub(super) const fn text(most: usize) -> Self {
        Self::of(FieldKind::Text(most, Form::Exact))
    }

    pub(super) const fn prose(most: usize) -> Self {
        Self::of(FieldKind::Text(most, Form::Prose))
    }

    pub(super) const fn formed(most: usize, form: Form) -> Self {
        Self::of(FieldKind::Text(most, form))
    }

    pub(super) const fn flag() -> Self {
        Self::of(FieldKind::Flag).decisive()
    }

    pub(super) const fn required(mut self) -> Self {
        self.need = Need::Required;
        self
    }

    pub(super) const fn or(mut self, fallback: Fallback) -> Self {
        self.need = Need::Fallback(fallback);
        self
    }

    pub(super) const fn default(mut self, fallback: Fallback) -> Self {
        self.need = Need::Default(fallback);
        self
    }

    pub(super) const fn decisive(mut self) -> Self {
        self.decisive = true;
        self
    }

    pub(super) const fn row(self, name: &'static str, meaning: &'static str) -> FieldRow {
        FieldRow {
            name,
            kind: self.kind,
            need: self.need,
            decisive: self.decisive,
            meaning,
        }
    }
}

/// An integer with a default.
pub(super) const fn integer(least: u64, most: u64, default: u64) -> FieldRule {
    FieldRule::of(FieldKind::Integer(least, most)).default(Fallback::Integer(default))
}
