//! The shipped skills as data: what each needs, what it truly does, and what it tells.

use clawperator_contract::skill_result::SkillValue;
use serde_json::{Value, json};

/// One shipped skill.
pub(crate) struct Deed {
    pub(crate) id: &'static str,
    pub(crate) inputs: Value,
    /// What somebody does by hand before it.
    pub(crate) before: Value,
    /// The step that changes something, and the view that it taps.
    pub(crate) goal: Option<(&'static str, &'static str)>,
    /// What it tells, where it tells it.
    pub(crate) output: Option<SkillValue>,
    /// Whether it stops before its goal on purpose.
    pub(crate) stops: bool,
}

/// Every shipped skill.
#[expect(clippy::too_many_lines, reason = "one entry for each skill")]
pub(crate) fn deeds() -> Vec<Deed> {
    let plain = |id, goal, output| Deed {
        id,
        inputs: json!({}),
        before: json!([]),
        goal,
        output,
        stops: false,
    };
    let shop = |name: &str| json!({ "matcher": { "resourceId": format!("dev.clawperator.shop:id/{name}") } });
    vec![
        plain(
            "com.android.settings.read-battery-level",
            None,
            Some(SkillValue::Integer(87)),
        ),
        plain(
            "com.android.settings.find-android-version",
            None,
            Some(SkillValue::String("14".to_owned())),
        ),
        plain(
            "com.android.settings.read-storage-used",
            None,
            Some(SkillValue::Integer(42)),
        ),
        plain(
            "dev.clawperator.conformance.count-up",
            Some(("press_plus", "dev.clawperator.conformance:id/increment")),
            Some(SkillValue::Integer(1)),
        ),
        Deed {
            inputs: json!({ "row_number": 23 }),
            ..plain(
                "dev.clawperator.conformance.pick-row",
                Some(("press_row", "dev.clawperator.conformance:id/item")),
                Some(SkillValue::Integer(23)),
            )
        },
        Deed {
            stops: true,
            ..plain(
                "dev.clawperator.conformance.pick-any-row",
                Some(("press_any", "dev.clawperator.conformance:id/item")),
                None,
            )
        },
        Deed {
            before: json!([
                { "id": "a", "type": "open_uri", "params": { "uri": "conformance://toggle" } },
            ]),
            ..plain(
                "dev.clawperator.conformance.turn-on-feature",
                Some(("turn_on", "dev.clawperator.conformance:id/feature_switch")),
                Some(SkillValue::String("changed by hand".to_owned())),
            )
        },
        plain(
            "dev.clawperator.conformance.read-shipment",
            None,
            Some(SkillValue::String("Shipped".to_owned())),
        ),
        Deed {
            inputs: json!({ "product_name": "Wall clock" }),
            ..plain(
                "dev.clawperator.shop.add-to-cart",
                Some(("add", "dev.clawperator.shop:id/add_to_cart")),
                Some(SkillValue::Integer(1)),
            )
        },
        Deed {
            inputs: json!({ "product_name": "Wall clock" }),
            ..plain(
                "dev.clawperator.shop.search-and-add",
                Some(("add", "dev.clawperator.shop:id/add_to_cart")),
                Some(SkillValue::Integer(1)),
            )
        },
        Deed {
            inputs: json!({ "product_name": "Puzzle 1000" }),
            ..plain(
                "dev.clawperator.shop.find-price",
                None,
                Some(SkillValue::Number(14.5)),
            )
        },
        Deed {
            before: json!([
                { "id": "a", "type": "open_uri", "params": { "uri": "conformance://dialog" } },
                {
                    "id": "b", "type": "click",
                    "params": { "matcher": { "resourceId": "dev.clawperator.conformance:id/open_dialog" } },
                },
            ]),
            ..plain(
                "dev.clawperator.conformance.dismiss-dialog",
                Some(("cancel", "android:id/button2")),
                Some(SkillValue::String("Cancelled".to_owned())),
            )
        },
        Deed {
            before: json!([
                { "id": "a", "type": "open_uri", "params": { "uri": "shop://product/lamp" } },
                { "id": "b", "type": "click", "params": shop("add_to_cart") },
                { "id": "c", "type": "open_uri", "params": { "uri": "shop://cart" } },
                { "id": "d", "type": "click", "params": shop("checkout") },
                {
                    "id": "e", "type": "enter_text",
                    "params": { "matcher": { "resourceId": "dev.clawperator.shop:id/full_name" }, "text": "A" },
                },
                { "id": "f", "type": "scroll_and_click", "params": shop("terms") },
            ]),
            ..plain(
                "dev.clawperator.shop.place-order",
                Some(("press_buy", "android:id/button1")),
                None,
            )
        },
    ]
}
