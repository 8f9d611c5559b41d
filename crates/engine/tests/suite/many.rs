//! Screens with more of something than a person would ever see.

use clawperator_contract::ErrorCode;
use serde_json::json;

use super::played::{Played, data, execution, run};

/// Buttons of one name, each under something that takes its touches, and a free one behind them in reading order.
fn covered(count: usize) -> String {
    let button = |top: usize| {
        format!(
            r#"<node text="Go" class="android.widget.Button" clickable="true" enabled="true" bounds="[0,{top}][1000,{}]" />"#,
            top + 10
        )
    };
    let under: String = (0..count).map(|number| button(10 * number)).collect();
    format!(
        r#"<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][1000,2000]"><node drawing-order="1" bounds="[0,0][1000,2000]">{under}{}</node><node text="Over" class="android.widget.Button" clickable="true" enabled="true" drawing-order="2" bounds="[0,0][1000,1500]" /></node></hierarchy>"#,
        button(1_800)
    )
}

/// Whether a finger meets a match is asked for 64 of them; if it meets none of these, nothing is pressed.
#[tokio::test(start_paused = true)]
async fn a_free_match_is_looked_for_among_the_first() {
    for (count, pressed) in [(63, Some("tap 500,1805")), (64, None)] {
        let phone = Played::default().shows(&[&covered(count)]);
        let click = json!([{ "type": "click",
            "params": { "matcher": { "textEquals": "Go" }, "retry": { "maxAttempts": 1 } } }]);
        let result = run(&phone, &execution(&click)).await.unwrap();
        let calls = phone.calls();
        assert_eq!(calls.get(1).map(String::as_str), pressed, "{result:?}");
        if pressed.is_none() {
            let code = data(&result, 0, "error");
            assert_eq!(code, Some(ErrorCode::NodeNotClickable.name()));
        }
    }
}

/// In a web page nothing declares what it takes, whichever browser's view shows it.
#[tokio::test(start_paused = true)]
async fn a_link_is_pressed_in_every_kind_of_web_page() {
    for (class, is_page) in [
        ("android.webkit.WebView", true),
        ("org.mozilla.geckoview.GeckoView", true),
        ("com.a.CardView", false),
    ] {
        let screen = format!(
            r#"<hierarchy rotation="0"><node class="{class}" bounds="[0,0][1000,2000]"><node text="Home" class="android.view.View" enabled="true" bounds="[0,0][200,100]" /></node></hierarchy>"#
        );
        let phone = Played::default().shows(&[&screen]);
        let click = json!([{ "type": "click",
            "params": { "matcher": { "textEquals": "Home" }, "retry": { "maxAttempts": 1 } } }]);
        run(&phone, &execution(&click)).await.unwrap();
        let pressed = phone.calls().iter().any(|call| call == "tap 100,50");
        assert_eq!(pressed, is_page, "{class}");
    }
}
