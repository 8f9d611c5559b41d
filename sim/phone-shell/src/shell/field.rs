//! Text while it is expanded: each byte remembers whether a quote protects it.

/// What a byte may still mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Only itself.
    Quoted,
    /// It may be part of a pattern or a brace.
    Active,
    /// It opens, separates or closes the alternatives of `@(a|b)` and its kind.
    Operator,
}

/// One word to be, after splitting.
#[derive(Debug, Clone, Default)]
pub(crate) struct Field {
    pub(crate) bytes: Vec<u8>,
    pub(crate) marks: Vec<Mark>,
}

impl Field {
    pub(crate) fn push(&mut self, byte: u8, mark: Mark) {
        self.bytes.push(byte);
        self.marks.push(mark);
    }

    pub(crate) fn extend(&mut self, bytes: &[u8], mark: Mark) {
        self.bytes.extend_from_slice(bytes);
        self.marks.resize(self.bytes.len(), mark);
    }

    pub(crate) fn append(&mut self, other: &Self) {
        self.bytes.extend_from_slice(&other.bytes);
        self.marks.extend_from_slice(&other.marks);
    }

    pub(crate) fn slice(&self, start: usize, end: usize) -> Self {
        Self {
            bytes: self.bytes.split_at(end).0.split_at(start).1.to_vec(),
            marks: self.marks.split_at(end).0.split_at(start).1.to_vec(),
        }
    }

    pub(crate) fn at(&self, index: usize) -> Option<(u8, Mark)> {
        Some((*self.bytes.get(index)?, *self.marks.get(index)?))
    }

    pub(crate) fn is_active(&self, index: usize, byte: u8) -> bool {
        self.at(index) == Some((byte, Mark::Active))
    }

    /// The text itself; the operators of a group are written out as they were typed.
    pub(crate) fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.bytes.len());
        for (byte, mark) in self.bytes.iter().zip(&self.marks) {
            text.push(*byte);
            if *mark == Mark::Operator && !matches!(byte, b'|' | b')' | b'(') {
                text.push(b'(');
            }
        }
        text
    }
}
