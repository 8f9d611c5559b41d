//! What a touch is judged by: the node that was named, and everything at the points that are touched.

use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};

use clawperator_contract::{Execution, validate};
use clawperator_device::driver::Identity;
use clawperator_engine::{ActQuestion, Finger, Guard, Intent, Phone, Touch, Verdict};
use clawperator_policy::{PolicyGuard, Profile, Shipped};
use clawperator_ui::{Gesture, Node, Point, Tree};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

pub(super) fn phone() -> Phone {
    Phone::new("serial", Identity::default())
}

/// A future of the guard, which waits for nothing.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = Box::pin(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a verdict waits for nothing"),
    }
}

pub(super) fn execution(params: &serde_json::Value) -> Execution {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "a", "type": "click", "params": params }],
    });
    validate(payload.to_string().as_bytes()).unwrap().execution
}

/// The verdict on one touch.
pub(super) fn verdict(profile: impl Into<Arc<Profile>>, finger: &Finger<'_>) -> Verdict {
    let click_type = match finger.gesture() {
        Gesture::LongPress => "long_click",
        _ => "default",
    };
    let params = json!({ "matcher": { "textEquals": "x" }, "clickType": click_type });
    let execution = execution(&params);
    let guard = PolicyGuard::new(profile.into(), None);
    match now(guard.may_run(&execution, &phone())) {
        Err(no) => no,
        Ok(escort) => {
            let asked = ActQuestion {
                action: Some(&execution.actions()[0]),
                intent: Intent::Touch(finger),
                front: None,
                leads_to: None,
            };
            now(escort.may_act(asked))
        }
    }
}

pub(super) fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Confirm { .. } => "confirm",
        Verdict::Deny(_) => "deny",
    }
}

pub(super) fn own(lines: &str) -> Profile {
    let text = format!("version = 1\ncoordinates = \"look\"\n{lines}");
    Profile::parse("test", &text).unwrap()
}

/// A node of a test's tree: id, class, label, flags, bounds, and what is in it.
pub(super) fn node(
    id: &str,
    class: &str,
    label: &str,
    flags: &str,
    bounds: &str,
    inner: &str,
) -> String {
    let has = |flag: &str| flags.split(' ').any(|one| one == flag);
    format!(
        r#"<node resource-id="com.a:id/{id}" class="{class}" text="{label}" package="com.a" enabled="true" clickable="{}" long-clickable="{}" checkable="{}" scrollable="{}" bounds="{bounds}">{inner}</node>"#,
        has("click"),
        has("long"),
        has("check"),
        has("scroll"),
    )
}

pub(super) fn page(inner: &str) -> Tree {
    let root = node(
        "root",
        "android.widget.FrameLayout",
        "",
        "",
        "[0,0][400,800]",
        inner,
    );
    let dump = format!(r#"<hierarchy rotation="0">{root}</hierarchy>"#);
    Tree::parse(dump.as_bytes()).unwrap().tree
}

pub(super) fn get<'t>(tree: &'t Tree, id: &str) -> Node<'t> {
    tree.nodes().find(|node| node.id_name() == id).unwrap()
}

pub(super) const VIEW: &str = "android.view.View";
pub(super) const BUTTON: &str = "android.widget.Button";
pub(super) const TEXT: &str = "android.widget.TextView";
pub(super) const WEB: &str = "android.webkit.WebView";

pub(super) fn tap(x: i32, y: i32) -> Touch<'static> {
    Touch::Tap(Point { x, y })
}

fn hold(x: i32, y: i32) -> Touch<'static> {
    Touch::Hold {
        at: Point { x, y },
        millis: 650,
    }
}

/// A press that names a node, its taker being the node itself.
pub(super) fn press(tree: &Tree, profile: Profile, id: &str, motion: Touch) -> &'static str {
    let gesture = match motion {
        Touch::Hold { .. } => Gesture::LongPress,
        _ => Gesture::Tap,
    };
    let named = get(tree, id);
    let finger = Finger::on(tree, motion, gesture).naming(named, named);
    word(&verdict(profile, &finger))
}

pub(super) fn shipped(profile: Shipped) -> Profile {
    profile.profile().unwrap()
}

