//! Options as toybox reads them.

/// Which options a program has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec {
    /// Letters without a value.
    pub(super) flags: &'static str,
    /// Letters with a value.
    pub(super) values: &'static str,
    /// Long names and the letter each stands for.
    pub(super) long: &'static [(&'static str, u8)],
    /// Whether the first operand ends the options.
    pub(super) stops: bool,
    /// How many operands there must be.
    pub(super) least: usize,
}

impl Spec {
    pub(super) const fn new(flags: &'static str, values: &'static str, least: usize) -> Self {
        Self {
            flags,
            values,
            long: &[],
            stops: false,
            least,
        }
    }
}

/// The options of one call.
#[derive(Debug, Default)]
pub(super) struct Options {
    flags: Vec<u8>,
    values: Vec<(u8, Vec<u8>)>,
    pub(super) operands: Vec<Vec<u8>>,
}

impl Options {
    pub(super) fn read(arguments: Vec<Vec<u8>>, spec: &Spec) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_slice() {
                b"--" => {
                    options.operands.extend(arguments);
                    break;
                }
                [b'-', b'-', name @ ..] => {
                    let name = String::from_utf8_lossy(name).into_owned();
                    let (name, inline) = match name.split_once('=') {
                        Some((name, value)) => (name.to_owned(), Some(value.as_bytes().to_vec())),
                        None => (name, None),
                    };
                    let known = spec.long.iter().find(|(long, _)| *long == name);
                    let Some((_, letter)) = known else {
                        return Err(format!("Unknown option '{name}'"));
                    };
                    match inline {
                        Some(value) => options.values.push((*letter, value)),
                        None => options.flags.push(*letter),
                    }
                }
                [b'-', letters @ ..] if !letters.is_empty() => {
                    let mut rest = letters;
                    while let Some((letter, after)) = rest.split_first() {
                        rest = after;
                        if spec.flags.as_bytes().contains(letter) {
                            options.flags.push(*letter);
                        } else if spec.values.as_bytes().contains(letter) {
                            let value = if rest.is_empty() {
                                arguments.next()
                            } else {
                                Some(rest.to_vec())
                            };
                            let missing =
                                || format!("Missing argument to -{}", char::from(*letter));
                            options.values.push((*letter, value.ok_or_else(missing)?));
                            break;
                        } else {
                            return Err(format!("Unknown option '{}'", char::from(*letter)));
                        }
                    }
                }
                _ => {
                    options.operands.push(argument);
                    if spec.stops {
                        options.operands.extend(arguments);
                        break;
                    }
                }
            }
        }
        Ok(options)
    }

    pub(super) fn has(&self, letter: u8) -> bool {
        self.flags.contains(&letter)
    }

    /// The last value of an option.
    pub(super) fn value(&self, letter: u8) -> Option<&[u8]> {
        self.values
            .iter()
            .rev()
            .find(|(known, _)| *known == letter)
            .map(|(_, value)| value.as_slice())
    }

    /// Every value of an option, in order.
    pub(super) fn each(&self, letter: u8) -> impl Iterator<Item = &[u8]> {
        self.values
            .iter()
            .filter(move |(known, _)| *known == letter)
            .map(|(_, value)| value.as_slice())
    }
}
