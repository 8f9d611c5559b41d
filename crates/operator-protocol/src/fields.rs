//! Numbers, texts and lists, as bytes.

/// A message that is not one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// It ends within a field.
    #[error("it ends within {0}")]
    Short(What),
    /// It goes on behind its last field.
    #[error("{0} bytes are behind its last field")]
    Long(usize),
    /// A text or a list has more than it may.
    #[error("{0} has more than it may")]
    TooMuch(What),
    /// A text is not UTF-8.
    #[error("{0} is not UTF-8")]
    NotUtf8(What),
    /// A number that stands for something stands for nothing.
    #[error("{what} is {value}, which stands for nothing")]
    Unknown {
        /// Which field.
        what: What,
        /// What it had.
        value: u32,
    },
    /// Fields contradict each other.
    #[error("{0} does not go with what is before it")]
    Contradictory(What),
}

/// The name of a field, as the document has it.
pub type What = &'static str;

/// Reads fields one after another. Nothing is kept beyond what the bytes themselves have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn bytes(&mut self, count: usize, what: What) -> Result<&'a [u8], Damaged> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Damaged::Short(what))?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self, what: What) -> Result<[u8; N], Damaged> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Damaged::Short(what))?;
        self.0 = rest;
        Ok(*taken)
    }

    pub(crate) fn u8(&mut self, what: What) -> Result<u8, Damaged> {
        self.array(what).map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self, what: What) -> Result<u16, Damaged> {
        self.array(what).map(u16::from_be_bytes)
    }

    pub(crate) fn u32(&mut self, what: What) -> Result<u32, Damaged> {
        self.array(what).map(u32::from_be_bytes)
    }

    pub(crate) fn u64(&mut self, what: What) -> Result<u64, Damaged> {
        self.array(what).map(u64::from_be_bytes)
    }

    pub(crate) fn i32(&mut self, what: What) -> Result<i32, Damaged> {
        self.array(what).map(i32::from_be_bytes)
    }

    pub(crate) fn bool(&mut self, what: What) -> Result<bool, Damaged> {
        match self.u8(what)? {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(unknown(what, value)),
        }
    }

    /// A text of at most so many bytes.
    pub(crate) fn text(&mut self, most: usize, what: What) -> Result<String, Damaged> {
        let length = self.count(most, what)?;
        let bytes = self.bytes(length, what)?;
        let text = str::from_utf8(bytes).map_err(|_| Damaged::NotUtf8(what))?;
        Ok(text.to_owned())
    }

    pub(crate) fn option<T>(
        &mut self,
        what: What,
        read: impl FnOnce(&mut Self) -> Result<T, Damaged>,
    ) -> Result<Option<T>, Damaged> {
        self.bool(what)?.then(|| read(self)).transpose()
    }

    /// A list of at most so many. Room is made for what is there, not for what is announced.
    pub(crate) fn list<T>(
        &mut self,
        most: usize,
        what: What,
        mut read: impl FnMut(&mut Self) -> Result<T, Damaged>,
    ) -> Result<Vec<T>, Damaged> {
        let count = self.count(most, what)?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    pub(crate) const fn rest(&mut self) -> &'a [u8] {
        let rest = self.0;
        self.0 = &[];
        rest
    }

    pub(crate) const fn end(self) -> Result<(), Damaged> {
        match self.0.len() {
            0 => Ok(()),
            more => Err(Damaged::Long(more)),
        }
    }

    fn count(&mut self, most: usize, what: What) -> Result<usize, Damaged> {
        let count = usize::try_from(self.u32(what)?).unwrap_or(usize::MAX);
        if count > most {
            return Err(Damaged::TooMuch(what));
        }
        Ok(count)
    }
}

/// The refusal of a number that stands for nothing.
pub(crate) fn unknown(what: What, value: impl Into<u32>) -> Damaged {
    Damaged::Unknown {
        what,
        value: value.into(),
    }
}

/// Writes fields one after another. What a text or a list has beyond its limit is the fault of whoever made it, and is
/// found by the reader.
#[derive(Debug, Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn finish(self) -> Vec<u8> {
        self.0
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes(&[value]);
    }

    pub(crate) fn u16(&mut self, value: u16) {
        self.bytes(&value.to_be_bytes());
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.bytes(&value.to_be_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.bytes(&value.to_be_bytes());
    }

    pub(crate) fn i32(&mut self, value: i32) {
        self.bytes(&value.to_be_bytes());
    }

    pub(crate) fn bool(&mut self, value: bool) {
        self.u8(u8::from(value));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes(text.as_bytes());
    }

    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.bool(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    pub(crate) fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.count(items.len());
        for item in items {
            write(self, item);
        }
    }

    fn count(&mut self, count: usize) {
        // Nothing here comes near: a body has 32 MiB at most.
        self.u32(u32::try_from(count).unwrap_or(u32::MAX));
    }
}

/// A number on the wire for each variant, both ways.
macro_rules! numbered {
    ($(#[$doc:meta])* pub enum $name:ident ($what:literal) { $($(#[$variant_doc:meta])* $variant:ident = $number:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Each of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Its number on the wire.
            #[must_use]
            pub const fn number(self) -> u8 {
                match self {
                    $(Self::$variant => $number,)+
                }
            }

            pub(crate) fn read(reader: &mut crate::fields::Reader<'_>) -> Result<Self, crate::fields::Damaged> {
                match reader.u8($what)? {
                    $($number => Ok(Self::$variant),)+
                    value => Err(crate::fields::unknown($what, value)),
                }
            }

            pub(crate) fn write(self, writer: &mut crate::fields::Writer) {
                writer.u8(self.number());
            }
        }
    };
}

pub(crate) use numbered;