#[test]
fn a_wrapper_is_judged_by_the_button_that_fills_it() {
    let buy = node("buy", BUTTON, "Buy now", "click", "[0,0][400,100]", "");
    let tree = page(&node("wrapper", VIEW, "", "click", "[0,0][400,100]", &buy));
    for profile in Shipped::ALL {
        let expected = if profile == Shipped::Ask {
            "confirm"
        } else {
            "deny"
        };
        assert_eq!(
            press(&tree, shipped(profile), "wrapper", tap(200, 50)),
            expected
        );
    }
    // Also where the finger meets another part of what was named.
    let buy = node("buy", BUTTON, "Buy now", "click", "[0,0][100,100]", "");
    let tree = page(&node("wrapper", VIEW, "", "click", "[0,0][400,100]", &buy));
    assert_eq!(
        press(&tree, shipped(Shipped::Agent), "wrapper", tap(300, 50)),
        "deny"
    );
}

#[test]
fn a_view_is_judged_by_the_label_that_lies_on_it() {
    let view = node("c", VIEW, "", "click", "[0,0][400,100]", "");
    for label in ["[0,0][400,100]", "[10,10][90,90]"] {
        let label = node("label", TEXT, "Buy now", "", label, "");
        for inner in [format!("{view}{label}"), format!("{label}{view}")] {
            let verdict = press(&page(&inner), shipped(Shipped::Agent), "c", tap(300, 50));
            assert_eq!(verdict, "deny", "{inner}");
        }
    }
    // A label beside it is another's.
    let label = node("label", TEXT, "Buy now", "", "[0,100][400,200]", "");
    let tree = page(&format!("{view}{label}"));
    assert_eq!(
        press(&tree, shipped(Shipped::Agent), "c", tap(300, 50)),
        "allow"
    );
}

/// However a target hides what it is pressed for, a person reads it, and so does the guard.
#[test]
fn words_that_are_no_name_are_judged_too() {
    let icon = node("c", VIEW, "", "click", "[300,0][400,100]", "");
    let beside = node("label", TEXT, "Buy now", "", "[0,0][290,100]", "");
    let row = node(
        "row",
        VIEW,
        "",
        "",
        "[0,0][400,100]",
        &format!("{beside}{icon}"),
    );
    let sticks_out = node("label", TEXT, "Buy now", "", "[295,-4][400,104]", "");
    let field = node(
        "c",
        "android.widget.EditText",
        "Buy now",
        "click",
        "[0,0][400,100]",
        "",
    );
    let secret = node("c", BUTTON, "•••••••", "click", "[0,0][400,100]", "")
        .replace("enabled=", "password=\"true\" enabled=");
    let verb = node("verb", TEXT, "Send", "", "[0,0][200,100]", "");
    let price = node("price", TEXT, "$500", "", "[200,0][400,100]", "");
    let described = node(
        "c",
        VIEW,
        "",
        "click",
        "[0,0][400,100]",
        &format!("{verb}{price}"),
    )
    .replacen("enabled=", "content-desc=\"Row\" enabled=", 1);
    for (inner, at) in [
        (row, 350),
        (format!("{icon}{sticks_out}"), 350),
        (field.clone(), 200),
        (secret, 200),
        (described, 200),
    ] {
        let verdict = press(&page(&inner), shipped(Shipped::Server), "c", tap(at, 50));
        assert_eq!(verdict, "deny", "{inner}");
    }
    // What somebody typed is not what a tap for the focus is made for.
    let tree = page(&field);
    let finger =
        Finger::on(&tree, tap(200, 50), Gesture::Type).naming(get(&tree, "c"), get(&tree, "c"));
    assert_eq!(word(&verdict(shipped(Shipped::Server), &finger)), "allow");
    // A click for the focus is a press.
    let finger =
        Finger::on(&tree, tap(200, 50), Gesture::Focus).naming(get(&tree, "c"), get(&tree, "c"));
    assert_eq!(word(&verdict(shipped(Shipped::Server), &finger)), "deny");
}

#[test]
fn a_card_that_is_opened_by_its_title_is_not_bought() {
    let title = node("title", TEXT, "Lamp", "", "[0,0][300,100]", "");
    let buy = node("buy", BUTTON, "Buy", "click", "[300,0][400,100]", "");
    let card = node(
        "card",
        VIEW,
        "",
        "click",
        "[0,0][400,100]",
        &format!("{title}{buy}"),
    );
    let tree = page(&card);
    let finger = Finger::on(&tree, tap(150, 50), Gesture::Tap)
        .naming(get(&tree, "title"), get(&tree, "card"));
    assert_eq!(word(&verdict(shipped(Shipped::Agent), &finger)), "allow");
    // The card by its own name is all that is on it.
    assert_eq!(
        press(&tree, shipped(Shipped::Agent), "card", tap(150, 50)),
        "deny"
    );
}

