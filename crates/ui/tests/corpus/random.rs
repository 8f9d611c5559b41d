//! Chance that can be repeated.

/// A generator of numbers (`SplitMix64`); the same seed and place give the same numbers.
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64, place: usize) -> Self {
        let mut random = Self {
            state: seed ^ (place as u64).wrapping_mul(0xd134_2543_de82_ef95),
        };
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = u64::from(high.abs_diff(low)) + 1;
        low + i32::try_from(self.next() % span).unwrap_or(0)
    }

    pub(crate) fn chance(&mut self, percent: i32) -> bool {
        self.between(1, 100) <= percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        let place = usize::try_from(self.next()).unwrap_or(0) % of.len().max(1);
        of.get(place).copied()
    }

    /// One of the first of each pair, by the weight that is the second.
    pub(crate) fn weighted<T: Copy>(&mut self, of: &[(T, i32)]) -> Option<T> {
        let all: i32 = of.iter().map(|(_, weight)| weight).sum();
        let mut at = self.between(1, all.max(1));
        of.iter()
            .find(|(_, weight)| {
                at -= weight;
                at <= 0
            })
            .map(|(what, _)| *what)
    }

    /// A number whose tenth, fiftieth, ninetieth and ninety-ninth percentile are as given.
    pub(crate) fn spread(&mut self, [p10, p50, p90, p99]: [i32; 4]) -> i32 {
        let (low, high, from, to) = match self.between(0, 999) {
            at @ 0..100 => (p10 / 2, p10, 0, at),
            at @ 100..500 => (p10, p50, 100, at),
            at @ 500..900 => (p50, p90, 500, at),
            at @ 900..990 => (p90, p99, 900, at),
            at => (p99, p99 + p99 / 5, 990, at),
        };
        let width = match from {
            0 => 100,
            900 => 90,
            990 => 10,
            _ => 400,
        };
        low + (high - low) * (to - from) / width
    }
}
