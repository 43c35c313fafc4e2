//! Sorting short lists. The standard library's stable sort is made for long ones, and is compiled anew for every list of every
//! game: it was a tenth of the catalog's code.

/// Insertion sort: stable, and quick for the dozens of moves of a position and for lists that are nearly in order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;
    use plybook_kernel::Random;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = Random::new(5);
        for length in 0..60 {
            let mut items: Vec<(usize, usize)> = (0..length).map(|place| (random.below(7), place)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort_by_key(&mut items, |&(key, _)| key);
            assert_eq!(items, expected);
        }
    }
}
