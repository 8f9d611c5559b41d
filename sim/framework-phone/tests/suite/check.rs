//! The app that any phone is checked with, on this one: what is done to it is in the record that its provider hands out.

use clawperator_phone_screen::{DumpRequest, Screen};

use crate::support::phone::{Phone, attribute, middle, node, on_the_phone};

const PROVIDER: &str = "content://dev.clawperator.conformance.record/after";

#[test]
fn what_is_done_to_the_check_is_in_what_its_provider_answers() {
    on_the_phone(async |phone| {
        phone.open_check("touch").await;
        let xml = phone.see("check_add").await;
        assert_eq!(
            attribute(node(&xml, "check_add").unwrap(), "text"),
            "Add one"
        );
        assert!(node(&xml, "check_other").is_none(), "{xml}");
        let (x, y) = middle(node(&xml, "check_pad").unwrap());
        let before = phone.newest_of_check().await;
        phone.tap("check_add").await;
        phone.tap("check_swap").await;
        phone.tap("check_other").await;
        let swipe = format!("input swipe {x} {y} {} {} 300", x + 100, y + 200);
        phone.adb.shell(&swipe).await;
        phone.adb.shell("input keyevent 24").await;
        let found = phone.rows_of_check(before).await;
        let moved = format!("{x}%2C{y}+{}%2C{}", x + 100, y + 200);
        let (last, clicks) = found.split_last().unwrap();
        let (touch, clicks) = clicks.split_last().unwrap();
        assert_eq!(
            clicks,
            [
                "click check_add ",
                "click check_swap ",
                "click check_other "
            ]
        );
        assert!(
            touch.starts_with(&format!("touch check_pad 1+{moved}+")) && touch.ends_with("+0+0"),
            "{touch}"
        );
        assert_eq!(last, "key - 24");
        // They outlive the page, and are there as often as they are asked for.
        assert_eq!(phone.rows_of_check(before).await, found);
        let xml = phone.see("check_count").await;
        assert_eq!(attribute(node(&xml, "check_count").unwrap(), "text"), "1");
    });
}

#[test]
fn the_answers_of_a_dialog_and_the_texts_of_a_field_are_recorded() {
    on_the_phone(async |phone| {
        phone.open_check("touch").await;
        let before = phone.newest_of_check().await;
        phone.tap("check_ask").await;
        phone.see("A question").await;
        phone.tap("Yes").await;
        phone.tap("check_ask").await;
        phone.tap("check_no").await;
        phone.open_check("text").await;
        phone.tap("check_name").await;
        phone.adb.shell("input text 'a%sb'").await;
        phone.adb.shell("input keyevent 66").await;
        phone.see("a b").await;
        let expected = [
            "click check_ask ",
            "click check_yes ",
            "click check_ask ",
            "click check_no ",
            "text check_name a",
            "text check_name a+",
            "text check_name a+b",
            "submit check_name ",
        ];
        assert_eq!(phone.rows_of_check(before).await, expected);
    });
}

#[test]
fn rows_scroll_time_passes_and_a_page_that_never_rests_can_be_stopped() {
    on_the_phone(async |phone| {
        phone.open_check("list").await;
        let before = phone.newest_of_check().await;
        phone.adb.shell("input swipe 540 1800 540 600 500").await;
        let scrolled = phone.rows_of_check(before).await;
        let last = scrolled.last().unwrap();
        assert!(last.starts_with("scrolled check_list "), "{last}");
        phone.open_check("time").await;
        let before = phone.newest_of_check().await;
        phone.tap("check_later").await;
        phone.see("check_arrived").await;
        phone.open_check("restless").await;
        let said = phone.dump().await;
        assert!(said.contains("could not get idle state"), "{said}");
        // It is read without a wait for idle.
        let request = DumpRequest {
            windows: false,
            compressed: false,
        };
        let xml = phone.screen.dump(request).await.unwrap();
        let (x, y) = middle(node(&xml, "check_still").unwrap());
        phone.adb.shell(&format!("input tap {x} {y}")).await;
        phone.see("This page never rests").await;
        let expected = [
            "click check_later ",
            "shown check_arrived ",
            "click check_still ",
        ];
        assert_eq!(phone.rows_of_check(before).await, expected);
    });
}

#[test]
fn nobody_answers_where_there_is_no_provider_or_nothing_of_that_name() {
    on_the_phone(async |phone| {
        for uri in [
            "content://dev.clawperator.conformance.nothing/after/0",
            "content://dev.clawperator.conformance.record/before/0",
            "content://dev.clawperator.conformance.record/after/all",
        ] {
            assert_eq!(phone.screen.query(uri).await, None, "{uri}");
        }
    });
}

impl Phone {
    async fn open_check(&self, page: &str) {
        let line =
            format!("am start -W -a android.intent.action.VIEW -d conformance-check://{page}");
        let said = self.adb.shell(&line).await;
        assert!(said.contains("Status: ok"), "{said}");
    }

    /// The number of the latest entry, as the provider has it.
    async fn newest_of_check(&self) -> u64 {
        let rows = self.screen.query(&format!("{PROVIDER}/last")).await;
        let rows = rows.unwrap();
        let [row] = rows.as_slice() else {
            panic!("{rows:?}");
        };
        let columns: Vec<&str> = row.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(columns, ["number", "what", "view", "detail"]);
        let number = row.first().unwrap();
        number.1.parse().unwrap()
    }

    /// What the provider tells of the check's own pages after an entry, as what, view and detail.
    async fn rows_of_check(&self, after: u64) -> Vec<String> {
        let rows = self.screen.query(&format!("{PROVIDER}/{after}")).await;
        let told = rows.unwrap().into_iter().map(|row| {
            let values: Vec<String> = row.into_iter().skip(1).map(|(_, value)| value).collect();
            values.join(" ")
        });
        told.collect()
    }
}