#[test]
fn what_lies_over_a_node_is_pressed_with_it() {
    let below = node("below", BUTTON, "Details", "click", "[0,0][400,100]", "");
    let over = node("over", BUTTON, "Buy now", "click", "[0,0][400,100]", "");
    let tree = page(&format!("{below}{over}"));
    assert_eq!(
        press(&tree, shipped(Shipped::Agent), "below", tap(200, 50)),
        "deny"
    );
}

#[test]
fn a_long_press_that_nobody_waits_for_is_a_click() {
    let no_clicks = || own("[capabilities]\nclick = \"deny\"\n");
    let plain = node("b", BUTTON, "Tab", "click", "[0,0][400,100]", "");
    assert_eq!(
        press(&page(&plain), no_clicks(), "b", hold(200, 50)),
        "deny"
    );
    let long = node("b", BUTTON, "Tab", "click long", "[0,0][400,100]", "");
    assert_eq!(
        press(&page(&long), no_clicks(), "b", hold(200, 50)),
        "allow"
    );
    // The row waits for one, the button in it does not.
    let buy = node("buy", BUTTON, "Buy now", "click", "[0,0][400,100]", "");
    let row = node("row", VIEW, "", "click long", "[0,0][400,100]", &buy);
    assert_eq!(
        press(&page(&row), no_clicks(), "row", hold(200, 50)),
        "deny"
    );
    let tree = page(&row);
    let finger = Finger::on(&tree, hold(200, 50), Gesture::LongPress)
        .naming(get(&tree, "buy"), get(&tree, "row"));
    assert_eq!(word(&verdict(shipped(Shipped::Agent), &finger)), "deny");
    // A coordinate at which nothing is known to wait for one.
    let blind = Finger::blind(hold(1, 1), Gesture::LongPress);
    assert_eq!(word(&verdict(no_clicks(), &blind)), "deny");
}

#[test]
fn a_switch_in_wrappers_is_a_switch() {
    let no_toggles = || own("[capabilities]\ntoggle = \"deny\"\n");
    let switch = node(
        "s",
        "android.widget.Switch",
        "Power",
        "click check",
        "[0,0][400,100]",
        "",
    );
    let inner = node("inner", VIEW, "", "click", "[0,0][400,100]", &switch);
    let tree = page(&node("outer", VIEW, "", "click", "[0,0][400,100]", &inner));
    for id in ["outer", "inner", "s"] {
        assert_eq!(press(&tree, no_toggles(), id, tap(200, 50)), "deny", "{id}");
        assert_eq!(
            press(&tree, no_toggles(), id, hold(200, 50)),
            "deny",
            "{id}"
        );
    }
    // A row that is pressed by its label, with the switch in a wrapper beside that.
    let label = node("label", TEXT, "Wi-Fi", "", "[0,0][300,100]", "");
    let switch = node(
        "s",
        "android.widget.Switch",
        "",
        "check",
        "[300,0][400,100]",
        "",
    );
    let wrapper = node("wrapper", VIEW, "", "click", "[300,0][400,100]", &switch);
    let tree = page(&node(
        "row",
        VIEW,
        "",
        "click",
        "[0,0][400,100]",
        &format!("{label}{wrapper}"),
    ));
    let finger = Finger::on(&tree, tap(150, 50), Gesture::Tap)
        .naming(get(&tree, "label"), get(&tree, "row"));
    assert_eq!(word(&verdict(no_toggles(), &finger)), "deny");
}

