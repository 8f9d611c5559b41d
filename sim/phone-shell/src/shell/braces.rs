//! Brace expansion: `{a,b}` makes two words of one.

use super::field::{Field, Mark};

/// How many words one word may become.
const MAX_WORDS: usize = 16 * 1024;

/// The words that the braces of a word make; mksh expands those that a variable has brought in, too.
pub(crate) fn expand(field: Field) -> Vec<Field> {
    let braces = field
        .bytes
        .iter()
        .zip(&field.marks)
        .any(|(byte, mark)| *byte == b'{' && *mark == Mark::Active);
    if !braces {
        return vec![field];
    }
    let mut done = Vec::new();
    let mut open = vec![(field, 0)];
    while let Some((field, from)) = open.pop() {
        let Some((start, end, commas)) = find(&field, from) else {
            done.push(field);
            continue;
        };
        if done.len() + open.len() > MAX_WORDS {
            done.push(field);
            continue;
        }
        let mut bounds = vec![start];
        bounds.extend(commas);
        bounds.push(end);
        let head = field.slice(0, start);
        let tail = field.slice(end + 1, field.bytes.len());
        for pair in bounds.windows(2).rev() {
            let [left, right] = pair else { continue };
            let mut word = head.clone();
            word.append(&field.slice(left + 1, *right));
            word.append(&tail);
            open.push((word, start));
        }
    }
    done
}

/// The first braces at or after a place that are closed and have a comma: start, end and commas.
fn find(field: &Field, from: usize) -> Option<(usize, usize, Vec<usize>)> {
    let mut start = from;
    loop {
        start = (start..field.bytes.len()).find(|index| field.is_active(*index, b'{'))?;
        let mut depth = 0_usize;
        let mut commas = Vec::new();
        let mut end = None;
        for index in start..field.bytes.len() {
            if field.is_active(index, b'{') {
                depth += 1;
            } else if field.is_active(index, b'}') {
                depth -= 1;
                if depth == 0 {
                    end = Some(index);
                    break;
                }
            } else if depth == 1 && field.is_active(index, b',') {
                commas.push(index);
            }
        }
        let end = end?;
        if !commas.is_empty() {
            return Some((start, end, commas));
        }
        start = end + 1;
    }
}
