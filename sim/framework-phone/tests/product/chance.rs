//! Chance that comes out the same for the same seed.

/// A generator of numbers (`splitmix64`).
#[derive(Debug, Clone)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit that is not 0.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(self.next() % u64::from(limit)).expect("below a u32")
    }

    /// One of several; nothing when there is none.
    pub(super) fn one_of<'a, T>(&mut self, these: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(these.len()).ok().filter(|count| *count > 0)?;
        these.get(self.below(count) as usize)
    }
}