#[test]
fn a_tap_for_the_focus_is_a_click_on_whatever_takes_it() {
    let field = node(
        "f",
        "android.widget.EditText",
        "",
        "click",
        "[0,0][400,100]",
        "",
    );
    let buy = node("buy", BUTTON, "Buy now", "click", "[0,0][400,100]", "");
    let typing = |tree: &Tree, profile: Profile| {
        let field = get(tree, "f");
        let tap = Finger::on(tree, tap(200, 50), Gesture::Type).naming(field, field);
        let execution = execution(&json!({ "matcher": { "textEquals": "x" } }));
        let guard = PolicyGuard::new(Arc::new(profile), None);
        let escort = now(guard.may_run(&execution, &phone())).unwrap();
        let asked = ActQuestion {
            action: Some(&execution.actions()[0]),
            intent: Intent::Focus { field, tap: &tap },
            front: None,
            leads_to: None,
        };
        word(&now(escort.may_act(asked)))
    };
    let covered = page(&format!("{field}{buy}"));
    assert_eq!(typing(&covered, shipped(Shipped::Server)), "deny");
    let toggles = || own("[capabilities]\ntoggle = \"deny\"\n");
    let switch = node(
        "s",
        "android.widget.Switch",
        "Power",
        "click check",
        "[0,0][400,100]",
        "",
    );
    assert_eq!(
        typing(&page(&format!("{field}{switch}")), toggles()),
        "deny"
    );
    assert_eq!(typing(&page(&field), toggles()), "allow");
}

#[test]
fn a_swipe_moves_what_it_is_drawn_over() {
    let swipe = |tree: &Tree, profile: Profile| {
        let list = get(tree, "list");
        let motion = Touch::Swipe {
            from: Point { x: 300, y: 50 },
            to: Point { x: 100, y: 50 },
            millis: 250,
        };
        let finger = Finger::on(tree, motion, Gesture::Tap).naming(list, list);
        word(&verdict(profile, &finger))
    };
    let within = |class: &str, inner: &str| {
        page(&node("list", class, "", "scroll", "[0,0][400,100]", inner))
    };
    let in_list = |inner: &str| within("android.widget.HorizontalScrollView", inner);
    let slider = |at: &str| node("s", "android.widget.SeekBar", "Pay now", "", at, "");
    for at in [
        "[0,0][400,100]",
        "[290,0][400,100]",
        "[0,0][110,100]",
        "[150,0][250,100]",
    ] {
        assert_eq!(
            swipe(&in_list(&slider(at)), shipped(Shipped::Agent)),
            "deny",
            "{at}"
        );
    }
    // Its words may be a view of their own.
    let bare = node("s", "com.a.PaySlider", "", "", "[0,0][400,100]", "");
    let words = node("w", TEXT, "Pay now", "", "[100,0][300,100]", "");
    let tree = in_list(&format!("{bare}{words}"));
    assert_eq!(swipe(&tree, shipped(Shipped::Agent)), "deny");
    // What is only scrolled is not touched, whatever it is called.
    let buy = node("buy", BUTTON, "Buy", "click", "[0,0][400,100]", "");
    assert_eq!(swipe(&in_list(&buy), shipped(Shipped::Agent)), "allow");
    assert_eq!(
        swipe(&in_list(&slider("[0,0][50,100]")), shipped(Shipped::Agent)),
        "allow"
    );
    let volume = node(
        "s",
        "android.widget.SeekBar",
        "Volume",
        "",
        "[0,0][400,100]",
        "",
    );
    // What is pulled aside in a list that scrolls up and down is not scrolled.
    for row in [
        buy.as_str(),
        &node("row", TEXT, "Slide to pay", "", "[0,0][400,100]", ""),
    ] {
        let across = within("android.widget.ScrollView", row);
        assert_eq!(swipe(&across, shipped(Shipped::Agent)), "deny", "{row}");
    }
    let song = node("row", TEXT, "Song", "", "[0,0][400,100]", "");
    let across = within("android.widget.ScrollView", &song);
    assert_eq!(swipe(&across, shipped(Shipped::Agent)), "allow");
    let no_clicks = || own("[capabilities]\nclick = \"deny\"\n");
    assert_eq!(swipe(&across, no_clicks()), "deny");
    assert_eq!(swipe(&in_list(&volume), no_clicks()), "deny");
    let switch = node(
        "s",
        "android.widget.Switch",
        "Power",
        "click check",
        "[0,0][400,100]",
        "",
    );
    let no_toggles = || own("[capabilities]\ntoggle = \"deny\"\n");
    assert_eq!(swipe(&in_list(&switch), no_toggles()), "deny");
}

