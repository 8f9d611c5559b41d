//! The ways in which a stream's bytes may arrive.

/// How many places a stream is cut in two at, besides being cut everywhere.
const CUTS: usize = 16;

/// The same bytes in pieces: one by one, and in two at places spread over them. A decoder must not notice.
pub(crate) fn arrivals(bytes: &[u8]) -> impl Iterator<Item = Vec<&[u8]>> {
    let one_by_one = bytes.chunks(1).collect();
    let in_two = (0..=bytes.len())
        .step_by(bytes.len() / CUTS + 1)
        .map(|cut| {
            let (left, right) = bytes.split_at(cut);
            vec![left, right]
        });
    std::iter::once(one_by_one).chain(in_two)
}
