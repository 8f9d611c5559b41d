//! The tree from JSON against serde's, on documents made up at random and broken at random.

use clawperator_recipe::{Levels, RecipeCode, load};
use proptest::prelude::*;
use proptest::string::string_regex;
use serde_json::Value;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn what_serde_reads_is_read_and_what_it_refuses_is_refused(
        document in document(),
        at in any::<prop::sample::Index>(),
        junk in prop::option::of(prop::sample::select(vec!["", ",", "\"", "}", "\\", "1", "0", ".", "e", "\u{7}", " "])),
    ) {
        let mut text = document.to_string();
        if let Some(junk) = junk {
            let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
            let at = *at.get(&starts);
            let end = at + text[at..].chars().next().unwrap().len_utf8();
            text.replace_range(at..end, junk);
        }
        // Without `recipe_id` and `actions` nothing else is asked of the text than to be JSON.
        let findings = load("a.recipe.json", text.as_bytes(), &Levels::default()).unwrap_err();
        let broken = findings.list.iter().any(|finding| finding.code == RecipeCode::Syntax);
        let read = serde_json::from_str::<Value>(&text);
        // A number that no float can hold is JSON all the same, and serde looks no further behind one.
        let out_of_range = read.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
        prop_assert!(out_of_range || broken == read.is_err(), "{}", text);
    }
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        string_regex(".{0,8}").unwrap().prop_map(Value::from),
        string_regex("[\"\\\\/\u{8}\n\t\u{1f600}]{0,4}")
            .unwrap()
            .prop_map(Value::from),
    ];
    let key = string_regex("[a-z\"é]{0,3}").unwrap().boxed();
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}