#[test]
fn content_that_a_tree_does_not_tell_is_judged_as_the_profile_says() {
    let web = node("web", WEB, "", "", "[0,0][400,400]", "");
    let tree = page(&web);
    let at = |tree: &Tree, profile: Profile, x: i32, y: i32| {
        word(&verdict(
            profile,
            &Finger::on(tree, tap(x, y), Gesture::Tap),
        ))
    };
    for (profile, expected) in [
        (Shipped::Person, "allow"),
        (Shipped::Agent, "confirm"),
        (Shipped::Server, "deny"),
    ] {
        assert_eq!(at(&tree, shipped(profile), 200, 200), expected);
        assert_eq!(at(&tree, shipped(profile), 200, 600), "allow");
        assert_eq!(
            press(&tree, shipped(profile), "web", tap(200, 200)),
            expected
        );
    }
    // Profiles that do not say it are strict.
    assert_eq!(at(&tree, own(""), 200, 200), "deny");
    let link = node("link", VIEW, "Home", "click", "[0,0][400,100]", "");
    let told = page(&node("web", WEB, "", "", "[0,0][400,400]", &link));
    assert_eq!(at(&told, own(""), 200, 50), "allow");
    // A button over a camera's picture takes the touch itself.
    let camera = node(
        "camera",
        "android.view.SurfaceView",
        "",
        "",
        "[0,0][400,800]",
        "",
    );
    let shoot = node("shoot", BUTTON, "Shoot", "click", "[100,600][300,700]", "");
    let tree = page(&format!("{camera}{shoot}"));
    assert_eq!(at(&tree, own(""), 200, 650), "allow");
    assert_eq!(at(&tree, own(""), 200, 200), "deny");
    // One under it does not.
    let tree = page(&format!("{shoot}{camera}"));
    assert_eq!(at(&tree, own(""), 200, 650), "deny");
    // A large view without a word may be anything; behind other views it is a background.
    let blank = node("game", VIEW, "", "", "[0,0][400,300]", "");
    assert_eq!(at(&page(&blank), own(""), 200, 200), "deny");
    let label = node("label", TEXT, "Welcome", "", "[0,150][400,250]", "");
    assert_eq!(
        at(&page(&format!("{blank}{label}")), own(""), 200, 200),
        "allow"
    );
    let small = node("dot", VIEW, "", "", "[0,0][40,40]", "");
    assert_eq!(at(&page(&small), own(""), 20, 20), "allow");
}

#[test]
fn nodes_that_are_missing_may_be_anything() {
    let tree = page(&node("b", BUTTON, "Next", "click", "[0,0][400,100]", ""));
    let named = get(&tree, "b");
    let whole = || Finger::on(&tree, tap(200, 50), Gesture::Tap).naming(named, named);
    assert_eq!(word(&verdict(shipped(Shipped::Agent), &whole())), "allow");
    let cut = whole().with_nodes_missing();
    assert_eq!(word(&verdict(shipped(Shipped::Agent), &cut)), "deny");
    let rule = "[capabilities]\npurchase_risk = \"allow\"\n[[rules]]\nname = \"r\"\nverdict = \"confirm\"\n";
    for condition in ["labels = ['Erase']", "packages = [\"com.b\"]"] {
        let profile = || own(&format!("{rule}{condition}\n"));
        assert_eq!(word(&verdict(profile(), &whole())), "allow");
        assert_eq!(word(&verdict(profile(), &cut)), "confirm");
    }
}

/// A node of a random tree, as plain data.
#[derive(Debug, Clone)]
struct Plain {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    label: &'static str,
    package: &'static str,
    clickable: bool,
    checkable: bool,
    inner: Vec<Self>,
}

impl Plain {
    fn write(&self, number: &mut usize, out: &mut String) {
        out.push_str(&format!(
            r#"<node resource-id="n{number}" class="android.view.View" text="{}" package="{}" enabled="true" clickable="{}" checkable="{}" bounds="[{},{}][{},{}]">"#,
            self.label, self.package, self.clickable, self.checkable, self.left, self.top, self.right, self.bottom,
        ));
        *number += 1;
        for inner in &self.inner {
            inner.write(number, out);
        }
        out.push_str("</node>");
    }

    fn all<'a>(&'a self, into: &mut Vec<&'a Self>) {
        into.push(self);
        for inner in &self.inner {
            inner.all(into);
        }
    }

    fn has(&self, x: i32, y: i32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Whether a press here may change a state: a checkable node that nothing else in it would take the press from.
    fn toggles_at(&self, x: i32, y: i32) -> bool {
        if !self.has(x, y) {
            return false;
        }
        let mut below = Vec::new();
        self.inner.iter().for_each(|inner| inner.all(&mut below));
        let is_taken = below
            .iter()
            .any(|node| node.has(x, y) && (node.clickable || node.checkable));
        (self.checkable && !is_taken) || self.inner.iter().any(|inner| inner.toggles_at(x, y))
    }
}

