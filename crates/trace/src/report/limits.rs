//! Every number that bounds a report.

/// The most runs that are shown.
pub(super) const MAX_RUNS: usize = 200;
/// The most steps of a run that are shown.
pub(super) const MAX_STEPS: usize = 500;
/// The most acts, and the most verdicts, of a step that are shown.
pub(super) const MAX_ACTS: usize = 40;
/// The most pictures of a step that are shown.
pub(super) const MAX_STEP_PICTURES: usize = 6;
/// The most bytes of pictures in one report.
pub(super) const MAX_PICTURE_BYTES: usize = 8 * 1024 * 1024;
/// The most bytes of what changed in one step.
pub(super) const MAX_DIFF_BYTES: usize = 40 * 1024;
/// The most bytes of one screen in words.
pub(super) const MAX_SCREEN_BYTES: usize = 40 * 1024;
/// The most bytes of screens and of what changed in one report.
pub(super) const MAX_WORDS_BYTES: usize = 16 * 1024 * 1024;
/// The most bytes of trees that are read for one report.
pub(super) const MAX_TREE_BYTES: u64 = 256 * 1024 * 1024;
/// The most nodes of a tree that is compared with another; the most seen on a real screen is 600. What a comparison takes
/// grows faster than its trees.
pub(super) const MAX_COMPARED_NODES: usize = 1_500;
/// The most pairs of nodes that may be compared for one report: five hundred times the largest real screen.
pub(super) const MAX_COMPARED_PAIRS: usize = 200_000_000;
/// The most bytes of answers that are read for one report.
pub(super) const MAX_ANSWERS_BYTES: u64 = 256 * 1024 * 1024;
/// The most characters of a name: an id, a phone, a profile.
pub(super) const MAX_NAME: usize = 128;
/// The most characters of what was asked, and of a target.
pub(super) const MAX_ASKED: usize = 240;
/// The most characters of a message or a hint.
pub(super) const MAX_MESSAGE: usize = 2_000;
/// The most facts of a step's result that are shown, and the most characters of one.
pub(super) const MAX_FACTS: usize = 24;
pub(super) const MAX_FACT: usize = 240;
/// The most bytes of a screen in `JUnit`'s XML.
pub(super) const MAX_JUNIT_SCREEN_BYTES: usize = 4 * 1024;

/// What a report may still take.
#[derive(Debug)]
pub(super) struct Budget {
    /// Bytes of pictures.
    pub(super) pictures: usize,
    /// Bytes of screens in words.
    pub(super) words: usize,
    /// Bytes of trees.
    pub(super) trees: u64,
    /// Pairs of nodes.
    pub(super) pairs: usize,
    /// Bytes of answers.
    pub(super) answers: u64,
    /// How many pictures did not fit.
    pub(super) pictures_left_out: usize,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self {
            pictures: MAX_PICTURE_BYTES,
            words: MAX_WORDS_BYTES,
            trees: MAX_TREE_BYTES,
            pairs: MAX_COMPARED_PAIRS,
            answers: MAX_ANSWERS_BYTES,
            pictures_left_out: 0,
        }
    }
}
