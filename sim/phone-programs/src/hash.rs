//! The numbers by which the framework tells its objects apart, made from what they are so that a dump is repeatable.

/// An identity hash of 28 bits.
pub(crate) fn identity(kind: &str, name: &str) -> u32 {
    mixed(kind, name) & 0x0fff_ffff
}

/// An identity hash as it is mostly printed.
pub(crate) fn hex(kind: &str, name: &str) -> String {
    format!("{:x}", identity(kind, name))
}

/// The 22 letters of base 64 that folders of installed packages end with.
pub(crate) fn letters(kind: &str, name: &str) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut state = mixed(kind, name);
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Six bits are 64 letters.
        let index = (state >> 26) as usize;
        ALPHABET.get(index).map_or('A', |byte| char::from(*byte))
    };
    (0..22).map(letter).collect()
}

/// FNV-1a over both texts.
fn mixed(kind: &str, name: &str) -> u32 {
    let bytes = kind.bytes().chain([0]).chain(name.bytes());
    bytes.fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