/// A node within bounds, so that all of it can be seen.
fn plain(left: i32, top: i32, right: i32, bottom: i32, depth: u32) -> BoxedStrategy<Plain> {
    let inside = (left..right, top..bottom)
        .prop_flat_map(move |(l, t)| (Just(l), Just(t), l + 1..=right, t + 1..=bottom));
    let looks = (
        select(vec!["", "", "Fine", "Erase"]),
        select(vec!["com.a", "com.a", "com.a", "com.b", ""]),
        any::<bool>(),
        proptest::bool::weighted(0.2),
    );
    (inside, looks)
        .prop_flat_map(
            move |((l, t, r, b), (label, package, clickable, checkable))| {
                let inner = if depth == 0 {
                    Just(Vec::new()).boxed()
                } else {
                    proptest::collection::vec(plain(l, t, r, b, depth - 1), 0..3).boxed()
                };
                inner.prop_map(move |inner| Plain {
                    left: l,
                    top: t,
                    right: r,
                    bottom: b,
                    label,
                    package,
                    clickable,
                    checkable,
                    inner,
                })
            },
        )
        .boxed()
}

/// What is denied: a label, a package, buying by a label, toggling, clicking, and what no press does.
static PROFILES: LazyLock<[Arc<Profile>; 6]> = LazyLock::new(|| {
    let rule = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\n";
    // These pages are small enough for a view without a word to be a large part of them.
    let none = "opaque = \"allow\"\n[purchase_risk]\nshipped_labels = false\n";
    [
        format!("{none}{rule}labels = ['Erase']\n"),
        format!("{none}{rule}packages = [\"com.b\"]\n"),
        format!("{none}labels = ['Erase']\n"),
        format!("{none}[capabilities]\ntoggle = \"deny\"\n"),
        format!("{none}[capabilities]\nclick = \"deny\"\n"),
        format!("{none}[capabilities]\nnavigate = \"deny\"\n"),
    ]
    .map(|lines| Arc::new(own(&lines)))
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, max_shrink_iters: 100, ..ProptestConfig::default() })]

    /// Held against a judge that knows nothing of trees, takers and rules.
    #[test]
    fn what_is_denied_at_the_point_or_by_its_name_is_never_touched(
        root in plain(0, 0, 40, 40, 3), chosen in any::<prop::sample::Index>(), x in 0..40, y in 0..40,
        is_named in any::<bool>(), is_long in any::<bool>(),
    ) {
        let (mut number, mut dump) = (0, String::new());
        root.write(&mut number, &mut dump);
        let dump = format!(r#"<hierarchy rotation="0">{dump}</hierarchy>"#);
        let tree = Tree::parse(dump.as_bytes()).unwrap().tree;
        let mut all = Vec::new();
        root.all(&mut all);
        let chosen = chosen.index(all.len());
        let named = is_named.then(|| all[chosen]);
        let mut touched: Vec<&Plain> = all.iter().copied().filter(|node| node.has(x, y)).collect();
        touched.extend(named);
        let denied_label = touched.iter().any(|node| node.label == "Erase");
        let denied_package = touched.is_empty() || touched.iter().any(|node| node.package != "com.a");
        let toggles = root.toggles_at(x, y) || named.is_some_and(|node| node.checkable);
        let at = Point { x, y };
        let (motion, gesture) = if is_long {
            (Touch::Hold { at, millis: 650 }, Gesture::LongPress)
        } else {
            (Touch::Tap(at), Gesture::Tap)
        };
        let finger = || {
            let finger = Finger::on(&tree, motion, gesture);
            match is_named.then(|| get(&tree, &format!("n{chosen}"))) {
                Some(node) => finger.naming(node, node),
                None => finger,
            }
        };
        let is_denied = [denied_label, denied_package, denied_label, toggles, true];
        let (no_navigation, profiles) = PROFILES.split_last().unwrap();
        for (profile, is_denied) in profiles.iter().zip(is_denied) {
            let verdict = verdict(profile.clone(), &finger());
            if is_denied {
                prop_assert_ne!(&verdict, &Verdict::Allow, "{:?} {}", profile.rules, dump);
            }
        }
        // It is not the answer to everything.
        prop_assert_eq!(verdict(no_navigation.clone(), &finger()), Verdict::Allow);
    }
}
